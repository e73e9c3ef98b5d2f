import SubdialDrawing

extension Bitmap {
    /// True if more than two different bytes are among the pixels: something is drawn on the background.
    public var showsSomething: Bool {
        var isThere = [Bool](repeating: false, count: 256)
        for byte in pixels { isThere[Int(byte)] = true }
        return isThere.count(where: \.self) > 2
    }

    /// The first pixel in a margin of so many pixels whose colour is not that of its row's first pixel, which changes at most by a shade from
    /// row to row; nil if the margin is empty.
    public func firstPixel(inMargin margin: Int) -> (x: Int, y: Int)? {
        for y in 0..<height where margin > 0 {
            let isInside = y >= margin && y < height - margin
            let first = y * width * 4
            for channel in 0..<4 where y > 0 {
                if abs(Int(pixels[first + channel]) - Int(pixels[first - width * 4 + channel])) > 1 { return (0, y) }
            }
            for x in 0..<width where !isInside || x < margin || x >= width - margin {
                let place = first + x * 4
                for channel in 0..<4 where pixels[place + channel] != pixels[first + channel] { return (x, y) }
            }
        }
        return nil
    }
}
