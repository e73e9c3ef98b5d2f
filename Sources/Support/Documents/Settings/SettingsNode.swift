import FoundationEssentials
import SubdialBasics

/// A value in a YAML file that users write, with its position.
package struct SettingsNode {
    /// A key with its value.
    package struct Member {
        /// The key.
        package let name: String
        /// The value.
        package let value: SettingsNode
    }

    /// The name in messages: its keys from the outermost in, `volume: max`.
    package let name: String
    package let node: YAMLNode
    private let problems: SettingsProblems

    /// Parses the text of a file; nil if it contains only comments, or is not YAML, which is added to `problems`.
    package init?(_ text: String, problems: SettingsProblems) {
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

    /// A problem of this value.
    package func error(_ message: String) -> SettingsProblem {
        SettingsProblem(line: node.mark.line, column: node.mark.column, message: message)
    }

    /// Adds a warning about this value, with which the file is still usable.
    package func warn(_ message: String) {
        var problem = error(message)
        problem.isWarning = true
        problems.add(problem)
    }

    /// Calls `body` with the keys and values of a map whose keys are in `known`.
    ///
    /// Problems with a key or its value are collected, and the next key follows.
    package func forEach(
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
            do throws(SettingsProblem) {
                try body(Member(name: word, value: value(member.value, of: word)))
            } catch {
                problems.add(error)
            }
        }
    }

    /// The keys and values of a map with arbitrary keys.
    package func anyMembers(like example: String) throws(SettingsProblem) -> [Member] {
        guard case .mapping(let mapping) = node.content else {
            throw error("\(name): keys with values should stand here, like '\(example)'")
        }
        return mapping.compactMap { member in member.key.text.map { Member(name: $0, value: value(member.value, of: $0)) } }
    }

    /// The value of a key of this map, with its name.
    private func value(_ node: YAMLNode, of key: String) -> SettingsNode {
        SettingsNode(node, name: name.isEmpty ? key : "\(name): \(key)", problems: problems)
    }

    /// The values of a list, or a single value as a list.
    package var elements: [SettingsNode] {
        guard case .sequence(let sequence) = node.content else { return [self] }
        return sequence.map { SettingsNode($0, name: name, problems: problems) }
    }

    /// The value as written; empty for no value.
    package func textOrNothing() throws(SettingsProblem) -> String {
        node.text?.isEmpty == true ? "" : try text()
    }

    /// The value as a Boolean.
    package func flag() throws(SettingsProblem) -> Bool {
        switch try text() {
        case "true": return true
        case "false": return false
        case let other: throw error("\(name) takes true or false, not '\(other)'")
        }
    }

    /// The value as written.
    package func text() throws(SettingsProblem) -> String {
        switch node.content {
        case .scalar(let text, _):
            guard !text.isEmpty, !node.isNull else { throw error("\(name) takes a text, not nothing") }
            return text
        case .sequence: throw error("\(name) takes a text, not a list")
        case .mapping: throw error("\(name) takes a text, not an object")
        }
    }

    /// True if the value is a list.
    package var isList: Bool { if case .sequence = node.content { true } else { false } }

    /// True if the value is a map.
    package var isMap: Bool { if case .mapping = node.content { true } else { false } }

    /// True if the text is quoted.
    package var isQuoted: Bool {
        if case .scalar(_, .quoted) = node.content { true } else { false }
    }
}
