import Glibc
import SubdialCLibraries

/// The length and the embedded cover of a music file: FLAC, MP3, M4A, Ogg Vorbis or Opus.
package struct MusicFile: Sendable {
    /// The bytes of the embedded cover, usually a JPEG or PNG; nil if there is none.
    package let cover: [UInt8]?
    /// The duration in seconds; nil if unknown.
    package let length: Double?

    /// The maximum size of a cover in bytes.
    private static let maximumCover = 16 << 20

    /// The reason why no music file can be read; nil if the reader of tags can be loaded.
    package static var missingReader: String? {
        subdial_taglib() == nil ? "the reader of tags cannot be loaded (\(String(cString: subdial_taglib_failure())))" : nil
    }

    /// Reads a file.
    ///
    /// - Returns: nil if the file does not exist or has another format, or if there is a ``missingReader``.
    package init?(_ path: String) {
        // Opening a FIFO or a device would block.
        var info = stat()
        guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
        guard let reader = subdial_taglib()?.pointee else { return nil }
        var file = subdial_taglib_file()
        guard reader.read(path, Self.maximumCover, &file) == 0 else { return nil }
        defer { reader.free(file.cover) }
        cover = file.cover.map { Array(UnsafeBufferPointer(start: $0, count: file.cover_length)) }
        length = file.length > 0 ? Double(file.length) / 1000 : nil
    }
}
