/// How numbers are read and printed.
public enum Dialect: Hashable, Sendable {
    /// As JSON has them: `2` is whole and prints as `2`, `7 / 2` is `3.5`, and 18.4 prints as `18.4`.
    case standard
    /// As playerctl has them: what is written down is a double, `2` prints as `2.0`, whole numbers divide to whole ones, and 18.4 prints
    /// as `18.399999999999999`.
    case playerctl
}

extension Double {
    /// The shortest text that reads as this number again, without a point where it is whole.
    var shortest: String {
        if let whole = Int64(exactly: self), whole.magnitude < 1 << 53 { return String(whole) }
        return "\(self)"
    }
}
