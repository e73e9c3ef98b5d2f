import SubdialBasics

/// The events and to-dos of an iCalendar document, with recurring events expanded within a window.
package struct CalendarDocument {
    /// The reason why a document is no calendar.
    package struct Failure: Error, Hashable, Sendable {
        /// The reason on one line.
        package let reason: String
    }

    /// The part of time whose events are wanted, in seconds since 1970.
    package struct Window: Hashable, Sendable {
        fileprivate let start: Int, end: Int

        /// Makes a window; it has at most ten years.
        package init(start: Double, end: Double) {
            self.start = Int(saturating: min(max(start, 0), 1e11))
            self.end = Int(saturating: min(max(end, start), start + 3650 * 86_400, 1e11))
        }
    }

    /// The maximum number of events.
    private static let most = 5000
    /// The maximum number of recurrences of one event; later ones are left out.
    private static let mostRecurrences = 1000
    /// The maximum number of periods of recurrences that are examined.
    private static let budget = 1_000_000

    private let calendars: [CalendarComponent]
    private let window: Window
    private let zone: String
    private let ownZone: String?
    private var budget = Self.budget

    /// Parses a document.
    ///
    /// - Parameters:
    ///   - zone: The time zone of whole days, and of times without a zone, for a calendar that has none.
    ///   - ownZone: The zone that precedes the one of the calendar; nil for none.
    package init(parsing text: String, window: Window, zone: String, overriding ownZone: String? = nil) throws(Failure) {
        do throws(CalendarComponent.Failure) {
            calendars = try CalendarComponent(parsing: text).components.filter { $0.name == "VCALENDAR" }
        } catch {
            throw Failure(reason: error.reason)
        }
        self.window = window
        self.zone = zone
        self.ownZone = ownZone
    }

    /// The document as an object: `name`, `events` in the order of their starts, and `todos`.
    package mutating func json() throws(Failure) -> JSONValue {
        var events: [(start: Int, value: JSONValue)] = []
        var todos: [JSONValue] = []
        for calendar in calendars {
            let zones = CalendarZones(
                calendar, standard: ownZone ?? calendar.text("X-WR-TIMEZONE").flatMap { CalendarZones.isKnown($0) ? $0 : nil } ?? zone)
            try add(calendar.components.filter { $0.name == "VEVENT" }, zones, to: &events)
            for todo in calendar.components where todo.name == "VTODO" { todos.append(self.todo(todo, zones)) }
        }
        let sorted = events.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element.value)
        let name = calendars.lazy.compactMap { $0.text("X-WR-CALNAME") ?? $0.text("NAME") }.first
        return .object([
            JSONMember("name", name.map(JSONValue.string) ?? .null), JSONMember("events", .array(sorted)),
            JSONMember("todos", .array(todos)),
        ])
    }

    // MARK: Events

    /// A change of one recurrence of an event, or of it and all later ones.
    private struct Change {
        /// The date of the recurrence without the change, in seconds since 1970.
        let date: Int
        /// Its local time.
        let original: LocalTime
        let component: CalendarComponent
        let isLasting: Bool
    }

    private mutating func add(
        _ components: [CalendarComponent], _ zones: CalendarZones, to events: inout [(start: Int, value: JSONValue)]
    ) throws(Failure) {
        var changes: [String: [Change]] = [:]
        for component in components {
            guard let property = component["RECURRENCE-ID"], let original = CalendarMoment(property) else { continue }
            let change = Change(
                date: seconds(original, zones), original: original.local, component: component,
                isLasting: property.parameters["RANGE"] == "THISANDFUTURE")
            changes[component.text("UID") ?? "", default: []].append(change)
        }
        for component in components {
            guard let start = CalendarMoment(component["DTSTART"]) else { continue }
            let length = length(of: component, from: start, zones)
            if component["RECURRENCE-ID"] != nil {
                try add(component, start.local, start.clock, length, zones, isRecurring: true, to: &events)
                continue
            }
            let moved = changes[component.text("UID") ?? ""] ?? []
            let movedDates = Set(moved.map(\.date))
            let lasting = moved.filter(\.isLasting).sorted { $0.date < $1.date }
            let exceptions = component.all("EXDATE").flatMap(CalendarMoment.all)
            let removedDays = Set(exceptions.filter { $0.clock == .day }.map(\.local.dayNumber))
            var removedDates: Set<Int> = []
            for exception in exceptions where exception.clock != .day { removedDates.insert(seconds(exception, zones)) }
            let (times, isRecurring) = times(of: component, start, length, zones)
            let before = events.count
            for time in times {
                guard events.count < before + Self.mostRecurrences else { break }
                let date = zones.seconds(of: time, by: start.clock, budget: &budget)
                guard !movedDates.contains(date), !removedDates.contains(date), !removedDays.contains(time.dayNumber) else { continue }
                guard let change = lasting.last(where: { $0.date <= date }), let moment = CalendarMoment(change.component["DTSTART"]) else {
                    try add(component, time, start.clock, length, zones, isRecurring: isRecurring, to: &events)
                    continue
                }
                let later = LocalTime(seconds: time.seconds + moment.local.seconds - change.original.seconds)
                let length = self.length(of: change.component, from: moment, zones)
                try add(change.component, later, moment.clock, length, zones, isRecurring: true, to: &events)
            }
            guard budget > 0 else { throw Failure(reason: "its recurring events take too long to compute") }
        }
    }

    /// The local starts of an event in the window, and a day around it.
    private mutating func times(
        of component: CalendarComponent, _ start: CalendarMoment, _ length: Int, _ zones: CalendarZones
    ) -> (times: [LocalTime], isRecurring: Bool) {
        let rules = component.all("RRULE").prefix(10).compactMap { RecurrenceRule($0.value) }.filter {
            // A whole day has no times.
            start.clock != .day || !$0.isWithinDay
        }
        var times: Set<LocalTime> = [start.local]
        let first = LocalTime(seconds: window.start - max(0, length) - 86_400)
        let range = first...max(first, LocalTime(seconds: window.end + 86_400))
        for rule in rules {
            for time in rule.times(from: start.local, in: range, budget: &budget) {
                let time = start.clock == .day ? LocalTime(seconds: time.dayNumber * 86_400) : time
                if let until = rule.until, !isReached(time, start.clock, until, zones) { continue }
                times.insert(time)
            }
        }
        let more = component.all("RDATE").flatMap(CalendarMoment.all)
        for moment in more {
            let time = moment.clock == start.clock ? moment.local : zones.time(at: seconds(moment, zones), by: start.clock)
            times.insert(moment.clock == .day ? LocalTime(seconds: time.dayNumber * 86_400 + start.local.secondOfDay) : time)
        }
        return (times.sorted(), !rules.isEmpty || !more.isEmpty)
    }

    /// True if a time is not after the end of a rule.
    private mutating func isReached(_ time: LocalTime, _ clock: CalendarMoment.Clock, _ until: CalendarMoment, _ zones: CalendarZones)
        -> Bool
    {
        if until.clock == .day || clock == .day { return time.dayNumber <= until.local.dayNumber }
        if until.clock == .floating { return time <= until.local }
        return zones.seconds(of: time, by: clock, budget: &budget) <= seconds(until, zones)
    }

    private mutating func seconds(_ moment: CalendarMoment, _ zones: CalendarZones) -> Int {
        zones.seconds(of: moment.local, by: moment.clock, budget: &budget)
    }

    /// The length of an event in seconds; of whole days by the calendar.
    private mutating func length(of component: CalendarComponent, from start: CalendarMoment, _ zones: CalendarZones) -> Int {
        let longest = 3650 * 86_400
        if let end = CalendarMoment(component["DTEND"]) {
            let length = start.clock == .day ? end.local.seconds - start.local.seconds : seconds(end, zones) - seconds(start, zones)
            return min(max(0, length), longest)
        }
        if let length = component.text("DURATION").flatMap(CalendarDuration.seconds) { return min(max(0, length), longest) }
        return start.clock == .day ? 86_400 : 0
    }

    /// Adds an event that is not cancelled, and in the window.
    private mutating func add(
        _ component: CalendarComponent, _ time: LocalTime, _ clock: CalendarMoment.Clock, _ length: Int, _ zones: CalendarZones,
        isRecurring: Bool, to events: inout [(start: Int, value: JSONValue)]
    ) throws(Failure) {
        let status = component.text("STATUS")?.lowercased()
        guard status != "cancelled" else { return }
        let start = zones.seconds(of: time, by: clock, budget: &budget)
        let isDay = clock == .day
        let end = isDay ? zones.seconds(of: LocalTime(seconds: time.seconds + length), by: clock, budget: &budget) : start + length
        // An event without a length is in the window at its start.
        guard start < window.end, end > window.start || start == end && start >= window.start else { return }
        guard events.count < Self.most else { throw Failure(reason: "there are more than \(Self.most) events in the window") }
        func text(_ name: String) -> JSONValue { component.text(name).map(JSONValue.string) ?? .null }
        let organizer = component["ORGANIZER"].map { $0.parameters["CN"] ?? $0.text.withoutMailScheme }
        events.append(
            (
                start,
                .object([
                    JSONMember("summary", text("SUMMARY")), JSONMember("start", .string(Self.date(start))),
                    JSONMember("end", .string(Self.date(end))),
                    JSONMember("allDay", .bool(isDay)),
                    JSONMember("day", .string((isDay ? time : zones.time(at: start, by: .floating)).day.iso8601)),
                    JSONMember("location", text("LOCATION")), JSONMember("description", text("DESCRIPTION")),
                    JSONMember("url", text("URL")),
                    JSONMember("status", status.map(JSONValue.string) ?? .null),
                    JSONMember("organizer", organizer.map(JSONValue.string) ?? .null),
                    JSONMember("categories", .array(component.all("CATEGORIES").flatMap(\.texts).map(JSONValue.string))),
                    JSONMember("recurring", .bool(isRecurring)), JSONMember("uid", text("UID")),
                ])
            ))
    }

    // MARK: To-dos

    private mutating func todo(_ component: CalendarComponent, _ zones: CalendarZones) -> JSONValue {
        let due = CalendarMoment(component["DUE"]).map { JSONValue.string(Self.date(seconds($0, zones))) }
        let completed = CalendarMoment(component["COMPLETED"]).map { JSONValue.string(Self.date(seconds($0, zones))) }
        let status = component.text("STATUS")?.lowercased()
        return .object([
            JSONMember("summary", component.text("SUMMARY").map(JSONValue.string) ?? .null), JSONMember("due", due ?? .null),
            JSONMember("done", .bool(status == "completed" || completed != nil)), JSONMember("completed", completed ?? .null),
            JSONMember("priority", component.text("PRIORITY").flatMap { Int64($0) }.map(JSONValue.integer) ?? .null),
            JSONMember("status", status.map(JSONValue.string) ?? .null),
            JSONMember("categories", .array(component.all("CATEGORIES").flatMap(\.texts).map(JSONValue.string))),
            JSONMember("uid", component.text("UID").map(JSONValue.string) ?? .null),
        ])
    }

    private static func date(_ seconds: Int) -> String { LocalTime(seconds: seconds).iso8601 + "Z" }
}

extension String {
    /// The text without `mailto:` at its beginning.
    fileprivate var withoutMailScheme: String { lowercased().hasPrefix("mailto:") ? String(dropFirst(7)) : self }
}
