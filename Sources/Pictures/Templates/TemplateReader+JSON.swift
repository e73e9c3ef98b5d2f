import SubdialDocuments

extension TemplateReader {
    /// Reads the template that a program has built; its values have no position in a file.
    mutating func read(_ json: JSONValue) -> TemplateValue { value(of: json, depth: 0, path: "") }

    private mutating func value(of json: JSONValue, depth: Int, path: String) -> TemplateValue {
        let position = TemplateProblem.Position(line: 1, column: 1)
        guard hasRoom(depth: depth, at: position) else { return TemplateValue(kind: .unreadable, position: position) }
        switch json {
        case .null: return TemplateValue(kind: .null, position: position)
        case .string(let text): return value(of: text, isPlain: false, at: position, path: path)
        case .array(let values):
            let elements = values.enumerated().map { value(of: $1, depth: depth + 1, path: "\(path)[\($0)]") }
            return TemplateValue(kind: .list(elements), position: position)
        case .object(let members):
            let place = TreePath(path, keys: members.lazy.map(\.key))
            let values = members.map { member in
                TemplateValue.Member(
                    parsing: value(of: member.value, depth: depth + 1, path: place.path(of: member.key)), key: member.key,
                    position: position)
            }
            return TemplateValue(kind: .map(values), position: position)
        // Numbers and Booleans have the same notation in YAML and JSON.
        default: return value(of: json.text(), isPlain: true, at: position, path: path)
        }
    }
}
