import SubdialBasics

/// A length of time as users write it: `30s`, `15m`, `1h`, `1d` or `1h 30m`.
package enum TimeLength {
    /// The longest length in seconds: ten years.
    package static let longest = 10 * 366 * 86_400.0
    /// The forms, for messages.
    package static let forms = "a length of time like 30s, 15m, 1h or 1d"

    private static let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]

    /// Parses a length, as a number of seconds up to ``longest``; nil if `text` is none.
    package static func seconds(_ text: String) -> Double? {
        var seconds = 0.0
        var digits = ""
        for character in text where !character.isWhitespace {
            if character.isNumber || character == "." {
                digits.append(character)
                continue
            }
            guard let number = Double(digits), let unit = units[character] else { return nil }
            seconds += number * unit
            digits = ""
        }
        guard digits.isEmpty, !text.isEmpty else { return nil }
        return min(seconds, longest)
    }

    /// Parses the time after which something is hidden: a length, a plain number of seconds, or `none`, which is infinite; nil if `text` is neither.
    package static func patience(_ text: String) -> Double? {
        if text == "none" { return .infinity }
        if let number = Double(text), number >= 0, number.isFinite { return min(number, longest) }
        return seconds(text)
    }
}
