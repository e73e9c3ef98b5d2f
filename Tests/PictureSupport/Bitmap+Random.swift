import SubdialDrawing
import SubdialTestSupport

extension Bitmap {
    /// Returns random premultiplied pixels; one third is transparent, one third opaque.
    public static func random(width: Int, height: Int, seed: UInt64, isOpaque: Bool = false) -> Bitmap? {
        var random = SplitMix64(seed: seed)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 4)
        for _ in 0..<width * height {
            let alpha = isOpaque ? 255 : [0, 255, random.next(below: 256)][random.next(below: 3)]
            for _ in 0..<3 { pixels.append(UInt8(random.next(below: alpha + 1))) }
            pixels.append(UInt8(alpha))
        }
        return Bitmap(width: width, height: height, pixels: pixels)
    }
}
