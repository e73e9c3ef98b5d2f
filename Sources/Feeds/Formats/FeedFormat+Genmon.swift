extension FeedFormat {
    /// Xfce's generic monitor, which looks for its elements anywhere in the output: a title must not hold one.
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
            // genmon opens a path as it stands: one that would have to be escaped is left out.
            if let path = content.details.artPath, escape(path).source == path { line = line + "<img>\(escape(path))</img>" }
            return line
        }
    )
}
