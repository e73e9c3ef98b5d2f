extension FeedFormat {
    /// Pango markup that shows literally: hyprlock's labels, ironbar's scripts.
    static let pango = FeedFormat(
        name: "pango",
        aliases: ["hyprlock", "ironbar"],
        summary: "hyprlock and ironbar: the text as Pango markup",
        setup: """
            label {
                text = cmd[update:1000] subdial feed --once --format pango
            }
            """,
        escape: .markup,
        compose: { content, escape in escape(content.text) }
    )
}
