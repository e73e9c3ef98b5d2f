import SubdialBasics

extension Double {
    /// The tolerance for rounding errors: smaller differences between two lengths count as equal.
    static let noise = 1e-9

    /// The tolerance of a length in pixels that is rounded up.
    static let pixelNoise = 1e-6

    /// The number with two decimals, as in golden files; `inf` or `-inf` for infinite numbers and those of 1e12 or more.
    var twoDecimals: String {
        guard isFinite, magnitude < 1e12 else { return self < 0 ? "-inf" : "inf" }
        let hundredths = Int(saturating: (self * 100).rounded())
        let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
        return (hundredths < 0 ? "-" : "") + "\(whole)." + (rest < 10 ? "0\(rest)" : "\(rest)")
    }

    /// The difference to `other`; 0 if both are infinite, such as the centres of infinite views.
    func distance(from other: Double) -> Double {
        let difference = self - other
        return difference.isNaN ? 0 : difference
    }

    /// The number limited to the range; `lower` if the bounds cross.
    func clamped(_ lower: Double, _ upper: Double) -> Double {
        Swift.max(lower, Swift.min(self, upper))
    }

    /// The number rounded to a whole device pixel, at `scale` pixels per point.
    func snapped(toScale scale: Double) -> Double { (self * scale).rounded() / scale }
}
