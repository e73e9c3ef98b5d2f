import Foundation
import Glibc
import SubdialSystem
import Testing

/// Folders and files for their user alone, whatever the umask and whatever was there before.
///
/// The umask is that of the whole process, so that only the modes of what exists already differ here.
@Suite struct PrivateFolderTests {
    private let temporary: TemporaryFolder
    private var state: PrivateFolder { PrivateFolder("\(temporary.path)/home/subdial") }

    init() throws { temporary = try TemporaryFolder() }

    private func mode(_ path: String) throws -> mode_t {
        var status = stat()
        try #require(lstat(path, &status) == 0, "\(path)")
        return status.st_mode & 0o7777
    }

    /// The modes of a folder and of everything in it.
    private func modes(below path: String) throws -> [String: mode_t] {
        var modes = ["": try mode(path)]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) { modes[name] = try mode("\(path)/\(name)") }
        return modes
    }

    /// Writes in every way.
    private func write(in folder: PrivateFolder) throws {
        try folder.file("written").write([1])
        #expect(try folder.file("created").create([1], isDurable: true))
        try folder.file("appended").append([1], behind: 0, isDurable: false)
        try folder.file("prepared").prepare()
        _ = try folder.file("opened").open(O_RDWR | O_CREAT)
        if try folder.file("locked").lock() == nil { Issue.record("a lock that nobody has cannot be acquired") }
        try folder.file("tried").tryOut()
        try folder.folder("made").make()
    }

    private let expected: [String: mode_t] = [
        "": 0o700, "written": 0o600, "created": 0o600, "appended": 0o600, "prepared": 0o600, "opened": 0o600, "locked": 0o600,
        "made": 0o700,
    ]

    @Test("Everything in a private folder is for its user alone, and so are the folders around it that did not exist")
    func everythingIsForTheUserAlone() throws {
        try write(in: state)
        #expect(try modes(below: state.path) == expected)
        #expect(try mode("\(temporary.path)/home") == 0o700)
    }

    @Test("A folder in a private folder makes, and corrects, that one too", arguments: [nil, 0o755, 0o777] as [mode_t?])
    func foldersInEachOther(_ wide: mode_t?) throws {
        if let wide {
            try state.make()
            try #require(chmod(state.path, wide) == 0)
        }
        try write(in: state.folder("consoles"))
        #expect(try mode(state.path) == 0o700)
        #expect(try modes(below: "\(state.path)/consoles") == expected)
    }

    @Test(
        "A folder of the user that others can enter is corrected, with everything in it",
        arguments: [0o755, 0o770, 0o701, 0o777] as [mode_t])
    func correction(_ wide: mode_t) throws {
        try write(in: state)
        try write(in: state.folder("deep").folder("deeper"))
        try state.file("program").write([1])
        for name in try modes(below: state.path).keys { try #require(chmod("\(state.path)/\(name)", wide) == 0) }
        try state.make()
        for (name, mode) in try modes(below: state.path) { #expect(mode & 0o077 == 0, "\(name)") }
        // The folders around it are not Subdial's.
        try #require(chmod("\(temporary.path)/home", 0o755) == 0)
        try state.make()
        #expect(try mode("\(temporary.path)/home") == 0o755)
    }

    @Test("A file that others can read is corrected when it is used, even if its contents stay the same")
    func correctionOfFiles() throws {
        try write(in: state)
        for name in expected.keys where !name.isEmpty && name != "made" { try #require(chmod(state.file(name).path, 0o666) == 0) }
        #expect(try state.file("written").write([1]))
        #expect(try !state.file("written").write([1]))
        try state.file("appended").append([2], behind: 1, isDurable: false)
        try state.file("prepared").prepare()
        for name in ["opened", "created"] { _ = try state.file(name).open(O_RDONLY) }
        _ = try state.file("locked").lock()
        #expect(try modes(below: state.path) == expected)
    }

    @Test("A link is followed to a folder of mode 700; one that others can enter is neither used nor changed")
    func links() throws {
        let target = PrivateFolder("\(temporary.path)/target")
        try target.make()
        try FileManager.default.createSymbolicLink(atPath: "\(temporary.path)/link", withDestinationPath: "target")
        let link = PrivateFolder("\(temporary.path)/link")
        try link.file("written").write([1])
        #expect(try target.file("written").bytes(limit: 1) == [1])
        try #require(chmod(target.path, 0o755) == 0)
        #expect(throws: PrivateFolderError.linked(path: link.path, mode: 0o755)) { try link.make() }
        #expect(try mode(target.path) == 0o755)
    }

    @Test("A file, a broken link, and a folder that cannot be made are reported with the remedy")
    func whatIsNoFolder() throws {
        let file = PrivateFolder("\(temporary.path)/file")
        try AtomicFile.write([1], to: file.path)
        #expect(throws: PrivateFolderError.notAFolder(file.path)) { try file.make() }
        try FileManager.default.createSymbolicLink(atPath: "\(temporary.path)/broken", withDestinationPath: "nowhere")
        let broken = PrivateFolder("\(temporary.path)/broken")
        #expect(throws: PrivateFolderError.notAFolder(broken.path)) { try broken.make() }
        let nowhere = PrivateFolder("/proc/nowhere/subdial")
        #expect(throws: PrivateFolderError.cannotCreate(folder: nowhere.path, code: ENOENT)) { try nowhere.make() }
        let orphan = PrivateFolder("\(temporary.path)/missing/subdial", makesParents: false)
        #expect(throws: PrivateFolderError.cannotCreate(folder: orphan.path, code: ENOENT)) { try orphan.make() }
        let error = #expect(throws: WriteError.self) { try file.file("x").write([1]) }
        #expect(error?.description == "cannot write \(file.path)/x: \(file.path): not a folder; remove it")
    }

    @Test(
        "A folder or a link of another user is refused, and so is a folder into which another user has put something, however often it is tried",
        .enabled(if: geteuid() == 0, "only root may give a file away"))
    func whatBelongsToOthers() throws {
        try write(in: state)
        let foreign = state.file("written").path
        try #require(chown(foreign, 1, 1) == 0)
        #expect(throws: ReadError.wrongKind(reason: "it belongs to user 1")) { try state.file("written").bytes(limit: 10) }
        #expect(throws: WriteError.self) { _ = try state.file("written").open(O_RDWR) }
        try #require(chmod(state.path, 0o777) == 0)
        for _ in 1...2 {
            #expect(throws: PrivateFolderError.foreign(path: foreign, owner: 1)) { try state.make() }
        }
        try #require(chmod(state.path, 0o700) == 0 && chown(state.path, 1, 1) == 0)
        #expect(throws: PrivateFolderError.foreign(path: state.path, owner: 1)) { try state.folder("consoles").make() }
        let link = PrivateFolder("\(temporary.path)/link")
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "home")
        try #require(lchown(link.path, 1, 1) == 0)
        #expect(throws: PrivateFolderError.foreign(path: link.path, owner: 1)) { try link.make() }
    }

    @Test("A secret at a path that the user chose is for the user alone; an existing folder around it stays as it is")
    func secretsElsewhere() throws {
        try #require(chmod(temporary.path, 0o755) == 0)
        let secret = PrivateFile("\(temporary.path)/token")
        #expect(try secret.create([1]))
        #expect(try !secret.create([2]))
        try PrivateFile("\(temporary.path)/new/token").write([1])
        let modes = try modes(below: temporary.path)
        #expect(modes == ["": 0o755, "token": 0o600, "new": 0o700, "new/token": 0o600])
    }
}
