import SubdialCPixels

/// A picture of few colours, with an index per pixel; in a file, an index has 1, 2, 4 or 8 bits.
package struct IndexedBitmap: Hashable, Sendable {
    /// A colour of the table, with 8 bits per channel in sRGB.
    package struct Entry: Hashable, Sendable {
        /// Red, green and blue, 0 to 255, not premultiplied.
        package var red, green, blue: UInt8
        /// The opacity, 0 to 255.
        package var alpha: UInt8

        /// Creates a colour.
        package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
            (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
        }
    }

    /// The number of columns, at least 1.
    package let width: Int
    /// The number of rows, at least 1.
    package let height: Int
    /// The bits per pixel: 1, 2, 4 or 8.
    package let depth: Int
    /// The colours of the indices; nil for evenly spaced greys from 0 (black) to white.
    package let colors: [Entry]?
    /// One byte per pixel, in rows from top to bottom.
    package let indices: [UInt8]

    /// Creates a picture; nil for an unsupported size or depth, a wrong number of indices, or an index without a colour.
    package init?(width: Int, height: Int, depth: Int, colors: [Entry]? = nil, indices: [UInt8]) {
        guard width > 0, height > 0, width <= Int(Int32.max) / 8, height <= Int(Int32.max) / 8, [1, 2, 4, 8].contains(depth),
            indices.count == width * height
        else { return nil }
        let count = colors?.count ?? 1 << depth
        guard (1...1 << depth).contains(count), subdial_png_highest(indices, indices.count) < count else { return nil }
        (self.width, self.height, self.depth, self.colors, self.indices) = (width, height, depth, colors, indices)
    }

    /// The bytes of a packed row.
    var rowLength: Int { (width * depth + 7) / 8 }

    /// Packs the indices of a row, the first in the highest bits; the unused bits of the last byte are 0.
    func pack(row: Int, to target: UnsafeMutablePointer<UInt8>) {
        indices.withUnsafeBufferPointer { indices in
            guard let start = indices.baseAddress else { return }
            subdial_png_pack(start + row * width, width, Int32(depth), target)
        }
    }
}

extension IndexedBitmap {
    /// Creates a picture with a table of the bitmap's colours; nil if there are too many colours for a smaller file.
    ///
    /// - Parameter channels: The number of channels without a table: 1 for grey, for which a table of more than 4 bits gives no smaller file.
    init?(_ bitmap: Bitmap, channels: Int) {
        let count = bitmap.width * bitmap.height
        guard bitmap.width <= Int(Int32.max) / 8, bitmap.height <= Int(Int32.max) / 8 else { return nil }
        // A colour of the table takes up to 4 bytes.
        let maximum = min(channels == 1 ? 16 : 256, max(1, count / 4))
        var words = [UInt32](repeating: 0, count: 256)
        var found = 0
        // A picture of many colours is rejected after its first rows.
        let indices = [UInt8](unsafeUninitializedCapacity: count) { indices, written in
            guard let indices = indices.baseAddress else { return }
            found = bitmap.withWords { Int(subdial_png_palette($0, count, Int32(maximum), indices, &words)) }
            written = found == 0 ? 0 : count
        }
        guard found > 0 else { return nil }
        let colors = words[..<found].map { color in
            func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: color >> shift) }
            return Entry(red: byte(0), green: byte(8), blue: byte(16), alpha: byte(24))
        }
        (width, height) = (bitmap.width, bitmap.height)
        depth = found <= 2 ? 1 : found <= 4 ? 2 : found <= 16 ? 4 : 8
        (self.colors, self.indices) = (colors, indices)
    }
}
