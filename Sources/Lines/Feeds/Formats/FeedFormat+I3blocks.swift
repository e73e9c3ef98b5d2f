extension FeedFormat {
    /// Persistent blocks of i3blocks with `format=json`, the only ones that can mark a single line as markup.
    ///
    /// From version 1.5 on, i3blocks writes clicks to the block's stdin; 1.4 does not.
    static let i3blocks = FeedFormat(
        name: "i3blocks",
        summary: "i3blocks, a persistent block with format json",
        idle: line(full: "", short: ""),
        traits: .clicks,
        // i3blocks 1.4 doubles the backslash of an escape. As an entity, a backslash needs no escape.
        escape: .markup.replacing(["\\": "&#92;"]),
        compose: { content, escape in line(full: escape(content.text), short: escape(content.shortText)) }
    )

    /// Blocks of i3blocks without a format: one line with the text, and one with the short text.
    ///
    /// i3blocks runs the command again for each click, with `BLOCK_BUTTON` in its environment.
    static let i3blocksPlain = FeedFormat(
        name: "i3blocks-plain",
        summary: "i3blocks, a block that is run anew each few seconds; its clicks work in every version",
        idle: "\n",
        traits: [.severalLines, .polled],
        escape: .markup,
        compose: { content, escape in "\(escape(content.text))\n\(escape(content.shortText))" }
    )

    private static func line(full: BarText, short: BarText) -> BarText {
        .json(["full_text": .text(full), "short_text": .text(short), "markup": .text("pango")])
    }
}
