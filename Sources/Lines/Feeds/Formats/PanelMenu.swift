/// A line for a panel and the menu below it, in the syntax that Argos and Kargos have from BitBar.
struct PanelMenu {
    private let escape: BarEscaping
    /// Returns the end of a line, with or without a command; nil if the program cannot read that command.
    private let end: (_ command: String?) -> BarText?
    private(set) var lines: [BarText] = []

    /// Creates the menu of `content`: the text, the tooltip, playback commands and zones.
    init(_ content: FeedContent, _ escape: BarEscaping, end: @escaping (_ command: String?) -> BarText?) {
        self.escape = escape
        self.end = end
        // The user needs a visible button to open the menu.
        add(content.text.isEmpty ? "♪" : content.text)
        addSeparator()
        for line in content.tooltip.unicodeScalars.split(separator: "\n") { add(String(line)) }
        if !content.tooltip.isEmpty { addSeparator() }
        let control = content.actions.command
        for item in content.details.menu { add(item.title, running: control + " " + item.words) }
        if !content.details.zones.isEmpty { addSeparator() }
        for zone in content.details.zones {
            let name = "\(zone.isLocked ? "🔒 " : "")\(zone.isShown ? "● " : "")\(zone.name)"
            let isChosenHere = !zone.isLocked && zone.id.isQuotableEverywhere
            add(name, running: isChosenHere ? "subdial control zone \(zone.id.shellQuoted)" : nil)
        }
    }

    private mutating func addSeparator() { lines.append("---") }

    /// Adds a line that runs `command` when the user selects it; nil for a line without a command.
    private mutating func add(_ text: String, running command: String? = nil) {
        guard let end = command.flatMap(end) ?? end(nil) else { return }
        // Dashes at the start would make the line a separator or part of a submenu. A word joiner has no width.
        let joiner: BarText = text.unicodeScalars.first == "-" ? "\u{2060}" : ""
        lines.append(joiner + escape(text) + end)
    }
}
