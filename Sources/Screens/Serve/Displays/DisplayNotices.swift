import FoundationEssentials
import SubdialExpressions
import SubdialTimeline
import SubdialWidgets

/// A notice that a display shows in place of a picture.
struct DisplayNotice: Hashable, Sendable {
    fileprivate let title: String
    fileprivate let message: String
    /// An id or text to write down or to type; empty for none.
    let detail: String

    private init(_ title: String, _ message: String, _ detail: String) {
        (self.title, self.message, self.detail) = (title, message, detail)
    }

    /// The notice for a reason from a URL; nil for an unknown reason.
    init?(_ reason: String, id: String) {
        switch reason {
        case "unknown": self.init("Not in the configuration", "Add this id to the displays in config.yaml, then wake the display.", id)
        case "key":
            self.init("Another key", "This display has a key that this server did not give it. Reset its settings to register it.", id)
        case "welcome": self.init("Welcome", "Subdial draws what this display shows. The first picture comes in a moment.", id)
        default: return nil
        }
    }

    /// The notice for a display whose picture cannot be drawn.
    static func failure(_ name: String, _ message: String) -> DisplayNotice { DisplayNotice(name, message, "") }
}

/// Draws and caches notices.
actor DisplayNotices {
    private static let schema = EntrySchema(
        kind: "notice",
        fields: [
            EntryField("title", .text, sample: "Title"), EntryField("message", .text, sample: "Message"),
            EntryField("detail", .text, isOptional: true, sample: "AA:BB:CC:DD:EE:FF"),
        ])

    /// The maximum number of cached notices.
    private static let maximumKept = 64
    /// The maximum number of notices that wait to be drawn.
    private static let maximumWaiting = 8

    private struct Key: Hashable {
        let notice: DisplayNotice
        let query: PictureQuery
    }

    private let studio: PictureRenderer
    private let rate = StrangerRate()
    private var kept: [Key: DrawnPicture] = [:]
    private var waiting = 0
    /// The drawing of the notice that came last.
    private var last: Task<DrawnPicture, any Error>?

    init(_ studio: PictureRenderer) { self.studio = studio }

    /// The picture of a notice.
    ///
    /// - Parameters:
    ///   - look: The look of the display's pictures.
    ///   - stranger: The address of a client without a key, which may cause few drawings; nil for a display with its key.
    /// - Throws: ``ServeError`` for an invalid look, or if too many notices are drawn.
    func picture(_ notice: DisplayNotice, look: DisplayLook, stranger: PeerAddress? = nil) async throws -> DrawnPicture {
        let key = Key(notice: notice, query: try look.query)
        if let known = kept[key] { return known }
        guard waiting < Self.maximumWaiting else { throw ServeError(.unavailable, "other notices are being drawn; ask again in a second") }
        if let stranger, !rate.admits(stranger) {
            throw ServeError(.unavailable, "too many displays without a key ask for notices; ask again in a minute")
        }
        waiting += 1
        defer { waiting -= 1 }
        // One after the other, so that a picture that is requested meanwhile waits for no more than one notice.
        let drawing = Task { [last] in
            _ = await last?.result
            return try await draw(notice, key)
        }
        last = drawing
        return try await drawing.value
    }

    private func draw(_ notice: DisplayNotice, _ key: Key) async throws -> DrawnPicture {
        if let known = kept[key] { return known }
        let values: [String: Value] = [
            "title": .string(notice.title), "message": .string(notice.message), "detail": .string(notice.detail),
        ]
        // A constant date, so that equal notices have equal pictures.
        let date = Date(timeIntervalSince1970: 0)
        let drawn = try await studio.drawNotice(
            Entry(date: date, schema: Self.schema, content: EntryFields(values: values)), key.query, at: date)
        if kept.count >= Self.maximumKept { kept = [:] }
        kept[key] = drawn
        return drawn
    }

    /// Clears the cache, because the template is loaded again.
    func reset() { kept = [:] }
}
