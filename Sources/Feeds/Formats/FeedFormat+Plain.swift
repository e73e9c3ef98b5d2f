extension FeedFormat {
    /// Just the text.
    static let plain = FeedFormat(
        name: "plain",
        summary: "the text alone, for anything that reads lines",
        setup: "subdial feed --format plain",
        escape: { $0 },
        compose: { content, escape in escape(content.text) }
    )
}
