import SubdialDocuments

/// A YAML file of plain data: devices, themes, configuration.
public enum YAMLDocument {
    /// Converts `text` to JSON values: plain numbers and Booleans keep their type, everything else is a string.
    ///
    /// - Parameters:
    ///   - file: The name of the file in messages.
    ///   - checksExpressions: True if braces in texts contain expressions, whose errors are problems too.
    /// - Throws: `TemplateError` with the position of each problem.
    public static func json(_ text: String, file: String, checksExpressions: Bool = false) throws(TemplateError) -> JSONValue {
        var reader = TemplateReader(file: file)
        let value = reader.plainData(text, checksExpressions: checksExpressions)
        guard let value, reader.problems.isEmpty else { throw TemplateError(reader.problems) }
        return value
    }

    /// The line numbers, from 1, of the items of a top-level list in `text`.
    ///
    /// A value other than a list counts as a single item. The result is empty if the key is missing or the text is invalid.
    public static func lines(ofItemsOf key: String, in text: String, file: String) -> [Int] {
        var reader = TemplateReader(file: file)
        guard case .map(let members)? = reader.read(text)?.kind, let member = members.first(where: { $0.key == key }) else { return [] }
        guard case .list(let values) = member.value.kind else { return [member.value.position.line] }
        return values.map(\.position.line)
    }

    /// The positions of the values and keys of `text`, by path: `cases[0].matrix`.
    ///
    /// - Returns: No positions for invalid text.
    public static func places(in text: String, file: String) -> Places {
        var reader = TemplateReader(file: file)
        var places = Places()
        if let value = reader.read(text) { places.add(value, at: "") }
        return places
    }

    /// The positions of values and keys in a file.
    public struct Places: Sendable {
        private var values: [String: TemplateProblem.Position] = [:]
        private var keys: [String: TemplateProblem.Position] = [:]

        /// Creates an empty collection.
        public init() {}

        /// The position of the value; nil if it does not exist.
        public func value(_ path: String) -> TemplateProblem.Position? { values[path] }

        /// The position of a value's key; nil if it does not exist.
        public func key(_ path: String) -> TemplateProblem.Position? { keys[path] }

        fileprivate mutating func add(_ value: TemplateValue, at path: String) {
            values[path] = value.position
            switch value.kind {
            case .list(let elements):
                for (index, element) in elements.enumerated() { add(element, at: "\(path)[\(index)]") }
            case .map(let members):
                for member in members {
                    let inner = path.isEmpty ? member.key : "\(path).\(member.key)"
                    keys[inner] = member.position
                    add(member.value, at: inner)
                }
            case .null, .unreadable, .scalar: break
            }
        }
    }
}
