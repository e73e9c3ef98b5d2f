/// A rule of recurring events (RFC 5545): `FREQ=MONTHLY;BYDAY=-1FR;COUNT=12`.
struct RecurrenceRule {
    private enum Frequency: String {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    /// A weekday, with its place in the month or year: -1 for the last one, 0 for all.
    private struct Weekday {
        let place: Int
        /// 0 for Monday.
        let day: Int
    }

    private static let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    private let frequency: Frequency
    private let interval: Int
    private let count: Int?
    /// The last moment.
    let until: CalendarMoment?
    private let weekdays: [Weekday]
    private let monthDays: [Int]
    private let months: [Int]
    private let places: [Int]
    /// The first day of the week; 0 for Monday.
    private let weekStart: Int

    /// Parses a rule; nil if it has another frequency or parts that are not known.
    init?(_ text: String) {
        var parts: [String: String] = [:]
        for part in text.uppercased().split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1)
            if pair.count == 2 { parts[String(pair[0])] = String(pair[1]) }
        }
        guard let frequency = parts["FREQ"].flatMap(Frequency.init(rawValue:)), parts["BYWEEKNO"] == nil, parts["BYYEARDAY"] == nil else {
            return nil
        }
        func numbers(_ key: String) -> [Int] { (parts[key] ?? "").split(separator: ",").compactMap { Int($0) }.filter { $0 != 0 } }
        self.frequency = frequency
        interval = min(max(1, parts["INTERVAL"].flatMap { Int($0) } ?? 1), 10_000)
        count = parts["COUNT"].flatMap { Int($0) }.map { max(1, $0) }
        until = parts["UNTIL"].flatMap { CalendarMoment($0) }
        weekdays = (parts["BYDAY"] ?? "").split(separator: ",").compactMap { word in
            Self.weekdays.firstIndex(of: String(word.suffix(2))).map { Weekday(place: Int(word.dropLast(2)) ?? 0, day: $0) }
        }
        monthDays = numbers("BYMONTHDAY").filter { (-31...31).contains($0) }
        months = numbers("BYMONTH").filter { (1...12).contains($0) }
        places = numbers("BYSETPOS")
        weekStart = parts["WKST"].flatMap { Self.weekdays.firstIndex(of: $0) } ?? 0
    }

    /// The days of the recurrences in a range of days, ascending, with that of the start.
    ///
    /// - Parameters:
    ///   - start: The number of the first day, which counts even if it is none of the rule.
    ///   - budget: The number of periods that may still be examined; nothing more is found when it is used up.
    func days(from start: Int, in range: ClosedRange<Int>, budget: inout Int) -> [Int] {
        var found: [Int] = []
        var number = 1
        if range.contains(start) { found.append(start) }
        // Without a number of recurrences, those before the range are not needed.
        var period = count == nil ? max(0, firstPeriod(from: start, reaching: range.lowerBound)) : 0
        var empty = 0
        while budget > 0, count.map({ number < $0 }) ?? true {
            budget -= 1
            guard let days = days(ofPeriod: period, start) else { break }
            period += 1
            // A rule such as that of 30 February has no days at all.
            empty = days.isEmpty ? empty + 1 : 0
            guard empty < 2000 else { break }
            for day in days where day > start {
                guard day <= range.upperBound else { return found }
                if let count, number >= count { return found }
                number += 1
                if day >= range.lowerBound { found.append(day) }
            }
            if days.isEmpty, firstDay(ofPeriod: period, start) > range.upperBound { break }
        }
        return found
    }

    // MARK: Periods

    /// The first day of a period: a day, a week, a month or a year.
    private func firstDay(ofPeriod period: Int, _ start: Int) -> Int {
        let first = CalendarDay(number: start)
        switch frequency {
        case .daily: return start + period * interval
        case .weekly: return start - (CalendarDay.weekday(ofNumber: start) - weekStart + 7) % 7 + period * interval * 7
        case .monthly:
            let month = first.month - 1 + period * interval
            return CalendarDay(year: first.year + month / 12, month: month % 12 + 1, day: 1).number
        case .yearly: return CalendarDay(year: first.year + period * interval, month: 1, day: 1).number
        }
    }

    /// A period that ends before a day, or the one with it.
    private func firstPeriod(from start: Int, reaching day: Int) -> Int {
        let length =
            switch frequency {
            case .daily: 1
            case .weekly: 7
            case .monthly: 31
            case .yearly: 366
            }
        return (day - start) / (length * interval) - 1
    }

    /// The days of a period, ascending; nil beyond the year 9999.
    private func days(ofPeriod period: Int, _ start: Int) -> [Int]? {
        let first = firstDay(ofPeriod: period, start)
        let (begin, origin) = (CalendarDay(number: first), CalendarDay(number: start))
        guard begin.year <= 9999 else { return nil }
        var days: [Int]
        switch frequency {
        case .daily: days = permits(first) ? [first] : []
        case .weekly:
            let wanted = weekdays.isEmpty ? [CalendarDay.weekday(ofNumber: start)] : weekdays.map(\.day)
            days = (first..<first + 7).filter { day in
                wanted.contains(CalendarDay.weekday(ofNumber: day)) && (months.isEmpty || months.contains(CalendarDay(number: day).month))
            }
        case .monthly: days = months.isEmpty || months.contains(begin.month) ? self.days(ofMonth: begin.month, begin.year, origin.day) : []
        case .yearly:
            if months.isEmpty, !weekdays.isEmpty {
                // Without a month, the places of weekdays are those in the year.
                days = placed(in: first..<CalendarDay(year: begin.year + 1, month: 1, day: 1).number).filter(isWantedDayOfMonth)
            } else {
                let wanted = !months.isEmpty ? Array(Set(months)).sorted() : monthDays.isEmpty ? [origin.month] : Array(1...12)
                days = wanted.flatMap { self.days(ofMonth: $0, begin.year, origin.day) }
            }
        }
        guard !places.isEmpty else { return days }
        days = Set(
            places.compactMap { place in
                let index = place > 0 ? place - 1 : days.count + place
                return days.indices.contains(index) ? days[index] : nil
            }
        ).sorted()
        return days
    }

    /// True if a day has one of the wanted months, days of a month and weekdays.
    private func permits(_ number: Int) -> Bool {
        (months.isEmpty || months.contains(CalendarDay(number: number).month))
            && isWantedDayOfMonth(number)
            && (weekdays.isEmpty || weekdays.contains { $0.day == CalendarDay.weekday(ofNumber: number) })
    }

    /// True if a day has one of the wanted days of a month.
    private func isWantedDayOfMonth(_ number: Int) -> Bool {
        guard !monthDays.isEmpty else { return true }
        let day = CalendarDay(number: number)
        let length = CalendarDay.length(ofMonth: day.month, year: day.year)
        return monthDays.contains { ($0 > 0 ? $0 : length + 1 + $0) == day.day }
    }

    /// The days of a month, ascending.
    ///
    /// - Parameter standard: The day of the month without any wish.
    private func days(ofMonth month: Int, _ year: Int, _ standard: Int) -> [Int] {
        let first = CalendarDay(year: year, month: month, day: 1).number
        let length = CalendarDay.length(ofMonth: month, year: year)
        guard !monthDays.isEmpty || !weekdays.isEmpty else { return standard <= length ? [first + standard - 1] : [] }
        var days: Set<Int> = weekdays.isEmpty ? [] : Set(placed(in: first..<first + length))
        if !monthDays.isEmpty {
            let wanted = Set(monthDays.map { $0 > 0 ? $0 : length + 1 + $0 }.filter { (1...length).contains($0) }.map { first + $0 - 1 })
            days = weekdays.isEmpty ? wanted : days.intersection(wanted)
        }
        return days.sorted()
    }

    /// The wanted weekdays of a month or year, ascending.
    private func placed(in range: Range<Int>) -> [Int] {
        var found: Set<Int> = []
        for weekday in weekdays {
            let first = range.lowerBound + (weekday.day - CalendarDay.weekday(ofNumber: range.lowerBound) + 7) % 7
            let days = Array(stride(from: first, to: range.upperBound, by: 7))
            guard weekday.place != 0 else {
                found.formUnion(days)
                continue
            }
            let index = weekday.place > 0 ? weekday.place - 1 : days.count + weekday.place
            if days.indices.contains(index) { found.insert(days[index]) }
        }
        return found.sorted()
    }
}
