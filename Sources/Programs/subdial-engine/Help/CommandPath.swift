import SubdialBasics
import SubdialExpressions

/// The command that a command line names, with options before, between and after its words.
struct CommandPath {
    /// The last command that is named; the root if none is.
    let command: DescribedCommand
    /// The word where a subcommand of ``command`` should stand, if there is none of that name.
    let unknown: String?

    /// - Throws: An error of decoding if the parser describes arguments in an unknown form.
    init(_ arguments: [String], of root: DescribedCommand) throws {
        let common = try root.arguments()
        var command = root
        // The parser describes them slowly.
        var own: [CommandArgument]?
        var unknown: String?
        // The word after an unknown option may be its value.
        var isCertain = true
        var words = arguments[...]
        // `help` takes the same words.
        if words.first == "help" { words = words.dropFirst() }
        while let word = words.popFirst(), word != "--" {
            guard !word.hasPrefix("-") || word == "-" else {
                var kind = Self.option(word, in: common)
                if kind == nil, command.names.count > 1 {
                    let known = try own ?? command.arguments()
                    own = known
                    kind = Self.option(word, in: known)
                }
                switch kind {
                case .option? where !word.contains("="): words = words.dropFirst()
                case .option?, .flag?, .positional?: break
                case nil: isCertain = isCertain && ["--help", "-h", "--help-hidden", "--version"].contains(word)
                }
                continue
            }
            guard !command.subcommands.isEmpty else { break }
            if let next = command.subcommand(word) {
                command = next
                own = nil
            } else if !isCertain {
                continue
            } else {
                unknown = word
                break
            }
        }
        self.command = command
        self.unknown = unknown
    }

    private static func option(_ word: String, in arguments: [CommandArgument]) -> CommandArgument.Kind? {
        let name = word.prefix { $0 != "=" }
        return arguments.first { $0.names?.contains { $0.text == name } == true }?.kind
    }

    /// The message for the unknown word, with the nearest name or all names; nil if there is none.
    var message: String? {
        guard let unknown else { return nil }
        let names = command.subcommands.map(\.name)
        let place = command.names.dropFirst().map { "\($0) " }.joined()
        let hint = Suggestion.hint(for: unknown, among: names)
        return "there is no command '\(place)\(unknown)'" + (hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : hint)
    }
}
