/// A picture in the colours of a panel.
public struct InkPicture: Hashable, Sendable {
    /// The columns.
    public let width: Int
    /// The rows.
    public let height: Int
    /// The palette.
    public let palette: InkPalette
    /// The palette's index of each pixel, row by row from the top.
    public let indices: [UInt8]

    /// Makes a picture of indices; nil unless there is one for each pixel, and each is one of the palette's.
    public init?(width: Int, height: Int, palette: InkPalette, indices: [UInt8]) {
        guard width > 0, height > 0, indices.count == width * height, indices.allSatisfy({ $0 < palette.wire.count }) else { return nil }
        self.init(width, height, palette, indices)
    }

    init(_ width: Int, _ height: Int, _ palette: InkPalette, _ indices: [UInt8]) {
        (self.width, self.height, self.palette, self.indices) = (width, height, palette, indices)
    }

    /// The picture turned clockwise.
    public func turned(_ rotation: InkRotation) -> InkPicture {
        guard rotation != .none else { return self }
        let isUpright = rotation == .half
        let (columns, rows) = isUpright ? (width, height) : (height, width)
        // Where the first pixel comes to stand, and how far apart its neighbours to the right and below are then.
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
public enum InkRotation: Int, Hashable, Sendable, Codable, CaseIterable {
    /// Not at all.
    case none = 0
    /// The upper edge becomes the right one.
    case quarter = 90
    /// Upside down.
    case half = 180
    /// The upper edge becomes the left one.
    case threeQuarters = 270
}

/// A part of a picture, in pixels.
public struct InkArea: Hashable, Sendable {
    /// The first column, and the one behind the last.
    public var columns: Range<Int>
    /// The first row, and the one behind the last.
    public var rows: Range<Int>

    /// Makes an area.
    public init(columns: Range<Int>, rows: Range<Int>) { (self.columns, self.rows) = (columns, rows) }
}
