extension FeedFormat {
    /// Argos for GNOME: a line for the panel, then a menu with playback commands and zones.
    ///
    /// A vertical bar starts the attributes of a line and cannot be escaped, so that a similar character replaces it.
    static let argos = FeedFormat(
        name: "argos",
        summary: "Argos for GNOME: a line with a menu of zones and transport",
        traits: [.composesIdle, .severalLines, .zones, .polled],
        escape: BarEscaping(["|": "￨", "\n": " "]),
        compose: { content, escape in PanelMenu(content, escape, end: end).lines.joined(separator: "\n") }
    )
}

/// Returns the attributes of a line: its text is shown literally, and its command is in double quotes.
private func end(of command: String?) -> BarText? {
    let literal: BarText = "useMarkup=false emojize=false unescape=false ansi=false trim=false"
    guard let command else { return " | \(literal)" }
    let quoted = BarEscaping(["\"": "", "\\": "", "$": "", "`": "", "|": "", "!": "", "\n": ""])(command)
    guard quoted.source == command else { return nil }
    return " | bash=\"\(quoted)\" terminal=false refresh=true \(literal)"
}
