import CGLib
import Glibc

/// SHA-256 (FIPS 180-4), of bytes as they come.
///
/// It is GLib's, which Pango brings along, and as fast in a debug build as in a release.
public final class SHA256 {
    /// The bytes of a digest.
    public static let byteCount = 32

    private let checksum: OpaquePointer?

    /// Begins with no bytes.
    public init() { checksum = g_checksum_new(G_CHECKSUM_SHA256) }

    /// Begins with the bytes of an open file, up to its end; nil where it cannot be read.
    public convenience init?(ofFile descriptor: Int32) {
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

    /// Takes the next bytes.
    public func update(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.bindMemory(to: UInt8.self).baseAddress, !bytes.isEmpty else { return }
        g_checksum_update(checksum, start, bytes.count)
    }

    /// Takes the next bytes.
    public func update(_ bytes: some Collection<UInt8>) {
        if bytes.withContiguousStorageIfAvailable({ update(UnsafeRawBufferPointer($0)) }) == nil {
            Array(bytes).withUnsafeBytes { update($0) }
        }
    }

    /// The digest of all bytes; no more are taken after it.
    public func digest() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.byteCount)
        var count = gsize(bytes.count)
        g_checksum_get_digest(checksum, &bytes, &count)
        return bytes
    }

    /// The digest in 64 hexadecimal digits of lower case; no more bytes are taken after it.
    public func hex() -> String { digest().hex }

    /// The first digits of the digest of `bytes`, hexadecimal and in lower case.
    public static func hex(_ bytes: some Collection<UInt8>, digits: Int = 64) -> String {
        let hash = SHA256()
        hash.update(bytes)
        return String(hash.hex().prefix(digits))
    }

    /// The first digits of a message's code under a key (HMAC, RFC 2104), in lower case: only who has the key can tell it.
    public static func code(of message: [UInt8], key: [UInt8], digits: Int = 64) -> String {
        guard let code = g_compute_hmac_for_data(G_CHECKSUM_SHA256, key, gsize(key.count), message, gsize(message.count)) else { return "" }
        defer { g_free(code) }
        return String(String(cString: code).prefix(digits))
    }
}

extension Collection<UInt8> {
    /// The bytes in hexadecimal digits of lower case.
    public var hex: String {
        let alphabet = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [alphabet[Int($0 >> 4)], alphabet[Int($0 & 15)]] }, as: UTF8.self)
    }
}

extension String {
    /// True for a digest of SHA-256 in 64 hexadecimal digits of lower case.
    public var isSHA256: Bool {
        utf8.count == 64 && utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
