import Expressions
import JSON

extension FeedFormat {
    /// i3blocks' persistent blocks with `format=json`: the only ones that can say of a single line that it is markup.
    static let i3blocks = FeedFormat(
        name: "i3blocks",
        summary: "i3blocks, a persistent block with format json",
        setup: """
            [subdial]
            command=exec subdial feed --format i3blocks
            interval=persist
            format=json
            """,
        idle: line(full: "", short: ""),
        // i3blocks 1.4 passes a backslash's escape on as two: as an entity there is none to escape.
        escape: { $0.markupEscaped.replacing("\\", with: "&#92;") },
        compose: { content, escape in line(full: escape(content.text), short: escape(content.shortText)) }
    )

    private static func line(full: String, short: String) -> String {
        let line: JSONValue = ["full_text": .string(full), "short_text": .string(short), "markup": "pango"]
        return line.text()
    }
}
