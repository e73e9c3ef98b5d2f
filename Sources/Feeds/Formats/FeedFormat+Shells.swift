extension FeedFormat {
    /// zsh's prompts, in which a per cent sign begins a sequence.
    static let zsh = FeedFormat(
        name: "zsh",
        summary: "zsh, in a prompt with prompt_subst",
        traits: .polled,
        escape: BarEscaping(["%": "%%"]),
        compose: { content, escape in escape(content.text) }
    )

    /// bash's prompts with the text in `PS1` itself, where dollars and backticks would run what a title says.
    ///
    /// bash reads such a text twice, for the prompt's own sequences and then as in double quotes. The configuration to paste puts the
    /// plain text into a variable instead: bash expands `$SUBDIAL` in a prompt, and never expands the value again.
    static let bash = FeedFormat(
        name: "bash",
        summary: "bash, in a PS1 that holds the text; a variable with plain is safer",
        traits: .polled,
        escape: BarEscaping(["\\": #"\\\\"#, "$": #"\\$"#, "`": #"\\`"#]),
        compose: { content, escape in escape(content.text) }
    )
}
