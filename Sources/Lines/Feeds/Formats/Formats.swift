import SubdialKinds

extension FeedFormat {
    /// polybar's `custom/script` with `tail = true`.
    ///
    /// polybar interprets the text between `%{` and `}`, and has no escape for it. So a tag without an effect is inserted before every
    /// opening brace, which separates it from a per cent sign.
    static let polybar = FeedFormat(
        name: "polybar",
        summary: "polybar, a custom/script with tail; clicks and wheel are in the line",
        escape: BarEscaping(["{": "%{T-}{"]),
        compose: { content, escape in content.clickable(escape(content.text), buttons: 8) }
    )

    /// lemonbar, which prints the commands of clicks on its stdout.
    static let lemonbar = FeedFormat(
        name: "lemonbar",
        summary: "lemonbar; it prints the command of a click, for a shell to run",
        escape: BarEscaping(["%": "%%"]),
        compose: { content, escape in content.clickable(escape(content.text), buttons: 5) }
    )
}

extension FeedContent {
    /// Returns the text within a tag for each button that has an action, in lemonbar's syntax.
    ///
    /// - Parameter buttons: The highest button number that the bar supports; it would show the tag of a higher one as text.
    fileprivate func clickable(_ text: BarText, buttons: Int) -> BarText {
        let commands = ClickButton.allCases.compactMap { button -> (Int, BarText)? in
            button.number > buttons ? nil : actions.shellCommand(of: button).map { (button.number, Self.commandEscaping($0)) }
        }
        let opening = commands.map { number, command -> BarText in "%{A\(number):\(command):}" }.joined()
        return opening + text + ("%{A}" as BarText).repeated(commands.count)
    }

