/// A PNG written by hand, whose pixels are just those that were given.
public enum PNGFile {
    /// The file with these pixels.
    public static func bytes(_ width: Int, _ height: Int, rgba: [UInt8]) -> [UInt8] {
        var rows: [UInt8] = []
        for row in 0..<height {
            rows.append(0)
            rows += rgba[row * width * 4..<(row + 1) * width * 4]
        }
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in rows {
            low = (low + UInt32(byte)) % 65521
            high = (high + low) % 65521
        }
        // Blocks that are stored as they are.
        var blocks: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: rows.count, by: 65_535) {
            let block = rows[start..<min(start + 65_535, rows.count)]
            let length = UInt16(block.count)
            blocks.append(start + block.count == rows.count ? 1 : 0)
            for half in [length & 0xFF, length >> 8, ~length & 0xFF, ~length >> 8] { blocks.append(UInt8(truncatingIfNeeded: half)) }
            blocks += block
        }
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        bytes += chunk("IHDR", number(UInt32(width)) + number(UInt32(height)) + [8, 6, 0, 0, 0])
        bytes += chunk("IDAT", blocks + number(high << 16 | low))
        bytes += chunk("IEND", [])
        return bytes
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + content
        return number(UInt32(content.count)) + body + number(sum(body))
    }

    /// The CRC-32 of PNG.
    private static func sum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
