import Glibc
import SubdialBasics
import SubdialSystem
import Synchronization

/// The covers of tracks as files: the picture that a playlist names, or from the app's folder `Cache`, from the database, from the music file, or from
/// the folder of the music file.
///
/// A picture that cannot be decoded is passed over for the next one. A cover is extracted once for each version of its file.
struct LibraryCovers {
    /// The version of the rules by which covers are extracted.
    private static let rules = 2
    /// For the versions of files, whether they can be decoded.
    private static let known = Mutex<[FileVersion: Bool]>([:])
    /// The maximum number of files that are recorded.
    private static let mostKnown = 4096

    /// The library; nil for the tracks of a playlist alone.
    private let library: LibraryDatabase?
    /// The folder of the extracted covers.
    private let folder: PrivateFolder
    private let art: LibraryArt?
    private let music: MusicFileReader
    private let fitted: ([UInt8], String) -> [UInt8]?

    /// - Parameter fitted: Returns a cover in a size for display, or nil if it cannot be decoded; it receives the cover and its origin.
    init(library: LibraryDatabase?, folder: PrivateFolder, music: MusicFileReader, fitted: @escaping ([UInt8], String) -> [UInt8]?) {
        self.fitted = fitted
        self.library = library
        self.folder = folder
        self.music = music
        art = library.map(LibraryArt.init)
    }

    /// The path of the cover of a track, or an address that its playlist names; nil if there is none.
    func path(of track: LibraryTrack) -> String? {
        if let picture = track.picture, picture.isWebAddress || canBeDecoded(picture) { return picture }
        if let file = library?.artwork(ofTrack: track.id), canBeDecoded(file) { return file }
        let version = FileVersion(path: track.path, followsLinks: true)
        let state = [
            "\(Self.rules)", library?.path ?? "", track.id, track.path, version.map { "\($0.modified) \($0.size)" } ?? "",
        ].joined(separator: "\u{1}")
        let stored = folder.file("music-\(String(state.stableHash, radix: 16))")
        if access(stored.path, R_OK) == 0 { return stored.path }
        if let picture = art?.cover(ofTrack: track.id).flatMap({ fitted($0, "the library's cover of \(track.path)") }),
            store(picture, in: stored)
        {
            return stored.path
        }
        guard version != nil else { return nil }
        if let picture = music.picture(of: track.path, { fitted($0, "the cover of \(track.path)") }), store(picture, in: stored) {
            return stored.path
        }
        return FolderPictures.first(
            besides: track.path, guesses: true, permits: { library?.folders.contain($0) == true }, canBeDecoded)
    }

    private func store(_ picture: [UInt8], in file: PrivateFile) -> Bool { (try? file.write(picture)) != nil }

    /// True if there is a picture at a path that can be decoded; each version of a file is tried once.
    private func canBeDecoded(_ path: String) -> Bool {
        guard let version = FileVersion(path: path, followsLinks: true), version.size > 0, access(path, R_OK) == 0 else { return false }
        if let known = Self.known.withLock({ $0[version] }) { return known }
        let bytes = try? InputFile.bytes(at: path, limit: PictureLimit.bytes, accepting: .regular)
        let result = bytes.flatMap { fitted($0, path) } != nil
        Self.known.withLock { known in
            if known.count >= Self.mostKnown { known.removeAll() }
            known[version] = result
        }
        return result
    }
}

extension String {
    /// True for the addresses from which pictures are fetched.
    fileprivate var isWebAddress: Bool {
        let start = prefix(8).lowercased()
        return start == "https://" || start.hasPrefix("http://")
    }
}
