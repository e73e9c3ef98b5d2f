/// A picture of few colours, with an index per pixel; in a file, an index has 1, 2, 4 or 8 bits.
public struct IndexedBitmap: Hashable, Sendable {
    /// A colour of the table, with 8 bits per channel in sRGB.
    public struct Entry: Hashable, Sendable {
        /// Red, green and blue, 0 to 255, not premultiplied.
        public var red, green, blue: UInt8
        /// The opacity, 0 to 255.
        public var alpha: UInt8

        /// Creates a colour.
        public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
            (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
        }
    }

    /// The number of columns, at least 1.
    public let width: Int
    /// The number of rows, at least 1.
    public let height: Int
    /// The bits per pixel: 1, 2, 4 or 8.
    public let depth: Int
    /// The colours of the indices; nil for evenly spaced greys from 0 (black) to white.
    public let colors: [Entry]?
    /// One byte per pixel, in rows from top to bottom.
    public let indices: [UInt8]

    /// Creates a picture; nil for an unsupported size or depth, a wrong number of indices, or an index without a colour.
    public init?(width: Int, height: Int, depth: Int, colors: [Entry]? = nil, indices: [UInt8]) {
        guard width > 0, height > 0, width <= Int(Int32.max) / 8, height <= Int(Int32.max) / 8, [1, 2, 4, 8].contains(depth),
            indices.count == width * height
        else { return nil }
        let count = colors?.count ?? 1 << depth
        guard (1...1 << depth).contains(count), indices.withUnsafeBufferPointer(Self.highest) < count else { return nil }
        (self.width, self.height, self.depth, self.colors, self.indices) = (width, height, depth, colors, indices)
    }

    /// The highest index; 0 if there is none.
    @_optimize(speed) @inline(never)
    private static func highest(_ indices: UnsafeBufferPointer<UInt8>) -> UInt8 {
        var highest: UInt8 = 0
        for place in 0..<indices.count { highest = max(highest, indices[place]) }
        return highest
    }

    /// The bytes of a packed row.
    var rowLength: Int { (width * depth + 7) / 8 }

    /// Packs the indices of a row, the first in the highest bits; the unused bits of the last byte are 0.
    @_optimize(speed) @inline(never)
    func pack(row: Int, to target: UnsafeMutablePointer<UInt8>) {
        let perByte = 8 / depth
        indices.withUnsafeBufferPointer { indices in
            var place = row * width
            let end = place + width
            if depth == 8, let start = indices.baseAddress { return target.update(from: start + place, count: width) }
            if depth == 4 {
                // Two pixels at a time, without a branch.
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
