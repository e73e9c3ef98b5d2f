import FoundationEssentials

extension Date {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
        return calendar
    }

    /// The date in HTTP format: `Thu, 08 Jan 2026 20:15:04 GMT` (RFC 9110, 5.6.7).
    package var httpText: String {
        let parts = Self.calendar.dateComponents([.year, .month, .day, .hour, .minute, .second, .weekday], from: self)
        func two(_ number: Int?) -> String { number.map { $0 < 10 ? "0\($0)" : "\($0)" } ?? "00" }
        let day = Self.days[((parts.weekday ?? 1) - 1) % 7]
        let month = Self.months[((parts.month ?? 1) - 1) % 12]
        return "\(day), \(two(parts.day)) \(month) \(parts.year ?? 1970) \(two(parts.hour)):\(two(parts.minute)):\(two(parts.second)) GMT"
    }

    /// Parses the date format that senders must use; nil for any other text.
    package init?(httpText text: String) {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let month = Self.months.firstIndex(of: String(words[2])), let day = Int(words[1]),
            let year = Int(words[3]), (1...31).contains(day), (1970...9999).contains(year)
        else { return nil }
        let time = words[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2]) else { return nil }
        var parts = DateComponents()
        (parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second) = (year, month + 1, day, time[0], time[1], time[2])
        guard let date = Self.calendar.date(from: parts) else { return nil }
        self = date
    }
}
