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
        escape: BarEscaping(["\n": " "]),
        compose: { content, escape in
            let details = content.details
            let lines: [BarText] = [
                "text|string|\(escape(content.text))", "status|string|\(escape(content.status))", "title|string|\(escape(details.title))",
                "artist|string|\(escape(details.artist))", "album|string|\(escape(details.album))", "zone|string|\(escape(details.zone))",
                details.volume?.isMuted == true ? "muted|bool|true" : "muted|bool|false", "percentage|range:0-100|\(content.percentage)",
            ]
            return lines.joined(separator: "\n") + "\n"
        }
    )
}
