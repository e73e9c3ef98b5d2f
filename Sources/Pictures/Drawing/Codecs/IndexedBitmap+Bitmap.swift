import SubdialCPixels

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
