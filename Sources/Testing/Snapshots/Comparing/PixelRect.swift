/// A rectangle of whole pixels.
package struct PixelRect: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The left column.
    package var x: Int
    /// The top row.
    package var y: Int
    /// The number of columns.
    package var width: Int
    /// The number of rows.
    package var height: Int

    /// Creates a rectangle; negative side lengths become 0.
    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = max(0, width)
        self.height = max(0, height)
    }

    /// The size and position: `20×12 at (4, 8)`.
    package var description: String { "\(width)×\(height) at (\(x), \(y))" }

    /// The columns of a picture of `width` pixels that it covers.
    func columns(within width: Int) -> Range<Int> { Self.range(x, self.width, within: width) }

    /// The rows of a picture of `height` pixels that it covers.
    func rows(within height: Int) -> Range<Int> { Self.range(y, self.height, within: height) }

    private static func range(_ begin: Int, _ length: Int, within limit: Int) -> Range<Int> {
        let (end, isTooFar) = begin.addingReportingOverflow(max(0, length))
        let lower = min(max(0, begin), limit)
        return lower..<max(lower, min(isTooFar ? limit : end, limit))
    }
}

/// A picture's size in pixels.
package struct PixelSize: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The number of columns.
    package var width: Int
    /// The number of rows.
    package var height: Int

    /// Creates a size.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Width and height: `364×170`.
    package var description: String { "\(width)×\(height)" }
}
