extension Double {
    /// Less than this between two lengths comes from arithmetic alone.
    static let noise = 1e-9

    /// The number with two decimals, as golden texts have it; `inf` where it has no end.
    var twoDecimals: String {
        guard isFinite, magnitude < 1e12 else { return self < 0 ? "-inf" : "inf" }
        let hundredths = Int(saturating: (self * 100).rounded())
        let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
        return (hundredths < 0 ? "-" : "") + "\(whole)." + (rest < 10 ? "0\(rest)" : "\(rest)")
    }

    /// The number less `other`, and 0 between two that are both endless, as the middles of endless views are.
    func distance(from other: Double) -> Double {
        let difference = self - other
        return difference.isNaN ? 0 : difference
    }

    /// The number between the two, the lower where they cross.
    func clamped(_ lower: Double, _ upper: Double) -> Double {
        Swift.max(lower, Swift.min(self, upper))
    }

    /// The number moved to a whole device pixel, `scale` of them to a point.
    func snapped(toScale scale: Double) -> Double { (self * scale).rounded() / scale }
}
