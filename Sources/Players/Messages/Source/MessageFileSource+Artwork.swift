import Glibc
import Playback

extension MessageFileSource {
    /// The JPEG, PNG or WebP picture of `artwork`; nil where there is none, or where something else plays by now.
    ///
    /// Only regular files below the folder of the messages are read, 16 MiB at most: who writes messages gets at no others.
    public func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? {
        let state = board.subject(of: try name(of: zone)).state
        guard state.cover?.key == artwork.key, let path = state.artwork, let folder = address.folder,
            let place = Self.place(of: path, below: folder), let bytes = MPRISSource.bytes(ofFile: place)
        else { return nil }
        return MPRISSource.isPicture(bytes) ? bytes : nil
    }

    /// Where the file really lies, links followed; nil where that is not below the folder.
    static func place(of path: String, below folder: String) -> String? {
        guard !path.isEmpty, !path.hasPrefix("/"), !path.utf8.contains(0), path.utf8.count < 4096,
            let base = real(folder), let file = real(folder + "/" + path)
        else { return nil }
        return file.hasPrefix(base == "/" ? base : base + "/") ? file : nil
    }

    private static func real(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(validatingCString: found)
    }
}
