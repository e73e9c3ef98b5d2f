import FoundationEssentials
import SubdialBasics

/// Reads dates from texts, by a pattern or in the usual forms; those without a zone are in the zone of `clock`.
struct DateReader {
    /// The maximum size of a date in bytes.
    private static let maximumText = 400
    /// Words between the parts of a date.
    private static let fillers: Set<String> = ["at", "of", "um", "den", "le", "à"]

    let clock: ZoneClock

    /// Reads a date by a pattern.
    func date(_ text: String, pattern: DatePattern) -> Date? {
        guard text.utf8.count <= Self.maximumText else { return nil }
        var scanner = DateScanner(text)
        var fields = DateFields()
        for part in pattern.parts {
            switch part {
            case .literal(let literal): guard scanner.skip(literal) else { return nil }
            case .field(let letter, let count): guard fields.read(letter, count, &scanner) else { return nil }
            }
        }
        return scanner.isAtEnd ? fields.date(in: clock) : nil
    }

    /// Reads a date in ISO 8601, in its extended or basic form, or a date with the name of a month, as in RFC 822.
    func date(_ text: String) -> Date? {
        guard text.utf8.count <= Self.maximumText else { return nil }
        return iso(text) ?? named(text)
    }

    // MARK: ISO 8601

    private func iso(_ text: String) -> Date? {
        var scanner = DateScanner(text)
        var fields = DateFields()
        guard let day = Self.day(&scanner) else { return nil }
        if !scanner.isAtEnd {
            guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" "), Self.readTime(&scanner, &fields) else { return nil }
            scanner.skipBlanks()
            if !scanner.isAtEnd {
                fields.zone = scanner.zone()
                guard fields.zone != nil, scanner.isAtEnd else { return nil }
            }
        }
        return fields.date(ofDay: day, in: clock)
    }

    /// Reads a day of a month, a year or a week, in days since 1970.
    private static func day(_ scanner: inout DateScanner) -> Int? {
        guard let year = scanner.digitCount == 4 || scanner.digitCount == 8 ? scanner.number(4...4) : nil else { return nil }
        let separator = ["-", "/"].first { scanner.skip($0) }
        if separator != "/", scanner.skip("W") { return weekday(year, hasSeparator: separator != nil, &scanner) }
        guard let separator else {
            guard scanner.digitCount == 4, let month = scanner.number(2...2), let day = scanner.number(2...2) else { return nil }
            return days(year, month, day)
        }
        if scanner.digitCount == 3 {
            guard separator == "-", let day = scanner.number(3...3), (1...366).contains(day) else { return nil }
            let days = CivilMoment.days(year: year, month: 1, day: 1) + day - 1
            return days < CivilMoment.days(year: year + 1, month: 1, day: 1) ? days : nil
        }
        guard let month = scanner.number(2...2) else { return nil }
        guard scanner.skip(separator) else { return scanner.isAtEnd && separator == "-" ? days(year, month, 1) : nil }
        return scanner.number(2...2).flatMap { days(year, month, $0) }
    }

    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        guard (1...12).contains(month), (1...CivilMoment.length(ofMonth: month, year: year)).contains(day) else { return nil }
        return CivilMoment.days(year: year, month: month, day: day)
    }

    /// Reads the rest of `2026-W02-4` or `2026W024`: a week, and a day of it, by default Monday.
    private static func weekday(_ year: Int, hasSeparator: Bool, _ scanner: inout DateScanner) -> Int? {
        guard let week = scanner.number(2...2), (1...53).contains(week) else { return nil }
        var weekday = 1
        if hasSeparator ? scanner.skip("-") : scanner.digitCount == 1 {
            guard let day = scanner.number(1...1), (1...7).contains(day) else { return nil }
            weekday = day
        }
        // The first week is that of 4 January.
        let fourth = CivilMoment.days(year: year, month: 1, day: 4)
        let monday = fourth - (CivilMoment.weekday(ofDay: fourth) + 6) % 7
        return monday + (week - 1) * 7 + weekday - 1
    }

    /// Reads a time of day: `20:15:04.5`, `20:15`, `201504`, `2015` or `20`.
    private static func readTime(_ scanner: inout DateScanner, _ fields: inout DateFields) -> Bool {
        guard let hour = scanner.number(1...2) else { return false }
        fields.hour = hour
        let separator = scanner.skip(":") ? ":" : ""
        guard separator == ":" || scanner.digitCount > 0 else { return true }
        guard let minute = scanner.number(2...2) else { return false }
        fields.minute = minute
        guard separator == ":" ? scanner.skip(":") : scanner.digitCount > 0 else { return true }
        guard let second = scanner.number(2...2) else { return false }
        fields.second = second
        if scanner.skip(".") || scanner.skip(",") {
            guard let fraction = scanner.fraction() else { return false }
            fields.fraction = fraction
        }
        return true
    }

    // MARK: Dates with the name of a month

    /// Reads `Thu, 05 Sep 2002 00:00:01 +0200`, `Thursday, 05-Sep-02 00:00:01 GMT`, `Thu Sep  5 00:00:01 2002`, `September 5, 2002` and the like.
    private func named(_ text: String) -> Date? {
        var fields = DateFields()
        var month: Int?
        // The French Tuesday and the English March have one abbreviation.
        var possibleMonth: Int?
        var day: Int?
        for word in Self.words(of: text) {
            let isDay = Self.number(word, DateNames.allDays) != nil
            if let number = Self.number(word, DateNames.allMonths) ?? Self.number(word.drop(atEnd: "."), DateNames.allMonths) {
                if isDay {
                    possibleMonth = number
                } else {
                    guard month == nil else { return nil }
                    month = number
                }
            } else if isDay || Self.number(word.drop(atEnd: "."), DateNames.allDays) != nil || Self.fillers.contains(word.lowercased()) {
                continue
            } else if let half = Self.number(word, DateNames.allHalves) {
                guard fields.halfHour == nil else { return nil }
                (fields.halfHour, fields.isAfternoon) = (fields.hour, half == 1)
            } else if word.contains(":"), !word.hasPrefix("GMT"), !word.hasPrefix("UTC"), !word.hasPrefix("+"), !word.hasPrefix("-") {
                guard Self.readTime(ofWord: word, &fields) else { return nil }
            } else if let number = Self.ordinal(word) {
                if day == nil, number.digits <= 2 {
                    day = number.value
                } else {
                    guard fields.year == nil, number.digits == 4 || number.digits == 2 else { return nil }
                    // As in RFC 2822.
                    fields.year = number.digits == 4 ? number.value : number.value + (number.value < 50 ? 2000 : 1900)
                }
            } else {
                var scanner = DateScanner(word)
                guard fields.zone == nil, let zone = scanner.zone(), scanner.isAtEnd else { return nil }
                fields.zone = zone
            }
        }
        guard let month = month ?? possibleMonth, let day else { return nil }
        (fields.month, fields.day) = (month, day)
        return fields.date(in: clock)
    }

    /// The words of a date, without commas and what is in parentheses; `05-Sep-02` is three words.
    private static func words(of text: String) -> [String] {
        let open = text.firstIndex(of: "(").map { text[..<$0] } ?? text[...]
        return open.split { $0.isWhitespace || $0 == "," }.flatMap { word -> [Substring] in
            let parts = word.split(separator: "-", omittingEmptySubsequences: false)
            return parts.count == 3 && number(String(parts[1]), DateNames.allMonths) != nil ? parts : [word]
        }.map(String.init)
    }

    /// The number of a name; nil if the word is none.
    private static func number(_ word: String, _ names: [DateNames.Numbered]) -> Int? {
        var scanner = DateScanner(word)
        guard let number = scanner.name(among: names), scanner.isAtEnd else { return nil }
        return number
    }

    /// The number of a word such as `5`, `5.` or `5th`, with its digits.
    private static func ordinal(_ word: String) -> (value: Int, digits: Int)? {
        let digits = word.prefix(while: \.isASCIIDigit)
        guard (1...4).contains(digits.count), let value = Int(digits),
            ["", ".", "st", "nd", "rd", "th", "er"].contains(word[digits.endIndex...].lowercased())
        else { return nil }
        return (value, digits.count)
    }

    /// Reads a time with what follows it without a blank: `20:15:04+0100`, `8:15pm`.
    private static func readTime(ofWord word: String, _ fields: inout DateFields) -> Bool {
        var scanner = DateScanner(word)
        guard readTime(&scanner, &fields) else { return false }
        if let half = scanner.name(among: DateNames.allHalves) { (fields.halfHour, fields.isAfternoon) = (fields.hour, half == 1) }
        guard !scanner.isAtEnd else { return true }
        fields.zone = scanner.zone()
        return fields.zone != nil && scanner.isAtEnd
    }
}

