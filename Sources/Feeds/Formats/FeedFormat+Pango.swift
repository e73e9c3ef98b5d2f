extension FeedFormat {
    /// Pango markup that shows literally: hyprlock's labels, ironbar's scripts.
    static let pango = FeedFormat(
        name: "pango",
        aliases: ["hyprlock", "ironbar"],
        summary: "hyprlock and ironbar: the text as Pango markup",
        escape: .markup,
        compose: { content, escape in escape(content.text) }
    )
}
