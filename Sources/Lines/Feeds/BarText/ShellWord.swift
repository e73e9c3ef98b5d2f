extension String {
    /// The text, quoted as one word of a POSIX shell.
    package var shellQuoted: String {
        let scalars = unicodeScalars
        if !scalars.isEmpty, scalars.allSatisfy(\.isShellPlain) { return self }
        var quoted = "'"
        for scalar in scalars {
            if scalar == "'" { quoted += #"'\''"# } else { quoted.unicodeScalars.append(scalar) }
        }
        return quoted + "'"
    }

    /// True if the text is one line, without characters that lines never contain.
    ///
    /// Without those, a command could mean something else.
    var isOneLine: Bool { !unicodeScalars.contains("\n") && BarEscaping.verbatim(self).source == self }

    /// True if the text in single quotes is one word for a shell, and has no special characters for menu parsers that read it before the
    /// shell: quotes, escapes and vertical bars.
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