extension String {
    fileprivate func drop(atEnd suffix: String) -> String { hasSuffix(suffix) ? String(dropLast(suffix.count)) : self }
}

extension DateFields {
    /// Reads the field of a letter; false if the text has something else.
    fileprivate mutating func read(_ letter: DatePattern.Letter, _ count: Int, _ scanner: inout DateScanner) -> Bool {
        // A single letter takes up to 2 digits. Repeated letters take exactly as many digits, as fields may be adjacent.
        func number(_ most: Int = 2) -> Int? { scanner.number(count > 1 ? count...count : 1...most) }
        func set(_ field: WritableKeyPath<DateFields, Int>, _ value: Int?) -> Bool {
            guard let value else { return false }
            self[keyPath: field] = value
            return true
        }
        switch letter {
        case .year:
            guard let value = number(4) else { return false }
            year = count == 2 ? 2000 + value : value
        case .month: return set(\.month, count > 2 ? scanner.name(among: DateNames.allMonths) : number())
        case .day: return set(\.day, number())
        case .weekday: return scanner.name(among: DateNames.allDays) != nil
        case .hour: return set(\.hour, number())
        case .halfHour:
            guard let value = number() else { return false }
            halfHour = value
        case .minute: return set(\.minute, number())
        case .second: return set(\.second, number())
        case .fraction:
            guard scanner.digitCount >= count, let digits = scanner.number(count...count) else { return false }
            var value = Double(digits)
            for _ in 0..<count { value /= 10 }
            fraction = value
        case .half:
            guard let half = scanner.name(among: DateNames.allHalves) else { return false }
            isAfternoon = half == 1
        case .offset, .isoOffset, .plainOffset, .zone:
            guard let zone = scanner.zone() else { return false }
            self.zone = zone
        }
        return true
    }
}

/// The forms of dates without a pattern.
package enum DateForms {
    /// Two examples, for messages.
    package static let examples = "2026-01-08T20:15:04Z or Thu, 8 Jan 2026 20:15:04 +0100"
}

extension Value {
    /// True for a date in the years 0 to 9999, which can be printed.
    public static func isKnown(_ date: Date) -> Bool { CivilMoment.isKnown(date) }
}

extension TimeZones {
    /// Reads a date as `date_of` does; nil for a text of another form.
    ///
    /// - Parameters:
    ///   - pattern: The pattern of the text; nil for the usual forms.
    ///   - zone: The zone of a text without one; nil for the standard zone.
    package func date(reading text: String, pattern: String? = nil, zone: String? = nil) -> Date? {
        guard let clock = ZoneClock(identifier(zone ?? standard)) else { return nil }
        let reader = DateReader(clock: clock)
        guard let pattern else { return reader.date(text.trimmedBlanks) }
        return (try? DatePattern(reading: pattern, at: 0)).flatMap { reader.date(text.trimmedBlanks, pattern: $0) }
    }
}
