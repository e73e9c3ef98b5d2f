import SubdialGLib

/// The zones of a calendar: those of the tz database, and those that the calendar defines itself.
struct CalendarZones {
    /// A change to standard time or to summer time.
    private struct Change {
        /// The local time of the first change, by the clock before it.
        let start: LocalTime
        /// The offsets before and after it, in seconds east.
        let before: Int, after: Int
        let rule: RecurrenceRule?
        let others: [LocalTime]

        init?(_ component: CalendarComponent) {
            guard let start = CalendarMoment(component["DTSTART"])?.local, let after = Self.offset(component["TZOFFSETTO"]?.text) else {
                return nil
            }
            self.start = start
            self.after = after
            before = Self.offset(component["TZOFFSETFROM"]?.text) ?? after
            rule = component["RRULE"].flatMap { RecurrenceRule($0.value) }
            others = component.all("RDATE").flatMap(CalendarMoment.all).map(\.local)
        }

        /// The last change until a local time; nil if there was none.
        func last(until time: LocalTime, budget: inout Int) -> LocalTime? {
            guard start <= time else { return nil }
            // The rule ends by UTC; a day more is within every offset.
            let last = rule?.until.map { min(LocalTime(seconds: $0.local.seconds + 86_400), time) } ?? time
            let first = LocalTime(seconds: time.seconds - 400 * 86_400)
            let changes = rule?.times(from: start, in: min(first, last)...last, budget: &budget) ?? []
            return (changes + others + [start]).filter { $0 <= time }.max()
        }

        /// The seconds of `+0130`.
        private static func offset(_ text: String?) -> Int? {
            guard let text, let sign = text.first, "+-".contains(sign), let digits = Int(text.dropFirst()) else { return nil }
            let seconds =
                text.count > 5 ? digits / 10_000 * 3600 + digits / 100 % 100 * 60 + digits % 100 : digits / 100 * 3600 + digits % 100 * 60
            return min(seconds, 86_400) * (sign == "-" ? -1 : 1)
        }
    }

    private let changes: [String: [Change]]
    /// The zone of times without one.
    let standard: String

    /// - Parameter standard: The zone of times without one.
    init(_ calendar: CalendarComponent, standard: String) {
        var changes: [String: [Change]] = [:]
        for zone in calendar.components where zone.name == "VTIMEZONE" {
            guard let name = zone.text("TZID") else { continue }
            changes[name] = zone.components.prefix(100).compactMap(Change.init)
        }
        self.changes = changes
        self.standard = standard
    }

    /// The date of a local time, in seconds since 1970 in UTC.
    ///
    /// - Parameter budget: See ``RecurrenceRule/times(from:in:budget:)``.
    func seconds(of time: LocalTime, by clock: CalendarMoment.Clock, budget: inout Int) -> Int {
        switch clock {
        case .utc: return time.seconds
        case .day, .floating: return Self.named(standard).map { Self.seconds(of: time, in: $0) } ?? time.seconds
        case .zone(let name):
            if let zone = Self.named(name) { return Self.seconds(of: time, in: zone) }
            guard let changes = changes[name] else { return seconds(of: time, by: .floating, budget: &budget) }
            var newest: (time: LocalTime, offset: Int)?
            for change in changes {
                guard let last = change.last(until: time, budget: &budget) else { continue }
                if newest.map({ $0.time < last }) ?? true { newest = (last, change.after) }
            }
            let offset = newest?.offset ?? changes.min { $0.start < $1.start }?.before ?? 0
            return time.seconds - offset
        }
    }

    /// The local time of a date.
    func time(at seconds: Int, by clock: CalendarMoment.Clock) -> LocalTime {
        let name = if case .zone(let name) = clock { name } else { standard }
        guard clock != .utc, let zone = Self.named(name) ?? Self.named(standard) else { return LocalTime(seconds: seconds) }
        return LocalTime(seconds: seconds + zone.offset(at: Int64(seconds)))
    }

    /// True for a zone of the tz database.
    static func isKnown(_ name: String) -> Bool { named(name) != nil }

    /// A zone of the tz database; some programs write a prefix of their own before its name.
    private static func named(_ name: String) -> ZoneInfo? {
        if let zone = ZoneInfo.named(name) { return zone }
        let parts = name.split(separator: "/")
        return parts.count > 2 ? ZoneInfo.named(parts.suffix(2).joined(separator: "/")) : nil
    }

    /// A local time that is skipped is read by the clock before the change, and one that occurs twice is the first.
    private static func seconds(of time: LocalTime, in zone: ZoneInfo) -> Int {
        let offsets = [-86_400, 86_400].map { zone.offset(at: Int64(time.seconds + $0)) }
        let candidates = offsets.map { time.seconds - $0 }.filter { time.seconds - $0 == zone.offset(at: Int64($0)) }
        return candidates.min() ?? time.seconds - offsets[0]
    }
}
