import FoundationEssentials
import HTTPTypes
import SubdialWebServer

/// The conditional header fields of a request.
struct Conditions {
    private let tags: String?
    private let date: Date?

    init(_ headers: HTTPFields) {
        self.init(tags: headers[.ifNoneMatch], date: headers[.ifModifiedSince])
    }

    /// - Parameters:
    ///   - tags: The field `If-None-Match`; nil if it is absent.
    ///   - date: The field `If-Modified-Since`; nil if it is absent.
    init(tags: String?, date: String?) {
        self.tags = tags
        self.date = date.flatMap { Date(httpText: $0) }
    }

    /// True if the client has the current bytes: `If-None-Match` takes precedence over `If-Modified-Since` (RFC 9110, 13.2.2).
    func isFresh(tag: String, modified: Date?) -> Bool {
        if let tags {
            let known = tags.split(separator: ",").map { $0.drop { $0 == " " } }
            return known.contains { item in
                let text = item.hasPrefix("W/") ? item.dropFirst(2) : item
                return text == "*" || text.reversed().drop { $0 == " " }.reversed().elementsEqual(tag)
            }
        }
        // Only the exact date that was sent counts: a date of another clock is not comparable.
        guard let date, let modified else { return false }
        return modified.timeIntervalSince1970.rounded(.down) == date.timeIntervalSince1970
    }
}
