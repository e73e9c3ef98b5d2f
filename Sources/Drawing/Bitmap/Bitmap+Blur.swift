extension Bitmap {
    /// The maximum radius of a blur in pixels.
    public static let maximumBlur = 256

    /// Returns the blurred picture with its edge pixels extended beyond its edges, so that no pixel becomes less opaque.
    ///
    /// - Parameter radius: As for ``blurred(radius:)``.
    public func blurredToEdges(radius: Double) -> Bitmap {
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
    public func blurred(radius: Double) -> Bitmap {
        let reach = Int(saturating: min(max(radius.isNaN ? 0 : radius, 0), Double(Self.maximumBlur)).rounded())
        guard reach > 0 else { return self }
        // Three means of r pixels to each side have an extent of 3 r, and look like a Gaussian with a standard deviation of about r.
        let side = max(1, (reach + 1) / 2)
        var from = pixels
        var to = [UInt8](repeating: 0, count: pixels.count)
        for _ in 0..<3 {
            Self.mean(from, into: &to, lines: height, length: width, lineStep: width * 4, step: 4, side: side)
            Self.mean(to, into: &from, lines: width, length: height, lineStep: 4, step: width * 4, side: side)
        }
        return Bitmap(unchecked: from, width: width, height: height)
    }

    /// Computes the mean of each pixel and of `side` neighbours before and after it, along lines.
    private static func mean(
        _ source: [UInt8], into target: inout [UInt8], lines: Int, length: Int, lineStep: Int, step: Int, side: Int
    ) {
        let count = UInt32(2 * side + 1)
        // The rounded division by the count as a multiplication, which is exact for sums of up to 513 bytes.
        let factor = (UInt64(1) << 32) / UInt64(count) + 1
        source.withUnsafeBufferPointer { source in
            target.withUnsafeMutableBufferPointer { target in
                for line in 0..<lines {
                    for channel in 0..<4 {
                        let start = line * lineStep + channel
                        var sum: UInt32 = 0
                        for index in 0..<min(side, length) { sum += UInt32(source[start + index * step]) }
                        for index in 0..<length {
                            if index + side < length { sum += UInt32(source[start + (index + side) * step]) }
                            if index > side { sum -= UInt32(source[start + (index - side - 1) * step]) }
                            target[start + index * step] = UInt8(truncatingIfNeeded: (UInt64(sum + count / 2) * factor) >> 32)
                        }
                    }
                }
            }
        }
    }
}
