/// A picture in the colours of a panel.
package struct InkPicture: Hashable, Sendable {
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    /// The palette.
    private let palette: InkPalette
    /// The palette index of each pixel, row by row from the top.
    package let indices: [UInt8]

    /// Creates a picture of indices; nil unless there is a valid index for each pixel.
    package init?(width: Int, height: Int, palette: InkPalette, indices: [UInt8]) {
        guard width > 0, height > 0, indices.count == width * height, indices.allSatisfy({ $0 < palette.wire.count }) else { return nil }
        self.init(width, height, palette, indices)
    }

    init(_ width: Int, _ height: Int, _ palette: InkPalette, _ indices: [UInt8]) {
        (self.width, self.height, self.palette, self.indices) = (width, height, palette, indices)
    }

    /// The picture rotated clockwise.
    package func turned(_ rotation: InkRotation) -> InkPicture {
        guard rotation != .none else { return self }
        let isUpright = rotation == .half
        let (columns, rows) = isUpright ? (width, height) : (height, width)
        // The target position of the first pixel, and the offsets to its neighbours to the right and below.
        let (first, right, down) =
            switch rotation {
            case .none: (0, 1, columns)
            case .quarter: (columns - 1, columns, -1)
            case .half: (columns * rows - 1, -1, -columns)
            case .threeQuarters: (columns * (rows - 1), -columns, 1)
            }
        let turned = [UInt8](unsafeUninitializedCapacity: indices.count) { target, count in
            indices.withUnsafeBufferPointer { source in
                for y in 0..<height {
                    var place = first + y * down
                    for x in 0..<width {
                        target[place] = source[y * width + x]
                        place += right
                    }
                }
            }
            count = indices.count
        }
        return InkPicture(columns, rows, palette, turned)
    }
}

/// The clockwise rotation of a finished picture, in degrees.
package enum InkRotation: Int, Hashable, Sendable, Codable, CaseIterable {
    /// No rotation.
    case none = 0
    /// The top edge becomes the right edge.
    case quarter = 90
    /// Upside down.
    case half = 180
    /// The top edge becomes the left edge.
    case threeQuarters = 270
}

/// An area of a picture, in pixels.
public struct InkArea: Hashable, Sendable {
    /// The columns of the area.
    package var columns: Range<Int>
    /// The rows of the area.
    package var rows: Range<Int>

    /// Creates an area.
    package init(columns: Range<Int>, rows: Range<Int>) { (self.columns, self.rows) = (columns, rows) }
}
