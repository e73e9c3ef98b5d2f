import SubdialBasics

/// A rule of recurring events (RFC 5545, section 3.3.10): `FREQ=MONTHLY;BYDAY=-1FR;COUNT=12`.
///
/// A rule is a filter: each period of its frequency, such as each second month, is searched for the times that have all its parts.
struct RecurrenceRule {
    private enum Frequency: String {
        case secondly = "SECONDLY"
        case minutely = "MINUTELY"
        case hourly = "HOURLY"
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"

        /// The seconds of a period that is shorter than a day.
        var seconds: Int? {
            switch self {
            case .secondly: 1
            case .minutely: 60
            case .hourly: 3600
            default: nil
            }
        }
    }

    /// A weekday of `BYDAY`; `-1FR` is the last Friday of a month or year.
    private struct Weekday {
        /// 0 for Monday.
        let day: Int
        /// The position, from the end if negative; 0 for each.
        let position: Int
    }

    private static let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    /// The most that a rule may spend of its calendar's budget, so that the other rules have their part.
    private static let share = 100_000

    private let frequency: Frequency
    private let interval: Int
    private let count: Int?
    /// The last moment.
    let until: CalendarMoment?
    private let weekdays: [Weekday]
    /// The numbers of the other parts, such as `BYMONTH`.
    private let numbers: [String: [Int]]
    /// The first day of the week; 0 for Monday.
    private let weekStart: Int

