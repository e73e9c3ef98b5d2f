import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialDrawing
import SubdialLibrary
import SubdialSystem

/// The covers of a library's tracks as files: from the database, from the music file, or from the folder of the music file.
///
/// A cover is extracted once for each version of its file. Very large ones are scaled down.
struct LibraryCovers {
    /// The side length of a scaled-down cover, in pixels.
    private static let side = 600
    /// The common names of cover files in music folders.
    private static let names = ["cover", "folder", "front", "album"].flatMap { name in
        [name, name.prefix(1).uppercased() + name.dropFirst(), name.uppercased()].flatMap { name in
            ["jpg", "jpeg", "png", "JPG", "JPEG", "PNG"].map { "\(name).\($0)" }
        }
    }
    /// The signatures of supported picture formats: JPEG, PNG, WebP.
    private static let beginnings: [[UInt8]] = [[0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], Array("RIFF".utf8)]

    let library: LibraryDatabase
    /// The folder of the extracted covers.
    let folder: String
    private let art: LibraryArt

    init(library: LibraryDatabase, folder: String) {
        self.library = library
        self.folder = folder
        art = LibraryArt(library)
    }

    /// The path of the cover of a track; nil if there is none.
    func path(of track: LibraryTrack) -> String? {
        var info = stat()
        let isThere = stat(track.path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
        let state = "\(library.path)\u{1}\(track.id)\u{1}\(track.path)\u{1}\(isThere ? "\(info.st_mtim.tv_sec) \(info.st_size)" : "")"
        let kept = "\(folder)/music-\(String(state.stableHash, radix: 16))"
        if access(kept, R_OK) == 0 { return kept }
        let embedded = art.cover(ofTrack: track.id) ?? (isThere ? MusicFile(track.path)?.cover : nil)
        if let embedded, keep(embedded, at: kept) { return kept }
        return isThere ? besides(track.path) : nil
    }

    /// Writes a cover of a supported format.
    private func keep(_ bytes: [UInt8], at path: String) -> Bool {
        guard Self.beginnings.contains(where: bytes.starts) else { return false }
        if bytes.count <= PictureFetcher.maximum { return (try? AtomicFile.write(bytes, to: path)) != nil }
        guard let square = try? ImageDecoder.square(bytes, side: Self.side),
            let small = try? PNG.encode(square)
        else { return false }
        return (try? AtomicFile.write(small, to: path)) != nil
    }

    private func besides(_ path: String) -> String? {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        return Self.names.lazy.map { "\(folder)/\($0)" }.first { access($0, R_OK) == 0 }
    }
}
