extension FeedFormat {
    /// i3blocks' persistent blocks with `format=json`: the only ones that can say of a single line that it is markup.
    ///
    /// From 1.5 on, i3blocks writes clicks to the block's stdin; 1.4 gives it none.
    static let i3blocks = FeedFormat(
        name: "i3blocks",
        summary: "i3blocks, a persistent block with format json",
        idle: line(full: "", short: ""),
        traits: .clicks,
        // i3blocks 1.4 passes a backslash's escape on as two: as an entity there is none to escape.
        escape: .markup.replacing(["\\": "&#92;"]),
        compose: { content, escape in line(full: escape(content.text), short: escape(content.shortText)) }
    )

    /// i3blocks' blocks without a format: a line for the text, one for the short text, nothing else.
    ///
    /// i3blocks runs the command anew for each click, with `BLOCK_BUTTON` in its environment.
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
