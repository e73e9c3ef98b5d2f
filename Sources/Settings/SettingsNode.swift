import Expressions
import FoundationEssentials
import YAML

/// A value of a YAML file that people write, which knows where it stands.
public struct SettingsNode {
    /// A key with its value.
    public struct Member {
        /// The key.
        public let name: String
        /// What stands at it.
        public let value: SettingsNode
    }

    /// What it is called in messages: its keys from the outside in, `volume: max`.
    public let name: String
    private let node: YAMLNode
    private let problems: SettingsProblems

    /// The whole of a file's text; nil where there is nothing but comments, or no YAML, of which `problems` takes note.
    public init?(_ text: String, problems: SettingsProblems) {
        do {
            guard let node = try YAMLNode(parsing: text), node.text?.isEmpty != true else { return nil }
            self.init(node, name: "", problems: problems)
        } catch {
            problems.add(SettingsProblem(line: error.mark.line, column: error.mark.column, message: error.reason))
            return nil
        }
    }

    private init(_ node: YAMLNode, name: String, problems: SettingsProblems) {
        self.node = node
        self.name = name
        self.problems = problems
    }

    /// That something is wrong with this value.
    public func error(_ message: String) -> SettingsProblem {
        SettingsProblem(line: node.mark.line, column: node.mark.column, message: message)
    }

    /// Takes note of what is doubtful about this value, with which the file can be used nevertheless.
    public func warn(_ message: String) {
        var problem = error(message)
        problem.isWarning = true
        problems.add(problem)
    }

    /// Does `body` with the keys and values of a map, each key one of `known`.
    ///
    /// Takes note of what is wrong with a key or its value, and goes on with the next.
    public func forEach(
        of known: some Collection<String>, like example: String, _ body: (Member) throws(SettingsProblem) -> Void
    ) {
        guard case .mapping(let mapping) = node.content else {
            return problems.add(error("\(name.isEmpty ? "" : "\(name): ")keys with values should stand here, like '\(example)'"))
        }
        for member in mapping {
            let keyNode = SettingsNode(member.key, name: name, problems: problems)
            guard let word = member.key.text else {
                problems.add(keyNode.error("a key must be a single word"))
                continue
            }
            guard known.contains(word) else {
                problems.add(
                    keyNode.error(
                        "there is no key '\(word)'\(name.isEmpty ? "" : " in \(name)")\(Suggestion.hint(for: word, among: known))"))
                continue
            }
            let name = name.isEmpty ? word : "\(name): \(word)"
            do throws(SettingsProblem) {
                try body(Member(name: word, value: SettingsNode(member.value, name: name, problems: problems)))
            } catch {
                problems.add(error)
            }
        }
    }

    /// The keys and values of a map whose keys are the user's own.
    public func anyMembers(like example: String) throws(SettingsProblem) -> [Member] {
        guard case .mapping(let mapping) = node.content else {
            throw error("\(name): keys with values should stand here, like '\(example)'")
        }
        return mapping.compactMap { member in
            member.key.text.map { Member(name: $0, value: SettingsNode(member.value, name: "\(name): \($0)", problems: problems)) }
        }
    }

    /// The values of a list, or the one value where no list was written.
    public var elements: [SettingsNode] {
        guard case .sequence(let sequence) = node.content else { return [self] }
        return sequence.map { SettingsNode($0, name: name, problems: problems) }
    }

    /// The value as it was written; empty where nothing was.
    public func textOrNothing() throws(SettingsProblem) -> String {
        node.text?.isEmpty == true ? "" : try text()
    }

    /// A truth value.
    public func flag() throws(SettingsProblem) -> Bool {
        switch try text() {
        case "true": return true
        case "false": return false
        case let other: throw error("\(name) takes true or false, not '\(other)'")
        }
    }

    /// The value as it was written.
    public func text() throws(SettingsProblem) -> String {
        switch node.content {
        case .scalar(let text, _):
            guard !text.isEmpty, !node.isNull else { throw error("\(name) takes a text, not nothing") }
            return text
        case .sequence: throw error("\(name) takes a text, not a list")
        case .mapping: throw error("\(name) takes a text, not an object")
        }
    }

    /// True where a list was written.
    public var isList: Bool { if case .sequence = node.content { true } else { false } }

    /// True where keys with values were written.
    public var isMap: Bool { if case .mapping = node.content { true } else { false } }

    /// True where the text stands in quotes.
    public var isQuoted: Bool {
        if case .scalar(_, .quoted) = node.content { true } else { false }
    }

    /// The value as it was written: numbers, `true` and `false` without quotes are what they look like, all else is text.
    ///
    /// `on` and `007` are texts, as is whatever stands in quotes.
    public var value: Value {
        switch node.content {
        case .scalar(let text, let style): return style == .plain ? Self.plain(text) : .string(text)
        case .sequence(let sequence):
            return .list(sequence.map { SettingsNode($0, name: name, problems: problems).value })
        case .mapping(let mapping):
            return .map(
                Dictionary(mapping.map { ($0.key.text ?? "", SettingsNode($0.value, name: name, problems: problems).value) }) { first, _ in
                    first
                })
        }
    }

    private static func plain(_ text: String) -> Value {
        switch text {
        case "", "~", "null": return .missing
        case "true": return .bool(true)
        case "false": return .bool(false)
        default: break
        }
        let digits = text.drop { $0 == "-" }
        let hasLeadingZero = digits.count > 1 && digits.first == "0" && digits.dropFirst().first != "."
        if !hasLeadingZero, let first = digits.first, first.isASCII, first.isNumber {
            if let integer = Int64(text) { return .integer(integer) }
            if let number = Double(text), number.isFinite { return .double(number) }
        }
        return .string(text)
    }
}
