import FoundationEssentials
import SubdialBasics
import SubdialDocuments

/// Formats a date by patterns of Unicode letters: `HH:mm`, `EEEE d MMMM`.
struct DatePattern {
    /// The supported pattern letters.
    private static let letters = "yMdEHhmsa"

    private let date: Date
    private let clock: ZoneClock
    private let moment: CivilMoment
    private let names: DateNames
    private let offset: Int

    /// Creates a formatter for a date in a time zone, with the names of a locale, in the Gregorian calendar.
    ///
    /// - Parameters:
    ///   - zone: An identifier such as `Europe/Berlin`, `UTC`, or an offset such as `+01:00`.
    ///   - locale: A supported language, such as `de` or `de-AT`.
    ///   - offset: The offset in the expression that errors refer to.
    init(_ date: Date, zone: String, locale: String, at offset: Int) throws(ExpressionError) {
        guard let names = DateNames.names(locale) else {
            let known = DateNames.languages
            throw ExpressionError(
                "there are no names of days in '\(locale.excerpt)'\(Suggestion.hint(for: locale, among: known)); "
                    + "there are \(known.joined(separator: ", "))", at: offset)
        }
        clock = try ZoneClock(zone, at: offset)
        moment = clock.moment(date)
        self.date = date
        self.names = names
        self.offset = offset
    }

    /// The first time at which a running date is formatted differently; nil for a pattern without fields.
    func nextChange(of pattern: String) -> Date? {
        let letters = Set(Self.fields(of: pattern))
        let unit: Double? =
            letters.contains("s")
            ? 1 : letters.contains("m") ? 60 : !letters.isDisjoint(with: ["H", "h", "a"]) ? 3600 : letters.isEmpty ? nil : 86400
        return unit.map { clock.boundary(after: date, unit: $0) }
    }

    /// The field letters of a pattern, without quoted text.
    private static func fields(of pattern: String) -> [Character] {
        pattern.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
            $0.offset.isMultiple(of: 2) ? Array($0.element) : []
        }
        .filter { letters.contains($0) }
    }

    func write(_ pattern: String, into output: inout BoundedText) throws(ExpressionError) {
        var characters = Array(pattern)[...]
        while let letter = characters.first {
            if letter == "'" {
                // Text between quotes is literal; two quotes are one.
                characters = characters.dropFirst()
                let text = characters.prefix { $0 != "'" }
                try output.append(text.isEmpty ? "'" : String(text))
                characters = characters.dropFirst(text.count + 1)
                continue
            }
            guard letter.isASCII, letter.isLetter else {
                try output.append(String(letter))
                characters = characters.dropFirst()
                continue
            }
            let count = characters.prefix { $0 == letter }.count
            try output.append(try field(letter, count))
            characters = characters.dropFirst(count)
        }
    }

    private func field(_ letter: Character, _ count: Int) throws(ExpressionError) -> String {
        func padded(_ number: Int) -> String { CivilMoment.digits(number, min(count, 9)) }
        switch letter {
        case "y": return count == 2 ? padded(moment.year % 100) : padded(moment.year)
        case "M":
            switch count {
            case 1, 2: return padded(moment.month)
            case 3: return names.shortMonths[moment.month - 1]
            default: return names.months[moment.month - 1]
            }
        case "d": return padded(moment.day)
        case "E": return count > 3 ? names.days[moment.weekday] : names.shortDays[moment.weekday]
        case "H": return padded(moment.hour)
        case "h": return padded((moment.hour + 11) % 12 + 1)
        case "m": return padded(moment.minute)
        case "s": return padded(moment.second)
        case "a": return moment.hour < 12 ? names.halves.before : names.halves.after
        default:
            throw ExpressionError(
                "date does not know '\(letter)' in a format; there are \(Self.letters.map(String.init).joined(separator: ", ")), "
                    + "and text between single quotes", at: offset)
        }
    }
}

extension ZoneClock {
    /// Creates the clock of a time zone named in an expression.
    init(_ identifier: String, at offset: Int) throws(ExpressionError) {
        guard let clock = ZoneClock(identifier) else {
            throw ExpressionError(
                "there is no time zone '\(identifier.excerpt)'; write it like Europe/Berlin, UTC, +01:00 or local", at: offset)
        }
        self = clock
    }
}
