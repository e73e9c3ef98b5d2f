import Foundation
import Glibc
import SubdialDrawing
import SubdialTestSupport
import Testing

@testable import SubdialWidgets

/// Tests of covers for widgets: they are identified by their content, and invalid files are not read again.
@Suite final class ArtworkLoaderTests {
    private let folder = URL(filePath: Scratch.path("sd-art"))

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: folder) }

    private func write(_ bytes: [UInt8], to name: String, from offset: UInt64 = 0) throws {
        let path = folder.appending(path: name).path
        if !FileManager.default.fileExists(atPath: path) { _ = FileManager.default.createFile(atPath: path, contents: nil) }
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.truncate(atOffset: offset)
        try handle.seek(toOffset: offset)
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
    }

    private func square(_ color: Color) throws -> [UInt8] { try PNG.encode(Bitmap(width: 16, height: 16, color: color)) }

    @Test(arguments: ["corrupt.jpg", "truncated.jpg", "README.md"])
    func aFileThatIsNoPictureIsTriedOnce(_ name: String) throws {
        let loader = ArtworkLoader()
        try write(Repository.fixtureBytes("artwork/\(name)"), to: "cover")
        let source = try #require(loader.picture("cover", relativeTo: folder.path))
        #expect(loader.surface(source, width: 8, height: 8) == nil)
        #expect(loader.clusters(source) == nil)
        #expect(loader.picture("cover", relativeTo: folder.path) == nil)
        // Another content is another picture.
        try write(square(.white) + [0], to: "cover")
        let next = try #require(loader.picture("cover", relativeTo: folder.path))
        #expect(next != source)
        #expect(loader.surface(next, width: 8, height: 8) != nil)
    }

    @Test func aCoverInMemoryThatIsNoneIsForgotten() throws {
        let loader = ArtworkLoader()
        for number in 0..<2000 {
            let cover = Cover(key: "broken \(number)", bytes: [0xFF, 0xD8, 0xFF, UInt8(number & 0xFF)])
            let source = try #require(loader.picture(cover))
            #expect(loader.clusters(source) == nil)
            #expect(loader.picture(cover) == nil)
        }
        // Of many failures, only the recent ones are cached.
        #expect(loader.knownFailures < 512)
    }

    /// With one folder for pictures, as with templates of a mirror, neither a path nor a link leads to another.
    @Test(arguments: [
        ("../covers/a.png", true), ("../covers/sub/../a.png", true), ("../covers/inner.png", true), ("../covers/none.png", false),
        ("../secret.png", false), ("SECRET", false), ("file://SECRET", false), ("../covers/../secret.png", false),
        ("../covers/link.png", false), ("../covers/elsewhere/secret.png", false), ("/dev/zero", false),
    ])
    func picturesOfOneFolderOnly(_ artwork: String, _ isUsed: Bool) throws {
        for part in ["covers/sub", "entries"] {
            try FileManager.default.createDirectory(at: folder.appending(path: part), withIntermediateDirectories: true)
        }
        for name in ["secret.png", "covers/a.png"] { try write(square(.white), to: name) }
        for (link, target) in [("link.png", "../secret.png"), ("inner.png", "a.png"), ("elsewhere", "..")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.appending(path: "covers/\(link)").path, withDestinationPath: target)
        }
        let artwork = artwork.replacingOccurrences(of: "SECRET", with: folder.appending(path: "secret.png").path)
        let entries = folder.appending(path: "entries").path
        let loader = ArtworkLoader(within: folder.appending(path: "entries/../covers").path)
        #expect((loader.picture(artwork, relativeTo: entries) != nil) == isUsed)
        #expect((loader.problem(with: artwork, relativeTo: entries) == nil) == isUsed)
        // Without such a folder, they are the user's own.
        #expect((ArtworkLoader().picture(artwork, relativeTo: entries) != nil) == !["../covers/none.png", "/dev/zero"].contains(artwork))
    }

    @Test func whatIsNoRegularFileIsNoCover() throws {
        let loader = ArtworkLoader()
        #expect(mkfifo(folder.appending(path: "pipe").path, 0o600) == 0)
        for name in ["pipe", ".", "missing", "/dev/zero", "/dev/null"] {
            #expect(loader.picture(name, relativeTo: folder.path) == nil, "\(name)")
        }
        try write(square(.white), to: "cover")
        try FileManager.default.createSymbolicLink(atPath: folder.appending(path: "link").path, withDestinationPath: "cover")
        let link = try #require(loader.picture("link", relativeTo: folder.path))
        #expect(loader.surface(link, width: 4, height: 4) != nil)
    }

    /// Colours that are determined in the background are those of the same picture, also after another one was prepared.
    @Test func preparedColoursAreThoseOfTheCover() throws {
        let (loader, direct) = (ArtworkLoader(), ArtworkLoader())
        let covers = try ["blue.jpg", "dusk.jpg"].map { name in
            Cover(key: name, bytes: try Repository.fixtureBytes("artwork/\(name)"))
        }
        let pictures = try covers.map { try #require(loader.picture($0)) }
        loader.prepareClusters(pictures[0])
        loader.prepareClusters(pictures[0])
        #expect(loader.clusters(pictures[0]) == direct.clusters(pictures[0]))
        loader.prepareClusters(pictures[0])
        loader.prepareClusters(pictures[1])
        #expect(loader.clusters(pictures[0]) == direct.clusters(pictures[0]))
        #expect(loader.clusters(pictures[1]) == direct.clusters(pictures[1]))
        #expect(loader.clusters(pictures[0]) != loader.clusters(pictures[1]))
    }

    @Test func aCoverThatFailsInTheBackgroundIsTriedOnce() throws {
        let loader = ArtworkLoader()
        let cover = Cover(key: "truncated", bytes: try Repository.fixtureBytes("artwork/truncated.jpg"))
        let picture = try #require(loader.picture(cover))
        loader.prepareClusters(picture)
        #expect(loader.clusters(picture) == nil)
        #expect(loader.knownFailures == 1)
        #expect(loader.picture(cover) == nil)
    }
}
