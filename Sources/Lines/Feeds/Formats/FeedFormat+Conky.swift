extension FeedFormat {
    /// Conky's `${execp}` and `${execpi}`, which parse the output of a command.
    ///
    /// The ready-made configuration uses `${execi}`, which shows the output literally, so that it needs no escaping.
    static let conky = FeedFormat(
        name: "conky",
        summary: "Conky, in ${execpi}; ${execi} with plain is safer",
        traits: .polled,
        escape: BarEscaping(["$": "$$", "#": "\\#"]),
        compose: { content, escape in escape(content.text) }
    )
}
