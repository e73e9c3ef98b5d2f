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
        let (index, isVersion) = Self.start(of: arguments)
        self = isVersion ? .version : .handOver
        guard !isVersion, let index = index ?? arguments.firstIndex(of: "feed"), let command = AttachedCommand(arguments, at: index)
        else { return }
        self = .attach(command)
    }

    /// The index of the command's name; nil if there is none, or an unknown option precedes it.
    static func commandIndex(in arguments: [String]) -> Int? { start(of: arguments).index }

    private static func start(of arguments: [String]) -> (index: Int?, isVersion: Bool) {
        var index = 0
        while index < arguments.count, arguments[index].utf8.first == UInt8(ascii: "-") {
            switch GlobalOption(arguments[index]) {
            case .version: return (nil, true)
            case .withValue: index += 1
            case .valueFollows: index += 2
            case nil: return (nil, false)
            }
        }
        return (index < arguments.count ? index : nil, false)
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
        for index in arguments.indices {
            switch arguments[index] {
            case "--": return
            case "--help", "-h", "--help-hidden", "--version": return nil
            case "--once" where self == .feed: self = .feedOnce
            default: break
            }
        }
    }

    /// True if the command runs until its output has no reader; such a command reconnects after an engine ends, and reads clicks on its
    /// stdin.
    package var isEndless: Bool { self == .feed }

    /// True if the command has no purpose without a reader of its output.
    package var needsReader: Bool { self != .control && self != .consoleChange }
}
