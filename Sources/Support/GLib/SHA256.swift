import Glibc
import SubdialCGLib

/// An incremental SHA-256 hash (FIPS 180-4).
///
/// It uses GLib, which Pango requires anyway, and is as fast in a debug build as in a release build.
package final class SHA256 {
    /// The size of a digest in bytes.
    package static let byteCount = 32

    private let checksum: OpaquePointer?

    /// Makes a hash of no bytes.
    package init() { checksum = g_checksum_new(G_CHECKSUM_SHA256) }

    /// Makes a hash of an open file, up to its end; nil if it cannot be read.
    package convenience init?(ofFile descriptor: Int32) {
        self.init()
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        var offset = 0
        while true {
            let count = pread(descriptor, &buffer, buffer.count, off_t(offset))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { return }
            buffer.withUnsafeBytes { update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            offset += count
        }
    }

    deinit { if let checksum { g_checksum_free(checksum) } }

    /// Adds bytes.
    private func update(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.bindMemory(to: UInt8.self).baseAddress, !bytes.isEmpty else { return }
        g_checksum_update(checksum, start, bytes.count)
    }

    /// Adds bytes.
    package func update(_ bytes: some Collection<UInt8>) {
        if bytes.withContiguousStorageIfAvailable({ update(UnsafeRawBufferPointer($0)) }) == nil {
            Array(bytes).withUnsafeBytes { update($0) }
        }
    }

    /// Returns the digest of all bytes; no more can be added afterwards.
    package func digest() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.byteCount)
        var count = gsize(bytes.count)
        g_checksum_get_digest(checksum, &bytes, &count)
        return bytes
    }

    /// Returns the digest as 64 lower-case hexadecimal digits; no more bytes can be added afterwards.
    package func hex() -> String { digest().hex }

    /// The first digits of the digest of `bytes`, as lower-case hexadecimal.
    package static func hex(_ bytes: some Collection<UInt8>, digits: Int = 64) -> String {
        let hash = SHA256()
        hash.update(bytes)
        return String(hash.hex().prefix(digits))
    }

    /// The first digits of a message authentication code (HMAC, RFC 2104), as lower-case hexadecimal; only the key's owner can compute it.
    package static func code(of message: [UInt8], key: [UInt8], digits: Int = 64) -> String {
        guard let code = g_compute_hmac_for_data(G_CHECKSUM_SHA256, key, gsize(key.count), message, gsize(message.count)) else { return "" }
        defer { g_free(code) }
        return String(String(cString: code).prefix(digits))
    }
}

extension Collection<UInt8> {
    /// The bytes as lower-case hexadecimal digits.
    fileprivate var hex: String {
        let alphabet = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [alphabet[Int($0 >> 4)], alphabet[Int($0 & 15)]] }, as: UTF8.self)
    }
}

extension String {
    /// True for a SHA-256 digest as 64 lower-case hexadecimal digits.
    package var isSHA256: Bool {
        utf8.count == 64 && utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
