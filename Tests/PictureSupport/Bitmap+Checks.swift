import SubdialDrawing

extension Bitmap {
    /// True if more than two different bytes are among the pixels: something is drawn on the background.
    public var showsSomething: Bool {
        var isThere = [Bool](repeating: false, count: 256)
        for byte in pixels { isThere[Int(byte)] = true }
        return isThere.count(where: \.self) > 2
    }

    /// The first pixel in a margin of so many pixels whose colour is not that of the upper left pixel; nil if the margin is empty.
    public func firstPixel(inMargin margin: Int) -> (x: Int, y: Int)? {
        for y in 0..<height where margin > 0 {
            let isInside = y >= margin && y < height - margin
            for x in 0..<width where !isInside || x < margin || x >= width - margin {
                let place = (y * width + x) * 4
                for channel in 0..<4 where pixels[place + channel] != pixels[channel] { return (x, y) }
            }
        }
        return nil
    }
}
