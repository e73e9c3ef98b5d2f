/// Encodes 1-bit bitmaps for simple readers, such as the firmware of panels and microcontrollers.
package enum BMP {
    private static let headerLength = 14 + 40 + 2 * 4

    /// Encodes a picture of two colours: uncompressed, from the bottom row to the top, with a header of 62 bytes.
    ///
    /// - Returns: nil for a picture with more than one bit per pixel, or one that is too large for the format.
    package static func encode(_ bitmap: IndexedBitmap) -> [UInt8]? {
        guard bitmap.depth == 1 else { return nil }
        // The length of a row is a multiple of four bytes.
        let stride = (bitmap.rowLength + 3) / 4 * 4
        let size = stride * bitmap.height
        guard size <= Int(Int32.max) - headerLength else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(headerLength + size)
        func add(_ value: Int, _ count: Int) { for byte in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) } }
        bytes += "BM".utf8
        add(headerLength + size, 4)
        add(0, 4)
        add(headerLength, 4)
        // BITMAPINFOHEADER: one plane, one bit, no compression, the size of the pixels, no resolution, two colours.
        add(40, 4)
        add(bitmap.width, 4)
        add(bitmap.height, 4)
        add(1, 2)
        add(1, 2)
        add(0, 4)
        add(size, 4)
        add(0, 8)
        add(2, 4)
        add(0, 4)
        let colors = bitmap.colors ?? [.init(red: 0, green: 0, blue: 0), .init(red: 255, green: 255, blue: 255)]
        for index in 0..<2 {
            let color = colors[min(index, colors.count - 1)]
            bytes += [color.blue, color.green, color.red, 0]
        }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: stride) { row in
            row.initialize(repeating: 0)
            guard let start = row.baseAddress else { return }
            for y in (0..<bitmap.height).reversed() {
                bitmap.pack(row: y, to: start)
                bytes += row
            }
        }
        return bytes
    }
}
