extension String {
    /// The maximum number of scalars per character: enough for any emoji or script, too few for stacked accents that leave a bar's line.
    private static let scalarsPerCharacter = 16

    /// The text, cleaned for display on a line with other text.
    ///
    /// Consecutive control characters, tabs and line ends become one space. Bidirectional embeddings, overrides and isolates are removed,
    /// and so are noncharacters.
    ///
    /// - Parameter keepingLines: True to keep line feeds, for tooltips.
    public func cleaned(keepingLines: Bool = false) -> String {
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
        // By character, to limit stacked accents per letter; everything else is decided for each scalar.
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

    /// The text without leading and trailing white space.
    public func trimmed() -> String {
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[start...end])
    }
}

extension String {
    /// The text for a terminal: without control characters, except line feeds and tabs.
    public var withoutControls: String {
        guard unicodeScalars.contains(where: \.drivesTerminals) else { return self }
        return String(UnicodeScalarView(unicodeScalars.filter { !$0.drivesTerminals }))
    }
}

extension Unicode.Scalar {
    fileprivate var drivesTerminals: Bool {
        switch value {
        case 0x09, 0x0A: false
        case 0..<0x20, 0x7F..<0xA0: true
        default: false
        }
    }

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
