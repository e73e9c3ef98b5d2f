import Foundation
import Glibc
import SubdialTestSupport
import Testing

@testable import SubdialDrawing

/// Fontconfig files with other folders, and folders of fonts from others.
@Suite struct FontConfigurationTests {
    /// A file of the folder, the cache and the rules of another one has no folder and no file of that one.
    @Test func onlyTheGivenFolderIsNamed() {
        let rules = """
            <?xml version="1.0"?><!-- <dir>/comment</dir> -->
            <fontconfig>
                <dir>/usr/a</dir><dir prefix="xdg">fonts</dir><include ignore_missing="yes">/dev/zero</include>
                <cachedir>/var/cache</cachedir><remap-dir as-path="/b">/c</remap-dir>
                <match target="pattern"><edit name="family"><string>Inter</string></edit></match>
            </fontconfig>
            """
        let text = FontConfiguration.text(rules: rules, folder: "../fonts", isRelative: true, cache: "/m & n/.cache")
        for other in ["/usr/a", "xdg", "include", "/dev/zero", "/var/cache", "remap", "/comment"] {
            #expect(!text.contains(other), "\(other) in \(text)")
        }
        #expect(text.hasPrefix("<?xml version=\"1.0\"?>\n<fontconfig>\n") && text.hasSuffix("</fontconfig>"))
        #expect(text.contains("<dir prefix=\"relative\">../fonts</dir>") && text.contains("<cachedir>/m &amp; n/.cache</cachedir>"))
        #expect(text.contains("<match target=\"pattern\"><edit name=\"family\"><string>Inter</string></edit></match>"))
        let suite = FontConfiguration.text(rules: rules, folder: "/s/fonts")
        #expect(suite.contains("<dir>/s/fonts</dir>") && suite.contains("<cachedir>/var/cache</cachedir>") && !suite.contains("include"))
    }

    @Test(
        arguments: [
            ([0, 1, 0, 0, 0, 17], true), (Array("OTTO".utf8), true), (Array("ttcf".utf8), true), (Array("wOF2".utf8), true),
            (Array("true".utf8), true), ([0x80, 1, 0, 0], true), (Array("%!PS-AdobeFont-1.0".utf8), true), ([], false), ([0, 1, 0], false),
            (Array("<?xml version".utf8), false), (Array("\u{7F}ELF".utf8), false), ([0x89, 0x50, 0x4E, 0x47], false),
        ] as [([UInt8], Bool)]) func aFontIsKnownByItsBeginning(_ start: [UInt8], _ isFont: Bool)
    {
        #expect(FontFile.isFont(start) == isFont)
    }

    /// A folder of a suite with a font, a licence and the thing in question.
    private func folder(_ fault: String) throws -> TemporaryFolder {
        let made = try TemporaryFolder()
        let manager = FileManager.default
        let installed = try FontLibrary(configuration: Repository.fontConfiguration).faces
        let font = try #require(installed.first { $0.family == "Inter" }).path
        try manager.createDirectory(atPath: made.path("licences"), withIntermediateDirectories: true)
        try manager.copyItem(atPath: font, toPath: made.path("font.otf"))
        try Data("A licence".utf8).write(to: URL(filePath: made.path("licences/OFL.txt")))
        let path = made.path("licences/x.otf")
        switch fault {
        case "fifo": try #require(mkfifo(path, 0o600) == 0)
        case "device": try manager.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
        case "folder": try manager.createSymbolicLink(atPath: path, withDestinationPath: "/usr/share")
        case "loop": try manager.createSymbolicLink(atPath: path, withDestinationPath: "..")
        case "text": try Data("no font".utf8).write(to: URL(filePath: path))
        case "large":
            try Data("OTTO".utf8).write(to: URL(filePath: path))
            try #require(truncate(path, FontFile.maximumBytes + 1) == 0)
        case "link": try manager.createSymbolicLink(atPath: path, withDestinationPath: font)
        case "configuration":
            let text = "<fontconfig><dir>/usr/share/fonts</dir><include>/dev/zero</include></fontconfig>"
            try Data(text.utf8).write(to: URL(filePath: made.path("fonts.conf")))
        default: break
        }
        return made
    }

    /// Whatever a suite has in its folder of fonts, only font files are read.
    @Test(
        arguments: [
            ("nothing", nil), ("link", nil), ("configuration", nil), ("fifo", "it is no regular file"), ("device", "it is no regular file"),
            ("folder", "it is no regular file"), ("loop", "it is no regular file"), ("text", "it is no font"),
            ("large", "it is longer than \(FontFile.maximumBytes) bytes"),
        ] as [(String, String?)])
    func aFolderHasFontFilesOnly(_ fault: String, _ reason: String?) throws {
        let folder = try folder(fault)
        let load = { try FontLibrary(configuration: Repository.fontConfiguration, requiring: nil, onlyFolder: folder.path) }
        if let reason {
            let error = #expect(throws: FontError.self) { _ = try load() }
            #expect(error == .unusable(path: folder.path("licences/x.otf"), reason: reason))
            #expect(error?.description.hasPrefix("\(folder.path("licences/x.otf")): \(reason)") == true)
        } else {
            #expect(Set(try load().faces.map(\.path)).isSubset(of: [folder.path("font.otf"), folder.path("licences/x.otf")]))
        }
    }
}
