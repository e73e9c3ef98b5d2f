extension FeedFormat {
    /// Argos for GNOME, kargos for KDE, and xbar and SwiftBar elsewhere: a line for the panel, then a menu of transport and zones.
    ///
    /// A vertical bar begins a line's attributes and cannot be escaped: one that looks alike takes its place. A zone whose id cannot be
    /// quoted for all of the menu's readers, which differ, is listed without a command.
    static let argos = FeedFormat(
        name: "argos",
        aliases: ["kargos", "xbar"],
        summary: "Argos, kargos and xbar: a line with a menu of zones and transport",
        traits: [.composesIdle, .severalLines, .zones, .polled],
        escape: BarEscaping(["|": "￨", "\n": " "]),
        compose: { content, escape in
            var menu = ArgosMenu(escape)
            // Without a button there is nothing to open the menu by.
            menu.add(content.text.isEmpty ? "♪" : content.text)
            menu.addSeparator()
            for line in content.tooltip.unicodeScalars.split(separator: "\n") { menu.add(String(line)) }
            if !content.tooltip.isEmpty { menu.addSeparator() }
            let control = content.actions.command
            for item in content.details.menu { menu.add(item.title, running: control + " " + item.words) }
            if !content.details.zones.isEmpty { menu.addSeparator() }
            for zone in content.details.zones {
                let name = "\(zone.isLocked ? "🔒 " : "")\(zone.isShown ? "● " : "")\(zone.name)"
                let isChosenHere = !zone.isLocked && zone.id.isQuotableEverywhere
                menu.add(name, running: isChosenHere ? "subdial control zone \(zone.id.shellQuoted)" : nil)
            }
            return menu.lines.joined(separator: "\n")
        }
    )
}

/// The lines of an Argos menu, which show their texts literally.
private struct ArgosMenu {
    private static let literal: BarText = "useMarkup=false emojize=false unescape=false ansi=false trim=false"
    /// A command stands between double quotes, which some readers do not let it hold; the single quotes of ``shellQuoted`` may.
    private static let command = BarEscaping(["\"": "", "\\": "", "$": "", "`": "", "|": "", "!": "", "\n": ""])

    private let escape: BarEscaping
    private(set) var lines: [BarText] = []

    init(_ escape: BarEscaping) { self.escape = escape }

    mutating func addSeparator() { lines.append("---") }

    /// Adds a line that runs `command` when it is chosen; nil for a line that runs nothing.
    mutating func add(_ text: String, running command: String? = nil) {
        guard let command, Self.command(command).source == command else {
            return lines.append("\(escape(text)) | \(Self.literal)")
        }
        lines.append("\(escape(text)) | bash=\"\(Self.command(command))\" terminal=false refresh=true \(Self.literal)")
    }
}
