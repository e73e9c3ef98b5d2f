import FoundationEssentials
import SubdialBasics

/// A date and time of the Gregorian calendar, computed from seconds since 1970.
struct CivilMoment {
    let year: Int
    let month: Int
    let day: Int
    /// The weekday; 0 for Sunday.
    let weekday: Int
    let hour: Int
    let minute: Int
    let second: Int

    /// True for dates in the years 0 to 9999, which have four digits.
    static func isKnown(_ date: Date) -> Bool {
        (-62_167_219_200..<253_402_300_800).contains(date.timeIntervalSince1970)
    }

    /// Creates the local time of a date, `offset` seconds east of Greenwich.
    init(_ date: Date, offset: Int = 0) {
        self.init(secondsSince1970: Int(saturating: (date.timeIntervalSince1970 + Double(offset)).rounded(.down)))
    }

    private init(secondsSince1970 seconds: Int) {
        let (days, rest) = seconds.flooredQuotientAndRemainder(by: 86400)
        (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
        weekday = Self.weekday(ofDay: days)
        // Days since 0000-03-01, in eras of 400 years, so that leap days are last.
        let (era, dayOfEra) = (days + 719_468).flooredQuotientAndRemainder(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The days from 1970-01-01 to a day of the Gregorian calendar.
    static func days(year: Int, month: Int, day: Int) -> Int {
        // Computed from the first of March, as above.
        let shiftedYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shiftedYear.flooredQuotientAndRemainder(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The weekday of a day given in days since 1970-01-01; 0 for Sunday.
    static func weekday(ofDay day: Int) -> Int { (day + 4).flooredQuotientAndRemainder(by: 7).remainder }

    /// The number of days of a month.
    static func length(ofMonth month: Int, year: Int) -> Int {
        days(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1) - days(year: year, month: month, day: 1)
    }

    /// The moment in ISO 8601: `2026-01-08T20:15:04Z`; valid for UTC.
    var iso8601: String {
        "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))"
            + "T\(Self.digits(hour, 2)):\(Self.digits(minute, 2)):\(Self.digits(second, 2))Z"
    }

    /// The number with leading zeros, at least `count` digits.
    static func digits(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
