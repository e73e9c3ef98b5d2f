import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialLibrary

/// Tests of the folders to which relative paths refer.
@Suite struct MusicFoldersTests {
    private final class Folder {
        let path = Scratch.path("sd-folders")

        init(_ files: [String]) throws {
            for file in files {
                let place = URL(filePath: "\(path)/\(file)")
                try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data("x".utf8).write(to: place)
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Without a file at either place, the path is that within `Music`, if there is such a folder.
    @Test(
        arguments: [
            (["Music/a.mp3", "Database/b.mp3"], "a.mp3", "Music/a.mp3"), (["Music/a.mp3", "Database/b.mp3"], "b.mp3", "Database/b.mp3"),
            (["Music/a.mp3", "Database/a.mp3"], "a.mp3", "Music/a.mp3"), (["Music/a.mp3"], "none.mp3", "Music/none.mp3"),
            (["Database/b.mp3"], "none.mp3", "Database/none.mp3"), (["Music/Mix/a.mp3"], "./Mix//a.mp3", "Music/Mix/a.mp3"),
        ])
    func ofADatabase(_ files: [String], _ written: String, _ expected: String) throws {
        let folder = try Folder(files)
        let library = LibraryDatabase(folder.path + "/Database/library.db")
        #expect(library.folders.path(ofTrack: written) == "\(folder.path)/\(expected)")
        #expect(library.folders.path(ofTrack: "/abs/../x.mp3") == "/abs/../x.mp3")
        let set = LibraryDatabase(folder.path + "/Database/library.db", music: "/mnt/music/")
        #expect(set.folders.path(ofTrack: written) == "/mnt/music/\(written == "./Mix//a.mp3" ? "Mix/a.mp3" : written)")
    }

    @Test(
        arguments: [
            ("Playlists/x.m3u", "a.mp3", "Music/a.mp3"), ("Playlists/x.m3u", "b.mp3", "Playlists/b.mp3"),
            ("Playlists/x.m3u", "none.mp3", "Music/none.mp3"), ("Lists/x.m3u", "a.mp3", "Lists/a.mp3"),
            ("Playlists/x.m3u", "/abs.mp3", "/abs.mp3"),
        ])
    func ofAPlaylist(_ playlist: String, _ location: String, _ expected: String) throws {
        let folder = try Folder(["Music/a.mp3", "Playlists/b.mp3", "Database/library.db"])
        for library in [nil, LibraryDatabase(folder.path)] {
            let folders = MusicFolders(ofPlaylist: "\(folder.path)/\(playlist)", library: library)
            #expect(folders.path(ofItem: location) == (expected.hasPrefix("/") ? expected : "\(folder.path)/\(expected)"))
        }
        let set = LibraryDatabase(folder.path, music: "/mnt/music")
        #expect(MusicFolders(ofPlaylist: "\(folder.path)/Playlists/x.m3u", library: set).path(ofItem: "z.mp3") == "/mnt/music/z.mp3")
    }
}
