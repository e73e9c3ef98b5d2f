extension Character {
    /// The number of columns of the character in a terminal or a monospaced bar: 0, 1 or 2.
    ///
    /// The unit is the grapheme cluster: a combining accent adds no width, and a family of four emoji is as wide as one.
    package var displayWidth: Int {
        let scalars = unicodeScalars
        guard let first = scalars.first else { return 0 }
        if first.value < 0x7F { return first.value >= 0x20 && scalars.count == 1 ? 1 : (first.value < 0x20 ? 0 : clusterWidth) }
        return clusterWidth
    }

    private var clusterWidth: Int {
        var width = 0
        for scalar in unicodeScalars {
            if scalar.isWide { return 2 }
            // The emoji variation selector requests the wide emoji form of a narrow text character.
            if scalar == "\u{FE0F}", let base = unicodeScalars.first, base.properties.isEmoji { return 2 }
            // Two regional indicators form a flag.
            if (0x1F1E6...0x1F1FF).contains(scalar.value) { return 2 }
            if !scalar.isZeroWidth { width = max(width, 1) }
        }
        return width
    }
}

extension Unicode.Scalar {
    fileprivate var isZeroWidth: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    fileprivate var isWide: Bool {
        guard value >= 0x1100 else { return false }
        var low = 0
        var high = wideRanges.count
        while low < high {
            let middle = (low + high) / 2
            if wideRanges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < wideRanges.count && wideRanges[low].contains(value)
    }
}

extension StringProtocol {
    /// The number of columns of the text.
    package var displayWidth: Int {
        reduce(0) { $0 + $1.displayWidth }
    }

    /// The longest prefix that fits in `columns`, in whole characters.
    package func prefix(columns: Int) -> SubSequence {
        var width = 0
        var end = startIndex
        while end < endIndex {
            width += self[end].displayWidth
            guard width <= columns else { break }
            formIndex(after: &end)
        }
        return self[..<end]
    }

    /// The text truncated to `columns`, with `ellipsis` at the end if it was cut.
    package func truncated(columns: Int, ellipsis: String = "…") -> String {
        if displayWidth <= columns { return String(self) }
        let room = columns - ellipsis.displayWidth
        guard room > 0 else { return columns > 0 ? String(ellipsis.prefix(columns: columns)) : "" }
        var kept = prefix(columns: room)
        while kept.last == " " { kept = kept.dropLast() }
        return String(kept) + ellipsis
    }

    /// The text padded with trailing spaces to `columns`.
    package func padded(columns: Int) -> String {
        String(self) + String(repeating: " ", count: Swift.max(0, columns - displayWidth))
    }
}
