import Glibc
import SubdialSystem

/// The folders to which the relative paths of a library or of a playlist refer.
package struct MusicFolders: Hashable, Sendable {
    /// The folder of the music files: the first one to which paths refer.
    package let music: String
    /// The folder of a file that ``music`` does not contain; nil if there is only that one.
    private let other: String?

    private init(_ music: String, or other: String? = nil) {
        self.music = M3U.normal(music)
        self.other = other.map(M3U.normal)
    }

    /// The folders of a library: `Music` beside the database's folder, if there is one, and then the database's folder.
    ///
    /// - Parameters:
    ///   - database: The absolute path of the database.
    ///   - music: The folder that the user has set, which replaces both; nil for none.
    init(ofDatabase database: String, music: String?) {
        self = music.map { Self($0) } ?? Self(besides: Self.folder(of: database))
    }

    /// The folders of a playlist file: its own, and for one in an application's folder `Playlists` those of the library.
    ///
    /// - Parameters:
    ///   - playlist: The absolute path of the file.
    ///   - library: The library whose folder `Playlists` it may be in; without one, `Music` beside `Playlists` is used.
    package init(ofPlaylist playlist: String, library: LibraryDatabase?) {
        let folder = Self.folder(of: playlist)
        guard folder.hasSuffix("/Playlists") else {
            self.init(folder)
            return
        }
        if let library, Self.folder(of: folder) == Self.folder(of: Self.folder(of: library.path)) {
            self.init(library.folders.music, or: folder)
        } else {
            self.init(besides: folder)
        }
    }

    private init(besides folder: String) {
        let music = "\(Self.folder(of: folder))/Music"
        self = Self.isFolder(music) ? Self(music, or: folder) : Self(folder)
    }

    /// Resolves the path of a track as it is in a database: an absolute one stays as it is.
    func path(ofTrack written: String) -> String {
        if written.hasPrefix("/") { return written }
        return written.isAddress ? M3U.absolute(written, in: music) : first { M3U.normal("\($0)/\(written)") }
    }

    /// Resolves the location of a playlist's item, as ``M3U/absolute(_:in:)`` does.
    ///
    /// A path may be written with percent signs, as in an address, if no file has the written name and one has the decoded name.
    package func path(ofItem location: String) -> String {
        let written = first { M3U.absolute(location, in: $0) }
        guard !location.isAddress, access(written, F_OK) != 0, let name = location.percentDecoded else { return written }
        let decoded = first { M3U.absolute(name, in: $0) }
        return access(decoded, F_OK) == 0 ? decoded : written
    }

    /// The path in the folder that contains the file, or else in ``music``.
    private func first(_ path: (String) -> String) -> String {
        let first = path(music)
        guard let other, access(first, F_OK) != 0 else { return first }
        let second = path(other)
        return access(second, F_OK) == 0 ? second : first
    }

    /// True if the file is in one of the folders or below it, also after links are followed.
    func contain(_ path: String) -> Bool {
        [music, other].contains { folder in folder.map { ConfinedFolder.place(of: path, within: $0) != nil } ?? false }
    }

    /// The folder of a file at an absolute path, without a slash at its end.
    package static func folder(of path: String) -> String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
