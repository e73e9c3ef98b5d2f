import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialWidgets

/// The folder of templates is found from the program's place.
@Suite final class ResourceFolderTests {
    private let root = URL(filePath: Scratch.path("sd-resources")).path

    init() throws {
        let folders = [
            "usr/libexec/subdial", "usr/share/subdial/Templates", "checkout/Templates", "checkout/.build/x/release", "bin",
            "deep/Templates",
            "deep/a/b/c/d/e/f/g",
        ]
        for folder in folders { try FileManager.default.createDirectory(atPath: "\(root)/\(folder)", withIntermediateDirectories: true) }
        let files = [
            "usr/share/subdial/Templates/devices.yaml", "checkout/Templates/devices.yaml", "usr/libexec/subdial/program",
            "deep/Templates/devices.yaml",
        ]
        for file in files { try Data().write(to: URL(filePath: "\(root)/\(file)")) }
        try FileManager.default.createSymbolicLink(atPath: "\(root)/bin/program", withDestinationPath: "../usr/libexec/subdial/program")
    }
    deinit { try? FileManager.default.removeItem(atPath: root) }

    @Test(arguments: [
        ("usr/libexec/subdial/program", "usr/share/subdial/Templates"), ("bin/program", "usr/share/subdial/Templates"),
        ("usr/libexec/../libexec/subdial/program", "usr/share/subdial/Templates"),
        ("checkout/.build/x/release/program", "checkout/Templates"), ("checkout/program", "checkout/Templates"),
        ("deep/a/b/c/d/e/f/g/program", "deep/Templates"), ("deep/a/b/c/d/e/f/g/h/program", nil),
    ])
    func fromTheProgram(_ program: String, _ folder: String?) throws {
        let found = try? ResourceFolder.find(executable: "\(root)/\(program)", userPath: "/mine")
        #expect(found == folder.map { ResourceFolder(path: "\(root)/\($0)", userPath: "/mine") })
    }

    /// A fontconfig file counts in the user's own folder, but not in that of a suite, of a test or of a kind.
    @Test func onlyTheUsersFontConfigurationCounts() throws {
        let (shipped, own) = ("\(root)/checkout/Templates", "\(root)/deep/a")
        for folder in [shipped, own] { try Data("<fontconfig></fontconfig>".utf8).write(to: URL(filePath: "\(folder)/fonts.conf")) }
        #expect(ResourceFolder(path: shipped, userPath: own).fontConfiguration == "\(own)/fonts.conf")
        #expect(ResourceFolder(path: shipped, userPath: own, hasUserFonts: false).fontConfiguration == "\(shipped)/fonts.conf")
        #expect(ResourceFolder(path: shipped, userPath: "\(root)/bin").fontConfiguration == "\(shipped)/fonts.conf")
    }

    /// Templates of a mirror draw the pictures of the mirror only.
    @Test func aMirrorHasItsOwnPictures() throws {
        let templates = "\(root)/deep/a/b"
        #expect(ResourceFolder(path: "/", userPath: templates).pictureFolder == nil)
        try Data("{}".utf8).write(to: URL(filePath: "\(root)/deep/a/.mirror.json"))
        #expect(ResourceFolder(path: "/", userPath: templates).pictureFolder == "\(templates)/../covers")
        #expect(ResourceFolder(path: "/").pictureFolder == nil)
    }

    @Test func itSaysWhereItLooked() {
        let error = #expect(throws: WidgetError.self) { try ResourceFolder.find(executable: "program", userPath: nil) }
        #expect(error?.description.contains("Templates: not found beside program; install Subdial with 'make install'") == true)
    }
}
