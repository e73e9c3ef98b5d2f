extension BarSetup {
    /// Shell prompts.
    static let prompts = [
        BarSetup(
            "bash", place: "~/.bashrc",
            text: #"""
                PROMPT_COMMAND='SUBDIAL=$(subdial feed --once --format plain --width 30)'
                PS1='[$SUBDIAL] \w \$ '
                """#),
        BarSetup(
            "zsh", place: "~/.zshrc",
            text: """
                setopt prompt_subst
                RPROMPT='$(subdial feed --once --format zsh --width 30)'
                """),
    ]

    /// Programs that read files or lines.
    static let files = [
        BarSetup("file", "obs", text: "subdial feed --format file --output ~/.cache/now-playing.txt"),
        BarSetup("plain", text: "subdial feed --format plain"),
    ]
}
