extension FeedFormat {
    /// Pango markup that shows the text literally, for hyprlock's labels and ironbar's scripts.
    ///
    /// ironbar reads a line as markup only if it contains `<span`.
    static let pango = FeedFormat(
        name: "pango",
        aliases: ["hyprlock", "ironbar"],
        summary: "hyprlock and ironbar: the text as Pango markup",
        escape: .markup,
        compose: { content, escape in "<span>\(escape(content.text))</span>" }
    )
}
