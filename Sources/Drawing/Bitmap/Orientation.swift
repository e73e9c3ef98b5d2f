/// How a picture must be turned to be upright, numbered as in EXIF.
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
    /// Upright as it is.
    case up = 1
    /// Mirrored left to right.
    case upMirrored = 2
    /// Upside down.
    case down = 3
    /// Mirrored top to bottom.
    case downMirrored = 4
    /// To be mirrored at the diagonal from the top left.
    case leftMirrored = 5
    /// To be turned clockwise.
    case right = 6
    /// To be mirrored at the diagonal from the top right.
    case rightMirrored = 7
    /// To be turned anticlockwise.
    case left = 8

    /// Whether width and height change places.
    public var swapsSides: Bool { rawValue >= 5 }
}

extension Bitmap {
    /// The picture turned upright.
    public func oriented(_ orientation: Orientation) -> Bitmap {
        guard orientation != .up else { return self }
        let (columns, rows) = orientation.swapsSides ? (height, width) : (width, height)
        // The source pixel of the new (0, 0), and how far to go in the source for a step right and a step down.
        let (right, bottom) = (width - 1, (height - 1) * width)
        let (origin, stepX, stepY) =
            switch orientation {
            case .up: (0, 1, width)
            case .upMirrored: (right, -1, width)
            case .down: (right + bottom, -1, -width)
            case .downMirrored: (bottom, 1, -width)
            case .leftMirrored: (0, width, 1)
            case .right: (bottom, -width, 1)
            case .rightMirrored: (right + bottom, -width, -1)
            case .left: (right, width, -1)
            }
        let turned = [UInt8](unsafeUninitializedCapacity: pixels.count) { target, count in
            pixels.withUnsafeBytes { source in
                let source = source.bindMemory(to: UInt32.self)
                target.withMemoryRebound(to: UInt32.self) { target in
                    var output = 0
                    for y in 0..<rows {
                        var input = origin + y * stepY
                        for _ in 0..<columns {
                            target[output] = source[input]
                            output += 1
                            input += stepX
                        }
                    }
                }
            }
            count = pixels.count
        }
        return Bitmap(unchecked: turned, width: columns, height: rows)
    }
}
