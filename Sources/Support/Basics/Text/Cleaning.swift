// The one place that decides which scalars of a foreign text may reach a line, a picture, a message or a terminal.

extension String {
    /// The maximum number of scalars per character: enough for any emoji or script, too few for stacked accents that leave a bar's line.
    private static let scalarsPerCharacter = 16

    /// The text, cleaned for display on a line with other text.
    ///
    /// Consecutive control characters, tabs and line ends become one space. What nobody sees is removed: directional controls and marks,
    /// zero-width spaces, fillers, tags, annotations and noncharacters. Joiners, variation selectors and tags stay where a script or an emoji
    /// needs them.
    ///
    /// - Parameters:
    ///   - keepingLines: True to keep line feeds, for tooltips.
    ///   - keepingIsolates: True to keep the isolates of ``isolated``.
    package func cleaned(keepingLines: Bool = false, keepingIsolates: Bool = false) -> String {
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
        // By character, to limit stacked accents per letter; everything else is decided for each scalar and its neighbours.
        let scalars = flatMap { $0.unicodeScalars.prefix(Self.scalarsPerCharacter) }
        var result = UnicodeScalarView()
        var isReplaced = false
        var flag = 0..<0
        for (index, scalar) in scalars.enumerated() {
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            if scalar == "\n", keepingLines {
                result.append(scalar)
                isReplaced = false
            } else if scalar.isControlOrBreak {
                let isPartOfLineEnd = keepingLines && scalar == "\r" && next == "\n"
                if result.last != " ", !isPartOfLineEnd { result.append(" ") }
                isReplaced = true
            } else if scalar.isInvisible {
                let isKept = flag.contains(index) || keepingIsolates && scalar.isIsolate
                guard isKept || scalar.isNeeded(after: result.last, before: next) else { continue }
                result.append(scalar)
                isReplaced = false
            } else if scalar != " " || !isReplaced {
                if scalar == "\u{1F3F4}" { flag = index + 1..<index + 1 + Unicode.Scalar.tags(ofFlagAt: scalars[(index + 1)...]) }
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

extension String {
    /// The text, or nil if it is blank.
    package var unlessBlank: String? { allSatisfy(\.isWhitespace) ? nil : self }
}

extension StringProtocol {
    /// The text without leading and trailing white space.
    package func trimmed() -> String {
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[start...end])
    }

    /// The text with a space in place of each line break, of which CR LF is one.
    package var withoutLineBreaks: String {
        contains(where: \.isNewline) ? String(map { $0.isNewline ? " " : $0 }) : String(self)
    }

    /// The text of a server or a user on one line, for a message: cleaned, and without unassigned characters and runs of spaces.
    ///
    /// - Parameter limit: The maximum number of characters; a longer text ends with an ellipsis.
    package func oneLine(limit: Int = 200) -> String {
        let scalars = String(prefix(limit * 4)).cleaned().unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
            switch scalar.properties.generalCategory {
            case .spaceSeparator: " "
            case .surrogate, .privateUse, .unassigned: nil
            default: scalar
            }
        }
        let line = String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
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
    private var isDirectionControl: Bool { (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value) }

    /// True for the isolates of ``Swift/StringProtocol/isolated``.
    fileprivate var isIsolate: Bool { self == "\u{2068}" || self == "\u{2069}" }

    /// True for a scalar that nobody sees: what Unicode lets a font ignore, interlinear annotations and noncharacters.
    fileprivate var isInvisible: Bool {
        switch value {
        case ..<0xAD: false
        case 0xFFF9...0xFFFB, 0xFDD0...0xFDEF: true
        default: value & 0xFFFE == 0xFFFE || properties.isDefaultIgnorableCodePoint
        }
    }

    /// True if a script or an emoji needs the invisible scalar between its neighbours.
    fileprivate func isNeeded(after last: Unicode.Scalar?, before next: Unicode.Scalar?) -> Bool {
        guard let last else { return false }
        switch value {
        case 0x200D where last.endsEmoji: return next?.isPicture ?? false
        case 0x200C, 0x200D:
            // The form of a letter depends on a joiner after it, at the end of a word only behind the sign for a missing vowel.
            return last.isJoined && (last.properties.canonicalCombiningClass == .virama || next?.isJoined ?? false)
        case 0xFE0E, 0xFE0F: return last.properties.isEmoji
        case 0xFE00...0xFE0D: return last.isBase
        case 0xE0100...0xE01EF: return last.properties.isIdeographic
        // The form of a Mongolian letter, and the separator before an ending.
        case 0x180B...0x180D, 0x180F: return last.isMongolianLetter
        case 0x180E: return (last.isMongolianLetter || last.isInvisible) && next?.isMongolianLetter ?? false
        default: return false
        }
    }

    /// The number of scalars after a black flag that make it one of the three flags with tags: those of England, Scotland and Wales.
    fileprivate static func tags(ofFlagAt scalars: some Collection<Unicode.Scalar>) -> Int {
        ["gbeng", "gbsct", "gbwls"].map { name in name.unicodeScalars.map { $0.value + 0xE0000 } + [0xE007F] }
            .first { scalars.map(\.value).starts(with: $0) }?.count ?? 0
    }

    /// True for a letter, digit, punctuation mark or symbol.
    private var isBase: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
            .otherNumber, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .connectorPunctuation, .dashPunctuation,
            .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation:
            true
        default: false
        }
    }

    /// True for an emoji that is no digit or sign.
    private var isPicture: Bool { value > 0xA8 && properties.isEmoji }

    /// True for the last scalar of an emoji.
    private var endsEmoji: Bool { isPicture || self == "\u{FE0F}" || self == "\u{E007F}" }

    private var isMongolianLetter: Bool { (0x1820...0x18AA).contains(value) }

    /// True for a letter or a mark of a script in which joiners change the form of letters.
    private var isJoined: Bool {
        switch value {
        // Arabic to Mandaic, the scripts of India, Burmese, Khmer and Mongolian, those of South-East Asia, presentation forms, Brahmi and
        // its descendants, Adlam.
        case 0x0600...0x0DFF, 0x1000...0x109F, 0x1780...0x18AF, 0x1A00...0x1C4F, 0xA800...0xABFF, 0xFB50...0xFDFF, 0xFE70...0xFEFC,
            0x10A00...0x10AFF, 0x10D00...0x10D3F, 0x11000...0x11FFF, 0x1E900...0x1E95F:
            switch properties.generalCategory {
            case .otherLetter, .modifierLetter, .uppercaseLetter, .lowercaseLetter, .nonspacingMark, .spacingMark: !isInvisible
            default: false
            }
        default: false
        }
    }
}
