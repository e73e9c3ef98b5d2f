/// The transform that makes a picture upright, numbered as in EXIF.
package enum Orientation: Int, Hashable, Sendable, CaseIterable {
    /// Already upright.
    case up = 1
    /// Mirrored horizontally.
    case upMirrored = 2
    /// Rotated by 180°.
    case down = 3
    /// Mirrored vertically.
    case downMirrored = 4
    /// To be mirrored at the diagonal from the top left.
    case leftMirrored = 5
    /// To be rotated clockwise.
    case right = 6
    /// To be mirrored at the diagonal from the top right.
    case rightMirrored = 7
    /// To be rotated anticlockwise.
    case left = 8

    /// True if width and height are swapped.
    package var swapsSides: Bool { rawValue >= 5 }
}

extension Bitmap {
    /// Returns the upright picture.
    package func oriented(_ orientation: Orientation) -> Bitmap {
        guard orientation != .up else { return self }
        let (columns, rows) = orientation.swapsSides ? (height, width) : (width, height)
        // The source index of the new pixel (0, 0), and the steps in the source for one pixel to the right and one down.
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
