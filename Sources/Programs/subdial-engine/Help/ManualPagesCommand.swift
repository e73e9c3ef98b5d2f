import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialEngine
import SubdialEngineWire
import SubdialSystem
import SubdialWidgets

/// `subdial-engine man`: writes the manual pages of all commands.
///
/// Before it writes them, it checks their examples with the parser.
struct ManualPagesCommand: InternalAction {
    static let configuration = CommandConfiguration(
        commandName: "man", abstract: "Write the manual pages of all commands.", shouldDisplay: false)

    @OptionGroup(title: "General") var global: GeneralOptions

    @Argument(help: ArgumentHelp("The folder to write to.", valueName: "FOLDER"), completion: .directory)
    var folder: String

    @Option(help: ArgumentHelp("The folder in which the documentation is installed.", valueName: "FOLDER"), completion: .directory)
    var documentation = "/usr/local/share/doc/subdial"

    @Option(help: ArgumentHelp("The date of the release (default: today).", valueName: "DATE"))
    var date = String(Date.now.formatted(.iso8601).prefix(10))

    func run(in context: CommandContext) async throws -> ExitStatus {
        let root = DescribedCommand.root
        let problems = try root.all.flatMap { try $0.problems(DocumentationPages()) }
        for problem in problems { context.complain(problem) }
        guard problems.isEmpty else { return .badData }
        for command in root.all {
            let page = try ManualPage(command, documentation: documentation, date: date)
            try AtomicFile.write(Array(page.text.utf8), to: "\(context.path(folder))/\(command.manualName).1")
        }
        return .done
    }
}

extension DescribedCommand {
    /// The errors of the manual: no example, an example that the parser refuses or that shows another command, a page that is missing.
    fileprivate func problems(_ pages: DocumentationPages) throws -> [String] {
        guard let manual else { return ["\(line): there is no manual"] }
        var problems: [String] = []
        if pages.folder != nil, pages.path(of: manual.page) == nil { problems.append("\(line): there is no page \(manual.page).md") }
        if !(1...4).contains(manual.examples.count) { problems.append("\(line): \(manual.examples.count) examples, not one to four") }
        let types = all.map { ObjectIdentifier($0.type) }
        for example in manual.examples {
            let commands = ShellWords.commands(in: example.line).filter { $0.first == "subdial" }
            var shown: [ObjectIdentifier] = []
            for command in commands {
                do {
                    shown.append(ObjectIdentifier(Swift.type(of: try SubdialCommand.parseAsRoot(Array(command.dropFirst())))))
                } catch {
                    problems.append("\(line): '\(example.line)': \(SubdialCommand.message(for: error))")
                }
            }
            if shown.count == commands.count, !shown.contains(where: types.contains) {
                problems.append("\(line): '\(example.line)' shows another command")
            }
        }
        return problems
    }
}

/// Splits a command line of a shell into commands and words: quotes, and pipes, lists and redirections between commands.
enum ShellWords {
    /// The words of each command, without redirections; those of a command substitution are commands too.
    fileprivate static func commands(in line: String) -> [[String]] {
        var commands: [[String]] = [[]]
        var word: String?
        var quote: Character?
        var inner = ""
        func finish() {
            if let text = word { commands[commands.count - 1].append(text) }
            word = nil
        }
        for character in line {
            switch (quote, character) {
            case (let open?, _) where open == character: quote = nil
            case (_?, _):
                word?.append(character)
                inner.append(character)
            case (nil, "'"), (nil, "\""):
                quote = character
                word = word ?? ""
            case (nil, " "): finish()
            case (nil, "|"), (nil, ";"), (nil, "&"), (nil, ">"), (nil, "<"):
                finish()
                commands.append([])
            default: word = (word ?? "") + String(character)
            }
        }
        finish()
        let substituted = inner.split(separator: "$(", omittingEmptySubsequences: false).dropFirst().flatMap {
            Self.commands(in: String($0.prefix { $0 != ")" }))
        }
        return (commands + substituted).filter { !$0.isEmpty }
    }
}

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

/// The installed pages of the documentation: `share/doc/subdial`, or `Documentation` in a checkout.
struct DocumentationPages {
    /// The folder; nil if the documentation is not installed.
    fileprivate let folder: String?

    init() {
        guard let resources = try? ResourceFolder.find(executable: CommandContext.executable, userPath: nil) else {
            folder = nil
            return
        }
        let parent = URL(filePath: resources.path).deletingLastPathComponent()
        folder = [parent.appending(path: "Documentation"), parent.deletingLastPathComponent().appending(path: "doc/subdial")]
            .map(\.path).first { FileManager.default.fileExists(atPath: $0) }
    }

    /// The path of a page; nil if it is not installed.
    func path(of page: String) -> String? {
        folder.map { "\($0)/\(page).md" }.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
    }

    /// The address of a page as a link, which terminals open; nil if it is not installed.
    func address(of page: String) -> String? { path(of: page).map { "file://\($0)" } }
}
