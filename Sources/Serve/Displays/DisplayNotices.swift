import Expressions
import FoundationEssentials
import Timeline
import Widgets

/// What a display is told in place of a picture of its own.
struct DisplayNotice: Hashable, Sendable {
    let title: String
    let message: String
    /// What to write down or to type; empty for nothing.
    let detail: String

    private init(_ title: String, _ message: String, _ detail: String) {
        (self.title, self.message, self.detail) = (title, message, detail)
    }

    /// The notice for a reason that an address names; nil for another word.
    init?(_ reason: String, id: String) {
        switch reason {
        case "unknown": self.init("Not in the configuration", "Add this id to the displays in config.yaml, then wake the display.", id)
        case "key": self.init("Another key", "This display was set up anew, or by another server. Reset its settings to register it.", id)
        case "welcome": self.init("Welcome", "Subdial draws what this display shows. The first picture comes in a moment.", id)
        default: return nil
        }
    }

    /// The notice for a display whose picture cannot be drawn.
    static func failure(_ name: String, _ message: String) -> DisplayNotice { DisplayNotice(name, message, "") }
}

/// Draws notices.
struct DisplayNotices: Sendable {
    private static let schema = EntrySchema(
        kind: "notice",
        fields: [
            EntryField("title", .text, sample: "Title"), EntryField("message", .text, sample: "Message"),
            EntryField("detail", .text, isOptional: true, sample: "AA:BB:CC:DD:EE:FF"),
        ])

    let studio: Studio

    /// The picture of a notice.
    ///
    /// - Parameter look: The query of the display's pictures.
    func picture(_ notice: DisplayNotice, look: [(name: String, value: String)]) async throws -> DrawnPicture {
        let values: [String: Value] = [
            "title": .string(notice.title), "message": .string(notice.message), "detail": .string(notice.detail),
        ]
        // The same notice is the same picture at any time.
        let date = Date(timeIntervalSince1970: 0)
        let entry = Entry(date: date, schema: Self.schema, values: values)
        return try await studio.drawNotice(entry, try PictureQuery(.panel, look), at: date)
    }
}
