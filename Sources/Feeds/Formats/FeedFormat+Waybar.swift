extension FeedFormat {
    /// Waybar's `custom` modules with `"return-type": "json"`.
    ///
    /// Every line has the same five keys. The empty line hides the module, in every version and whatever its `format`.
    static let waybar = FeedFormat(
        name: "waybar",
        summary: "Waybar, a custom module with return-type json",
        setup: """
            "custom/subdial": {
                "exec": "exec subdial feed --format waybar --width 50",
                "return-type": "json",
                "format": "{icon} {}",
                "format-icons": { "playing": "▶", "paused": "⏸" },
                "on-click": "subdial control play-pause",
                "on-click-middle": "subdial control previous",
                "on-click-right": "subdial control next",
                "on-scroll-up": "subdial control volume up",
                "on-scroll-down": "subdial control volume down"
            }
            """,
        traits: .percentage,
        escape: .markup,
        compose: { content, escape in
            .json([
                "text": .text(escape(content.text)), "alt": .text(escape(content.status)),
                "class": .texts(content.classes.map { escape($0) }),
                "tooltip": .text(escape(content.tooltip)), "percentage": .integer(content.percentage),
            ])
        }
    )
}
