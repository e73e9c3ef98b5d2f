import SubdialBasics
import SubdialSystem

/// The cover of a music file that need not be in a library: the picture in it, or one beside it.
package enum MusicCover {
    /// Returns what distinguishes a music file from a rewritten one; nil if there is no regular file, or its name is not that of a music file.
    ///
    /// Only the file's attributes are read.
    package static func version(ofFile path: String) -> String? {
        guard isMusic(path), let version = FileVersion(path: path, followsLinks: true) else { return nil }
        return "\(version.modified) \(version.size)"
    }

    /// Returns the first usable picture of a music file, or in its folder one with the name of a cover; nil if there is none.
    ///
    /// Any other picture of the folder is not one of an album, because a player also plays what was just downloaded.
    ///
    /// - Parameter isUsable: True if a picture can be decoded.
    package static func picture(ofFile path: String, _ isUsable: ([UInt8]) -> Bool) -> [UInt8]? {
        guard isMusic(path) else { return nil }
        if let picture = MusicFileReader().picture(of: path, { isUsable($0) ? $0 : nil }) { return picture }
        var found: [UInt8]?
        _ = FolderPictures.first(besides: path, guesses: false, permits: { _ in false }) { picture in
            guard let bytes = try? InputFile.bytes(at: picture, limit: PictureLimit.bytes, accepting: .regular), isUsable(bytes) else {
                return false
            }
            found = bytes
            return true
        }
        return found
    }

    private static func isMusic(_ path: String) -> Bool {
        path.split(separator: "/").last.map { FolderPictures.isMusic(String($0)) } ?? false
    }
}
