/// The encoded picture of a cover, as a source gave it.
///
/// Two of the same content are the same picture, whatever tracks and files they come from: an album is decoded once, and a file that is
/// overwritten in place is another picture.
struct CoverSource: Hashable, Sendable {
    /// 128 bits that stand for the content.
    struct Digest: Hashable, Sendable {
        let first: UInt64
        let second: UInt64
        let count: Int

        /// 32 hexadecimal digits.
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
    /// Two rounds of multiply and fold over the words, for pictures of many megabytes.
    ///
    /// It guards against chance, not against an opponent, who could only have one cover of their own shown for another.
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
