/// The program that handles a command line: the running engine, the engine's executable in the foreground, or the front itself.
package enum FrontRoute: Equatable, Sendable {
    /// The running engine handles the command, through its socket.
    case attach(AttachedCommand)
    /// The engine's executable replaces the front, with the same arguments.
    case handOver
    /// The front prints the version.
    case version

    /// The route of a command line; `arguments` excludes the command's own name.
    ///
    /// Global options may precede the subcommand. Unknown arguments go to the engine's executable, which reports the error; that of a feed goes
    /// to the engine, so that the bar shows it.
    package init(_ arguments: [String]) {
        // The engine cannot read the front's stdin.
        if arguments.contains(where: { $0 == "file:-" || $0 == "--source=file:-" }) {
            self = .handOver
            return
        }
        let arguments = ControlWords.completed(arguments)
        switch Self.start(of: arguments) {
        case .version: self = .version
        case .command(let index): self = AttachedCommand(arguments, at: index).map { .attach($0) } ?? .handOver
        case .unknownOption(let index): self = Self.feed(in: arguments, after: index).map { .attach($0) } ?? .handOver
        case .end: self = .handOver
        }
    }

    /// The index of the command's name; nil if there is none, or an unknown option precedes it.
    static func commandIndex(in arguments: [String]) -> Int? {
        if case .command(let index) = start(of: arguments) { index } else { nil }
    }

    /// The argument after the global options.
    private enum Start {
        case command(Int)
        case version
        case unknownOption(Int)
        case end
    }

    private static func start(of arguments: [String]) -> Start {
        var index = 0
        while index < arguments.count, arguments[index].utf8.first == UInt8(ascii: "-") {
            switch GlobalOption(arguments[index]) {
            case .version: return .version
            case .withValue: index += 1
            case .valueFollows: index += 2
            case nil: return .unknownOption(index)
            }
        }
        return index < arguments.count ? .command(index) : .end
    }

    /// The feed behind an unknown option, which may have a value; nil for other commands and for help.
    ///
    /// A feed has no arguments without a name: in `--kind feed zones` the word is a value.
    private static func feed(in arguments: [String], after option: Int) -> AttachedCommand? {
        guard let index = arguments[(option + 1)...].firstIndex(of: "feed"), arguments[index - 1] != "help",
            index + 1 == arguments.count || arguments[index + 1].utf8.first == UInt8(ascii: "-"),
            !arguments[..<index].contains(where: AttachedCommand.asksForHelp)
        else { return nil }
        return AttachedCommand(arguments, at: index)
    }
}

/// An option that may precede the subcommand, as far as it affects the subcommand's position.
private enum GlobalOption {
    case version
    case withValue
    case valueFollows

    private static let names = [
        "--bridge", "--color", "--config", "--ignore-player", "--log-level", "--player", "--source", "--time-zone", "--zone",
    ]

    init?(_ argument: String) {
        switch argument {
        case "--version", "-V": self = .version
        default:
            for name in Self.names where argument.hasPrefix(name) {
                switch argument.utf8.dropFirst(name.utf8.count).first {
                case nil:
                    self = .valueFollows
                    return
                case UInt8(ascii: "="):
                    self = .withValue
                    return
                default: continue
                }
            }
            return nil
        }
    }
}

/// A command that the running engine handles.
package enum AttachedCommand: Equatable, Sendable {
    /// One line, then the end.
    case feedOnce
    /// One line per update, while the output has a reader.
    case feed
    case control
    case zones
    /// The commands `status` and `metadata`: one answer, then the end.
    case question
    /// A change of a mixing console, which the engine sends when the console is back.
    case consoleChange

    private static let consoleChanges: Set<String> = ["fader", "pan", "mute", "solo"]

    /// The command that begins at `start`; nil if the engine does not handle it, or it requests help.
    init?(_ arguments: [String], at start: Int) {
        switch arguments[start] {
        case "feed": self = .feed
        case "control": self = .control
        case "zones": self = .zones
        case "status", "metadata": self = .question
        case "console" where arguments[start...].contains(where: Self.consoleChanges.contains): self = .consoleChange
        default: return nil
        }
        for argument in arguments[start...] {
            if argument == "--" { return }
            if Self.asksForHelp(argument) { return nil }
            if argument == "--once", self == .feed { self = .feedOnce }
        }
    }

    /// True for an option with which no command runs.
    static func asksForHelp(_ argument: String) -> Bool { ["--help", "-h", "--help-hidden", "--version"].contains(argument) }

    /// True if the command runs until its output has no reader; such a command reconnects after an engine ends, and reads clicks on its
    /// stdin.
    package var isEndless: Bool { self == .feed }

    /// True if the command has no purpose without a reader of its output.
    package var needsReader: Bool { self != .control && self != .consoleChange }
}
