import Expressions
import Feeds
import NowPlaying
import Yams

/// A value of `config.yaml` that knows where it stands.
struct ConfigurationNode {
    /// A key with its value.
    struct Member {
        let name: String
        let value: ConfigurationNode
    }

    /// What it is called in messages: its keys from the outside in, `volume: max`.
    let name: String
    private let node: Node
    private let problems: ConfigurationProblems

    /// The whole of a file's text; nil where there is nothing but comments, or no YAML, of which `problems` takes note.
    init?(_ text: String, problems: ConfigurationProblems) {
        do {
            guard let node = try compose(yaml: text) else { return nil }
            if case .scalar(let scalar) = node, scalar.string.isEmpty { return nil }
            self.init(node, name: "", problems: problems)
        } catch let error as YamlError {
            problems.add(ConfigurationProblem(line: error.mark?.line, column: error.mark?.column, message: error.reason))
            return nil
        } catch {
            problems.add(ConfigurationProblem(message: "this is not YAML"))
            return nil
        }
    }

    private init(_ node: Node, name: String, problems: ConfigurationProblems) {
        self.node = node
        self.name = name
        self.problems = problems
    }

    /// That something is wrong with this value.
    func error(_ message: String) -> ConfigurationProblem {
        ConfigurationProblem(line: node.mark?.line, column: node.mark?.column, message: message)
    }

    /// Takes note of what is doubtful about this value, with which the file can be used nevertheless.
    func warn(_ message: String) {
        var problem = error(message)
        problem.isWarning = true
        problems.add(problem)
    }

    /// Does `body` with the keys and values of a map, each key one of `known`.
    ///
    /// Takes note of what is wrong with a key or its value, and goes on with the next.
    func forEach(
        of known: some Collection<String>, like example: String, _ body: (Member) throws(ConfigurationProblem) -> Void
    ) {
        guard case .mapping(let mapping) = node else {
            return problems.add(error("\(name.isEmpty ? "" : "\(name): ")keys with values should stand here, like '\(example)'"))
        }
        for (key, value) in mapping {
            let keyNode = ConfigurationNode(key, name: name, problems: problems)
            guard let word = key.string else {
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
            do throws(ConfigurationProblem) {
                try body(Member(name: word, value: ConfigurationNode(value, name: name, problems: problems)))
            } catch {
                problems.add(error)
            }
        }
    }

    /// The keys and values of a map whose keys are the user's own.
    func anyMembers(like example: String) throws(ConfigurationProblem) -> [Member] {
        guard case .mapping(let mapping) = node else {
            throw error("\(name): keys with values should stand here, like '\(example)'")
        }
        return mapping.compactMap { key, value in
            key.string.map { Member(name: $0, value: ConfigurationNode(value, name: "\(name): \($0)", problems: problems)) }
        }
    }

    /// The values of a list, or the one value where no list was written.
    var elements: [ConfigurationNode] {
        guard case .sequence(let sequence) = node else { return [self] }
        return sequence.map { ConfigurationNode($0, name: name, problems: problems) }
    }

    /// The value as it was written; empty where nothing was.
    func textOrNothing() throws(ConfigurationProblem) -> String {
        if case .scalar(let scalar) = node, scalar.string.isEmpty { return "" }
        return try text()
    }

    /// A text in the expression language, which is parsed here to tell what is wrong where it stands.
    func template() throws(ConfigurationProblem) -> String {
        let text = try textOrNothing()
        do {
            let template = try TextTemplate(text)
            for warning in FeedOptions.warnings(of: [template], .nowPlaying) { warn("\(name): \(warning)") }
        } catch {
            throw self.error("\(name), \(error)")
        }
        return text
    }

    /// A truth value.
    func flag() throws(ConfigurationProblem) -> Bool {
        switch try text() {
        case "true": return true
        case "false": return false
        case let other: throw error("\(name) takes true or false, not '\(other)'")
        }
    }

    /// The value as it was written.
    func text() throws(ConfigurationProblem) -> String {
        switch node {
        case .scalar(let scalar):
            guard !scalar.string.isEmpty, scalar.style != .plain || !["~", "null"].contains(scalar.string) else {
                throw error("\(name) takes a text, not nothing")
            }
            return scalar.string
        case .sequence: throw error("\(name) takes a text, not a list")
        case .mapping: throw error("\(name) takes a text, not an object")
        case .alias: throw error("this alias has no anchor")
        }
    }
}

extension YamlError {
    /// Where it is; nil where that is not known.
    fileprivate var mark: Mark? {
        switch self {
        case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _): mark
        case .duplicatedKeysInMapping(_, let context): context.mark
        default: nil
        }
    }

    fileprivate var reason: String {
        switch self {
        case .scanner(_, let problem, _, _), .parser(_, let problem, _, _), .composer(_, let problem, _, _), .reader(let problem, _, _, _):
            "this is not YAML: \(problem)"
        case .duplicatedKeysInMapping(let duplicates, _):
            "the key \(duplicates.map { "'\($0)'" }.joined(separator: ", ")) stands here twice"
        default: "this is not YAML"
        }
    }
}
