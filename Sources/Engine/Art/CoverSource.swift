/// The encoded picture of a cover from a source.
///
/// Pictures are equal if their content is equal, regardless of tracks and files: an album's cover is decoded once, and an overwritten file
/// is another picture.
struct CoverSource: Hashable, Sendable {
    /// A 128-bit hash of the content.
    struct Digest: Hashable, Sendable {
        let first: UInt64
        let second: UInt64
        let count: Int

        /// The hash as 32 hexadecimal digits.
        var text: String {
            [first, second].map { word in
                let digits = String(word, radix: 16)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }.joined()
        }
    }

    /// The encoded picture.
    let bytes: [UInt8]
    let digest: Digest

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        digest = Digest(bytes)
    }

    static func == (left: CoverSource, right: CoverSource) -> Bool { left.digest == right.digest }
    func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

extension CoverSource.Digest {
    /// Two multiply-and-fold hashes over the words, which are fast for pictures of many megabytes.
    ///
    /// The hash is not cryptographic; an attacker could only replace a cover by another one of their own.
    init(_ bytes: [UInt8]) {
        var (first, second): (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x9E37_79B9_7F4A_7C15)
        func take(_ word: UInt64) {
            first = (first ^ word) &* 0x0000_0100_0000_01B3
            first ^= first >> 29
            second = (second &+ word) &* 0xBF58_476D_1CE4_E5B9
            second ^= second >> 32
        }
        bytes.withUnsafeBytes { raw in
            let whole = raw.count / 8 * 8
            for offset in stride(from: 0, to: whole, by: 8) {
                take(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            }
            for byte in raw[whole...] { take(UInt64(byte)) }
        }
        take(UInt64(bytes.count))
        take(0)
        self.init(first: first, second: second, count: bytes.count)
    }
}
