import SubdialBasics
import SubdialCPixels

extension Bitmap {
    /// The maximum radius of a blur in pixels.
    package static let maximumBlur = 256

    /// Returns the blurred picture with its edge pixels extended beyond its edges, so that no pixel becomes less opaque.
    ///
    /// - Parameter radius: As for ``blurred(radius:)``.
    package func blurredToEdges(radius: Double) -> Bitmap {
        let reach = min(max(radius.isNaN ? 0 : radius, 0), Double(Self.maximumBlur))
        // The total extent of the three means.
        let margin = 3 * ((Int(saturating: reach.rounded()) + 1) / 2)
        guard margin > 0 else { return self }
        let (wide, high) = (width + 2 * margin, height + 2 * margin)
        let words = pixels.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
        var larger: [UInt32] = []
        larger.reserveCapacity(wide * high)
        for y in 0..<high {
            let row = min(max(y - margin, 0), height - 1) * width
            larger += repeatElement(words[row], count: margin)
            larger += words[row..<row + width]
            larger += repeatElement(words[row + width - 1], count: margin)
        }
        let blurred = Bitmap(unchecked: larger.withUnsafeBytes { Array($0) }, width: wide, height: high).blurred(radius: radius)
        return blurred.part(PixelRect(x: margin, y: margin, width: width, height: height))
    }

    /// Returns the blurred picture: three successive running means, which approximate a Gaussian.
    ///
    /// It uses integers, so that the result is the same on all machines. Pixels outside the picture are transparent.
    ///
    /// - Parameter radius: The extent of the blur in pixels, about twice the Gaussian's standard deviation; 0 to ``maximumBlur``.
    package func blurred(radius: Double) -> Bitmap {
        let reach = Int(saturating: min(max(radius.isNaN ? 0 : radius, 0), Double(Self.maximumBlur)).rounded())
        guard reach > 0 else { return self }
        // Three means of r pixels to each side have an extent of 3 r, and look like a Gaussian with a standard deviation of about r.
        let side = max(1, (reach + 1) / 2)
        var from = pixels
        var to = [UInt8](repeating: 0, count: pixels.count)
        for _ in 0..<3 {
            subdial_mean(from, &to, height, width, width * 4, 4, side)
            subdial_mean(to, &from, width, height, 4, width * 4, side)
        }
        return Bitmap(unchecked: from, width: width, height: height)
    }
}
