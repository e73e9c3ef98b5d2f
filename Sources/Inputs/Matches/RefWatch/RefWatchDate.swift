import FoundationEssentials
import SubdialDocuments
import SubdialExpressions
import SubdialTimeline

/// Dates in RefWatch's formats.
enum RefWatchDate {
    /// Parses ISO 8601 text with or without fractions of a second, or a number of seconds since 2001-01-01.
    static func date(_ json: JSONValue?) -> Date? {
        if let text = json?.string { return Date(iso8601: text) }
        guard let number = json?.number, number.magnitude < 1e12 else { return nil }
        return Date(timeIntervalSinceReferenceDate: number)
    }

    /// ISO 8601 text in whole seconds: RefWatch's decoder rejects fractions.
    static func json(_ date: Date) -> JSONValue {
        .string(Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)).iso8601)
    }
}
