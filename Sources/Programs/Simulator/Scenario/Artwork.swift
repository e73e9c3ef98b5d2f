import FoundationEssentials
import Hummingbird
import SubdialGLib
import SubdialSystem

/// A zone's picture.
struct Artwork: Sendable, Equatable {
    /// The maximum size in bytes: a scenario keeps its pictures in memory.
    static let limit = 16 * 1024 * 1024

    let bytes: ByteBuffer
    /// The media type, determined from the first bytes and not from the file name.
    let contentType: String
    /// A content hash of 32 hexadecimal digits.
    let key: String

    init(bytes: [UInt8]) {
        self.bytes = ByteBuffer(bytes: bytes)
        self.contentType = Self.contentType(of: bytes)
        self.key = SHA256.hex(bytes, digits: 32)
    }

    /// Reads a picture; nil if it does not exist or is too large.
    init?(path: String) {
        guard
            let version = FileVersion(path: path, followsLinks: true), version.size <= Self.limit,
            let data = try? Data(contentsOf: URL(filePath: path))
        else { return nil }
        self.init(bytes: Array(data))
    }

    private static func contentType(of bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xFF, 0xD8]) { return "image/jpeg" }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
        if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return "image/webp" }
        return "application/octet-stream"
    }
}
