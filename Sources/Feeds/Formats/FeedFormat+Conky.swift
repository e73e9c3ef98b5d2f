extension FeedFormat {
    /// Conky's `${execp}` and `${execpi}`, which parse what a command prints.
    ///
    /// The configuration to paste uses `${execi}`, which shows the output as it is: nothing can be missed by an escaping there.
    static let conky = FeedFormat(
        name: "conky",
        summary: "Conky, in ${execpi}; ${execi} with plain is safer",
        traits: .polled,
        escape: BarEscaping(["$": "$$", "#": "\\#"]),
        compose: { content, escape in escape(content.text) }
    )
}
