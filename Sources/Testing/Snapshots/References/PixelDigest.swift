import SubdialCDeflate
import SubdialDrawing

/// A digest of a picture's pixels: its size, a CRC-32 and an Adler-32 of premultiplied pixels.
///
/// The two checksums are of different kinds; they do not protect against deliberate collisions, and need not.
package struct PixelDigest: Hashable, Sendable, CustomStringConvertible {
    /// The digest as text.
    package let description: String

    /// The digest of a picture.
    package init(_ bitmap: Bitmap) {
        description = bitmap.pixels.withUnsafeBytes { bytes in
            let crc = libdeflate_crc32(0, bytes.baseAddress, bytes.count)
            let adler = libdeflate_adler32(1, bytes.baseAddress, bytes.count)
            return "\(bitmap.width)x\(bitmap.height)-\(Self.hex(crc))\(Self.hex(adler))"
        }
    }

    init?(_ text: String) {
        guard text.utf8.count <= 64, text.contains("x"), text.contains("-") else { return nil }
        description = text
    }

    static func hex(_ number: UInt32) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