    /// Parses a rule; nil if it has another frequency, or a part that is no list of numbers or weekdays.
    init?(_ text: String) {
        var parts: [String: String] = [:]
        for part in text.uppercased().split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1)
            if pair.count == 2 { parts[String(pair[0])] = String(pair[1]) }
        }
        guard let frequency = parts["FREQ"].flatMap(Frequency.init(rawValue:)) else { return nil }
        self.frequency = frequency
        interval = min(max(1, parts["INTERVAL"].flatMap { Int($0) } ?? 1), 10_000)
        count = parts["COUNT"].flatMap { Int($0) }.map { max(1, $0) }
        until = parts["UNTIL"].flatMap { CalendarMoment($0) }
        weekStart = parts["WKST"].flatMap { Self.weekdays.firstIndex(of: $0) } ?? 0
        var weekdays: [Weekday] = []
        for word in parts["BYDAY"]?.split(separator: ",") ?? [] {
            let place = word.dropLast(2)
            guard let day = Self.weekdays.firstIndex(of: String(word.suffix(2))), let position = place.isEmpty ? 0 : Int(place) else {
                return nil
            }
            weekdays.append(Weekday(day: day, position: position))
        }
        self.weekdays = weekdays
        var numbers: [String: [Int]] = [:]
        for (name, text) in parts where name.hasPrefix("BY") && name != "BYDAY" {
            let list = text.split(separator: ",").map { Int($0) }
            guard !list.isEmpty, !list.contains(nil) else { return nil }
            numbers[name] = list.compactMap { $0 }
        }
        self.numbers = numbers
    }

    /// The local times of the recurrences in a range, ascending; those of the first 100,000 periods.
    ///
    /// - Parameters:
    ///   - start: The first time, which counts even if it is none of the rule.
    ///   - budget: The number of periods that may still be searched; nothing more is found when it is used up.
    func times(from start: LocalTime, in range: ClosedRange<LocalTime>, budget: inout Int) -> [LocalTime] {
        var found: [LocalTime] = range.contains(start) ? [start] : []
        var counted = 1
        var period = period(of: start)
        // Without a number of recurrences, those before the range are not needed.
        if count == nil, range.lowerBound > start {
            period += max(0, (self.period(of: range.lowerBound) - period) / interval - 1) * interval
        }
        let rest = max(0, budget - Self.share)
        while budget > rest, beginning(of: period) <= range.upperBound, count.map({ counted < $0 }) ?? true {
            let days = searchedDays(of: period, start)
            let times = placed(candidates(in: period, days, start))
            budget -= 1 + days.count / 16 + times.count / 8
            for time in times where time > start {
                guard time <= range.upperBound, count.map({ counted < $0 }) ?? true else { return found }
                counted += 1
                if time >= range.lowerBound { found.append(time) }
            }
            let wanted = endOfUnwanted(from: beginning(of: period), start).map { self.period(of: $0) } ?? period
            period += max(1, (wanted - period + interval - 1) / interval) * interval
        }
        return found
    }

    /// True if several recurrences are possible within a day.
    var isWithinDay: Bool { frequency.seconds != nil }

    // MARK: Periods

    /// The number of the period that contains a time.
    private func period(of time: LocalTime) -> Int {
        if let length = frequency.seconds { return time.seconds.flooredQuotientAndRemainder(by: length).quotient }
        switch frequency {
        case .yearly: return time.day.year
        case .monthly: return time.day.year * 12 + time.day.month - 1
        case .weekly: return (time.dayNumber + 3 - weekStart).flooredQuotientAndRemainder(by: 7).quotient
        default: return time.dayNumber
        }
    }

    private func beginning(of period: Int) -> LocalTime {
        if let length = frequency.seconds { return LocalTime(seconds: period * length) }
        return LocalTime(seconds: days(of: period).lowerBound * 86_400)
    }

    private func days(of period: Int) -> Range<Int> {
        if let length = frequency.seconds {
            let day = LocalTime(seconds: period * length).dayNumber
            return day..<day + 1
        }
        switch frequency {
        case .yearly: return CalendarDay.days(ofYear: period)
        case .monthly:
            let (year, month) = period.flooredQuotientAndRemainder(by: 12)
            return CalendarDay.days(ofMonth: month + 1, year: year)
        case .weekly:
            let start = period * 7 - 3 + weekStart
            return start..<start + 7
        default: return period..<period + 1
        }
    }

    /// The days of a period that may be of the rule: those of a year only in the months that it names.
    private func searchedDays(of period: Int, _ start: LocalTime) -> [Int] {
        guard frequency == .yearly else { return Array(days(of: period)) }
        let isFree = weekdays.isEmpty && ["BYMONTHDAY", "BYYEARDAY", "BYWEEKNO"].allSatisfy { numbers[$0] == nil }
        guard let months = numbers["BYMONTH"] ?? (isFree ? [start.day.month] : nil) else { return Array(days(of: period)) }
        return Set(months).filter((1...12).contains).sorted().flatMap { CalendarDay.days(ofMonth: $0, year: period) }
    }

    /// The times of a period before `BYSETPOS`, ascending.
    private func candidates(in period: Int, _ days: [Int], _ start: LocalTime) -> [LocalTime] {
        let parts = TimeParts(numbers, start)
        guard let length = frequency.seconds else {
            let seconds = parts.secondsOfDay
            return days.filter { permits($0, start) }.flatMap { day in
                seconds.map { LocalTime(seconds: day * 86_400 + $0) }
            }
        }
        let first = LocalTime(seconds: period * length)
        guard endOfUnwanted(from: first, start) == nil else { return [] }
        let offsets: [Int]
        switch frequency {
        case .hourly: offsets = parts.secondsOfHour
        case .minutely: offsets = parts.seconds
        default: offsets = numbers["BYSECOND"]?.contains(first.secondOfDay % 60) ?? true ? [0] : []
        }
        return offsets.map { LocalTime(seconds: first.seconds + $0) }
    }

    /// The end of the day, hour or minute of a time, if the rule has a shorter period and wants nothing of it; nil else.
    private func endOfUnwanted(from time: LocalTime, _ start: LocalTime) -> LocalTime? {
        func end(_ length: Int) -> LocalTime {
            LocalTime(seconds: (time.seconds.flooredQuotientAndRemainder(by: length).quotient + 1) * length)
        }
        guard let length = frequency.seconds else { return nil }
        if !permits(time.dayNumber, start) { return end(86_400) }
        if let hours = numbers["BYHOUR"], !hours.contains(time.secondOfDay / 3600) { return end(3600) }
        if length < 3600, let minutes = numbers["BYMINUTE"], !minutes.contains(time.secondOfDay / 60 % 60) { return end(60) }
        return nil
    }

    private func placed(_ times: [LocalTime]) -> [LocalTime] {
        guard let places = numbers["BYSETPOS"] else { return times }
        let indices = places.map { $0 < 0 ? times.count + $0 : $0 - 1 }
        return Set(indices).filter(times.indices.contains).sorted().map { times[$0] }
    }

    // MARK: Days

    /// True if a day has all parts of the rule, and those of the first time for which the rule has none.
    private func permits(_ number: Int, _ start: LocalTime) -> Bool {
        let day = CalendarDay(number: number)
        if let months = numbers["BYMONTH"], !months.contains(day.month) { return false }
        let year = CalendarDay.days(ofYear: day.year)
        let monthLength = CalendarDay.length(ofMonth: day.month, year: day.year)
        func has(_ name: String, _ place: Int, of length: Int) -> Bool? {
            numbers[name].map { $0.contains(place) || $0.contains(place - length - 1) }
        }
        let monthDay = has("BYMONTHDAY", day.day, of: monthLength)
        let yearDay = has("BYYEARDAY", number - year.lowerBound + 1, of: year.count)
        let week = numbers["BYWEEKNO"].map { isInWeek(number, $0) }
        if [monthDay, yearDay, week].contains(false) { return false }
        let weekday = CalendarDay.weekday(ofNumber: number)
        if !weekdays.isEmpty {
            // A position counts in the month, unless a yearly rule has no months.
            let isInYear = frequency == .yearly && numbers["BYMONTH"] == nil
            let index = isInYear ? number - year.lowerBound : day.day - 1
            let length = isInYear ? year.count : monthLength
            return weekdays.contains { wanted in
                wanted.day == weekday
                    && (wanted.position == 0 || wanted.position == index / 7 + 1 || wanted.position == -((length - 1 - index) / 7 + 1))
            }
        }
        let (first, firstWeekday) = (start.day, CalendarDay.weekday(ofNumber: start.dayNumber))
        switch frequency {
        case .weekly: return weekday == firstWeekday
        case .monthly: return monthDay ?? yearDay ?? (day.day == first.day)
        case .yearly:
            if week != nil { return weekday == firstWeekday }
            return monthDay ?? yearDay ?? (day.day == first.day && (numbers["BYMONTH"] != nil || day.month == first.month))
        default: return true
        }
    }

    /// True if the day is in one of the weeks of its year; the first week has at least four days.
    private func isInWeek(_ number: Int, _ weeks: [Int]) -> Bool {
        func start(ofWeekWith number: Int) -> Int { number - (number + 3 - weekStart).flooredQuotientAndRemainder(by: 7).remainder }
        func firstWeek(_ year: Int) -> Int { start(ofWeekWith: CalendarDay(year: year, month: 1, day: 4).number) }
        let start = start(ofWeekWith: number)
        // The year of a week is that of its fourth day.
        let year = CalendarDay(number: start + 3).year
        let week = (start - firstWeek(year)) / 7 + 1
        return weeks.contains(week) || weeks.contains(week - (firstWeek(year + 1) - firstWeek(year)) / 7 - 1)
    }
}

/// The wanted times of a day: those of a rule, and what the first time has where the rule has none.
private struct TimeParts {
    private let hours: [Int], minutes: [Int]
    let seconds: [Int]

    init(_ numbers: [String: [Int]], _ start: LocalTime) {
        func parts(_ name: String, below end: Int, else standard: Int) -> [Int] {
            Set(numbers[name] ?? [standard]).filter { (0..<end).contains($0) }.sorted()
        }
        hours = parts("BYHOUR", below: 24, else: start.secondOfDay / 3600)
        minutes = parts("BYMINUTE", below: 60, else: start.secondOfDay / 60 % 60)
        seconds = parts("BYSECOND", below: 60, else: start.secondOfDay % 60)
    }

    var secondsOfHour: [Int] { minutes.flatMap { minute in seconds.map { minute * 60 + $0 } } }
    var secondsOfDay: [Int] { hours.flatMap { hour in secondsOfHour.map { hour * 3600 + $0 } } }
}
