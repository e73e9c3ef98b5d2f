import FoundationEssentials

/// A command in the form in which swift-argument-parser describes it: its texts, arguments and subcommands.
struct CommandInfo: Decodable {
    /// A positional argument, an option or a flag.
    struct Argument: Decodable {
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

    let commandName: String
    let aliases: [String]?
    let abstract: String?
    let discussion: String?
    let subcommands: [CommandInfo]?
    let arguments: [Argument]?

    /// The root command with all subcommands.
    static func root() throws -> CommandInfo {
        struct Tool: Decodable {
            let command: CommandInfo
        }
        return try JSONDecoder().decode(Tool.self, from: Data(SubdialCommand._dumpHelp().utf8)).command
    }
}

extension CommandInfo.Argument {
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
