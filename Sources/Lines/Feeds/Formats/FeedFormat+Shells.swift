extension FeedFormat {
    /// zsh prompts, in which a per cent sign starts a sequence.
    static let zsh = FeedFormat(
        name: "zsh",
        summary: "zsh, in a prompt with prompt_subst",
        traits: .polled,
        escape: BarEscaping(["%": "%%"]),
        compose: { content, escape in escape(content.text) }
    )

    /// bash prompts with the text in `PS1` itself, in which dollar signs and backticks of a title would run commands.
    ///
    /// bash expands such a text twice: first the prompt's own sequences, then as in double quotes. The ready-made configuration puts the
    /// plain text into a variable instead. bash expands `$SUBDIAL` in a prompt, but does not expand its value again.
    static let bash = FeedFormat(
        name: "bash",
        summary: "bash, in a PS1 that holds the text; a variable with plain is safer",
        traits: .polled,
        escape: BarEscaping(["\\": #"\\\\"#, "$": #"\\$"#, "`": #"\\`"#]),
        compose: { content, escape in escape(content.text) }
    )
}
