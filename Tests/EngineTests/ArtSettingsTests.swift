import Foundation
import Glibc
import SubdialTestSupport
import Testing

@testable import SubdialEngine

/// Errors in the settings of the cover file are reported before anything is played.
@Suite struct ArtSettingsTests {
    @Test(arguments: [
        (ArtSettings(path: "/x.png", placeholder: .transparent, command: "true"), nil), (ArtSettings(), nil),
        (ArtSettings(command: "true"), ArtError.commandWithoutFile), (ArtSettings(placeholder: .transparent), .placeholderWithoutFile),
        (ArtSettings(placeholder: .file("/x")), .placeholderWithoutFile),
    ])
    func whatNeedsAFileIsRefusedWithoutOne(_ settings: ArtSettings, _ expected: ArtError?) {
        var found: ArtError?
        do throws(ArtError) { try settings.check() } catch { found = error }
        #expect(found == expected)
    }

    @Test func aPlaceThatCanBeWrittenIsLeftAsItIs() throws {
        let folder = try TemporaryFolder()
        try ArtSettings(path: folder.path + "/deep/er/cover.png").tryOut()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/deep/er").isEmpty)
        try Data("old".utf8).write(to: URL(filePath: folder.path + "/cover.png"))
        try ArtSettings(path: folder.path + "/cover.png", placeholder: .file(folder.path + "/cover.png")).tryOut()
        #expect(try String(contentsOfFile: folder.path + "/cover.png", encoding: .utf8) == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["cover.png", "deep"])
        try ArtSettings().tryOut()
    }

    @Test(arguments: [
        ("file/cover.png", "folder"), ("file/deep/cover.png", "folder"), ("folder", "it is a folder; name a file in it"),
        ("loop/cover.png", "folder"),
    ])
    func aPlaceThatCannotBeWrittenIsTold(_ path: String, _ reason: String) throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(filePath: folder.path + "/file"))
        try FileManager.default.createDirectory(atPath: folder.path + "/folder", withIntermediateDirectories: false)
        #expect(symlink("loop", folder.path + "/loop") == 0)
        let settings = ArtSettings(path: "\(folder.path)/\(path)")
        let error = #expect(throws: ArtError.self) { try settings.tryOut() }
        let text = error?.description ?? ""
        #expect(text.hasPrefix("\(folder.path)/\(path): ") && text.contains(reason) && !text.contains("\n"), "\(text)")
    }

    @Test(arguments: ["missing.png", "folder", "pipe", "empty.png"])
    func aPlaceholderThatCannotBeReadIsTold(_ name: String) throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/folder", withIntermediateDirectories: false)
        try Data().write(to: URL(filePath: folder.path + "/empty.png"))
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        let placeholder = "\(folder.path)/\(name)"
        #expect(throws: ArtError.unreadablePlaceholder(placeholder)) {
            try ArtSettings(path: folder.path + "/cover.png", placeholder: .file(placeholder)).tryOut()
        }
    }
}
