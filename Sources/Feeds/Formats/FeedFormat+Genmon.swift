extension FeedFormat {
    /// Xfce's generic monitor, which finds its elements anywhere in the output, so that a title must not contain one.
    static let genmon = FeedFormat(
        name: "genmon",
        summary: "Xfce's generic monitor (xfce4-genmon-plugin)",
        idle: "<txt></txt><tool></tool>",
        traits: [.percentage, .severalLines, .polled, .artPath],
        escape: .markup,
        compose: { content, escape in
            var line: BarText =
                "<txt>\(escape(content.text))</txt><tool>\(escape(content.tooltip))</tool><bar>\(content.percentage)</bar>"
            if let command = content.actions.shellCommand(of: .left) { line = line + "<txtclick>\(escape(command))</txtclick>" }
            // genmon uses a path literally, so that a path with characters to escape is omitted.
            if let path = content.details.artPath, escape(path).source == path { line = line + "<img>\(escape(path))</img>" }
            return line
        }
    )
}
