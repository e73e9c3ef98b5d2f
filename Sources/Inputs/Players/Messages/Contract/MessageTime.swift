import FoundationEssentials

/// The timestamps of messages as text: `2026-03-01T12:00:00.25+01:00`.
enum MessageTime {
    /// Parses an ISO 8601 date and time, with or without fractions of a second; nil if it is invalid.
    ///
    /// The UTC offset is required, since a local time without one is ambiguous.
    static func date(_ text: String) -> Date? {
        var rest = Array(text.utf8)[...]
        func number(_ digits: Int, in range: ClosedRange<Int>) -> Int? {
            guard rest.count >= digits, rest.prefix(digits).allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            let value = rest.prefix(digits).reduce(0) { $0 * 10 + Int($1 - 0x30) }
            rest = rest.dropFirst(digits)
            return range.contains(value) ? value : nil
        }
        func skip(_ characters: String) -> Character? {
            guard let byte = rest.first, let found = characters.first(where: { $0.asciiValue == byte }) else { return nil }
            rest = rest.dropFirst()
            return found
        }

        guard let year = number(4, in: 1...9999), skip("-") != nil, let month = number(2, in: 1...12), skip("-") != nil,
            let day = number(2, in: 1...days(in: month, of: year)), skip("Tt ") != nil, let hour = number(2, in: 0...23), skip(":") != nil,
            let minute = number(2, in: 0...59), skip(":") != nil, let second = number(2, in: 0...60)
        else { return nil }
        var fraction = 0.0
        if skip(".,") != nil {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            guard !digits.isEmpty, digits.count <= 18, let value = Double("0." + String(decoding: digits, as: UTF8.self)) else {
                return nil
            }
            fraction = value
            rest = rest.dropFirst(digits.count)
        }
        var offset = 0
        switch skip("Zz+-") {
        case "+": offset = 1
        case "-": offset = -1
        case nil: return nil
        default: break
        }
        if offset != 0 {
            guard let hours = number(2, in: 0...23) else { return nil }
            _ = skip(":")
            guard let minutes = rest.isEmpty ? 0 : number(2, in: 0...59) else { return nil }
            offset *= (hours * 60 + minutes) * 60
        }
        guard rest.isEmpty else { return nil }
        let seconds = daysSince1970(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - offset
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The days since 1970, computed in years that begin in March, so that the leap day comes last.
    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
    }
}
