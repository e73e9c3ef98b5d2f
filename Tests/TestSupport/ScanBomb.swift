/// Progressive JPEGs of one colour with any number of scans: each scan takes a few bytes, and as long to decode as a whole picture.
package enum ScanBomb {
    /// Returns a picture of three components without subsampling.
    ///
    /// - Parameter scans: The number of scans, the first with the DC and the others with the AC coefficients; at least 1.
    package static func picture(width: Int, height: Int, scans: Int) -> [UInt8] {
        let blocks = (width + 7) / 8 * ((height + 7) / 8)
        var bytes: [UInt8] = [0xFF, 0xD8]
        bytes += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        bytes += segment(0xC2, [8] + word(height) + word(width) + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0])
        // Each Huffman table has a single code of one bit: "no difference", and a run of at least 16,384 empty blocks (EOB14).
        bytes += segment(0xC4, [0x00, 1] + [UInt8](repeating: 0, count: 15) + [0x00])
        bytes += segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0xE0])
        bytes += segment(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 0, 0]) + [UInt8](repeating: 0, count: (blocks * 3 + 7) / 8)
        let zeros = runs(blocks)
        for scan in 1..<max(1, scans) {
            bytes += segment(0xDA, [1, UInt8(1 + scan % 3), 0, 1, 63, 0]) + zeros
        }
        return bytes + [0xFF, 0xD9]
    }

    /// The runs of empty blocks, each with one bit of code and 14 bits of length; a zero byte follows each 0xFF.
    private static func runs(_ blocks: Int) -> [UInt8] {
        var bits: [Bool] = []
        var rest = blocks
        while rest > 0 {
            let length = min(rest, 32_767)
            guard length >= 16_384 else {
                // The shortest run is longer than the rest, which is allowed.
                bits += [false] + [Bool](repeating: false, count: 14)
                break
            }
            let extra = length - 16_384
            bits += [false] + (0..<14).map { extra >> (13 - $0) & 1 == 1 }
            rest -= length
        }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: bits.count, by: 8) {
            var byte: UInt8 = 0
            // The last byte is padded with ones.
            for index in start..<start + 8 { byte = byte << 1 | (index >= bits.count || bits[index] ? 1 : 0) }
            bytes.append(byte)
            if byte == 0xFF { bytes.append(0) }
        }
        return bytes
    }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] { [0xFF, marker] + word(content.count + 2) + content }
    private static func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
}
