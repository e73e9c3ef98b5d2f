extension FeedFormat {
    /// i3status-rust's `custom` block with `json = true`.
    ///
    /// Its default format shows the text as Pango markup, without escaping it.
    static let i3statusRust = FeedFormat(
        name: "i3status-rust",
        aliases: ["i3status-rs"],
        summary: "i3status-rust, a custom block that is persistent, with json",
        idle: line(text: "", short: "", state: "Idle"),
        escape: .markup,
        compose: { content, escape in
            line(text: escape(content.text), short: escape(content.shortText), state: content.status == "playing" ? "Info" : "Idle")
        }
    )

    private static func line(text: BarText, short: BarText, state: BarText) -> BarText {
        .json(["icon": .text(""), "state": .text(state), "text": .text(text), "short_text": .text(short)])
    }
}
