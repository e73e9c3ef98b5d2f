extension FeedFormat {
    /// Argos for GNOME, kargos for KDE, xbar and SwiftBar for macOS: a line for the panel, then a menu with playback commands and zones.
    ///
    /// A vertical bar starts the attributes of a line and cannot be escaped, so that a similar character replaces it. The programs differ in
    /// their quoting. A zone with an id that cannot be quoted for all of them is listed without a command.
    static let argos = FeedFormat(
        name: "argos",
        aliases: ["kargos", "xbar"],
        summary: "Argos, kargos and xbar: a line with a menu of zones and transport",
        traits: [.composesIdle, .severalLines, .zones, .polled],
        escape: BarEscaping(["|": "￨", "\n": " "]),
        compose: { content, escape in
            var menu = ArgosMenu(escape)
            // The user needs a visible button to open the menu.
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
    /// The escaping of a command, which is in double quotes.
    ///
    /// Some programs do not allow double quotes in it.
    ///
    /// Single quotes, such as those of ``shellQuoted``, are allowed.
    private static let command = BarEscaping(["\"": "", "\\": "", "$": "", "`": "", "|": "", "!": "", "\n": ""])

    private let escape: BarEscaping
    private(set) var lines: [BarText] = []

    init(_ escape: BarEscaping) { self.escape = escape }

    mutating func addSeparator() { lines.append("---") }

    /// Adds a line that runs `command` when the user selects it; nil for a line without a command.
    mutating func add(_ text: String, running command: String? = nil) {
        guard let command, Self.command(command).source == command else {
            return lines.append("\(escape(text)) | \(Self.literal)")
        }
        lines.append("\(escape(text)) | bash=\"\(Self.command(command))\" terminal=false refresh=true \(Self.literal)")
    }
}
