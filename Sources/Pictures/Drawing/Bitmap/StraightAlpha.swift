import SubdialBasics
import SubdialCPixels

/// The conversions between the pixels of Cairo and those of files, exact in both directions.
///
/// A word is a pixel of four bytes, the first in memory in the lowest bits: BGRA if premultiplied, RGBA if straight.
enum StraightAlpha {
    /// 255/alpha with 16 fractional bits, which is enough for an exact result after the multiplication.
    private static let reciprocals: [UInt32] = (0...255).map { alpha in
        alpha == 0 ? 0 : UInt32((UInt64(255 << 16) + UInt64(alpha / 2)) / UInt64(alpha))
    }

    static func rgba(premultiplied pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        switch alpha {
        case 255:
            return pixel & 0xFF00_FF00 | (pixel & 0xFF) << 16 | (pixel >> 16) & 0xFF
        case 0:
            return 0
        default:
            let reciprocal = reciprocals[Int(alpha)]
            let blue = (min(pixel & 0xFF, alpha) * reciprocal + 0x8000) >> 16
            let green = (min((pixel >> 8) & 0xFF, alpha) * reciprocal + 0x8000) >> 16
            let red = (min((pixel >> 16) & 0xFF, alpha) * reciprocal + 0x8000) >> 16
            return red | green << 8 | blue << 16 | alpha << 24
        }
    }

    /// Converts premultiplied BGRA to BGRA with straight alpha, in place.
    @_optimize(speed) @inline(never)
    static func unpremultiply(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
        // In blocks, because most are completely opaque or empty and need no conversion.
        var start = 0
        while start < pixels.count {
            let end = min(start + 64, pixels.count)
            var (all, any) = (UInt32.max, UInt32(0))
            for index in start..<end {
                all &= pixels[index]
                any |= pixels[index]
            }
            if all < 0xFF00_0000, any != 0 {
                for index in start..<end where pixels[index] < 0xFF00_0000 {
                    let pixel = rgba(premultiplied: pixels[index])
                    pixels[index] = pixel & 0xFF00_FF00 | (pixel & 0xFF) << 16 | (pixel >> 16) & 0xFF
                }
            }
            start = end
        }
    }

    /// Converts RGBA with straight alpha to premultiplied BGRA, in place.
    static func premultiply(_ bytes: UnsafeMutableRawBufferPointer) {
        let pixels = bytes.bindMemory(to: UInt32.self)
        for index in pixels.indices {
            let pixel = pixels[index]
            let alpha = pixel >> 24
            if alpha == 255 {
                pixels[index] = pixel & 0xFF00_FF00 | (pixel & 0xFF) << 16 | (pixel >> 16) & 0xFF
            } else {
                let red = product(pixel & 0xFF, alpha)
                let green = product((pixel >> 8) & 0xFF, alpha)
                let blue = product((pixel >> 16) & 0xFF, alpha)
                pixels[index] = blue | green << 8 | red << 16 | alpha << 24
            }
        }
    }

    /// Returns the rounded product of two bytes that represent 0…1.
    private static func product(_ a: UInt32, _ b: UInt32) -> UInt32 {
        let value = a * b + 128
        return (value + (value >> 8)) >> 8
    }
}
