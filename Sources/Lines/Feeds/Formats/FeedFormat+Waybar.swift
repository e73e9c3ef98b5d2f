extension FeedFormat {
    /// Waybar's `custom` modules with `"return-type": "json"`.
    ///
    /// Every line has the same five keys. The empty line hides the module in every version, with any `format`.
    static let waybar = FeedFormat(
        name: "waybar",
        summary: "Waybar, a custom module with return-type json",
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
