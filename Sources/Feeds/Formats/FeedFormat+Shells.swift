extension FeedFormat {
    /// zsh's prompts, in which a per cent sign begins a sequence.
    static let zsh = FeedFormat(
        name: "zsh",
        summary: "zsh, in a prompt with prompt_subst",
        setup: """
            setopt prompt_subst
            RPROMPT='$(subdial feed --once --format zsh --width 30)'
            """,
        traits: .polled,
        escape: { $0.replacing("%", with: "%%") },
        compose: { content, escape in escape(content.text) }
    )

    /// bash's prompts with the text in `PS1` itself, where dollars and backticks would run what a title says.
    ///
    /// bash reads such a text twice, for the prompt's own sequences and then as in double quotes.
    static let bash = FeedFormat(
        name: "bash",
        summary: "bash, in a PS1 that holds the text",
        setup: #"PROMPT_COMMAND='PS1="[$(subdial feed --once --format bash --width 30)] \w \$ "'"#,
        traits: .polled,
        escape: { text in
            var escaped = ""
            for character in text {
                switch character {
                case "\\": escaped += #"\\\\"#
                case "$", "`": escaped += #"\\"# + String(character)
                default: escaped.append(character)
                }
            }
            return escaped
        },
        compose: { content, escape in escape(content.text) }
    )
}
