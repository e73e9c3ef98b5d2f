import Expressions
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
    private let path: String

    /// The whole of a file's text; nil where there is nothing but comments.
    init?(_ text: String, path: String) throws(ConfigurationError) {
        do {
            guard let node = try compose(yaml: text) else { return nil }
            if case .scalar(let scalar) = node, scalar.string.isEmpty { return nil }
            self.init(node, name: "", path: path)
        } catch let error as YamlError {
            throw .file("\(path)\(error.place): \(error.reason)")
        } catch {
            throw .file("\(path): this is not YAML")
        }
    }

    private init(_ node: Node, name: String, path: String) {
        self.node = node
        self.name = name
        self.path = path
    }

    /// That something is wrong with this value.
    func error(_ message: String) -> ConfigurationError {
        let mark = node.mark
        return .file("\(path):\(max(1, mark?.line ?? 1)):\(max(1, mark?.column ?? 1)): \(message)")
    }

    /// The keys and values of a map, each key one of `known`.
    func members(of known: some Collection<String>, like example: String) throws(ConfigurationError) -> [Member] {
        guard case .mapping(let mapping) = node else {
            throw error("\(name.isEmpty ? "" : "\(name): ")keys with values should stand here, like '\(example)'")
        }
        var members: [Member] = []
        for (key, value) in mapping {
            let keyNode = ConfigurationNode(key, name: name, path: path)
            guard let word = key.string else { throw keyNode.error("a key must be a single word") }
            guard known.contains(word) else {
                throw keyNode.error(
                    "there is no key '\(word)'\(name.isEmpty ? "" : " in \(name)")\(Suggestion.hint(for: word, among: known))")
            }
            members.append(Member(name: word, value: ConfigurationNode(value, name: name.isEmpty ? word : "\(name): \(word)", path: path)))
        }
        return members
    }

    /// The keys and values of a map whose keys are the user's own.
    func anyMembers(like example: String) throws(ConfigurationError) -> [Member] {
        guard case .mapping(let mapping) = node else {
            throw error("\(name): keys with values should stand here, like '\(example)'")
        }
        return mapping.compactMap { key, value in
            key.string.map { Member(name: $0, value: ConfigurationNode(value, name: "\(name): \($0)", path: path)) }
        }
    }

    /// The values of a list, or the one value where no list was written.
    var elements: [ConfigurationNode] {
        guard case .sequence(let sequence) = node else { return [self] }
        return sequence.map { ConfigurationNode($0, name: name, path: path) }
    }

    /// The value as it was written; empty where nothing was.
    func textOrNothing() throws(ConfigurationError) -> String {
        if case .scalar(let scalar) = node, scalar.string.isEmpty { return "" }
        return try text()
    }

    /// A text in the expression language, which is parsed here to tell what is wrong where it stands.
    func template() throws(ConfigurationError) -> String {
        let text = try textOrNothing()
        do {
            _ = try TextTemplate(text)
        } catch {
            throw self.error("\(name), \(error)")
        }
        return text
    }

    /// A truth value.
    func flag() throws(ConfigurationError) -> Bool {
        switch try text() {
        case "true": return true
        case "false": return false
        case let other: throw error("\(name) takes true or false, not '\(other)'")
        }
    }

    /// The value as it was written.
    func text() throws(ConfigurationError) -> String {
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
    /// Where it is, as `:line:column`; empty where that is not known.
    fileprivate var place: String {
        switch self {
        case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _): mark.place
        case .duplicatedKeysInMapping(_, let context): context.mark.place
        default: ""
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

extension Mark {
    fileprivate var place: String { ":\(max(1, line)):\(max(1, column))" }
}
