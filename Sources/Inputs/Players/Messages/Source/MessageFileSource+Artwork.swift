import Glibc
import SubdialPlayback

extension MessageFileSource {
    /// Returns the JPEG, PNG or WebP picture of `artwork`; nil if there is none, or if another track is current.
    ///
    /// Only regular files of at most 16 MiB below the folder of the messages are read, so that a message cannot disclose other files.
    package func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? {
        let state = board.subject(of: try name(of: zone)).state
        guard state.cover?.key == artwork.key, let path = state.artwork, let folder = address.folder else { return nil }
        return await lane.value { Self.place(of: path, below: folder).flatMap { MPRISSource.picture(ofFile: $0) } } ?? nil
    }

    /// The resolved path of a file, with symbolic links followed; nil if it is not below the folder.
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
