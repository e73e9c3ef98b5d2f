/// A date or a date and time of a calendar.
struct CalendarMoment: Hashable {
    /// The clock by which the time is read.
    enum Clock: Hashable {
        /// A whole day, which has no time.
        case day
        case utc
        /// The zone of the viewer, or of the calendar.
        case floating
        /// The zone of an identifier, which the calendar may define.
        case zone(String)
    }

    let local: LocalTime
    let clock: Clock

    /// Parses a value such as `20260108`, `20260108T201500` or `20260108T191500Z`; nil for another form.
    init?(_ text: some StringProtocol, zone: String? = nil) {
        let digits = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            var result = 0
            for byte in digits[range] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                result = result * 10 + Int(byte - UInt8(ascii: "0"))
            }
            return result
        }
        guard digits.count >= 8, let year = number(0..<4), let month = number(4..<6), let day = number(6..<8), (1...12).contains(month),
            (1...31).contains(day)
        else { return nil }
        let midnight = CalendarDay(year: year, month: month, day: day).number * 86_400
        guard digits.count > 8 else {
            (local, clock) = (LocalTime(seconds: midnight), .day)
            return
        }
        guard digits[8] == UInt8(ascii: "T"), digits.count == 15 || digits.count == 16 && digits[15] == UInt8(ascii: "Z"),
            let hour = number(9..<11), let minute = number(11..<13), let second = number(13..<15), hour < 24, minute < 60, second <= 60
        else { return nil }
        local = LocalTime(seconds: midnight + hour * 3600 + minute * 60 + min(second, 59))
        clock = digits.count == 16 ? .utc : zone.map(Clock.zone) ?? .floating
    }

    /// The moments of a property, as of `EXDATE`; of a period, its start.
    static func all(of property: CalendarProperty) -> [CalendarMoment] {
        property.value.split(separator: ",").compactMap { value in
            CalendarMoment(value.prefix { $0 != "/" }, zone: property.parameters["TZID"])
        }
    }

    /// The moment of a property; nil for another form.
    init?(_ property: CalendarProperty?) {
        guard let property, let moment = CalendarMoment(property.text, zone: property.parameters["TZID"]) else { return nil }
        self = moment
    }
}

/// The length of time of a property such as `PT1H30M` or `P1D`, in seconds.
enum CalendarDuration {
    /// The seconds; nil for another form.
    static func seconds(_ text: String) -> Int? {
        var rest = text[...]
        let isNegative = rest.first == "-"
        if isNegative || rest.first == "+" { rest = rest.dropFirst() }
        guard rest.popFirst() == "P" else { return nil }
        var (seconds, number) = (0, "")
        for character in rest {
            if character == "T" { continue }
            if character.isASCII, character.isNumber {
                number.append(character)
                continue
            }
            let units: [Character: Int] = ["W": 604_800, "D": 86_400, "H": 3600, "M": 60, "S": 1]
            guard let unit = units[character], let count = Int(number), count < 1_000_000 else { return nil }
            seconds += count * unit
            number = ""
        }
        return isNegative ? -seconds : seconds
    }
}
