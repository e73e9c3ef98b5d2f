extension StringProtocol {
    /// The text as Pango markup that shows it literally.
    ///
    /// Control characters, which markup cannot hold, are left out.
    public var markupEscaped: String {
        var escaped = ""
        for scalar in unicodeScalars {
            if let replacement = scalar.markupReplacement { escaped += replacement } else { escaped.unicodeScalars.append(scalar) }
        }
        return escaped
    }
}

extension Unicode.Scalar {
    /// What stands for the scalar in Pango markup; nil where it stands for itself, empty where markup cannot hold it.
    public var markupReplacement: String? {
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
