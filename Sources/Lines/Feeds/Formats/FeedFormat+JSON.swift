extension FeedFormat {
    /// One JSON object per line for custom widgets: eww, AGS, Quickshell, scripts.
    ///
    /// Every line has the same keys with the same types. An unknown value is null, and an unknown text is empty.
    static let json = FeedFormat(
        name: "json",
        aliases: ["eww", "ags", "quickshell"],
        summary: "eww, AGS, Quickshell and scripts: an object with all there is",
        traits: [.percentage, .seconds, .composesIdle, .artPath],
        escape: .verbatim,
        compose: { content, escape in
            .json(
                [
                    ("text", .text(escape(content.text))), ("tooltip", .text(escape(content.tooltip))),
                    ("status", .text(escape(content.status))), ("class", .texts(content.classes.map { escape($0) })),
                ] + content.details.fields.map { ($0.name, BarField($0.value, escape)) })
        }
    )
}
