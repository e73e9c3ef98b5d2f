extension String {
    /// The maximum number of scalars per character: more than any emoji or script needs, but fewer than a stack of accents that extends
    /// beyond a bar.
    private static let scalarsPerCharacter = 16

    /// Returns the text, cleaned for a line with other text.
    ///
    /// Each run of control characters, tabs and line breaks becomes one space. Direction controls, isolates and noncharacters are removed.
    ///
    /// - Parameter keepingLines: True if line feeds stay, for tooltips.
    func cleaned(keepingLines: Bool = false) -> String {
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
        var result = UnicodeScalarView()
        var isReplaced = false
        for scalar in flatMap({ $0.unicodeScalars.prefix(Self.scalarsPerCharacter) }) where !scalar.turnsOrIsNothing {
            if scalar == "\n", keepingLines {
                result.append(scalar)
                isReplaced = false
            } else if scalar.isControlOrBreak {
                if result.last != " " { result.append(" ") }
                isReplaced = true
            } else if scalar != " " || !isReplaced {
                result.append(scalar)
                isReplaced = false
            }
        }
        return String(result)
    }

    /// Returns the text without white space at its ends.
    func trimmed() -> String {
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[start...end])
    }
}

extension Unicode.Scalar {
    fileprivate var isControlOrBreak: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }

    fileprivate var turnsOrIsNothing: Bool {
        switch value {
        // Embeddings and overrides, isolates.
        case 0x202A...0x202E, 0x2066...0x2069: true
        // Deprecated format characters, interlinear annotation, byte order mark, noncharacters.
        case 0x206A...0x206F, 0xFFF9...0xFFFB, 0xFEFF, 0xFDD0...0xFDEF: true
        default: value & 0xFFFE == 0xFFFE
        }
    }
}
