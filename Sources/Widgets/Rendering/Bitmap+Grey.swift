import Drawing

extension Bitmap {
    /// The picture without colour, each pixel as bright as it was: what the lock screen makes its material from.
    var grey: Bitmap {
        var pixels = self.pixels
        for index in stride(from: 0, to: pixels.count, by: 4) {
            // Rec. 709 on the stored values, in 16-bit integers so that no platform rounds otherwise. Premultiplied colours stay premultiplied.
            let luma = (Int(pixels[index]) * 4732 + Int(pixels[index + 1]) * 46871 + Int(pixels[index + 2]) * 13933 + 32768) >> 16
            let byte = UInt8(min(luma, Int(pixels[index + 3])))
            (pixels[index], pixels[index + 1], pixels[index + 2]) = (byte, byte, byte)
        }
        return Bitmap(width: width, height: height, pixels: pixels) ?? self
    }
}
