import ArgumentParser
import FoundationEssentials
import SubdialEngineWire

/// A positional argument, an option or a flag, in the form in which swift-argument-parser describes it.
struct CommandArgument: Decodable {
    enum Kind: String, Decodable {
        case positional, option, flag
    }

    struct Name: Decodable {
        let kind: String
        let name: String

        /// The name as it is written on a command line.
        var text: String { kind == "long" ? "--\(name)" : "-\(name)" }
    }

    let kind: Kind
    let shouldDisplay: Bool
    let sectionTitle: String?
    let isOptional: Bool
    let isRepeating: Bool
    let names: [Name]?
    let preferredName: Name?
    let valueName: String?
    let defaultValue: String?
    let allValues: [String]?
    let abstract: String?
}

extension CommandArgument {
    /// The arguments of a command, followed by `--version` and `--help`.
    ///
    /// The parser describes a command with all of its subcommands, which takes longer than most commands. The root's own arguments are those
    /// of ``GlobalOptions``.
    static func all(of command: any ParsableCommand.Type) throws -> [CommandArgument] {
        let own = command == SubdialCommand.self ? GlobalOptions._dumpHelp() : command._dumpHelp()
        return try decoded(own).filter { $0.preferredName?.name != "help" } + decoded(VersionOnly._dumpHelp())
    }

    private static func decoded(_ description: String) throws -> [CommandArgument] {
        struct Tool: Decodable {
            struct Command: Decodable {
                let arguments: [CommandArgument]?
            }
            let command: Command
        }
        return try JSONDecoder().decode(Tool.self, from: Data(description.utf8)).command.arguments ?? []
    }

    /// The names and the value: `-o, --output <FILE>`, or `<KIND>`.
    var label: String {
        let value = valueName.map { "<\($0)>" } ?? ""
        switch kind {
        case .positional: return isRepeating ? "\(value) ..." : value
        // Short names first, as in other programs.
        case .option, .flag:
            let names = (names ?? []).sorted { $0.kind == "short" && $1.kind != "short" }.map(\.text).joined(separator: ", ")
            return kind == .flag ? names : "\(names) \(value)"
        }
    }

    /// The description, with the possible values and the default.
    var text: String {
        let values = (allValues ?? []).isEmpty ? nil : "values: \((allValues ?? []).joined(separator: ", "))"
        let details = [values, defaultValue.map { "default: \($0)" }].compactMap { $0 }.joined(separator: "; ")
        return [abstract ?? "", details.isEmpty ? "" : "(\(details))"].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The argument in a synopsis.
    var synopsis: String {
        let word = kind == .positional ? label : "\(preferredName?.text ?? "") <\(valueName ?? "")>"
        return isOptional ? "[\(word)]" : word
    }
}

/// A command whose only options are the parser's own.
private struct VersionOnly: ParsableCommand {
    static let configuration = CommandConfiguration(version: SubdialVersion.line)
}
