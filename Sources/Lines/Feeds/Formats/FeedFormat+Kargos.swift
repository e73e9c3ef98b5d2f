extension FeedFormat {
    /// Kargos for Plasma: a line for the panel, then a menu with playback commands and zones.
    ///
    /// Kargos shows each text as HTML. It takes three dashes for a separator anywhere in the output, and a backslash before an "n" for a line
    /// break.
    static let kargos = FeedFormat(
        name: "kargos",
        summary: "Kargos for Plasma: a line with a menu of zones and transport",
        traits: [.composesIdle, .severalLines, .zones, .polled],
        escape: BarEscaping([
            "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&#34;", "'": "&#39;", "|": "&#124;", "-": "&#45;", "\\": "&#92;", "\n": " ",
        ]),
        compose: { content, escape in PanelMenu(content, escape, end: end).lines.joined(separator: "\n") }
    )
}

/// Returns the attributes of a line with a command.
///
/// Kargos knows only single quotes. A backslash precedes a single quote between them.
private func end(of command: String?) -> BarText? {
    guard let command else { return "" }
    let readable = BarEscaping(["|": "", "\\": "", "\n": ""])(command).source == command
    guard readable, !command.unicodeScalars.contains("---".unicodeScalars) else { return nil }
    return " | bash='\(BarEscaping(["'": "\\'"])(command))' onclick=bash terminal=false refresh=true"
}
