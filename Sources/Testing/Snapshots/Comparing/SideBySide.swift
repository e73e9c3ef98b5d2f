import SubdialDrawing

extension Bitmap {
    /// Pictures in a row, with transparent pixels between.
    ///
    /// - Parameter gap: The distance between two pictures, in pixels.
    package static func sideBySide(_ pictures: [Bitmap], gap: Int = 8) -> Bitmap {
        let width = pictures.map(\.width).reduce(gap * max(0, pictures.count - 1), +)
        let height = pictures.map(\.height).max() ?? 1
        var bytes = [UInt8](repeating: 0, count: max(1, width) * height * 4)
        var x = 0
        for picture in pictures {
            let length = picture.width * 4
            for row in 0..<picture.height {
                let target = (row * width + x) * 4
                bytes.replaceSubrange(target..<target + length, with: picture.pixels[row * length..<(row + 1) * length])
            }
            x += picture.width + gap
        }
        return Bitmap(width: max(1, width), height: height, pixels: bytes) ?? Bitmap(width: 1, height: 1)
    }
}
