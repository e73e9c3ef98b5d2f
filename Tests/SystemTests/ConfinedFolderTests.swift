import Foundation
import Glibc
import SubdialSystem
import Testing

/// Paths of others below a folder, and the files in it.
@Suite struct ConfinedFolderTests {
    private static let long = String(repeating: "n", count: 256)

    /// A path that stays within its folder, or the reason why it could lead out of it.
    @Test(
        arguments: [
            ("file", nil), ("a/b/c.png", nil), ("a b/ä/…", nil), (".hidden/x", nil), ("a\\b", nil), ("a/..b", nil), ("a/...", nil),
            (String(long.dropLast()), nil), ("", .part), ("/", .absolute), ("/etc/passwd", .absolute), ("a//b", .part), ("a/", .part),
            (".", .dots), ("..", .dots), ("../a", .dots), ("a/../b", .dots), ("a/./b", .dots), ("a/..", .dots), (long, .part),
            ("a/" + String(repeating: "b/", count: 600) + "c", .tooLong), ("a\0b", .control), ("a\nb", .control), ("a\u{7F}", .control),
            ("a\u{85}b", .control), ("\u{1B}[2J", .control),
            // A combining scalar hides the slash before it in a text, but not in the path.
            ("../\u{301}x", .dots), ("a/../\u{301}x", .dots), ("/\u{301}etc", .absolute), ("a/\u{20D2}", nil),
        ] as [(String, ConfinedPathError?)])
    func pathsStayWithinTheirFolder(_ text: String, _ reason: ConfinedPathError?) throws {
        do throws(ConfinedPathError) {
            let path = try ConfinedPath(text)
            #expect(reason == nil && path.description.utf8.elementsEqual(text.utf8), "\(text.debugDescription)")
            #expect(path.parts.allSatisfy { !$0.isEmpty && !$0.utf8.contains(UInt8(ascii: "/")) })
        } catch {
            #expect(error == reason, "\(text.debugDescription)")
        }
    }

    /// A folder with a file, and beside it what a link could lead to.
    private struct Place {
        private let outside: TemporaryFolder
        let folder: TemporaryFolder
        let confined: ConfinedFolder

        init() throws {
            outside = try TemporaryFolder()
            folder = try TemporaryFolder()
            confined = try ConfinedFolder(folder.path)
            try AtomicFile.write([1], to: "\(folder.path)/sub/file")
            try AtomicFile.write([7], to: secret)
            for (link, target) in [
                ("link", secret), ("sub/link", secret), ("folder", outside.path), ("nowhere", "\(outside.path)/new"),
                ("sub/up", ".."), ("inner", "sub"),
            ] { try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/\(link)", withDestinationPath: target) }
            try #require(mkfifo("\(folder.path)/fifo", 0o600) == 0)
        }

        private var secret: String { "\(outside.path)/secret" }

        func expectOutsideUnchanged(sourceLocation: SourceLocation = #_sourceLocation) throws {
            #expect(try outside.names() == ["secret"], sourceLocation: sourceLocation)
            #expect(FileManager.default.contents(atPath: secret) == Data([7]), sourceLocation: sourceLocation)
        }
    }

    /// What is a link, or behind one, is neither read nor waited for.
    @Test(
        arguments: [
            ("sub/file", nil), ("none", .missing), ("none/file", .missing), ("sub/file/x", .wrongKind(reason: "")),
            ("link", .wrongKind(reason: "")),
            ("sub/link", .wrongKind(reason: "")), ("folder/secret", .wrongKind(reason: "")), ("nowhere", .wrongKind(reason: "")),
            ("sub/up/sub/file", .wrongKind(reason: "")), ("inner/file", .wrongKind(reason: "")), ("fifo", .wrongKind(reason: "")),
            ("sub", .wrongKind(reason: "")),
        ] as [(String, ReadError?)])
    func linksAreNotRead(_ path: String, _ expected: ReadError?) throws {
        let place = try Place()
        do throws(ReadError) {
            #expect(try place.confined.bytes(at: try Self.path(path), limit: 10) == [1] && expected == nil, "\(path)")
        } catch {
            switch (error, expected) {
            case (.missing, .missing?), (.wrongKind, .wrongKind?): break
            default: Issue.record("\(path): \(error)")
            }
        }
    }

    private static func path(_ text: String) throws(ReadError) -> ConfinedPath {
        do throws(ConfinedPathError) { return try ConfinedPath(text) } catch { throw .unreadable(reason: "\(error)") }
    }

    /// A file beyond the limit is not read to its end.
    @Test func readingHasALimit() throws {
        let place = try Place()
        #expect(throws: ReadError.tooLong(limit: 0)) { try place.confined.bytes(at: try Self.path("sub/file"), limit: 0) }
    }

