import SubdialBasics
import SubdialDocuments

/// A YAML mapping with typed access to its keys, whose errors contain the position.
struct ScenarioMapping {
    let file: String
    /// The name of what the mapping describes, for messages: "a zone".
    private let owner: String
    private let node: YAMLNode
    private var values: [String: YAMLNode] = [:]

    init(_ node: YAMLNode, file: String, owner: String, known: [String]) throws(ScenarioError) {
        self.file = file
        self.owner = owner
        self.node = node
        guard case .mapping(let members) = node.content else {
            throw .wrongValue(node.place(in: file), key: owner, found: node.shown, expected: "a mapping")
        }
        for member in members {
            let name = member.key.text ?? member.key.shown
            guard known.contains(name) else {
                throw .unknownKey(member.key.place(in: file), key: name, of: owner, nearest: Suggestion.nearest(to: name, among: known))
            }
            values[name] = member.value
        }
    }

    /// The position of the mapping.
    var place: ScenarioError.Place { node.place(in: file) }

    /// The position of a key's value.
    func place(of key: String) -> ScenarioError.Place { values[key]?.place(in: file) ?? place }

    /// True if the key has a value other than null.
    func has(_ key: String) -> Bool { node(key) != nil }

    /// The node of a key; nil for a key that is absent or null.
    func node(_ key: String) -> YAMLNode? {
        guard let value = values[key], !value.isNull else { return nil }
        return value
    }

    /// The elements of a list; empty if the key is absent.
    func list(_ key: String) throws(ScenarioError) -> [YAMLNode] {
        guard let value = node(key) else { return [] }
        guard case .sequence(let elements) = value.content else { throw wrong(key, expected: "a list") }
        return elements
    }

    func string(_ key: String) throws(ScenarioError) -> String? {
        guard let value = node(key) else { return nil }
        guard let text = value.text else { throw wrong(key, expected: "a text") }
        return text
    }

    func requiredString(_ key: String) throws(ScenarioError) -> String {
        guard let text = try string(key) else { throw .missingKey(place, key: key, of: owner) }
        return text
    }

    func number(_ key: String, in range: ClosedRange<Double> = -1e9...1e9) throws(ScenarioError) -> Double? {
        guard let value = node(key) else { return nil }
        guard let number = value.text.flatMap({ Double($0) }), range.contains(number) else {
            throw wrong(key, expected: "a number\(bounds(range))")
        }
        return number
    }

    func integer(_ key: String, in range: ClosedRange<Int> = 0...1_000_000_000) throws(ScenarioError) -> Int? {
        guard let value = node(key) else { return nil }
        guard let number = value.text.flatMap({ Int($0) }), range.contains(number) else {
            throw wrong(key, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A number of seconds.
    func seconds(_ key: String, atLeast minimum: Double = 0) throws(ScenarioError) -> Duration? {
        try number(key, in: minimum...1e9).map { .seconds($0) }
    }

    func bool(_ key: String) throws(ScenarioError) -> Bool? {
        guard let value = node(key) else { return nil }
        switch value.text {
        case "true": return true
        case "false": return false
        default: throw wrong(key, expected: "true or false")
        }
    }

    /// A string that must be one of `names`.
    func choice(_ key: String, of names: [String]) throws(ScenarioError) -> String? {
        guard let name = try string(key) else { return nil }
        guard names.contains(name) else {
            throw wrong(key, expected: "one of \(names.joined(separator: ", "))")
        }
        return name
    }

    /// A string that must be one of an enum's raw values.
    func choice<Choice: RawRepresentable & CaseIterable>(_ key: String, of type: Choice.Type) throws(ScenarioError) -> Choice?
    where Choice.RawValue == String {
        try choice(key, of: type.allCases.map(\.rawValue)).flatMap(Choice.init(rawValue:))
    }

    /// A list of the controls that are allowed; nil if the key is absent.
    func controls(_ key: String) throws(ScenarioError) -> Scenario.Controls? {
        guard has(key) else { return nil }
        let known = ["play", "pause", "next", "previous"]
        var names: Set<String> = []
        for node in try list(key) {
            let name = node.text ?? node.shown
            guard known.contains(name) else {
                throw .unknownName(
                    node.place(in: file), kind: "control", name: name, nearest: Suggestion.nearest(to: name, among: known))
            }
            names.insert(name)
        }
        return Scenario.Controls(
            play: names.contains("play"), pause: names.contains("pause"), next: names.contains("next"),
            previous: names.contains("previous"))
    }

    /// The error for an unexpected value.
    func wrong(_ key: String, expected: String) -> ScenarioError {
        .wrongValue(place(of: key), key: key, found: values[key]?.shown ?? "missing", expected: expected)
    }

    private func bounds(_ range: ClosedRange<Double>) -> String {
        switch (range.lowerBound <= -1e9, range.upperBound >= 1e9) {
        case (true, true): ""
        case (false, true): " of at least \(JSONValue.number(range.lowerBound).wireText)"
        default: " from \(JSONValue.number(range.lowerBound).wireText) to \(JSONValue.number(range.upperBound).wireText)"
        }
    }
}

extension YAMLNode {
    /// The position of the node in its file.
    func place(in file: String) -> ScenarioError.Place {
        ScenarioError.Place(file: file, line: mark.line, column: mark.column)
    }

    /// The node as messages show it.
    var shown: String {
        switch content {
        case .scalar(let text, _): isNull ? "empty" : "'\(text)'"
        case .mapping: "a mapping"
        case .sequence: "a list"
        }
    }
}
