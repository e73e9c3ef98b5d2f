import Glibc
import SubdialBasics
import SubdialDrawing

extension Bitmap {
    /// The picture in greyscale with unchanged luminance, from which the lock screen makes its material.
    var grey: Bitmap {
        mapped { luma, alpha, _ in
            let byte = min(luma, alpha)
            return (byte, byte, byte, alpha)
        }
    }

    /// The picture in shades of red with unchanged luminance: StandBy at night.
    var nightRed: Bitmap {
        mapped { luma, alpha, _ in
            let byte = min(luma, alpha)
            // A deep red that is comfortable for eyes adapted to the dark.
            return (byte * 10 / 255, byte * 14 / 255, byte * 250 / 255, alpha)
        }
    }

    /// A white mask whose opacity is the luminance of each pixel: a desaturated picture in a tinted widget.
    var luminanceMask: Bitmap {
        mapped { luma, alpha, _ in
            let byte = min(luma, alpha)
            return (byte, byte, byte, byte)
        }
    }

    /// The relative luminance (WCAG 2.1) of the brightest pixel of an opaque picture, 0 to 1.
    ///
    /// The brightest hundredth of the pixels is ignored, so that single bright pixels do not count.
    var brightest: Double {
        let linear = (0...255).map { Color.linear(Double($0) / 255) }
        var counts = Array(repeating: 0, count: 1001)
        for index in stride(from: 0, to: pixels.count, by: 4) {
            let (blue, green, red) = (linear[Int(pixels[index])], linear[Int(pixels[index + 1])], linear[Int(pixels[index + 2])])
            counts[min(1000, Int(saturating: ((0.0722 * blue + 0.7152 * green + 0.2126 * red) * 1000).rounded(.up)))] += 1
        }
        var rest = width * height / 100
        for step in stride(from: 1000, through: 0, by: -1) {
            rest -= counts[step]
            if rest < 0 { return Double(step) / 1000 }
        }
        return 0
    }

    /// The picture with each pixel replaced by the result of `change`; blue, green, red and alpha, premultiplied.
    private func mapped(_ change: (_ luma: Int, _ alpha: Int, _ index: Int) -> (Int, Int, Int, Int)) -> Bitmap {
        var pixels = self.pixels
        for index in stride(from: 0, to: pixels.count, by: 4) {
            // Rec. 709 on the stored values, in 16-bit integers for equal rounding on all platforms. Premultiplied colours stay premultiplied.
            let luma = (Int(pixels[index]) * 4732 + Int(pixels[index + 1]) * 46871 + Int(pixels[index + 2]) * 13933 + 32768) >> 16
            let (blue, green, red, alpha) = change(luma, Int(pixels[index + 3]), index)
            pixels[index] = UInt8(clamping: blue)
            pixels[index + 1] = UInt8(clamping: green)
            pixels[index + 2] = UInt8(clamping: red)
            pixels[index + 3] = UInt8(clamping: alpha)
        }
        return Bitmap(width: width, height: height, pixels: pixels) ?? self
    }
}
