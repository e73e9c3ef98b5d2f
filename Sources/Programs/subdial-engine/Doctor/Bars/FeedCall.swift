import SubdialEngineWire
import SubdialFeeds
import SubdialKinds

/// A feed in a command for a shell.
struct FeedCall {
    private static let shells: Set<String> = ["sh", "bash", "dash", "zsh", "ksh", "fish"]

    /// The program as written: `subdial`, or a path.
    let program: String
    /// The arguments of the program.
    let arguments: [String]
    /// The variables that the command sets for it.
    let variables: [String: String]

    /// The feeds of a command; other commands of Subdial are left out.
    static func all(in command: String, _ environment: [String: String]) -> [FeedCall] {
        ShellLine(command, variables: environment).commands.flatMap { command -> [FeedCall] in
            let words = command.words.map { $0.text ?? $0.source }
            if let shell = words.firstIndex(where: { shells.contains(name(of: $0)) }), let option = words[shell...].firstIndex(of: "-c"),
                let inner = words.dropFirst(option + 1).first
            {
                return all(in: inner, environment)
            }
            guard let index = words.firstIndex(where: { name(of: $0) == "subdial" }) else { return [] }
            var variables: [String: String] = [:]
            for (name, value) in command.assignments { variables[name] = value.text }
            for word in command.words[..<index] {
                if let (name, value) = word.assignment { variables[name] = value.text }
            }
            let call = FeedCall(program: words[index], arguments: Array(words[(index + 1)...]), variables: variables)
            return call.isFeed ? [call] : []
        }
    }

    /// The program with its arguments, for a bar that needs no shell.
    init?(program: String, arguments: [String], _ environment: [String: String]) {
        let quoted = ([program] + arguments).map { "'" + $0.replacing("'", with: #"'\''"#) + "'" }.joined(separator: " ")
        guard let call = Self.all(in: quoted, environment).first else { return nil }
        self = call
    }

    private init(program: String, arguments: [String], variables: [String: String]) {
        self.program = program
        self.arguments = arguments
        self.variables = variables
    }

    private static func name(of word: String) -> String { String(word.split(separator: "/").last ?? "") }

    private var isFeed: Bool {
        switch FrontRoute(arguments) {
        case .attach(.feed), .attach(.feedOnce): true
        case .attach, .version: false
        // A feed of its standard input, or one with a wrong option before the command
        case .handOver: arguments.contains("feed") && !arguments.contains("--help")
        }
    }

    /// True if the command prints one line and ends.
    var isOnce: Bool { arguments.contains("--once") }

    /// The name of the format; an unknown one as written.
    var format: String {
        let written = value(of: "--format") ?? "plain"
        return (try? FeedFormat.named(written))?.name ?? written
    }

    /// The width of the lines; nil if none is set.
    var width: Int? { value(of: "--width").flatMap { Int($0) } }

    private func value(of name: String) -> String? {
        for (index, argument) in arguments.enumerated() {
            if argument.hasPrefix("\(name)=") { return String(argument.dropFirst(name.count + 1)) }
            if argument == name { return arguments.dropFirst(index + 1).first }
        }
        return nil
    }

    /// The fault of a command with another format than those that the bar reads; an unknown format is reported with the command.
    func formatFault(_ formats: String..., because reason: String) -> [String] {
        guard !formats.contains(format), (try? FeedFormat.named(format)) != nil else { return [] }
        return ["\(reason): write --format \(formats[0]), not \(format)"]
    }
}
