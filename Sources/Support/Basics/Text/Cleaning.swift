// The one place that decides which scalars of a foreign text may reach a line, a message or a terminal. All decisions are for single scalars:
// combining scalars could hide the scalar before them.

extension String {
    /// The maximum number of scalars per character: enough for any emoji or script, too few for stacked accents that leave a bar's line.
    private static let scalarsPerCharacter = 16

    /// The text, cleaned for display on a line with other text.
    ///
    /// Consecutive control characters, tabs and line ends become one space. Bidirectional embeddings, overrides and isolates are removed,
    /// and so are noncharacters.
    ///
    /// - Parameter keepingLines: True to keep line feeds, for tooltips.
    package func cleaned(keepingLines: Bool = false) -> String {
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
        // By character, to limit stacked accents per letter; everything else is decided for each scalar.
        var result = UnicodeScalarView()
        var isReplaced = false
        for scalar in flatMap({ $0.unicodeScalars.prefix(Self.scalarsPerCharacter) }) where !scalar.isInvisibleFormat {
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

    /// The text for a terminal: without control characters, except line feeds and tabs.
    package var withoutControls: String {
        guard unicodeScalars.contains(where: \.isTerminalControl) else { return self }
        return String(UnicodeScalarView(unicodeScalars.filter { !$0.isTerminalControl }))
    }
}

extension StringProtocol {
    /// The text without leading and trailing white space.
    package func trimmed() -> String {
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[start...end])
    }

    /// The text of a server or a user on one line, for a message: without control, bidirectional, invisible and unassigned characters.
    ///
    /// - Parameter limit: The maximum number of characters; a longer text ends with an ellipsis.
    package func oneLine(limit: Int = 200) -> String {
        var scalars = String.UnicodeScalarView()
        // A character may have any number of combining marks; 16 scalars are enough.
        for scalar in prefix(limit * 4).flatMap({ $0.unicodeScalars.prefix(16) }) {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: scalars.append(" ")
            // The zero-width joiner combines several emoji into one.
            case .format where scalar != "\u{200D}": continue
            case .surrogate, .privateUse, .unassigned: continue
            default: scalars.append(scalar)
            }
        }
        let line = String(scalars).split(separator: " ").joined(separator: " ")
        return line.count > limit ? line.prefix(limit - 1) + "…" : line
    }

    /// The text for a message on one line: at most 40 scalars, with escapes such as `\u{9B}` for unsafe ones.
    package var excerpt: String {
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

    /// The text for a message: at most `limit` characters; a longer one ends with an ellipsis and its length.
    ///
    /// A text in quotation marks keeps the last one, and they do not count for its length.
    package func limited(to limit: Int) -> String {
        guard count > limit else { return String(self) }
        let isQuoted = hasPrefix("\"") && hasSuffix("\"")
        return "\(prefix(limit - (isQuoted ? 2 : 1)))…\(isQuoted ? "\"" : "") (\(isQuoted ? count - 2 : count) characters)"
    }
}

extension Unicode.Scalar {
    /// True if the scalar could end a line, control a terminal, or change the direction of the following text.
    ///
    /// A terminal treats U+009B as the start of a control sequence, like ESC and `[`.
    package var isUnsafeInLine: Bool { isControlOrBreak || isDirectionControl }

    fileprivate var isControlOrBreak: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }

    fileprivate var isTerminalControl: Bool {
        switch value {
        case 0x09, 0x0A: false
        case 0..<0x20, 0x7F..<0xA0: true
        default: false
        }
    }

    /// True for bidirectional embeddings, overrides and isolates.
    fileprivate var isDirectionControl: Bool { (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value) }

    fileprivate var isInvisibleFormat: Bool {
        switch value {
        case _ where isDirectionControl: true
        // Deprecated format characters, interlinear annotation, byte order mark, noncharacters.
        case 0x206A...0x206F, 0xFFF9...0xFFFB, 0xFEFF, 0xFDD0...0xFDEF: true
        default: value & 0xFFFE == 0xFFFE
        }
    }
}
