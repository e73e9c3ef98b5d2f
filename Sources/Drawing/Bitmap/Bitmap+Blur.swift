extension Bitmap {
    /// The farthest that a blur reaches, in pixels.
    public static let maximumBlur = 256

    /// The picture out of focus as if its edges went on for ever: no pixel is less opaque for what is not there.
    ///
    /// - Parameter radius: As for ``blurred(radius:)``.
    public func blurredToEdges(radius: Double) -> Bitmap {
        let reach = min(max(radius.isNaN ? 0 : radius, 0), Double(Self.maximumBlur))
        // As far as the three means reach.
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

    /// The picture out of focus: three running means one after the other, which together are close to a Gaussian.
    ///
    /// In integers, so that it is the same on any machine. Outside the picture there is nothing.
    ///
    /// - Parameter radius: How far the blur reaches in pixels, about twice the Gaussian's deviation; 0 to ``maximumBlur``.
    public func blurred(radius: Double) -> Bitmap {
        let reach = Int(saturating: min(max(radius.isNaN ? 0 : radius, 0), Double(Self.maximumBlur)).rounded())
        guard reach > 0 else { return self }
        // Three means of r pixels to each side reach 3 r, and look as wide as a Gaussian with a deviation of about r.
        let side = max(1, (reach + 1) / 2)
        var from = pixels
        var to = [UInt8](repeating: 0, count: pixels.count)
        for _ in 0..<3 {
            Self.mean(from, into: &to, lines: height, length: width, lineStep: width * 4, step: 4, side: side)
            Self.mean(to, into: &from, lines: width, length: height, lineStep: 4, step: width * 4, side: side)
        }
        return Bitmap(unchecked: from, width: width, height: height)
    }

    /// The mean of each pixel and `side` neighbours before and behind it, along lines.
    private static func mean(
        _ source: [UInt8], into target: inout [UInt8], lines: Int, length: Int, lineStep: Int, step: Int, side: Int
    ) {
        let count = UInt32(2 * side + 1)
        // Rounded division by the count as a multiplication: exact for sums of up to 513 bytes.
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
