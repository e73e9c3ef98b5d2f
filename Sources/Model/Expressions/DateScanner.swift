import FoundationEssentials
import SubdialBasics

/// Reads the parts of a date from the left of a text.
struct DateScanner {
    private var rest: ArraySlice<Character>

    init(_ text: String) { rest = Array(text)[...] }

    var isAtEnd: Bool { rest.isEmpty }
    /// The number of digits at the beginning of the rest.
    var digitCount: Int { rest.prefix(while: \.isASCIIDigit).count }

    /// Reads a text if the rest begins with it; any blank matches any other.
    mutating func skip(_ text: String) -> Bool {
        let wanted = Array(text)
        guard rest.count >= wanted.count, zip(rest, wanted).allSatisfy({ $0 == $1 || $0.isWhitespace && $1.isWhitespace }) else {
            return false
        }
        rest = rest.dropFirst(wanted.count)
        return true
    }

    mutating func skipBlanks() { rest = rest.drop(while: \.isWhitespace) }

    /// Reads a number with as many digits as there are, within bounds; nil without reading for fewer digits.
    mutating func number(_ digits: ClosedRange<Int>) -> Int? {
        let found = rest.prefix(digits.upperBound).prefix(while: \.isASCIIDigit)
        guard digits.contains(found.count), let number = Int(String(found)) else { return nil }
        rest = rest.dropFirst(found.count)
        return number
    }

    /// Reads the digits of a fraction; nil for none, and for more than 20.
    mutating func fraction() -> Double? {
        let digits = rest.prefix(while: \.isASCIIDigit)
        guard (1...20).contains(digits.count), let value = Double("0." + String(digits)) else { return nil }
        rest = rest.dropFirst(digits.count)
        return value
    }

    /// Reads the longest of several names, in any case; returns its number.
    mutating func name(among names: [DateNames.Numbered]) -> Int? {
        let start = Array(String(rest.prefix(24)).lowercased())
        guard let found = names.first(where: { start.starts(with: $0.name) }) else { return nil }
        // Lower case has as many characters in all languages with names.
        rest = rest.dropFirst(found.name.count)
        return found.number
    }

    /// Reads a zone: `Z`, `+02`, `+0200`, `+02:00`, `GMT+02:00`, or a name such as `CEST` or `Europe/Berlin`.
    mutating func zone() -> DateZone? {
        if let offset = offset() { return .offset(offset) }
        let word = String(rest.prefix { $0.isASCII && ($0.isLetter || $0 == "/" || $0 == "_") })
        guard !word.isEmpty else { return nil }
        rest = rest.dropFirst(word.count)
        guard ["Z", "UT", "UTC", "GMT"].contains(word.uppercased()) else { return .name(word) }
        return .offset(offset() ?? 0)
    }

    /// Reads an offset in seconds; nil without reading if there is none.
    private mutating func offset() -> Int? {
        guard let sign = rest.first, sign == "+" || sign == "-" else { return nil }
        var scanner = self
        scanner.rest = scanner.rest.dropFirst()
        guard let hours = scanner.number(1...2), hours < 24 else { return nil }
        var minutes = 0
        if scanner.skip(":") {
            guard let number = scanner.number(2...2) else { return nil }
            minutes = number
        } else if let number = scanner.number(2...2) {
            minutes = number
        }
        guard minutes < 60 else { return nil }
        self = scanner
        return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
}

/// The zone in the text of a date.
enum DateZone: Hashable {
    /// Seconds east of Greenwich.
    case offset(Int)
    /// An abbreviation or an identifier.
    case name(String)

    /// The hours east of Greenwich of abbreviations with one meaning in most texts, those of RFC 822 among them.
    private static let hours: [String: Double] = [
        "WET": 0, "WEST": 1, "BST": 1, "CET": 1, "CEST": 2, "MEZ": 1, "MESZ": 2, "EET": 2, "EEST": 3, "SAST": 2, "MSK": 3, "JST": 9,
        "KST": 9,
        "AWST": 8, "ACST": 9.5, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13, "AST": -4, "ADT": -3, "EST": -5, "EDT": -4, "CST": -6,
        "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "AKST": -9, "AKDT": -8, "HST": -10,
    ]

    /// The date with a local time in seconds since 1970; nil for an unknown zone.
    ///
    /// - Parameter clock: The zone that is expected, whose own abbreviation has precedence.
    func date(showing seconds: Double, in clock: ZoneClock) -> Date? {
        switch self {
        case .offset(let offset): return Date(timeIntervalSince1970: seconds - Double(offset))
        case .name(let name):
            let word = name.uppercased()
            if let own = clock.dates(showing: seconds).first(where: { clock.abbreviation(at: $0).uppercased() == word }) { return own }
            if let hours = Self.hours[word] { return Date(timeIntervalSince1970: seconds - hours * 3600) }
            return ZoneClock(name)?.date(showing: seconds)
        }
    }
}

/// The fields of a date as they are read.
struct DateFields {
    var year: Int?
    var month = 1
    var day = 1
    var hour = 0
    /// The hour of a half of the day, from 1 to 12.
    var halfHour: Int?
    var isAfternoon = false
    var minute = 0
    var second = 0
    var fraction = 0.0
    var zone: DateZone?

    /// The date; nil if a field is missing or out of its bounds.
    ///
    /// - Parameter clock: The zone of a text without one.
    func date(in clock: ZoneClock) -> Date? {
        guard let year, (1...12).contains(month), (1...CivilMoment.length(ofMonth: month, year: year)).contains(day) else { return nil }
        return date(ofDay: CivilMoment.days(year: year, month: month, day: day), in: clock)
    }

    /// - Parameter days: The day in days since 1970-01-01.
    func date(ofDay days: Int, in clock: ZoneClock) -> Date? {
        var hour = hour
        if let halfHour {
            guard (1...12).contains(halfHour) else { return nil }
            hour = halfHour % 12 + (isAfternoon ? 12 : 0)
        }
        guard (0...24).contains(hour), (0...59).contains(minute), (0...60).contains(second), hour < 24 || minute == 0 && second == 0 else {
            return nil
        }
        let seconds = Double(days * 86400 + hour * 3600 + minute * 60 + second)
        let date = zone.map { $0.date(showing: seconds, in: clock) } ?? clock.date(showing: seconds)
        return date?.addingTimeInterval(fraction)
    }
}
