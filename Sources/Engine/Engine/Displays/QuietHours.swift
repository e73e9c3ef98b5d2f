import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialExpressions

/// Hours without updates, on every day or on some weekdays.
package struct QuietHours: Hashable, Sendable {
    /// The weekdays in settings, from Monday.
    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    /// The words for several weekdays.
    private static let groups: [String: Set<Int>] = ["weekdays": [0, 1, 2, 3, 4], "weekend": [5, 6], "daily": [0, 1, 2, 3, 4, 5, 6]]
    /// The number of hours after each other that are one pause.
    private static let longestChain = 16

    /// The weekdays on which the hours begin; 0 for Monday.
    private let days: Set<Int>
    /// The minutes since midnight; hours whose end is not after their start end on the next day.
    private let from: Int, to: Int

    /// Makes hours.
    package init(days: Set<Int> = [0, 1, 2, 3, 4, 5, 6], start: Int, end: Int) {
        (self.days, from, to) = (days, start, end)
    }

    /// The end of the quiet hours at a date, with those that follow at once; nil if none are then.
    package static func end(of hours: [QuietHours], at date: Date, in zones: TimeZones) -> Date? {
        var end: Date?
        for _ in 0..<longestChain {
            let moment = end ?? date
            guard let next = hours.compactMap({ $0.end(at: moment, in: zones) }).max() else { break }
            end = next
        }
        return end
    }

    /// The end of the hours that have begun on the day of a date, or on the day before.
    private func end(at date: Date, in zones: TimeZones) -> Date? {
        let today = zones.localDay(at: date)
        return [today - 1, today].compactMap { day -> Date? in
            guard days.contains(Self.weekday(ofDay: day)) else { return nil }
            let begins = zones.date(onDay: day, minutes: from)
            let ends = zones.date(onDay: to > from ? day : day + 1, minutes: to)
            return (begins..<max(begins, ends)).contains(date) ? ends : nil
        }.max()
    }

    /// The weekday of a number of days since 1970-01-01, a Thursday; 0 for Monday.
    private static func weekday(ofDay day: Int) -> Int { ((day + 3) % 7 + 7) % 7 }
}

extension TimeZones {
    /// The local day at a date, in days since 1970-01-01.
    fileprivate func localDay(at date: Date) -> Int {
        let midnight = midnight(before: date, in: standard)
        let day = Int(saturating: (midnight.timeIntervalSince1970 / 86_400).rounded(.down))
        // The midnight of a zone is less than a day from the one of UTC.
        return [day, day + 1].first { self.date(onDay: $0, minutes: 0) == midnight } ?? day
    }

    /// The date of a local time.
    fileprivate func date(onDay day: Int, minutes: Int) -> Date {
        date(showing: Date(timeIntervalSince1970: Double(day * 86_400 + minutes * 60)))
    }
}

extension QuietHours {
    /// Parses `23:00-06:30`, or `{ days: [mon, tue], from: "22:00", to: "06:30" }`.
    init(_ node: SettingsNode) throws(SettingsProblem) {
        guard node.isMap else {
            let text = try node.text()
            let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Self.minutes($0) }
            guard ends.count == 2, let start = ends[0], let end = ends[1], start != end, start < 1440 else {
                throw node.error("quiet takes a part of the day, such as \"23:00-06:30\", not '\(text)'")
            }
            self.init(start: start, end: end)
            return
        }
        var days: Set<Int> = []
        var (start, end): (Int?, Int?) = (nil, nil)
        var problem: SettingsProblem?
        node.forEach(of: ["days", "from", "to"], like: "from: \"22:00\"") { (member) throws(SettingsProblem) in
            guard member.name == "days" else {
                let text = try member.value.text()
                guard let minutes = Self.minutes(text[...]), minutes < 1440 || member.name == "to" else {
                    problem = member.value.error("\(member.name) takes a time of the day, such as \"22:00\", not '\(text)'")
                    return
                }
                if member.name == "from" { start = minutes } else { end = minutes }
                return
            }
            for element in member.value.elements { days.formUnion(try Self.days(element)) }
        }
        if let problem { throw problem }
        guard let start, let end, start != end else {
            throw node.error(
                "quiet takes 'from' and 'to', which are different times, such as { days: [sat, sun], from: \"23:00\", to: \"09:00\" }")
        }
        self.init(days: days.isEmpty ? Set(Self.weekdays.indices) : days, start: start, end: end)
    }

    private static func days(_ node: SettingsNode) throws(SettingsProblem) -> Set<Int> {
        let word = try node.text().lowercased()
        if let group = groups[word] { return group }
        guard let day = weekdays.firstIndex(of: word) else {
            let known = weekdays + groups.keys.sorted()
            throw node.error("there is no day '\(word)'; there are \(known.joined(separator: ", "))")
        }
        return [day]
    }

    /// The minutes since midnight of `22:00`, at most `24:00`; nil for another form.
    private static func minutes(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0...59).contains(minute), (0...24).contains(hour),
            hour < 24 || minute == 0
        else { return nil }
        return hour * 60 + minute
    }
}
