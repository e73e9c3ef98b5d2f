import SubdialBasics
import SubdialDocuments
import SubdialExpressions

/// The keys of a source or an action in `kind.yaml`, for its transport.
package struct TransportParts {
    /// The value of the transport's own key.
    let node: SettingsNode
    private let parts: [String: SettingsNode]
    private let names: KindNames
    private let reader: KindReader

    init(_ node: SettingsNode, _ parts: [String: SettingsNode], _ names: KindNames, _ reader: KindReader) {
        self.node = node
        self.parts = parts
        self.names = names
        self.reader = reader
    }

    /// The value of a key; nil without the key.
    subscript(key: String) -> SettingsNode? { parts[key] }

    /// Parses a value that may contain expressions.
    func expression(_ node: SettingsNode) throws(SettingsProblem) -> KindExpression { try reader.expression(node, names) }

    /// Parses the value of a key, which may contain expressions; nil without the key.
    func expression(of key: String) throws(SettingsProblem) -> KindExpression? {
        try parts[key].map { (node) throws(SettingsProblem) in try expression(node) }
    }

    /// Parses a text that may contain expressions.
    func template(_ text: String) throws(SettingsProblem) -> TextTemplate { try reader.template(text, node, names) }

    /// Parses a number.
    func number(_ node: SettingsNode) throws(SettingsProblem) -> Double { try reader.number(node) }

    /// Parses the length of time of a key in seconds; nil without the key.
    func seconds(of key: String) throws(SettingsProblem) -> Double? {
        try parts[key].map { (node) throws(SettingsProblem) in try reader.seconds(node) }
    }

    /// Parses the Boolean of a key; false without the key.
    func flag(of key: String) throws(SettingsProblem) -> Bool { try parts[key]?.flag() ?? false }

    /// Parses the names and values of a key.
    func inputs(of key: String) throws(SettingsProblem) -> [(name: String, value: KindInput)] {
        var inputs: [(name: String, value: KindInput)] = []
        for member in try parts[key]?.anyMembers(like: "name: value") ?? [] {
            inputs.append((member.name, try input(member.value)))
        }
        return inputs
    }

    /// Parses the value of a key; nil without the key.
    func input(of key: String) throws(SettingsProblem) -> KindInput? {
        try parts[key].map { (node) throws(SettingsProblem) in try input(node) }
    }

    /// Parses a value or `{ secret: NAME }`.
    private func input(_ node: SettingsNode) throws(SettingsProblem) -> KindInput {
        guard node.isMap else { return .expression(try expression(node)) }
        let members = try node.anyMembers(like: "secret: key")
        guard members.count == 1, let member = members.first, member.name == "secret" else {
            throw node.error("\(node.name) takes a value, or { secret: NAME }")
        }
        let name = try member.value.text()
        guard names.secrets.contains(name) else {
            throw member.value.error(
                "no parameter of the type secret is called '\(name)'\(Suggestion.hint(for: name, among: names.secrets))")
        }
        return .secret(name)
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

/// A part of a request: a value with expressions, or a secret.
package enum KindInput: Sendable {
    case expression(KindExpression)
    /// The name of the parameter with the secret.
    case secret(String)

    /// The text, if it is neither a secret nor contains an expression.
    package var literal: String? { if case .expression(let expression) = self { expression.literal } else { nil } }

    /// The names that its expressions use.
    var names: [String] { if case .expression(let expression) = self { expression.names } else { [] } }
}
