extension FeedFormat {
    /// yambar's `script` module: a line `name|type|value` for each tag, and an empty line that shows them together.
    ///
    /// yambar's buffer grows but once for each read, so that a set stays below a kibibyte. A value may hold bars, but no line ends.
    static let yambar = FeedFormat(
        name: "yambar",
        summary: "yambar, a script module with tags for a template",
        setup: """
            - script:
                path: /usr/local/bin/subdial
                args: [feed, --format, yambar, --width, "50"]
                content:
                  map:
                    conditions:
                      text == "": { empty: {} }
                      status == paused: { string: { text: "⏸ {text}" } }
                    default: { string: { text: "{text}" } }
            """,
        traits: [.composesIdle, .severalLines, .percentage],
        lineBytes: 1023,
        escape: { $0 },
        compose: { content, _ in
            let details = content.details
            let lines = [
                "text|string|\(content.text)", "status|string|\(content.status)", "title|string|\(details.title)",
                "artist|string|\(details.artist)", "album|string|\(details.album)", "zone|string|\(details.zone)",
                "muted|bool|\(details.volume?.isMuted == true)", "percentage|range:0-100|\(content.percentage)",
            ]
            return lines.joined(separator: "\n") + "\n"
        }
    )
}
