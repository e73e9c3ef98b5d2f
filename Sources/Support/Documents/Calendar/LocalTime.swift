/// A day of the Gregorian calendar.
struct CalendarDay: Hashable {
    let year: Int
    /// From 1.
    let month: Int
    /// From 1.
    let day: Int

    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day with a number of days since 1970-01-01.
    init(number: Int) {
        // Days since 0000-03-01, in eras of 400 years, so that leap days are last.
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The number of days since 1970-01-01; a day beyond the end of its month is one of the next month.
    var number: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The weekday of a day's number; 0 for Monday.
    static func weekday(ofNumber number: Int) -> Int {
        let rest = (number + 3) % 7
        return rest < 0 ? rest + 7 : rest
    }

    /// The number of days of a month.
    static func length(ofMonth month: Int, year: Int) -> Int {
        month == 2 ? (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// The numbers of the days of a month.
    static func days(ofMonth month: Int, year: Int) -> Range<Int> {
        let start = CalendarDay(year: year, month: month, day: 1).number
        return start..<start + length(ofMonth: month, year: year)
    }

    /// The numbers of the days of a year.
    static func days(ofYear year: Int) -> Range<Int> {
        CalendarDay(year: year, month: 1, day: 1).number..<CalendarDay(year: year + 1, month: 1, day: 1).number
    }

    /// The day in ISO 8601.
    var iso8601: String { "\(year.digits(4))-\(month.digits(2))-\(day.digits(2))" }
}

/// A date and time without a zone.
struct LocalTime: Hashable, Comparable {
    /// The seconds since 1970-01-01T00:00 by the local clock.
    let seconds: Int

    static func < (left: LocalTime, right: LocalTime) -> Bool { left.seconds < right.seconds }

    /// The number of the day.
    var dayNumber: Int { seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400 }
    /// The seconds since midnight.
    var secondOfDay: Int { seconds - dayNumber * 86_400 }
    var day: CalendarDay { CalendarDay(number: dayNumber) }

    /// The date and time in ISO 8601, without a zone.
    var iso8601: String {
        "\(day.iso8601)T\((secondOfDay / 3600).digits(2)):\((secondOfDay / 60 % 60).digits(2)):\((secondOfDay % 60).digits(2))"
    }
}

extension Int {
    /// The number with leading zeros.
    fileprivate func digits(_ count: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
    }
}
