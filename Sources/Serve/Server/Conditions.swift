import FoundationEssentials
import HTTPTypes

/// The conditions of a request: what the client has already.
struct Conditions {
    private let tags: String?
    private let date: Date?

    init(_ headers: HTTPFields) {
        self.init(tags: headers[.ifNoneMatch], date: headers[.ifModifiedSince])
    }

    /// - Parameters:
    ///   - tags: The field `If-None-Match`; nil where it is not there.
    ///   - date: The field `If-Modified-Since`; nil where it is not there.
    init(tags: String?, date: String?) {
        self.tags = tags
        self.date = date.flatMap { Date(httpText: $0) }
    }

    /// True where the client has these bytes: `If-None-Match` counts before `If-Modified-Since` (RFC 9110, 13.2.2).
    func isFresh(tag: String, modified: Date?) -> Bool {
        if let tags {
            let known = tags.split(separator: ",").map { $0.drop { $0 == " " } }
            return known.contains { item in
                let text = item.hasPrefix("W/") ? item.dropFirst(2) : item
                return text == "*" || text.reversed().drop { $0 == " " }.reversed().elementsEqual(tag)
            }
        }
        // Only the very date that was sent: one of another clock tells nothing.
        guard let date, let modified else { return false }
        return modified.timeIntervalSince1970.rounded(.down) == date.timeIntervalSince1970
    }
}
