import Foundation
import SubdialSystem
import Testing

@Suite struct AtomicFileTests {
    private func bytes(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map { [UInt8]($0) } }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func writesMakesFoldersAndLeavesEqualFilesAlone() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/a/b/c.txt"
        #expect(try AtomicFile.write([1, 2, 3], to: path))
        #expect(try !AtomicFile.write([1, 2, 3], to: path))
        #expect(try AtomicFile.write([], to: path))
        #expect(bytes(path)?.isEmpty == true)
        #expect(try folder.names(in: "a/b") == ["c.txt"])
    }

    @Test func tellsWhyItCannotWrite() throws {
        let folder = try TemporaryFolder()
        #expect(throws: WriteError.self) { try AtomicFile.write([1], to: "/proc/nowhere/x") }
        try AtomicFile.makeFolder("\(folder.path)/x")
        #expect(throws: WriteError(path: "\(folder.path)/x", reason: "it is a folder")) {
            try AtomicFile.write([1], to: "\(folder.path)/x")
        }
        #expect(try folder.names() == ["x"])
        try AtomicFile.write([1], to: "\(folder.path)/file")
        #expect(throws: WriteError(path: "\(folder.path)/file/x", reason: "its folder cannot be made")) {
            try AtomicFile.write([1], to: "\(folder.path)/file/x")
        }
    }

    @Test func writesToRelativePathsAndPathsWithManySlashes() throws {
        let folder = try TemporaryFolder()
        let ups = FileManager.default.currentDirectoryPath.split(separator: "/").map { _ in "../" }.joined()
        try AtomicFile.write([1], to: ups + folder.path.dropFirst() + "/relative.txt")
        try AtomicFile.write([2], to: "\(folder.path)//deep///er//slashes.txt")
        #expect(bytes("\(folder.path)/relative.txt") == [1])
        #expect(bytes("\(folder.path)/deep/er/slashes.txt") == [2])
    }

    @Test func makesFolders() throws {
        let folder = try TemporaryFolder()
        for _ in 0..<2 {
            try AtomicFile.makeFolder("\(folder.path)/open/one/")
        }
        try AtomicFile.makeFolder("/")
        try AtomicFile.makeFolder(".")
        #expect(throws: WriteError(path: "", reason: "its folder cannot be made")) { try AtomicFile.makeFolder("") }
    }

    @Test(arguments: [true, false])
    func followsOrReplacesLinks(_ followsLinks: Bool) throws {
        let folder = try TemporaryFolder()
        try AtomicFile.write([1], to: "\(folder.path)/target")
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/link", withDestinationPath: "target")
        #expect(try AtomicFile.write([2], to: "\(folder.path)/link", followsLinks: followsLinks))
        #expect(bytes("\(folder.path)/link") == [2])
        #expect(bytes("\(folder.path)/target") == [followsLinks ? 2 : 1])
    }

    @Test("A file that is replaced keeps its permissions", arguments: [0o600, 0o640, 0o444, 0o755])
    func keepsPermissions(_ permissions: Int) throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/file"
        try AtomicFile.write([1], to: path)
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
        #expect(try AtomicFile.write([2], to: path))
        #expect(try mode(path) == permissions)
    }

    /// File systems permit 255 bytes.
    @Test(arguments: [
        String(repeating: "n", count: 255), String(repeating: "🎷", count: 63) + "abc", "a" + String(repeating: "é", count: 127),
    ])
    func writesNamesOfAnyLength(_ name: String) throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/\(name)"
        try AtomicFile.tryOut(path)
        #expect(try PrivateFile(path).create([1]))
        try AtomicFile.write([2], to: path)
        #expect(bytes(path) == [2])
        #expect(try folder.names() == [name])
        #expect(throws: WriteError(path: path + "n", reason: "File name too long")) { try AtomicFile.write([3], to: path + "n") }
    }

    @Test func completesDrafts() throws {
        let folder = try TemporaryFolder()
        let (draft, path, model) = ("\(folder.path)/draft", "\(folder.path)/file", "\(folder.path)/model")
        try PrivateFile(model).write([1])
        try AtomicFile.write([2], to: path)
        #expect(throws: WriteError.self) { try AtomicFile.complete(draft, as: path, permissionsOf: model) }
        try AtomicFile.write([3], to: draft)
        try AtomicFile.complete(draft, as: path, permissionsOf: model)
        #expect(bytes(path) == [3])
        #expect(try mode(path) == 0o600)
        #expect(try folder.names() == ["file", "model"])
    }

    @Test(
        arguments: [
            (".cover.jpg.12.3.new", "cover.jpg"), (".x.1.2.new", "x"), ("x.1.2.new", nil), (".x.1.new", nil), (".x.1.y.new", nil),
            (".x.1.2.old", nil), (".new", nil), ("", nil),
        ] as [(String, String?)])
    func recognizesTemporaryFiles(_ name: String, _ expected: String?) {
        #expect(AtomicFile.name(ofTemporary: name) == expected)
    }
}