    /// A colon ends the command.
    private static let commandEscaping = BarEscaping([":": #"\:"#])
}

extension FeedFormat {
    /// Argos for GNOME: a line for the panel, then a menu with playback commands and zones.
    ///
    /// A vertical bar starts the attributes of a line and cannot be escaped, so that a similar character replaces it.
    static let argos = FeedFormat(
        name: "argos",
        summary: "Argos for GNOME: a line with a menu of zones and transport",
        traits: [.composesIdle, .severalLines, .zones, .polled],
        escape: BarEscaping(["|": "￨", "\n": " "]),
        compose: { content, escape in PanelMenu(content, escape, end: argosEnd).lines.joined(separator: "\n") }
    )
}

/// Returns the attributes of a line: its text is shown literally, and its command is in double quotes, as in a shell.
private func argosEnd(of command: String?) -> BarText? {
    let literal: BarText = "useMarkup=false emojize=false unescape=false ansi=false trim=false"
    guard let command else { return " | \(literal)" }
    guard command.isOneLine, !command.unicodeScalars.contains(where: { "|!".unicodeScalars.contains($0) }) else { return nil }
    let quoted = BarEscaping(["\"": "\\\"", "\\": "\\\\", "$": "\\$", "`": "\\`"])(command)
    return " | bash=\"\(quoted)\" terminal=false refresh=true \(literal)"
}

extension FeedFormat {
    /// Conky's `${execp}` and `${execpi}`, which parse the output of a command.
    ///
    /// The ready-made configuration uses `${execi}`, which shows the output literally, so that it needs no escaping.
    static let conky = FeedFormat(
        name: "conky",
        summary: "Conky, in ${execpi}; ${execi} with plain is safer",
        traits: .polled,
        escape: BarEscaping(["$": "$$", "#": "\\#"]),
        compose: { content, escape in escape(content.text) }
    )
}

extension FeedFormat {
    /// Xfce's generic monitor, which finds its elements anywhere in the output, so that a title must not contain one.
    static let genmon = FeedFormat(
        name: "genmon",
        summary: "Xfce's generic monitor (xfce4-genmon-plugin)",
        idle: "<txt></txt><tool></tool>",
        traits: [.isolates, .percentage, .severalLines, .polled, .artPath],
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

extension FeedFormat {
    /// The stream of i3bar and swaybar, as their whole `status_command`.
    ///
    /// A `stop_signal` of 0 prevents a hidden bar from stopping the feed, which would then show an old track when the bar returns. The empty
    /// list in the preamble allows every later line to begin with a comma, so that any line can be omitted.
    static let i3bar = FeedFormat(
        name: "i3bar",
        aliases: ["swaybar"],
        summary: "i3bar or swaybar, as the whole status_command; clicks and wheel work",
        preamble: #"{"version":1,"click_events":true,"stop_signal":0,"cont_signal":0}"# + "\n[\n[]\n",
        idle: ",[]",
        traits: [.isolates, .clicks],
        escape: .markup,
        compose: { content, escape in
            let block = BarText.json([
                "full_text": .text(escape(content.text)), "short_text": .text(escape(content.shortText)), "name": .text("subdial"),
                // i3bar returns these with a click, and does not show them.
                "instance": .text(BarEscaping.verbatim(content.details.subjectID)), "markup": .text("pango"),
                "_status": .text(escape(content.status)),
            ])
            return ",[\(block)]"
        }
    )
}

extension FeedFormat {
    /// Persistent blocks of i3blocks with `format=json`, the only ones that can mark a single line as markup.
    ///
    /// From version 1.5 on, i3blocks writes clicks to the block's stdin; 1.4 does not.
    static let i3blocks = FeedFormat(
        name: "i3blocks",
        summary: "i3blocks, a persistent block with format json",
        idle: line(full: "", short: ""),
        traits: .clicks,
        // i3blocks 1.4 doubles the backslash of an escape. As an entity, a backslash needs no escape.
        escape: .markup.replacing(["\\": "&#92;"]),
        compose: { content, escape in line(full: escape(content.text), short: escape(content.shortText)) }
    )

    /// Blocks of i3blocks without a format: one line with the text, and one with the short text.
    ///
    /// i3blocks runs the command again for each click, with `BLOCK_BUTTON` in its environment.
    static let i3blocksPlain = FeedFormat(
        name: "i3blocks-plain",
        summary: "i3blocks, a block that is run anew each few seconds; its clicks work in every version",
        idle: "\n",
        traits: [.isolates, .severalLines, .polled],
        escape: .markup,
        compose: { content, escape in "\(escape(content.text))\n\(escape(content.shortText))" }
    )

    private static func line(full: BarText, short: BarText) -> BarText {
        .json(["full_text": .text(full), "short_text": .text(short), "markup": .text("pango")])
    }
}

extension FeedFormat {
    /// i3status-rust's `custom` block with `json = true`.
    ///
    /// Its default format shows the text as Pango markup, without escaping it.
    static let i3statusRust = FeedFormat(
        name: "i3status-rust",
        aliases: ["i3status-rs"],
        summary: "i3status-rust, a custom block that is persistent, with json",
        idle: line(text: "", short: "", state: "Idle"),
        traits: .isolates,
        escape: .markup,
        compose: { content, escape in
            line(text: escape(content.text), short: escape(content.shortText), state: state(of: content.status))
        }
    )

    private static func state(of status: String) -> BarText {
        switch status {
        case "playing": "Info"
        case "error": "Critical"
        default: "Idle"
        }
    }

    private static func line(text: BarText, short: BarText, state: BarText) -> BarText {
        .json(["icon": .text(""), "state": .text(state), "text": .text(text), "short_text": .text(short)])
    }
}

extension FeedFormat {
    /// One JSON object per line for custom widgets: eww, AGS, Quickshell, scripts.
    ///
    /// Every line has the same keys with the same types. An unknown value is null, and an unknown text is empty.
    static let json = FeedFormat(
        name: "json",
        aliases: ["eww", "ags", "quickshell"],
        summary: "eww, AGS, Quickshell and scripts: an object with all there is",
        traits: [.percentage, .seconds, .composesIdle, .artPath, .scripts],
        escape: .verbatim,
        compose: { content, escape in
            .json(
                [
                    ("text", .text(escape(content.text))), ("tooltip", .text(escape(content.tooltip))),
                    ("status", .text(escape(content.status))), ("class", .texts(content.classes.map { escape($0) })),
                ] + content.details.fields.map { ($0.name, BarField($0.value, escape)) })
        }
    )
}

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
        compose: { content, escape in PanelMenu(content, escape, end: kargosEnd).lines.joined(separator: "\n") }
    )
}

/// Returns the attributes of a line with a command.
///
/// Kargos knows only single quotes. A backslash precedes a single quote between them.
private func kargosEnd(of command: String?) -> BarText? {
    guard let command else { return "" }
    // The same word without the backslash that stands before a quote between two quoted parts.
    let line = command.replacing(#"'\''"#, with: #"'"'"'"#)
    let scalars = line.unicodeScalars
    guard line.isOneLine, !scalars.contains("|"), !scalars.contains("\\"), !scalars.contains("---".unicodeScalars) else { return nil }
    return " | bash='\(BarEscaping(["'": "\\'"])(line))' onclick=bash terminal=false refresh=true"
}

extension FeedFormat {
    /// Pango markup that shows the text literally, for hyprlock's labels and ironbar's scripts.
    ///
    /// ironbar reads a line as markup only if it contains `<span`.
    static let pango = FeedFormat(
        name: "pango",
        aliases: ["hyprlock", "ironbar"],
        summary: "hyprlock and ironbar: the text as Pango markup",
        traits: .isolates,
        escape: .markup,
        compose: { content, escape in "<span>\(escape(content.text))</span>" }
    )
}

extension FeedFormat {
    /// The text only.
    package static let plain = FeedFormat(
        name: "plain",
        summary: "the text alone, for anything that reads lines",
        traits: .scripts,
        escape: .verbatim,
        compose: { content, escape in escape(content.text) }
    )

    /// The text in a file, for programs that read files, such as OBS.
    ///
    /// The idle line is a space, because some programs keep their previous text when the file is empty.
    static let file = FeedFormat(
        name: "file",
        aliases: ["obs"],
        summary: "OBS and others that read a file: with --output FILE",
        idle: " ",
        traits: [.file, .scripts],
        escape: .verbatim,
        compose: { content, escape in escape(content.text) }
    )
}

extension FeedFormat {
    /// zsh prompts, in which a per cent sign starts a sequence.
    static let zsh = FeedFormat(
        name: "zsh",
        summary: "zsh, in a prompt with prompt_subst",
        traits: .polled,
        escape: BarEscaping(["%": "%%"]),
        compose: { content, escape in escape(content.text) }
    )

    /// bash prompts with the text in `PS1` itself, in which dollar signs and backticks of a title would run commands.
    ///
    /// bash expands such a text twice: first the prompt's own sequences, then as in double quotes. The ready-made configuration puts the
    /// plain text into a variable instead. bash expands `$SUBDIAL` in a prompt, but does not expand its value again.
    static let bash = FeedFormat(
        name: "bash",
        summary: "bash, in a PS1 that holds the text; a variable with plain is safer",
        traits: .polled,
        escape: BarEscaping(["\\": #"\\\\"#, "$": #"\\$"#, "`": #"\\`"#]),
        compose: { content, escape in escape(content.text) }
    )
}

extension FeedFormat {
    /// tmux's status line, which expands the output of a command: a number sign is doubled.
    static let tmux = FeedFormat(
        name: "tmux",
        summary: "tmux, in status-left or status-right",
        escape: BarEscaping(["#": "##"]),
        compose: { content, escape in escape(content.text) }
    )
}

extension FeedFormat {
    /// Waybar's `custom` modules with `"return-type": "json"`.
    ///
    /// Every line has the same five keys. The empty line hides the module in every version, with any `format`.
    static let waybar = FeedFormat(
        name: "waybar",
        summary: "Waybar, a custom module with return-type json",
        traits: [.isolates, .percentage],
        escape: .markup,
        compose: { content, escape in
            .json([
                "text": .text(escape(content.text)), "alt": .text(escape(content.alt)),
                "class": .texts(content.classes.map { escape($0) }),
                "tooltip": .text(escape(content.tooltip)), "percentage": .integer(content.percentage),
            ])
        }
    )
}

extension FeedFormat {
    /// xmobar's `CommandReader`, which interprets markup in its text.
    ///
    /// `<raw=LENGTH:TEXT/>` shows its text literally. The length counts Haskell characters, which are Unicode scalars.
    static let xmobar = FeedFormat(
        name: "xmobar",
        summary: "xmobar, a CommandReader; clicks and wheel are in the line",
        escape: .verbatim,
        compose: { content, escape in
            let commands = ClickButton.allCases.compactMap { button in
                button.number > 5 ? nil : quotable(content.actions.shellCommand(of: button)).map { (button.number, $0) }
            }
            let opening = commands.map { number, command -> BarText in "<action=`\(command)` button=\(number)>" }.joined()
            let text = escape(content.text)
            let raw: BarText = "<raw=\(text.source.unicodeScalars.count):\(text)/>"
            return opening + raw + ("</action>" as BarText).repeated(commands.count)
        }
    )

    /// Returns a command, which is in backticks; nil if it contains one.
    private static func quotable(_ command: String?) -> BarText? {
        command.flatMap { $0.unicodeScalars.contains("`") ? nil : BarEscaping.verbatim($0) }
    }
}

extension FeedFormat {
    /// yambar's `script` module: a line `name|type|value` for each tag, and an empty line that ends the set.
    ///
    /// yambar's buffer grows only once per read, so that a set must be shorter than 1024 bytes. A value may contain vertical bars, but no
    /// line breaks.
    static let yambar = FeedFormat(
        name: "yambar",
        summary: "yambar, a script module with tags for a template",
        traits: [.composesIdle, .severalLines, .percentage],
        lineBytes: 1023,
        escape: BarEscaping(["\n": " "]),
        compose: { content, escape in
            var lines: [BarText] = ["text|string|\(escape(content.text))", "status|string|\(escape(content.status))"]
            for field in content.details.fields where field.isTag && field.name != "percentage" { lines += tag(field, escape) }
            lines.append("percentage|range:0-100|\(content.percentage)")
            return lines.joined(separator: "\n") + "\n"
        }
    )
}

/// Returns the line of a tag; none for values that a tag cannot contain.
private func tag(_ field: FeedField, _ escape: BarEscaping) -> [BarText] {
    let name = escape(field.name)
    return switch field.value {
    case .text(let text): ["\(name)|string|\(escape(text))"]
    case .integer(let number): ["\(name)|int|\(number)"]
    case .double(let number): ["\(name)|float|\(escape("\(number)"))"]
    case .flag(let flag): [flag ? "\(name)|bool|true" : "\(name)|bool|false"]
    case .nothing, .object, .list: []
    }
}

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
        for item in content.details.menu { add(item.title, running: "\(control.line) \(item.words)") }
        if !content.details.zones.isEmpty { addSeparator() }
        for zone in content.details.zones {
            let name = "\(zone.isLocked ? "🔒 " : "")\(zone.isShown ? "● " : "")\(zone.name)"
            let isChosenHere = !zone.isLocked && zone.id.isQuotableEverywhere
            add(name, running: isChosenHere ? control.line(selecting: zone.id) : nil)
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
