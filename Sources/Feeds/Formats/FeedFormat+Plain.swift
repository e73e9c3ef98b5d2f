extension FeedFormat {
    /// Just the text.
    static let plain = FeedFormat(
        name: "plain",
        summary: "the text alone, for anything that reads lines",
        escape: .verbatim,
        compose: { content, escape in escape(content.text) }
    )

    /// The text in a file, for what reads files, such as OBS.
    ///
    /// A single blank where nothing plays: of an empty file some keep what they had.
    static let file = FeedFormat(
        name: "file",
        aliases: ["obs"],
        summary: "OBS and others that read a file: with --output FILE",
        idle: " ",
        traits: .file,
        escape: .verbatim,
        compose: { content, escape in escape(content.text) }
    )
}
