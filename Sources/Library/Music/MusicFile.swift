import CTagLib
import Glibc

/// Length and embedded cover of a music file: FLAC, MP3, M4A, Ogg Vorbis or Opus.
public struct MusicFile: Sendable {
    /// The bytes of the embedded cover as they are, a JPEG or PNG as a rule; nil where there is none.
    public let cover: [UInt8]?
    /// Seconds; nil where not known.
    public let length: Double?

    /// The largest cover that is read, in bytes.
    static let maximumCover = 16 << 20

    /// Reads a file.
    ///
    /// - Returns: nil where the file is not there, or is of another format.
    public init?(_ path: String) {
        // A FIFO or a device would block the reader.
        var info = stat()
        guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
        var file = subdial_taglib_file()
        guard subdial_taglib_read(path, Self.maximumCover, &file) == 0 else { return nil }
        defer { subdial_taglib_free(file.cover) }
        cover = file.cover.map { Array(UnsafeBufferPointer(start: $0, count: file.cover_length)) }
        length = file.length > 0 ? Double(file.length) / 1000 : nil
    }
}
