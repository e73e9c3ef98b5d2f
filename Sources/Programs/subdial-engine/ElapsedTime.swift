import SubdialBasics

/// The time since work began, for people.
struct ElapsedTime {
    private let start = ContinuousClock.now

    /// The time so far.
    var text: String { Self.text(seconds: (ContinuousClock.now - start) / .seconds(1)) }

    /// Seconds with one decimal, and whole seconds from ten on: `1.2 s`.
    static func text(seconds: Double) -> String {
        let tenths = Int(saturating: (seconds * 10).rounded())
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10) s" : "\(Int(saturating: seconds.rounded())) s"
    }
}
