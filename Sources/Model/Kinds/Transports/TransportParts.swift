import SubdialBasics
import SubdialDocuments
import SubdialExpressions

/// The keys of a source or an action in `kind.yaml`, for its transport.
package struct TransportParts {
    /// The value of the transport's own key.
    let node: SettingsNode
    /// The names of the sources whose documents the request may use.
    let documents: Set<String>
    private let parts: [String: SettingsNode]
    private let names: KindNames
    private let reader: KindReader

    init(_ node: SettingsNode, _ parts: [String: SettingsNode], _ names: KindNames, _ reader: KindReader, documents: Set<String> = []) {
        self.node = node
        self.parts = parts
        self.names = names
        self.reader = reader
        self.documents = documents
    }

    /// The value of a key; nil without the key.
    subscript(key: String) -> SettingsNode? { parts[key] }

    /// Parses a value that may contain expressions.
    ///
    /// - Parameter more: Further names that the expressions may use.
    func expression(_ node: SettingsNode, knowing more: [String] = []) throws(SettingsProblem) -> KindExpression {
        try reader.expression(node, names.adding(more))
    }

    /// Parses the value of a key, which may contain expressions; nil without the key.
    func expression(of key: String) throws(SettingsProblem) -> KindExpression? {
        try parts[key].map { (node) throws(SettingsProblem) in try expression(node) }
    }

    /// Parses an expression with optional braces.
    func bareExpression(_ node: SettingsNode, knowing more: [String]) throws(SettingsProblem) -> KindExpression {
        try reader.bareExpression(try node.text(), node, names.adding(more))
    }

    /// Parses a text that may contain expressions and secrets.
    func text(_ text: String, _ node: SettingsNode) throws(SettingsProblem) -> RequestText {
        RequestText(try reader.template(text, node, names, permitsSecrets: true), secrets: names.secrets)
    }

    /// Parses a number.
    func number(_ node: SettingsNode) throws(SettingsProblem) -> Double { try reader.number(node) }

    /// Parses the length of time of a key in seconds; nil without the key.
    func seconds(of key: String) throws(SettingsProblem) -> Double? {
        try parts[key].map { (node) throws(SettingsProblem) in try reader.seconds(node) }
    }

    /// Parses the Boolean of a key; false without the key.
    func flag(of key: String) throws(SettingsProblem) -> Bool { try parts[key]?.flag() ?? false }

    /// The values of a key that is a map with these keys only.
    func members(of node: SettingsNode, _ keys: [String], like example: String) -> [String: SettingsNode] {
        var members: [String: SettingsNode] = [:]
        node.forEach(of: keys, like: example) { members[$0.name] = $0.value }
        return members
    }

    /// Parses the names and values of a key.
    ///
    /// - Parameter repeats: True if a list is the name with each of the values.
    func inputs(of key: String, repeats: Bool = false) throws(SettingsProblem) -> [(name: String, value: KindInput)] {
        var inputs: [(name: String, value: KindInput)] = []
        for member in try parts[key]?.anyMembers(like: "name: value") ?? [] {
            guard !member.value.isList || repeats else { throw member.value.error("\(member.value.name) takes a text, not a list") }
            for element in member.value.elements { inputs.append((member.name, try input(element))) }
        }
        return inputs
    }

    /// Parses the value of a key; nil without the key.
    func input(of key: String) throws(SettingsProblem) -> KindInput? {
        try parts[key].map { (node) throws(SettingsProblem) in try input(node) }
    }

    /// True if the value is `{ secret: NAME }`.
    func isSecret(_ node: SettingsNode) -> Bool {
        guard node.isMap, let members = try? node.anyMembers(like: ""), members.count == 1 else { return false }
        return members.first?.name == "secret"
    }

    /// Parses a value, a text with secrets in it, or `{ secret: NAME }`.
    func input(_ node: SettingsNode) throws(SettingsProblem) -> KindInput {
        guard node.isMap else {
            guard !node.isList else { throw node.error("\(node.name) takes a text, not a list") }
            guard case .string(let written) = node.value else { return .expression(try expression(node)) }
            let text = try text(written, node)
            return text.hasSecret ? .text(text) : .expression(try expression(node))
        }
        guard isSecret(node), let member = try node.anyMembers(like: "secret: key").first else {
            throw node.error("\(node.name) takes a value, or { secret: NAME }")
        }
        let name = try member.value.text()
        guard names.secrets.contains(name) else {
            throw member.value.error(
                "no parameter of the type secret is called '\(name)'\(Suggestion.hint(for: name, among: names.secrets))")
        }
        return .text(RequestText(secret: name))
    }

    /// Checks that the source has no format, as its documents have forms of their own.
    ///
    /// - Parameter reason: The end of the message.
    func checkFormat(_ transport: String, _ reason: String = "which has a form of its own") throws(SettingsProblem) {
        if let format = parts["format"] { throw format.error("'format' does not go with '\(transport)', \(reason)") }
    }

    /// Checks that the value of the transport's own key is `true`.
    func checkTrue(_ transport: String) throws(SettingsProblem) {
        guard try node.flag() else { throw node.error("\(transport) takes true") }
    }
}
