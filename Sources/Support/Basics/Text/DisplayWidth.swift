extension Unicode.Scalar {
    /// The number of columns of the scalar in a terminal: 0, 1 or 2, as `wcwidth` of the GNU C library returns it.
    ///
    /// A control character has none.
    package var displayWidth: Int {
        switch value {
        case 0x20..<0x7F: 1
        case 0..<0xA0: 0
        case 0xA0..<0x300: self == "\u{AD}" || !zeroWidthRanges.cover(self) ? 1 : 0
        default: zeroWidthRanges.cover(self) ? 0 : wideRanges.cover(self) ? 2 : 1
        }
    }

    /// True for the five skin tones.
    fileprivate var isSkinTone: Bool { (0x1F3FB...0x1F3FF).contains(value) }

    /// True in the blocks of emoji.
    ///
    /// Behind a joiner, a character contains no other scalars of these blocks.
    fileprivate var isPictograph: Bool {
        switch value {
        case 0xA9, 0xAE, 0x203C...0x3299, 0x1F000...0x1FAFF: true
        default: false
        }
    }

    /// True for the scalars because of which a character has another width than its scalars together.
    fileprivate var formsEmoji: Bool { self == "\u{200D}" || self == "\u{FE0F}" || isSkinTone }
}

extension [ClosedRange<UInt32>] {
    /// True if one of these sorted ranges contains the scalar.
    fileprivate func cover(_ scalar: Unicode.Scalar) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low].contains(scalar.value)
    }
}

extension Character {
    /// The number of columns of the character in a terminal.
    ///
    /// It is the sum of the widths of its scalars: a letter of India with its signs has several columns, and a combining accent has none.
    /// An emoji of several scalars has two: a text character before U+FE0F, an emoji and its skin tone, and emoji that joiners connect.
    package var displayWidth: Int {
        var width = 0
        // The columns of the emoji that a following scalar can change.
        var emoji = 0
        var previous: Unicode.Scalar = " "
        for scalar in unicodeScalars {
            let isChange =
                switch scalar {
                case "\u{FE0F}": variationBaseRanges.cover(previous)
                case _ where scalar.isSkinTone && modifierBaseRanges.cover(previous): true
                default: previous == "\u{200D}" && scalar.isPictograph
                }
            if isChange {
                width += 2 - emoji
                emoji = 2
            } else if scalar.displayWidth > 0 {
                emoji = scalar.displayWidth
                width += emoji
            }
            previous = scalar
        }
        return width
    }
}

// Specialized, because other modules call these functions without seeing their code.
extension StringProtocol {
    /// True if each character has one byte and one column.
    private var isPrintableASCII: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }

    /// The number of columns of the text.
    package var displayWidth: Int {
        @_specialize(where Self == String)
        @_specialize(where Self == Substring)
        get { measuredWidth }
    }

    private var measuredWidth: Int {
        if isPrintableASCII { return utf8.count }
        var width = 0
        for scalar in unicodeScalars {
            if scalar.formsEmoji { return reduce(0) { $0 + $1.displayWidth } }
            width += scalar.displayWidth
        }
        return width
    }

    /// The longest prefix that fits in `columns`, in whole characters.
    @_specialize(where Self == String)
    @_specialize(where Self == Substring)
    package func prefix(columns: Int) -> SubSequence {
        if isPrintableASCII { return prefix(Swift.max(0, columns)) }
        var width = 0
        var end = startIndex
        while end < endIndex {
            width += self[end].displayWidth
            guard width <= columns else { break }
            formIndex(after: &end)
        }
        return self[..<end]
    }

    /// The text truncated to at most `columns`, with `ellipsis` at the end if it was cut.
    @_specialize(where Self == String)
    @_specialize(where Self == Substring)
    package func truncated(columns: Int, ellipsis: String = "…") -> String {
        if displayWidth <= columns { return String(self) }
        let room = columns - ellipsis.displayWidth
        guard room > 0 else { return columns > 0 ? String(ellipsis.prefix(columns: columns)) : "" }
        var kept = prefix(columns: room)
        while kept.last == " " { kept = kept.dropLast() }
        return String(kept) + ellipsis
    }

    /// The text padded with trailing spaces to `columns`.
    @_specialize(where Self == String)
    @_specialize(where Self == Substring)
    package func padded(columns: Int) -> String {
        String(self) + String(repeating: " ", count: Swift.max(0, columns - displayWidth))
    }

    /// The text, truncated to exactly `columns` if it is wider: spaces fill the place of a wide character that does not fit.
    @_specialize(where Self == String)
    @_specialize(where Self == Substring)
    package func fitted(columns: Int) -> String {
        displayWidth > columns ? truncated(columns: columns).padded(columns: columns) : String(self)
    }
}
