import SubdialEngineWire

/// The manual page of a command, in the macros of man(7).
struct ManualPage {
    private(set) var text = ""

    /// - Parameters:
    ///   - command: The command, with all commands below it.
    ///   - documentation: The folder in which the documentation is installed.
    ///   - date: The date of the release, `2026-01-31`.
    /// - Throws: An error of decoding if the parser describes arguments in an unknown form.
    init(_ command: DescribedCommand, documentation: String, date: String) throws {
        let arguments = try command.arguments()
        add(".TH \(command.manualName.uppercased().roff) 1 \"\(date)\" \"\(SubdialVersion.line)\" \"User Commands\"")
        section("Name")
        let summary = command.abstract.trimmingSuffix(".")
        add("\(command.manualName.roff) \\- \(summary.prefix(1).lowercased().roff)\(String(summary.dropFirst()).roff)")
        section("Synopsis")
        for (index, synopsis) in command.synopses(arguments).enumerated() {
            if index > 0 { add(".br") }
            add(synopsis.roff)
        }
        section("Description")
        add(command.abstract.roff)
        for paragraph in command.paragraphs { add(".PP\n\(paragraph.roff)") }
        for (title, arguments) in command.sections(arguments) {
            section(title == "Options" || title == "Arguments" ? title : "\(title) options")
            for argument in arguments { entry(argument.label, argument.text.roff) }
        }
        if !command.subcommands.isEmpty {
            section("Subcommands")
            for subcommand in command.subcommands { entry(subcommand.manualName + "(1)", subcommand.abstract.roff) }
        }
        addExamples(command.manual)
        section("Exit status")
        for status in ExitStatus.allCases { entry("\(status.rawValue)", status.meaning.roff) }
        section("Environment")
        add("An option overrides the environment, and the environment overrides the configuration file.")
        for (names, meaning) in Self.environment { entry(names, meaning.roff) }
        if command.names.count == 1 {
            section("Files")
            for (path, meaning) in Self.files { entry(path, meaning.roff) }
        }
        addReferences(command, documentation)
    }

    private mutating func addExamples(_ manual: CommandManual?) {
        guard let manual else { return }
        section("Examples")
        for (index, example) in manual.examples.enumerated() {
            add("\(index == 0 ? "" : ".PP\n")\(example.purpose.roff):\n.PP\n.RS 4\n.EX\n\(example.line.roff)\n.EE\n.RE")
        }
    }

    private mutating func addReferences(_ command: DescribedCommand, _ documentation: String) {
        section("See also")
        // The commands above, and those directly below; for the root also other programs.
        let parents = (1..<command.names.count).map { command.names.prefix($0).joined(separator: "-") }
        let others =
            command.names.count > 1
            ? [] : ["playerctl(1)", "waybar-custom(5)", "i3blocks(1)", "tmux(1)"]
        let pages = parents.map { "\($0)(1)" } + command.subcommands.map { "\($0.manualName)(1)" } + others
        if !pages.isEmpty { add(pages.map(\.roff).joined(separator: ",\n")) }
        if let page = command.manual?.page { add(".PP\n\("\(documentation)/\(page).md".roff)") }
    }

    private mutating func section(_ title: String) { add(".SH \(title.uppercased().roff)") }

    /// Adds a term in bold with its description.
    private mutating func entry(_ term: String, _ description: String) {
        add(".TP\n\\fB\(term.roff)\\fR\n\(description)")
    }

    private mutating func add(_ lines: String) { text += lines + "\n" }

    private static let environment = [
        ("SUBDIAL_BRIDGE, SUBDIAL_ZONE, SUBDIAL_CONFIG, SUBDIAL_LOG_LEVEL", "The values of the options of the same names."),
        ("SUBDIAL_TEMPLATES", "A folder whose templates, themes and symbols are preferred to those of Subdial."),
        ("SUBDIAL_CONSOLE", "The address of the mixing console."),
        ("PULSE_SERVER", "The address of the sound server."),
        ("NO_COLOR", "If it is not empty, output has no colours by default."),
        (
            "XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME, XDG_RUNTIME_DIR",
            "The folders of the configuration, the state, the cache and the socket."
        ),
    ]

    private static let files = [
        ("$XDG_CONFIG_HOME/subdial/config.yaml", "The configuration. All keys are optional."),
        ("$XDG_CONFIG_HOME/subdial/templates", "The templates and kinds of the user."),
        ("$XDG_STATE_HOME/subdial", "The last known states, the selected zone, the listening history, and the engine's log engine.log."),
        ("$XDG_CACHE_HOME/subdial", "Cached covers and documents."),
        (
            "$XDG_RUNTIME_DIR/subdial",
            "The engine's socket; /run/user/UID/subdial without the variable, and $XDG_STATE_HOME/subdial/run without that folder."
        ),
    ]
}

extension String {
    /// The text with the special characters of roff escaped.
    fileprivate var roff: String {
        let escaped = reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\e"
            case "-": text += "\\-"
            case "'": text += "\\(aq"
            case "`": text += "\\(ga"
            case "^": text += "\\(ha"
            case "~": text += "\\(ti"
            case "\"": text += "\\(dq"
            default: text.append(character)
            }
        }
        // A full stop at the beginning of a line is a request.
        return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
    }

    fileprivate func trimmingSuffix(_ suffix: String) -> String { hasSuffix(suffix) ? String(dropLast(suffix.count)) : self }
}
