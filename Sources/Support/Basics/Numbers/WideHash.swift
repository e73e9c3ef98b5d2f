/// A 128-bit hash of bytes that is the same in every run and on every machine.
///
/// It consists of two multiply-and-fold hashes over 64-bit words, which are fast for pictures of many megabytes. It is not cryptographic: use
/// it only where the author of the bytes gains nothing from a second value with the same hash.
package struct WideHash: Hashable, Sendable {
    private let first: UInt64
    private let second: UInt64

    /// The hash of the bytes.
    package init(_ bytes: UnsafeRawBufferPointer) {
        var (first, second): (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x9E37_79B9_7F4A_7C15)
        func combine(_ word: UInt64) {
            first = (first ^ word) &* 0x0000_0100_0000_01B3
            first ^= first >> 29
            second = (second &+ word) &* 0xBF58_476D_1CE4_E5B9
            second ^= second >> 32
        }
        let whole = bytes.count / 8 * 8
        for offset in stride(from: 0, to: whole, by: 8) {
            combine(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        }
        for byte in bytes[whole...] { combine(UInt64(byte)) }
        combine(UInt64(bytes.count))
        combine(0)
        (self.first, self.second) = (first, second)
    }

    /// The hash of the bytes.
    package init(_ bytes: [UInt8]) {
        self = bytes.withUnsafeBytes { WideHash($0) }
    }

    /// The hash of the text's UTF-8 bytes.
    package init(_ text: String) {
        var text = text
        self = text.withUTF8 { WideHash(UnsafeRawBufferPointer($0)) }
    }

    /// The hash as 32 hexadecimal digits.
    package var text: String {
        [first, second].map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
