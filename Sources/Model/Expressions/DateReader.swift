import FoundationEssentials

/// Parses dates; those without a zone are in the zone of `clock`.
struct DateReader {
    let clock: ZoneClock

    /// Parses an ISO 8601 date: a day with an optional time and an optional zone.
    func date(iso8601 text: String) -> Date? {
        let separator = text.firstIndex { $0 == "T" || $0 == "t" || $0 == " " }
        let day = String(text[..<(separator ?? text.endIndex)])
        guard let separator else { return date(day, format: "yyyy-MM-dd") }
        var time = String(text[text.index(after: separator)...])
        var offset: Int?
        if time.hasSuffix("Z") || time.hasSuffix("z") {
            offset = 0
            time.removeLast()
        } else if let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" }) {
            var zone = String(time[sign...])
            if zone.utf8.count == 5, !zone.contains(":") { zone.insert(":", at: zone.index(zone.startIndex, offsetBy: 3)) }
            if zone.utf8.count == 3 { zone += ":00" }
            guard let fixed = ZoneClock(zone) else { return nil }
            offset = fixed.offset(at: .distantPast)
            time = String(time[..<sign])
        }
        var fraction = 0.0
        if let point = time.firstIndex(where: { $0 == "." || $0 == "," }) {
            let digits = time[time.index(after: point)...]
            guard !digits.isEmpty, digits.utf8.count <= 20, digits.allSatisfy(\.isASCIIDigit), let value = Double("0." + digits) else {
                return nil
            }
            fraction = value
            time = String(time[..<point])
        }
        let format = time.count { $0 == ":" } == 2 ? "HH:mm:ss" : "HH:mm"
        guard let seconds = Self.seconds(day + " " + time, format: "yyyy-MM-dd " + format) else { return nil }
        return offset.map { Date(timeIntervalSince1970: seconds - Double($0) + fraction) }
            ?? clock.date(showing: seconds).addingTimeInterval(fraction)
    }

    /// Parses a date by a pattern of `y M d H h m s a`; other characters are literal.
    func date(_ text: String, format: String) -> Date? {
        Self.seconds(text, format: format).map(clock.date(showing:))
    }

    /// The parsed local time in seconds since 1970, without a zone offset.
    private static func seconds(_ text: String, format: String) -> Double? {
        var rest = Array(text)[...]
        var pattern = Array(format)[...]
        var fields: [Character: Int] = [:]
        var isAfternoon: Bool?
        while let letter = pattern.first {
            let count = pattern.prefix { $0 == letter }.count
            if letter == "'" {
                pattern = pattern.dropFirst()
                let literal = pattern.prefix { $0 != "'" }
                pattern = pattern.dropFirst(literal.count + 1)
                let expected = literal.isEmpty ? ["'"] : Array(literal)
                guard rest.starts(with: expected) else { return nil }
                rest = rest.dropFirst(expected.count)
                continue
            }
            pattern = pattern.dropFirst(count)
            if letter == "a" {
                guard let word = [("AM", false), ("PM", true)].first(where: { String(rest.prefix(2)).uppercased() == $0.0 }) else {
                    return nil
                }
                isAfternoon = word.1
                rest = rest.dropFirst(2)
            } else if "yMdHhms".contains(letter) {
                // A single letter takes up to 2 digits, or 4 for a year. Repeated letters take exactly as many digits, as fields may be adjacent.
                let digits = rest.prefix { $0.isASCIIDigit }.prefix(count > 1 ? count : letter == "y" ? 4 : 2)
                guard !digits.isEmpty, count == 1 || digits.count == count, let number = Int(String(digits)) else { return nil }
                fields[letter] = letter == "y" && count == 2 ? 2000 + number : number
                rest = rest.dropFirst(digits.count)
            } else {
                guard rest.starts(with: repeatElement(letter, count: count)) else { return nil }
                rest = rest.dropFirst(count)
            }
        }
        guard rest.isEmpty, let year = fields["y"] else { return nil }
        let (month, day) = (fields["M"] ?? 1, fields["d"] ?? 1)
        var hour = fields["H"] ?? 0
        if let half = fields["h"] {
            guard (1...12).contains(half) else { return nil }
            hour = half % 12 + (isAfternoon == true ? 12 : 0)
        }
        let (minute, second) = (fields["m"] ?? 0, fields["s"] ?? 0)
        guard (1...12).contains(month), (1...CivilMoment.length(ofMonth: month, year: year)).contains(day), (0...24).contains(hour),
            (0...59).contains(minute), (0...60).contains(second), hour < 24 || minute == 0 && second == 0
        else { return nil }
        return Double(CivilMoment.days(year: year, month: month, day: day) * 86400 + hour * 3600 + minute * 60 + second)
    }
}

extension Value {
    /// True for a date in the years 0 to 9999, which can be printed.
    public static func isKnown(_ date: Date) -> Bool { CivilMoment.isKnown(date) }

    /// Parses a text in the pattern syntax of `date()`; nil if it does not match.
    ///
    /// - Parameter zone: The zone of a text without one; nil for UTC.
    public static func date(reading text: String, pattern: String, zone: String?) -> Date? {
        ZoneClock(zone ?? "UTC").flatMap { DateReader(clock: $0).date(text, format: pattern) }
    }
}
