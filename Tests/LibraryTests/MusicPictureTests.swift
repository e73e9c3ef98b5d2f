import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialLibrary

/// The tags and pictures of real music files of every format.
@Suite(.enabled(if: Tool.has("ffmpeg"), "needs ffmpeg")) struct MusicPictureTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What begins like a JPEG, with a name in it.
    private static func jpeg(_ name: String) -> Data { Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(name.utf8) }

    /// Makes the sound of a second, without tags.
    private func sound(_ ending: String, _ arguments: [String] = []) throws -> Data {
        let path = folder.path("sound-\(arguments.count).\(ending)")
        try #require(
            Tool.succeeds(
                ["ffmpeg", "-loglevel", "error", "-y", "-f", "lavfi", "-i", "anullsrc=r=16000:cl=mono", "-t", "1"] + arguments + [path]))
        return try #require(FileManager.default.contents(atPath: path))
    }

    private func write(_ data: Data, _ name: String) throws -> String {
        let path = folder.path(name)
        try data.write(to: URL(filePath: path))
        return path
    }

    /// The names in the pictures of a file, in order.
    private func names(_ path: String) -> [String] {
        var names: [String] = []
        let result: Void? = MusicFileReader().picture(of: path) { picture in
            names.append(String(decoding: picture.dropFirst(4), as: UTF8.self))
            return nil
        }
        #expect(result == nil)
        return names
    }

    private static let frames = [
        MusicTag.text("TIT2", "Jóga"), MusicTag.text("TPE1", "Björk"), MusicTag.text("TALB", "Homogenic"), MusicTag.text("TPE2", "All"),
        MusicTag.text("TRCK", "2/10"), MusicTag.picture(1, jpeg("icon")), MusicTag.picture(8, jpeg("artist")),
        MusicTag.picture(4, jpeg("back")), MusicTag.picture(0, jpeg("other")), MusicTag.picture(3, jpeg("front")),
        MusicTag.picture(3, Data("http://x/y".utf8), mime: "-->"),
    ]
    private static let items: [(key: String, value: Data, isBinary: Bool)] = [
        ("Title", Data("Jóga".utf8), false), ("Artist", Data("Björk".utf8), false), ("Album", Data("Homogenic".utf8), false),
        ("Album Artist", Data("All".utf8), false), ("Track", Data("2/10".utf8), false),
        ("Cover Art (Icon)", Data("i.jpg\0".utf8) + jpeg("icon"), true),
        ("Cover Art (Artist)", Data("a.jpg\0".utf8) + jpeg("artist"), true),
        ("Cover Art (Back)", Data("b.jpg\0".utf8) + jpeg("back"), true), ("Cover Art (Other)", jpeg("other"), true),
        ("Cover Art (Front)", Data("f.jpg\0".utf8) + jpeg("front"), true),
    ]

    /// A file of a format with all kinds of pictures.
    private func file(_ format: String) throws -> Data {
        let id3 = MusicTag.id3(Self.frames)
        switch format {
        case "mp3", "tta", "aac": return id3 + (try sound(format))
        case "wav": return MusicTag.appending("id3 ", id3, to: try sound("wav", ["-flags", "+bitexact"]), isBig: false)
        case "aiff": return MusicTag.appending("ID3 ", id3, to: try sound("aiff"), isBig: true)
        case "wv", "ape.mp3": return try sound(format.hasSuffix("mp3") ? "mp3" : format, ["-write_id3v2", "0"]) + MusicTag.ape(Self.items)
        default:
            let blocks = [(1, "icon"), (8, "artist"), (4, "back"), (0, "other"), (3, "front")].map { type, name in
                ["-metadata", "METADATA_BLOCK_PICTURE=\(MusicTag.block(type, Self.jpeg(name)).base64EncodedString())"]
            }
            let tags = ["title=Jóga", "artist=Björk", "album=Homogenic", "album_artist=All", "track=2/10"].flatMap { ["-metadata", $0] }
            // FFmpeg stores one field of a name.
            return try sound(format, tags + (blocks.last ?? []))
        }
    }

    @Test(
        "Every format has its tags, and its pictures in order",
        arguments: ["mp3", "tta", "aac", "wav", "aiff", "wv", "ape.mp3", "opus", "ogg", "oga", "m4a", "flac", "wma"])
    func formats(_ format: String) throws {
        let path = try write(try file(format), "file.\(format)")
        let tags = try #require(MusicFileReader().read(path))
        #expect(tags.title == "Jóga" && tags.artist == "Björk" && tags.album == "Homogenic", "\(tags)")
        #expect(tags.albumArtist == "All" && tags.trackNumber == 2, "\(tags)")
        switch format {
        case "opus", "ogg", "oga", "flac": #expect(names(path) == ["front"])
        case "m4a", "wma": #expect(names(path).isEmpty)
        case "wv", "ape.mp3": #expect(names(path) == ["front", "other", "back", "artist", "icon"])
        default: #expect(names(path).filter { $0 != "://x/y" } == ["front", "other", "back", "artist", "icon"])
        }
    }

    @Test("The older field of Vorbis comments is a picture")
    func coverArt() throws {
        let field = Self.jpeg("old").base64EncodedString()
        #expect(names(try write(try sound("ogg", ["-metadata", "COVERART=\(field)"]), "old.ogg")) == ["old"])
    }

    @Test(
        "What stands before a picture is skipped",
        arguments: [
            MusicTag.picture(3, Data(count: 100) + jpeg("x")), MusicTag.picture(3, Data("image/jpeg\0".utf8) + jpeg("x")),
            MusicTag.picture(3, jpeg("x"), encoding: 1, description: Data([0xFF, 0xFE, 0x41, 0])),
            MusicTag.picture(3, jpeg("x"), encoding: 1, description: Data("cover\0".utf8)),
            MusicTag.picture(3, Data(count: 4000) + jpeg("x")),
        ])
    func junk(_ frame: Data) throws {
        #expect(names(try write(MusicTag.id3([frame]) + (try sound("mp3")), "junk.mp3")).contains("x"))
    }

    @Test("The pictures of ID3v2.2 are read")
    func oldFrames() throws {
        let content = Data([0]) + Data("JPG".utf8) + Data([3, 0]) + Self.jpeg("old")
        let frame = Data("PIC".utf8) + MusicTag.number(content.count).dropFirst() + content
        #expect(names(try write(MusicTag.id3([frame], version: 2) + (try sound("mp3")), "old.mp3")) == ["old"])
    }

    @Test("A picture of 17 MB is read", arguments: ["mp3", "wav", "aiff", "ape.mp3"])
    func largePictures(_ format: String) throws {
        let picture = Self.jpeg("") + Data(repeating: 7, count: 17 << 20)
        let tag = MusicTag.id3([MusicTag.picture(3, picture)])
        let data =
            switch format {
            case "mp3": tag + (try sound("mp3"))
            case "wav": MusicTag.appending("id3 ", tag, to: try sound("wav"), isBig: false)
            case "aiff": MusicTag.appending("ID3 ", tag, to: try sound("aiff"), isBig: true)
            default: try sound("mp3") + MusicTag.ape([("Cover Art (Front)", Data("f\0".utf8) + picture, true)])
            }
        #expect(MusicFileReader().picture(of: try write(data, "large.\(format)")) { $0.count } == picture.count)
    }
}
