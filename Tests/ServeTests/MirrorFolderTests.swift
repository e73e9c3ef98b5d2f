import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialServe

/// The files of a mirror on disk.
@Suite struct MirrorFolderTests {
    private static let address = String(repeating: "a", count: 64)

    private func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

    @Test func aFolderBelongsToOneMirror() throws {
        let place = try TemporaryFolder()
        let path = place.path("mirror")
        let first = try MirrorFolder(path)
        #expect(throws: MirrorError.busy(path)) { try MirrorFolder(path) }
        withExtendedLifetime(first) {}
    }

    /// A part is moved to the last of its places, and copied to the others.
    @Test func aPartGoesToAllOfItsPlaces() throws {
        let place = try TemporaryFolder()
        let folder = try MirrorFolder(place.path)
        let files = try ["covers/a.png", "covers/deep/b.png", "templates/c.png"].map { try MirrorPath($0) }
        let bytes = Array(String(repeating: "part ", count: 100_000).utf8)
        let part = try folder.part(Self.address)
        try MirrorFolder.write(bytes[...], to: part.raw, at: 0, as: "part")
        withExtendedLifetime(part) {}
        try folder.place(Self.address, at: files)
        for file in files {
            #expect(FileManager.default.contents(atPath: place.path("\(file)")) == Data(bytes))
            #expect(folder.identity(of: file) != nil)
        }
        #expect(Set(files.map { folder.address(of: $0) }).count == 1 && folder.address(of: files[0])?.count == 64)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path(".parts")) == [])
        // With the last file of a folder, the folder is removed too.
        folder.remove(files[1])
        #expect(!FileManager.default.fileExists(atPath: place.path("covers/deep")) && text(place.path("covers/a.png")) != nil)
    }

    @Test func anEqualFileIsNotWritten() throws {
        let place = try TemporaryFolder()
        let folder = try MirrorFolder(place.path)
        let file = try MirrorPath("templates/x.yaml")
        #expect(try folder.write(Array("one".utf8), to: file))
        #expect(try !folder.write(Array("one".utf8), to: file))
        #expect(try folder.write(Array("two".utf8), to: file))
        #expect(text(place.path("templates/x.yaml")) == "two")
        #expect(folder.record == nil)
        try folder.write(record: Array("record".utf8))
        #expect(folder.record == Array("record".utf8))
    }

    /// Neither a linked folder nor a linked file leads out.
    @Test func noLinkLeadsOut() throws {
        let (place, outside) = (try TemporaryFolder(), try TemporaryFolder())
        let folder = try MirrorFolder(place.path)
        try "kept".write(toFile: outside.path("x.yaml"), atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: place.path("templates"), withDestinationPath: outside.path)
        let file = try MirrorPath("templates/x.yaml")
        #expect(throws: MirrorError.self) { try folder.write(Array("evil".utf8), to: file) }
        #expect(folder.identity(of: file) == nil && folder.address(of: file) == nil)
        folder.remove(file)
        // A file in the place of a link replaces it.
        let cover = try MirrorPath("covers/x.png")
        try FileManager.default.createDirectory(atPath: place.path("covers"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: place.path("covers/x.png"), withDestinationPath: outside.path("x.yaml"))
        #expect(folder.identity(of: cover) == nil)
        #expect(try folder.write(Array("cover".utf8), to: cover))
        #expect(text(outside.path("x.yaml")) == "kept" && text(place.path("covers/x.png")) == "cover")
        // A linked part is not written either.
        try FileManager.default.createSymbolicLink(
            atPath: place.path(".parts/\(Self.address)"), withDestinationPath: outside.path("x.yaml"))
        #expect(throws: MirrorError.self) { _ = try folder.part(Self.address) }
    }

    @Test func otherPartsAreRemoved() throws {
        let place = try TemporaryFolder()
        let folder = try MirrorFolder(place.path)
        let other = String(repeating: "b", count: 64)
        for address in [Self.address, other] { _ = try folder.part(address) }
        try "mine".write(toFile: place.path(".parts/note"), atomically: true, encoding: .utf8)
        folder.removeParts(except: [other])
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path(".parts")).sorted() == [other, "note"])
    }
}
