import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialLibrary

/// The covers of music files that players play.
@Suite(.enabled(if: Tool.has("ffmpeg"), "needs ffmpeg")) struct MusicCoverTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func ffmpeg(_ arguments: [String]) throws {
        try #require(Tool.succeeds(["ffmpeg", "-loglevel", "error", "-y"] + arguments), "\(arguments)")
    }

    /// Makes a song with a picture of a color in it.
    private func song(_ name: String, color: String = "red") throws -> String {
        let (sound, picture, path) = (folder.path("sound.wav"), folder.path("in.png"), folder.path(name))
        try ffmpeg(["-f", "lavfi", "-i", "anullsrc=r=48000:cl=mono", "-t", "1", sound])
        try ffmpeg(["-f", "lavfi", "-i", "color=\(color):s=32x32", "-frames:v", "1", picture])
        if name.hasSuffix("ogg") || name.hasSuffix("opus") {
            let bytes = try Data(contentsOf: URL(filePath: picture))
            func number(_ value: Int) -> Data { MusicTag.number(value) }
            let mime = Data("image/png".utf8)
            let block =
                number(3) + number(mime.count) + mime + number(0) + number(32) + number(32) + number(24) + number(0)
                + number(bytes.count) + bytes
            try ffmpeg(["-i", sound, "-metadata", "METADATA_BLOCK_PICTURE=\(block.base64EncodedString())", path])
        } else {
            try ffmpeg(["-i", sound, "-i", picture, "-map", "0", "-map", "1", "-c:v", "copy", "-disposition:v", "attached_pic", path])
        }
        try FileManager.default.removeItem(atPath: sound)
        try FileManager.default.removeItem(atPath: picture)
        return path
    }

    private func picture(_ path: String) -> String? {
        MusicCover.picture(ofFile: path) { !$0.starts(with: Data("bad".utf8)) }
            .map { $0.starts(with: [0x89, 0x50, 0x4E, 0x47]) ? "embedded" : String(decoding: $0, as: UTF8.self) }
    }

    private func write(_ text: String, _ name: String) throws { try Data(text.utf8).write(to: URL(filePath: folder.path(name))) }

    @Test("The picture in a file comes before those beside it", arguments: ["a.mp3", "a.flac", "a.m4a", "a.ogg", "a.opus"])
    func embeddedPictures(_ name: String) throws {
        let path = try song(name)
        try write("beside", "cover.jpg")
        #expect(picture(path) == "embedded")
    }

    @Test("Without a picture in it, the cover beside it is used")
    func picturesBesides() throws {
        let path = folder.path("plain.flac")
        try ffmpeg(["-f", "lavfi", "-i", "anullsrc", "-t", "1", path])
        #expect(picture(path) == nil)
        // A player also plays what was just downloaded, beside any picture.
        try write("private", "holidays.jpg")
        #expect(picture(path) == nil)
        try write("bad", "cover.png")
        try write("folder", "folder.jpg")
        #expect(picture(path) == "folder")
        try write("own", "plain.png")
        #expect(picture(path) == "own")
    }

    @Test("A picture outside of the folder, to which a link leads, is not used")
    func links() throws {
        let other = try TemporaryFolder()
        try Data("secret".utf8).write(to: URL(filePath: other.path("secret")))
        let path = folder.path("plain.flac")
        try ffmpeg(["-f", "lavfi", "-i", "anullsrc", "-t", "1", path])
        try FileManager.default.createSymbolicLink(atPath: folder.path("cover.jpg"), withDestinationPath: other.path("secret"))
        #expect(picture(path) == nil)
    }

    @Test("Only music files have versions, and a rewritten one has another")
    func versions() throws {
        let path = try song("a.mp3")
        let first = try #require(MusicCover.version(ofFile: path))
        #expect(MusicCover.version(ofFile: path) == first)
        _ = try song("a.mp3", color: "blue")
        #expect(MusicCover.version(ofFile: path) != first)
        try write("x", "film.mkv")
        for other in [folder.path("film.mkv"), folder.path("none.mp3"), folder.path, "/", "", "/dev/zero"] {
            #expect(MusicCover.version(ofFile: other) == nil, "\(other)")
            #expect(MusicCover.picture(ofFile: other) { _ in true } == nil, "\(other)")
        }
    }
}
