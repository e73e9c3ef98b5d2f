import SubdialBasics

/// A picture in memory: rows from top to bottom, with one byte each for blue, green, red and alpha, premultiplied and without padding.
///
/// The layout is that of Cairo's ARGB32 on a little-endian machine.
public struct Bitmap: Hashable, Sendable {
    /// The number of columns, at least 1.
    package let width: Int
    /// The number of rows, at least 1.
    package let height: Int
    /// `width` × `height` × 4 bytes, premultiplied BGRA.
    package internal(set) var pixels: [UInt8]

    /// Creates a bitmap; `nil` if a side is not positive or too long, or if the number of bytes does not match the size.
    ///
    /// A colour byte must not exceed its pixel's alpha. If it does, drawing and encoding treat it as equal to alpha.
    package init?(width: Int, height: Int, pixels: [UInt8]) {
        guard width > 0, height > 0, width <= Int(Int32.max) / 4, height <= Int(Int32.max), pixels.count == width * height * 4 else {
            return nil
        }
        self.init(unchecked: pixels, width: width, height: height)
    }

    /// Creates a bitmap of one colour; sides below 1 count as 1.
    package init(width: Int, height: Int, color: Color = .clear) {
        let (width, height) = (max(1, width), max(1, height))
        func byte(_ component: Double) -> UInt8 { UInt8(saturating: (component * color.alpha * 255).rounded()) }
        let pixel = [byte(color.blue), byte(color.green), byte(color.red), byte(1)]
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
            for index in 0..<width * height * 4 { buffer[index] = pixel[index & 3] }
            count = width * height * 4
        }
        self.init(unchecked: pixels, width: width, height: height)
    }

    init(unchecked pixels: [UInt8], width: Int, height: Int) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Returns the colour of the pixel in column `x` and row `y`; `nil` outside the picture.
    package func color(x: Int, y: Int) -> Color? {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return nil }
        let index = (y * width + x) * 4
        let alpha = Double(pixels[index + 3])
        guard alpha > 0 else { return .clear }
        return Color(
            red: Double(pixels[index + 2]) / alpha,
            green: Double(pixels[index + 1]) / alpha,
            blue: Double(pixels[index]) / alpha,
            alpha: alpha / 255
        )
    }

    /// True if every pixel is opaque.
    package var isOpaque: Bool {
        pixels.withUnsafeBytes { bytes in
            let words = bytes.bindMemory(to: UInt32.self)
            var index = 0
            // In blocks, so that the inner loop needs no branch.
            while index < words.count {
                var all = UInt32.max
                let end = min(index + 1024, words.count)
                while index < end {
                    all &= words[index]
                    index += 1
                }
                if all < 0xFF00_0000 { return false }
            }
            return true
        }
    }
}
