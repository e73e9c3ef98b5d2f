extension StringProtocol {
    /// The text escaped as Pango markup.
    ///
    /// Control characters, which markup cannot contain, are removed.
    package var markupEscaped: String {
        var escaped = ""
        for scalar in unicodeScalars {
            if let replacement = scalar.markupReplacement { escaped += replacement } else { escaped.unicodeScalars.append(scalar) }
        }
        return escaped
    }
}

extension Unicode.Scalar {
    /// The escape sequence of the scalar in Pango markup; nil for a literal character, empty for one that markup cannot contain.
    package var markupReplacement: String? {
        switch self {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "'": "&apos;"
        case "\"": "&quot;"
        case "\n", "\t": nil
        case "\u{0}"..<"\u{20}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": ""
        default: nil
        }
    }
}
