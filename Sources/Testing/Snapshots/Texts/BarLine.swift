import SubdialDocuments

/// A line of a bar: JSON with fields, or plain text.
struct BarLine {
    private let line: String
    /// The parsed JSON; nil for plain text.
    private let json: JSONValue?

    init(_ line: String) {
        self.line = line
        // i3bar's lines are elements of an endless list, each of which is a list of blocks.
        let body = line.hasPrefix(",") ? line.dropFirst() : line.hasSuffix(",") ? line.dropLast() : line[...]
        let value = body.hasPrefix("{") || body.hasPrefix("[") ? try? JSONValue(parsing: String(body)) : nil
        switch value {
        case .object?, .array?: json = value
        default: json = nil
        }
    }

    /// The names of all fields.
    var names: Set<String> { json.map(Self.names) ?? [] }

    private static func names(_ value: JSONValue) -> Set<String> {
        switch value {
        case .object(let members): members.reduce(into: Set(members.map(\.key))) { $0.formUnion(names($1.value)) }
        case .array(let values): values.reduce(into: []) { $0.formUnion(names($1)) }
        default: []
        }
    }

    /// The line without the values of these fields.
    func text(hiding names: Set<String>) -> String {
        guard let json, !self.names.isDisjoint(with: names) else { return line }
        func hidden(_ value: JSONValue) -> JSONValue {
            switch value {
            case .object(let members):
                .object(members.map { JSONMember($0.key, names.contains($0.key) ? .null : hidden($0.value)) })
            case .array(let values): .array(values.map(hidden))
            default: value
            }
        }
        return hidden(json).text()
    }

    /// The differences by field, or by the changed part of the text.
    func changes(from old: BarLine) -> [String] {
        guard line != old.line else { return [] }
        guard let json, let before = old.json else { return [Self.change(line, old.line)] }
        let (fields, known) = (Self.fields(json), Self.fields(before))
        var changes: [String] = []
        for (path, value) in fields {
            guard let former = known.first(where: { $0.path == path })?.value else {
                changes.append("`\(NodeProperties.shown(path))` is \(NodeProperties.shown(value)), which was not there")
                continue
            }
            if former != value {
                changes.append(
                    "`\(NodeProperties.shown(path))` is \(NodeProperties.shown(value)) instead of \(NodeProperties.shown(former))")
            }
        }
        for (path, value) in known where !fields.contains(where: { $0.path == path }) {
            changes.append("`\(NodeProperties.shown(path))` is not there any more, which was \(NodeProperties.shown(value))")
        }
        return changes.isEmpty ? ["the line is written otherwise"] : changes
    }

    /// The scalar values with their key paths.
    private static func fields(_ value: JSONValue, at path: String = "") -> [(path: String, value: String)] {
        switch value {
        case .object(let members) where !members.isEmpty:
            members.flatMap { fields($0.value, at: path.isEmpty ? $0.key : "\(path).\($0.key)") }
        case .array(let values) where !values.isEmpty:
            values.enumerated().flatMap { fields($0.element, at: "\(path)[\($0.offset)]") }
        default: [(path, value.text())]
        }
    }

    /// The changed part, with its context.
    private static func change(_ new: String, _ old: String) -> String {
        guard !new.isEmpty else { return "the line is empty, which was \(NodeProperties.shown("\"\(old)\""))" }
        guard !old.isEmpty else { return "the line is \(NodeProperties.shown("\"\(new)\"")), which was empty" }
        let (new, old) = (Array(new), Array(old))
        let head = zip(new, old).prefix { $0 == $1 }.count
        let tail = zip(new.dropFirst(head).reversed(), old.dropFirst(head).reversed()).prefix { $0 == $1 }.count
        func part(_ text: [Character]) -> String { "\"\(String(text[head..<(text.count - tail)]))\"" }
        return "from column \(head + 1) it says \(NodeProperties.shown(part(new))) instead of \(NodeProperties.shown(part(old)))"
    }
}
