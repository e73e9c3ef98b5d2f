extension FeedFormat {
    /// The text only.
    static let plain = FeedFormat(
        name: "plain",
        summary: "the text alone, for anything that reads lines",
        escape: .verbatim,
        compose: { content, escape in escape(content.text) }
    )

    /// The text in a file, for programs that read files, such as OBS.
    ///
    /// The idle line is a space, because some programs keep their previous text when the file is empty.
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
