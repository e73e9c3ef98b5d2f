/// The rules for reading and printing numbers.
public enum Dialect: Hashable, Sendable {
    /// The rules of JSON: `2` is an integer and prints as `2`, `7 / 2` is `3.5`, and 18.4 prints as `18.4`.
    case standard
    /// The rules of playerctl: literals are doubles, `2` prints as `2.0`, integers divide to integers, and 18.4 prints as `18.399999999999999`.
    case playerctl
}

extension Double {
    /// The shortest text that parses as the same number, without a decimal point for integers.
    var shortest: String {
        if let whole = Int64(exactly: self), whole.magnitude < 1 << 53 { return String(whole) }
        return "\(self)"
    }
}
