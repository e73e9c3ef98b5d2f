extension Unicode.Scalar {
    /// True if the scalar could end a line, control a terminal, or change the direction of the following text.
    ///
    /// A terminal treats U+009B as the start of a control sequence, like ESC and `[`.
    package var isUnsafeInLine: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension StringProtocol {
    /// The text for a message on one line: at most 40 scalars, with escapes such as `\u{9B}` for unsafe ones.
    public var excerpt: String {
        var excerpt = ""
        for scalar in unicodeScalars.prefix(40) {
            if scalar.isUnsafeInLine {
                excerpt += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                excerpt.unicodeScalars.append(scalar)
            }
        }
        return unicodeScalars.dropFirst(40).isEmpty ? excerpt : excerpt + "…"
    }
}
