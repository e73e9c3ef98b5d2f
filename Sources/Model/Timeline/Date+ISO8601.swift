import FoundationEssentials
import SubdialBasics

extension Date {
    /// Parses an ISO 8601 date, with or without fractional seconds; a date without a zone is UTC.
    public init?(iso8601 text: String) {
        guard Self.existsInCalendar(text) else { return nil }
        let styles: [Date.ISO8601FormatStyle] = [
            .iso8601,
            .iso8601.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .colon),
            .iso8601.year().month().day().time(includingFractionalSeconds: false).timeZone(separator: .colon),
        ]
        let candidates = [text, text + "Z", text + "T00:00:00Z"]
        for candidate in candidates {
            for style in styles {
                if let date = try? Date(candidate, strategy: style) {
                    self = date
                    return
                }
            }
        }
        return nil
    }

    /// True for a valid day and time: the parser accepts 30 February as 2 March.
    private static func existsInCalendar(_ text: String) -> Bool {
        let day = text.prefix(10)
        guard let midnight = try? Date("\(day)T00:00:00Z", strategy: .iso8601), midnight.formatted(.iso8601).hasPrefix(day) else {
            return false
        }
        let time = text.dropFirst(11).prefix(8).split(separator: ":").map { Int($0) ?? 0 }
        return zip(time, [24, 60, 61]).allSatisfy { $0 < $1 }
    }

    /// The date in ISO 8601 and UTC, with milliseconds only if they are not 0.
    public var iso8601: String {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        let seconds = (milliseconds / 1000).rounded(.down)
        let text = Date(timeIntervalSince1970: seconds).formatted(.iso8601)
        let fraction = Int(saturating: milliseconds - seconds * 1000)
        return fraction == 0 ? text : text.dropLast() + ".\(fraction / 100)\(fraction / 10 % 10)\(fraction % 10)Z"
    }
}
