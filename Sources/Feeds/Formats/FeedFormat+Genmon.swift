import Expressions

extension FeedFormat {
    /// Xfce's generic monitor, which looks for its elements anywhere in the output: a title must not hold one.
    static let genmon = FeedFormat(
        name: "genmon",
        summary: "Xfce's generic monitor (xfce4-genmon-plugin)",
        setup: """
            Command: subdial feed --once --format genmon
            Label: off, Period: 1 s
            """,
        idle: "<txt></txt><tool></tool>",
        traits: [.percentage, .severalLines, .polled, .artPath],
        escape: \.markupEscaped,
        compose: { content, escape in
            var line = "<txt>\(escape(content.text))</txt><tool>\(escape(content.tooltip))</tool><bar>\(content.percentage)</bar>"
            if let command = content.actions.shellCommand(of: .left) { line += "<txtclick>\(escape(command))</txtclick>" }
            // A path with a sign that would have to be escaped is none that genmon could open.
            if let path = content.details.artPath, !path.contains(where: { "<>&".contains($0) }) { line += "<img>\(path)</img>" }
            return line
        }
    )
}
