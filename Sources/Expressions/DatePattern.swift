import FoundationEssentials
import JSON

/// A date that is written by patterns of Unicode's letters: `HH:mm`, `EEEE d MMMM`.
struct DatePattern {
    /// The letters that a pattern may have.
    private static let letters = "yMdEHhmsa"

    private let moment: CivilMoment
    private let names: DateNames
    private let offset: Int

    /// Takes the date in the zone, by the Gregorian calendar, in the words of the locale.
    ///
    /// - Parameters:
    ///   - zone: An identifier such as `Europe/Berlin`, or `UTC`, or an offset such as `+01:00`.
    ///   - locale: A language that there are names for, such as `de` or `de-AT`.
    ///   - offset: The character of the expression that an error is told at.
    init(_ date: Date, zone: String, locale: String, at offset: Int) throws(ExpressionError) {
        guard let names = DateNames.names(locale) else {
            let known = DateNames.languages
            throw ExpressionError(
                "there are no names of days in '\(locale.excerpt)'\(Suggestion.hint(for: locale, among: known)); "
                    + "there are \(known.joined(separator: ", "))", at: offset)
        }
        guard let seconds = Self.seconds(of: zone, at: date) else {
            throw ExpressionError("there is no time zone '\(zone.excerpt)'; write it like Europe/Berlin, UTC or +01:00", at: offset)
        }
        moment = CivilMoment(date, offset: seconds)
        self.names = names
        self.offset = offset
    }

    func write(_ pattern: String, into output: inout BoundedText) throws(ExpressionError) {
        var characters = Array(pattern)[...]
        while let letter = characters.first {
            if letter == "'" {
                // Between quotes all stands for itself; two of them are one.
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

    /// Seconds east of Greenwich; nil where nobody knows the zone.
    private static func seconds(of zone: String, at date: Date) -> Int? {
        if ["UTC", "GMT", "Z"].contains(zone) { return 0 }
        if let sign = zone.first, sign == "+" || sign == "-" {
            let parts = zone.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(\.isASCIIDigit) }),
                let hours = Int(parts[0]), let minutes = Int(parts[1]), hours < 24, minutes < 60
            else { return nil }
            return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
        }
        // The longest name there is has 32 letters.
        guard zone.utf8.count <= 64 else { return nil }
        return TimeZone(identifier: zone)?.secondsFromGMT(for: date)
    }
}
