extension BoundedText {
    /// Appends `source` in capital letters, by Unicode's mappings that depend on no language.
    mutating func append(uppercased source: String) throws(ExpressionError) {
        for scalar in source.unicodeScalars { try append(scalar.properties.uppercaseMapping) }
    }

    /// Appends `source` in small letters, by Unicode's mappings that depend on no language.
    ///
    /// A sigma at the end of a word is `ς`, which the standard library's `lowercased()` does not know.
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
    /// Whether a letter with a case comes next, with nothing before it but accents, apostrophes and their like.
    fileprivate var continuesWord: Bool {
        first { !$0.properties.isCaseIgnorable }?.properties.isCased ?? false
    }
}
