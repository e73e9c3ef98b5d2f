extension Double {
    /// The number rounded to five decimals, which removes the error of a 32-bit float: 0.10000000149011612 becomes 0.1.
    package var withoutFloatNoise: Double {
        guard isFinite, magnitude < 1e9 else { return self }
        return (self * 100_000).rounded() / 100_000
    }

    /// The number with at most `decimals` digits after the decimal point, without trailing zeros.
    package func decimals(atMost decimals: Int) -> String {
        var text = fixed(decimals)[...]
        guard text.contains(".") else { return String(text) }
        while text.hasSuffix("0") { text.removeLast() }
        return String(text.hasSuffix(".") ? text.dropLast() : text)
    }

    /// The number with exactly `decimals` digits after the decimal point, never as `-0`.
    ///
    /// - Parameter decimals: 0 to 6.
    package func fixed(_ decimals: Int) -> String {
        guard isFinite, magnitude < 1e15 else { return "\(self)" }
        var scale = 1
        for _ in 0..<max(0, min(decimals, 6)) { scale *= 10 }
        let units = Int(saturating: (magnitude * Double(scale)).rounded())
        let sign = self < 0 && units > 0 ? "-" : ""
        guard scale > 1 else { return "\(sign)\(units)" }
        let fraction = String(units % scale)
        return "\(sign)\(units / scale)." + String(repeating: "0", count: max(0, decimals - fraction.count)) + fraction
    }
}
