import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialLibrary

/// The order of the pictures in a music folder, and the names and titles of playlists.
@Suite struct FolderPicturesTests {
    @Test(
        "Pictures have the order of players",
        arguments: [
            (["Folder.JPG", "cover.png", "back.jpg"], ["cover.png", "Folder.JPG", "back.jpg"]),
            (
                ["AlbumArtSmall.jpg", "AlbumArt_{5F}_Large.jpg", "AlbumArt_{5F}_Small.jpg", "AlbumArt.jpg"],
                ["AlbumArt_{5F}_Large.jpg", "AlbumArt.jpg", "AlbumArt_{5F}_Small.jpg", "AlbumArtSmall.jpg"]
            ),
            (["FRONT.webp", "artwork.gif", "album.bmp", "thumb.jpg"], ["FRONT.webp", "album.bmp", "artwork.gif", "thumb.jpg"]),
            (["scan 7.jpeg"], ["scan 7.jpeg"]), (["scan 1.jpg", "scan 2.jpg"], []), ([".cover.jpg", "cover.txt", "cover"], []),
            (["song.jpg", "cover.jpg"], ["song.jpg", "cover.jpg"]), (["other.mp3", "other.jpg"], []),
            (["front cover.jpg", "back cover.jpg", "x.png"], ["front cover.jpg"]),
        ])
    func order(_ names: [String], _ expected: [String]) throws {
        let folder = try TemporaryFolder()
        for name in names + ["song.mp3"] { try Data("x".utf8).write(to: URL(filePath: folder.path(name))) }
        let found = FolderPictures(folder.path).paths(for: "song.mp3").map { String($0.split(separator: "/").last ?? "") }
        // Without a second unknown picture, the only one is the last.
        #expect(found.filter { expected.contains($0) } == expected && found.count <= expected.count + 1, "\(found)")
    }

    @Test(
        "Folders of discs are known",
        arguments: [
            ("CD1", true), ("CD 2", true), ("Disc 1", true), ("disk02", true), ("Side A", true), ("Disc 1 - Live", true), ("[CD-3]", true),
            ("Disc Two", true), ("Disco", false), ("CDs", false), ("Discography", false), ("Sides", false), ("1", false), ("Album", false),
            ("Side", false), ("cd2004", false),
        ])
    func discs(_ name: String, _ isDisc: Bool) { #expect(FolderPictures.isDisc(name) == isDisc) }

    @Test(
        "The title of a file is in its name",
        arguments: [
            ("/m/01 Jóga.mp3", "Jóga"), ("/m/12. Jóga.flac", "Jóga"), ("/m/3 - Jóga.ogg", "Jóga"), ("/m/1-07 Jóga.mp3", "Jóga"),
            ("/m/99 Luftballons.mp3", "99 Luftballons"), ("/m/7.mp3", "7"), ("/m/Dr. Dre.mp3", "Dr. Dre"), ("/m/01.mp3", "01"),
            ("http://h/a/b%20c.mp3?x=y", "b c"), ("http://radio.example:8000/", "radio.example:8000"), ("/m/100%25.mp3", "100%25"),
        ])
    func titles(_ file: String, _ title: String) { #expect(PlaylistFile.title(ofFile: file) == title) }

    @Test(
        "The name of a playlist is its own, or that of its file",
        arguments: [
            ("Dr. Dre Best.m3u8", "", "Dr. Dre Best"), ("a.b.c.M3U", "", "a.b.c"), ("x.m3u", "#PLAYLIST: Über alles. \n", "Über alles."),
            ("x.m3u", "#PLAYLIST:\n", "x"),
        ])
    func names(_ file: String, _ text: String, _ name: String) {
        #expect(PlaylistFile(Array(text.utf8), at: "/m/\(file)", library: nil).name == name)
    }

    /// A playlist of a stranger shows no private pictures.
    @Test("A picture of a playlist is in its folder")
    func placesOfPictures() throws {
        let temporary = try TemporaryFolder()
        defer { withExtendedLifetime(temporary) {} }
        let folder = temporary.path
        let files = ["m/c.jpg", "m/covers/c.jpg", "x/c.jpg", "private/c.jpg"]
        for file in files {
            let url = URL(filePath: "\(folder)/\(file)")
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("x".utf8).write(to: url)
        }
        func picture(_ written: String) -> String? {
            let text = "#EXTINF:1,x\n#EXTALBUMARTURL:\(written)\n\(folder)/x/a.flac\n"
            return PlaylistFile(Array(text.utf8), at: "\(folder)/m/a.m3u8", library: nil).shownItems.first?.picture
        }
        #expect(picture("c.jpg") == "\(folder)/m/c.jpg")
        #expect(picture("\(folder)/m/covers/c.jpg") == "\(folder)/m/covers/c.jpg")
        // The track may be anywhere, and need not exist.
        #expect(picture("\(folder)/x/c.jpg") == nil)
        #expect(picture("http://h/c.jpg") == "http://h/c.jpg")
        #expect(picture("\(folder)/private/c.jpg") == nil)
        #expect(picture("../private/c.jpg") == nil)
    }

    @Test("The directives of albums belong to an item, or to all")
    func albums() {
        func albums(_ text: String) -> [String] {
            M3U(Array(text.utf8)).items.map { "\($0.album ?? "-")|\($0.albumArtist ?? "-")|\($0.picture ?? "-")" }
        }
        #expect(albums("#EXTM3U\n#EXTALB:A\n#EXTART:B\n#EXTINF:1,x\nx\n#EXTINF:1,y\ny") == ["A|B|-", "A|B|-"])
        #expect(albums("#EXTINF:1,x\n#EXTALB:A\n#EXTALBUMARTURL:c.jpg\nx\ny") == ["A|-|c.jpg", "-|-|-"])
        #expect(albums("#EXTALB:A\nx\n#EXTALB:B\ny\nz") == ["A|-|-", "B|-|-", "-|-|-"])
        #expect(albums("#EXTGRP:g\n#EXTGENRE:h\n#EXTIMG:front cover\nx\n#EXTIMG:y.png\ny") == ["-|-|-", "-|-|y.png"])
        let list = M3U(items: [.init("x", album: "A", albumArtist: "B", picture: "c.jpg")])
        #expect(M3U(list.bytes()).items == list.items)
    }

    @Test("A path may be written with percent signs if there is no file of that name")
    func percentSigns() throws {
        let folder = try TemporaryFolder()
        for name in ["ä b.mp3", "c%20d.mp3", "c d.mp3"] { try Data().write(to: URL(filePath: folder.path(name))) }
        let folders = MusicFolders(ofPlaylist: folder.path("list.m3u8"), library: nil)
        #expect(folders.path(ofItem: "%C3%A4%20b.mp3") == folder.path("ä b.mp3"))
        #expect(folders.path(ofItem: "c%20d.mp3") == folder.path("c%20d.mp3"))
        #expect(folders.path(ofItem: "%FF%00.mp3") == folder.path("%FF%00.mp3"))
        #expect(folders.path(ofItem: "missing%20.mp3") == folder.path("missing%20.mp3"))
    }
}
