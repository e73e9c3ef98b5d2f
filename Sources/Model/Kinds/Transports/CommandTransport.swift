import SubdialBasics
import SubdialDocuments
import SubdialExpressions

/// A program with its arguments.
package struct CommandTransport: ActionTransport {
    package static let key = "command"
    package static let keys = ["shell", "environment", "exits", "lasting", "restart"]
    package static let usesDocuments = true
    package static let actionKeys = ["shell", "environment", "exits"]

    /// The program and its arguments; a shell is used only with ``usesShell``.
    private let arguments: [KindExpression]
    /// True if the only argument is a command line for `sh -c`.
    private let usesShell: Bool
    /// Environment variables in addition to those that every command gets.
    package let environment: [(name: String, value: KindInput)]
    /// The exit codes of success.
    private let exits: Set<Int>
    /// True if the program keeps running and each of its lines is a document.
    private let isLasting: Bool
    /// The seconds until a lasting program is restarted after it has ended.
    private let restart: Double

    package init(_ parts: TransportParts) throws(SettingsProblem) {
        let node = parts.node
        let usesShell = try parts.flag(of: "shell")
        guard node.isList || usesShell else {
            throw node.error(
                "\(node.name) takes the program and its arguments as a list, like [df, --output=pcent, /]; a line for a shell needs 'shell: true'"
            )
        }
        var arguments: [KindExpression] = []
        for element in node.elements { arguments.append(try parts.expression(element)) }
        if usesShell, let line = arguments.first, line.literal == nil {
            throw node.error(
                "\(node.name): a line for a shell has no expressions, as a value could be a command; put it under 'environment'")
        }
        guard !arguments.isEmpty else { throw node.error("\(node.name) takes a program") }
        self.usesShell = usesShell
        self.arguments = arguments
        environment = try parts.inputs(of: "environment")
        var exits: Set<Int> = []
        for element in parts["exits"]?.elements ?? [] { exits.insert(Int(saturating: try parts.number(element))) }
        self.exits = exits.isEmpty ? [0] : exits
        isLasting = try parts.flag(of: "lasting")
        restart = max(1, try parts.seconds(of: "restart") ?? 5)
        if isLasting, let name = names.first(where: { parts.documents.contains($0) || $0 == "now" }) {
            throw node.error("\(node.name): a lasting command starts once, so that it cannot use '\(name)'")
        }
        let variables = environment.filter { $0.value.literal == nil }.map(\.name)
        if let problem = CommandExpressions.problem(of: words, variables: variables) {
            throw node.error("\(node.name): \(problem)")
        }
    }

    package init(action parts: TransportParts) throws(SettingsProblem) { try self.init(parts) }

    /// The command as written in the file.
    package var source: String { arguments.map(\.source).joined(separator: " ") }

    /// The words of the program and its arguments, with those of the shell.
    package var words: [CommandWord] {
        (usesShell ? ["/bin/sh", "-c"].map { CommandWord($0) } : []) + arguments.map(\.word)
    }

    package var names: Set<String> { Set(arguments.flatMap(\.names) + environment.map(\.value).flatMap(\.names)) }
    package var isLocal: Bool { true }
    package var isPolled: Bool { !isLasting }

    package func request(in scope: RequestScope) throws(KindError) -> Request {
        var words: [String] = usesShell ? ["/bin/sh", "-c"] : []
        for argument in arguments { words.append(try scope.text(argument)) }
        guard !words.contains(where: { $0.utf8.contains(0) }), words.first?.isEmpty == false else {
            throw KindError(.source, at: "command", "the program is missing, or a value has a zero byte in it")
        }
        if scope.pending.isDisjoint(with: names) { try check(words, secrets: scope.secrets.values) }
        var variables: [String: String] = [:]
        for item in environment {
            let value = try scope.value(of: item.value, at: "environment.\(item.name)")
            if !value.isLeftOut { variables[item.name] = value.text }
        }
        return Request(
            arguments: words, environment: variables, exits: exits, isLasting: isLasting, restart: restart,
            secrets: Set(scope.secrets.values))
    }

    /// Checks that no value changes what the command runs.
    private func check(_ arguments: [String], secrets: some Sequence<String>) throws(KindError) {
        let roles = CommandRoles(words)
        for part in roles.parts where part.role == .operand && part.word.hasExpression {
            guard arguments.indices.contains(part.index), arguments[part.index].hasPrefix("-") else { continue }
            throw KindError(
                .source, at: "command",
                "'\(part.reader)' would read a value that begins with '-' as an option, which may run something: "
                    + "write '--' before \(part.word.source.oneLine(limit: 80))",
                value: arguments[part.index].striking(secrets))
        }
        guard CommandRoles(arguments.map { CommandWord($0) }).run != roles.run else { return }
        throw KindError(
            .source, at: "command", "a value changes what the command runs", value: arguments.joined(separator: " ").striking(secrets))
    }

    /// A command with its values.
    package struct Request: ResolvedRequest, Hashable {
        /// The program and its arguments.
        package var arguments: [String]
        /// Environment variables in addition to those that every command gets.
        package var environment: [String: String]
        /// The exit codes of success.
        package var exits: Set<Int>
        /// True if the program keeps running.
        package var isLasting: Bool
        /// The seconds until a lasting program is restarted after it has ended.
        package var restart: Double
        /// Values that are redacted in all displayed texts.
        package var secrets: Set<String>

        package var explanation: [String] {
            [arguments.map { ShellWord.quoted($0) }.joined(separator: " ")]
                + environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.striking(secrets))" }
        }
    }
}

/// Quoting of shell words for display.
private enum ShellWord {
    static func quoted(_ word: String) -> String {
        let isPlain = !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:=@%+,".contains($0)) }
        return isPlain ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
