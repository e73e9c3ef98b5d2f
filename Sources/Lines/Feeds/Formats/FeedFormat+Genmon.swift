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
            if let command = literal(content.actions.shellCommand(of: .left)) { line = line + "<txtclick>\(command)</txtclick>" }
            if let path = literal(content.details.artPath) { line = line + "<img>\(path)</img>" }
            return line
        }
    )
}

/// Returns a command or a path, which genmon uses as it is written; nil if an element could start in it.
private func literal(_ text: String?) -> BarText? {
    text.flatMap { text in
        let literal = BarEscaping(["<": "", "\n": ""])(text)
        return literal.source == text ? literal : nil
    }
}