    /// A link in the place of a file is replaced, and one in the place of a folder stops the write.
    @Test(
        arguments: [
            ("sub/file", true), ("new/folder/file", true), ("link", true), ("sub/link", true), ("nowhere", true), ("folder/secret", false),
            ("folder/new", false), ("nowhere/new", false), ("inner/file", false), ("sub/up/x", false), ("fifo", false), ("sub", false),
            ("sub/file/x", false),
        ])
    func writingFollowsNoLink(_ path: String, _ isWritten: Bool) throws {
        let place = try Place()
        let file = try ConfinedPath(path)
        if isWritten {
            #expect(try place.confined.write([2, 3], to: file))
            #expect(try !place.confined.write([2, 3], to: file))
            #expect(try place.confined.bytes(at: file, limit: 10) == [2, 3])
        } else {
            let error = #expect(throws: WriteError.self) { try place.confined.write([2, 3], to: file) }
            #expect(error?.path.hasPrefix(place.folder.path) == true, "\(error?.description ?? "")")
        }
        try place.expectOutsideUnchanged()
        #expect(try place.folder.names(in: "sub").filter { $0.hasSuffix(".new") } == [])
    }

    /// Of a link, only the link is removed.
    @Test(arguments: ["link", "folder", "sub", "folder/secret", "nowhere", "none/x"])
    func removingFollowsNoLink(_ path: String) throws {
        let place = try Place()
        try? place.confined.removeTree(try ConfinedPath(path))
        try place.expectOutsideUnchanged()
        #expect(FileManager.default.fileExists(atPath: "\(place.folder.path)/sub") == (path != "sub"))
        #expect(try place.folder.names().contains("folder") == (path != "folder"))
    }

    /// Lines are appended to a file, and never through a link.
    @Test(arguments: [
        ("new/list", true), ("sub/file", true), ("link", false), ("sub/link", false), ("nowhere", false), ("folder/secret", false),
        ("fifo", false), ("sub", false),
    ])
    func appendingFollowsNoLink(_ path: String, _ isWritten: Bool) throws {
        let place = try Place()
        let file = try ConfinedPath(path)
        if isWritten {
            let before = (try? place.confined.bytes(at: file, limit: 10)) ?? []
            for byte in [UInt8(2), 3] { try place.confined.append([byte], to: file) }
            #expect(try place.confined.bytes(at: file, limit: 10) == before + [2, 3])
        } else {
            #expect(throws: WriteError.self) { try place.confined.append([2], to: file) }
        }
        try place.expectOutsideUnchanged()
    }

    /// Only a link is removed as one, and not what it leads to.
    @Test(arguments: [
        ("link", true), ("folder", true), ("nowhere", true), ("sub/up", true), ("sub/file", false), ("sub", false),
        ("folder/secret", false),
    ])
    func onlyLinksAreRemovedAsLinks(_ path: String, _ isRemoved: Bool) throws {
        let place = try Place()
        let link = try ConfinedPath(path)
        let wasThere = place.confined.has(link)
        #expect(wasThere == (path != "folder/secret"))
        try place.confined.removeLink(link)
        #expect(place.confined.has(link) == (wasThere && !isRemoved))
        try place.expectOutsideUnchanged()
    }

    /// A removed file takes the folders with it that only it was in.
    @Test func emptyFoldersGoWithTheirFile() throws {
        let place = try Place()
        try place.confined.write([1], to: try ConfinedPath("a/b/c/file"))
        try place.confined.write([1], to: try ConfinedPath("a/other"))
        try place.confined.remove(try ConfinedPath("a/b/c/file"), withFolders: true)
        #expect(try place.folder.names(in: "a") == ["other"])
        try place.confined.remove(try ConfinedPath("a/b/c/file"), withFolders: true)
        try place.confined.move(try ConfinedPath("a/other"), to: try ConfinedPath("d/moved"))
        #expect(try place.confined.bytes(at: try ConfinedPath("d/moved"), limit: 1) == [1])
        #expect(throws: WriteError.self) { try place.confined.move(try ConfinedPath("d/moved"), to: try ConfinedPath("folder/moved")) }
        try place.expectOutsideUnchanged()
    }

    /// The place of a path is told with all its links resolved.
    @Test func placesAreResolved() throws {
        let place = try Place()
        let root = place.folder.path
        #expect(ConfinedFolder.place(of: "\(root)/inner/../sub/file", within: root)?.hasSuffix("/sub/file") == true)
        #expect(ConfinedFolder.place(of: root, within: root) != nil)
        for path in ["link", "folder/secret", "..", "none", "sub/../.."] {
            #expect(ConfinedFolder.place(of: "\(root)/\(path)", within: root) == nil, "\(path)")
        }
        for (path, isFree) in [("sub", true), ("none/at/all", true), ("folder", false), ("folder/x", false), ("sub/file", false)] {
            #expect(place.confined.isFree(ofLinks: try ConfinedPath(path)) == isFree, "\(path)")
        }
    }
}
