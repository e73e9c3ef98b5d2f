extension String {
    /// The text as one word of a POSIX shell.
    public var shellQuoted: String {
        let scalars = unicodeScalars
        if !scalars.isEmpty, scalars.allSatisfy(\.isShellPlain) { return self }
        var quoted = "'"
        for scalar in scalars {
            if scalar == "'" { quoted += #"'\''"# } else { quoted.unicodeScalars.append(scalar) }
        }
        return quoted + "'"
    }

    /// True where the text within single quotes is one word for a shell, and means nothing to what reads it before the shell does: a
    /// menu's parser with quotes, escapes and bars of its own.
    var isQuotableEverywhere: Bool {
        unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && !#"'"\$`|!"#.unicodeScalars.contains($0) }
    }
}

extension Unicode.Scalar {
    fileprivate var isShellPlain: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "+", "_", ".", "/", ":", "=", ",", "@": true
        default: false
        }
    }
}
