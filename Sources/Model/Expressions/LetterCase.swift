extension BoundedText {
    /// Appends `source` in uppercase, by Unicode's language-independent mappings.
    mutating func append(uppercased source: String) throws(ExpressionError) {
        for scalar in source.unicodeScalars { try append(scalar.properties.uppercaseMapping) }
    }

    /// Appends `source` in lowercase, by Unicode's language-independent mappings.
    ///
    /// A sigma at the end of a word is `ς`, which the standard library's `lowercased()` does not support.
    mutating func append(lowercased source: String) throws(ExpressionError) {
        var isBehindLetter = false
        var rest = source.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "Σ" {
                try append(isBehindLetter && !rest.continuesWord ? "ς" : "σ")
            } else {
                try append(scalar.properties.lowercaseMapping)
            }
            if !scalar.properties.isCaseIgnorable { isBehindLetter = scalar.properties.isCased }
        }
    }
}

extension Substring.UnicodeScalarView {
    /// True if a cased letter follows, possibly after accents, apostrophes and other case-ignorable characters.
    fileprivate var continuesWord: Bool {
        first { !$0.properties.isCaseIgnorable }?.properties.isCased ?? false
    }
}
