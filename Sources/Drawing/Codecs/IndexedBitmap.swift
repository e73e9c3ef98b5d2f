/// A picture of few colours: an index for each pixel, 1, 2, 4 or 8 bits in a file.
public struct IndexedBitmap: Hashable, Sendable {
    /// A colour of the table, 8 bits a channel in sRGB.
    public struct Entry: Hashable, Sendable {
        /// Red, green and blue, 0 to 255, not multiplied by alpha.
        public var red, green, blue: UInt8
        /// Alpha, 0 to 255.
        public var alpha: UInt8

        /// Makes a colour.
        public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
            (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
        }
    }

    /// The number of columns, at least 1.
    public let width: Int
    /// The number of rows, at least 1.
    public let height: Int
    /// Bits of a pixel: 1, 2, 4 or 8.
    public let depth: Int
    /// The colours of the indices; nil for grays, evenly apart from black, which is 0, to white.
    public let colors: [Entry]?
    /// A byte for each pixel, row by row from the top.
    public let indices: [UInt8]

    /// Creates a picture; nil unless the depth is one of these, there is an index for each pixel, and a colour for each index.
    public init?(width: Int, height: Int, depth: Int, colors: [Entry]? = nil, indices: [UInt8]) {
        guard width > 0, height > 0, width <= Int(Int32.max) / 8, height <= Int(Int32.max) / 8, [1, 2, 4, 8].contains(depth),
            indices.count == width * height
        else { return nil }
        let count = colors?.count ?? 1 << depth
        guard (1...1 << depth).contains(count), indices.allSatisfy({ $0 < count }) else { return nil }
        (self.width, self.height, self.depth, self.colors, self.indices) = (width, height, depth, colors, indices)
    }

    /// Bytes of a packed row.
    var rowLength: Int { (width * depth + 7) / 8 }

    /// Packs a row's indices, the first in the highest bits; what is left of the last byte is 0.
    func pack(row: Int, to target: UnsafeMutablePointer<UInt8>) {
        let perByte = 8 / depth
        indices.withUnsafeBufferPointer { indices in
            var place = row * width
            let end = place + width
            if depth == 8, let start = indices.baseAddress { return target.update(from: start + place, count: width) }
            if depth == 4 {
                // Without a branch, two at a time.
                for byte in 0..<width / 2 { target[byte] = indices[place &+ 2 &* byte] << 4 | indices[place &+ 2 &* byte &+ 1] }
                if width % 2 == 1 { target[width / 2] = indices[end - 1] << 4 }
                return
            }
            for byte in 0..<rowLength {
                var value: UInt8 = 0
                for pixel in 0..<perByte where place < end {
                    value |= indices[place] << UInt8(8 - depth * (pixel + 1))
                    place += 1
                }
                target[byte] = value
            }
        }
    }
}
