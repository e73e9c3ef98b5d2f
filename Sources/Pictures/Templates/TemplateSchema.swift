import SubdialDocuments

/// The JSON Schema of templates, generated from the table of the checker, so that editors complete and check like `template check`.
///
/// A schema cannot check what depends on other parts of a file or on other files, such as variable names and missing parts.
public enum TemplateSchema {
    /// The schema, in the dialect of 2020-12.
    ///
    /// - Parameter symbols: The names of symbols for completion.
    public static func json(symbols: [String]) -> JSONValue {
        var definitions: [JSONMember] = [
            JSONMember(
                "expression",
                [
                    "type": "string", "pattern": "\\{\\{[\\s\\S]*\\}\\}",
                    "description": "An expression, such as {{ title }}; one that stands alone keeps its type.",
                ]),
            JSONMember("symbol", ["anyOf": [["enum": .array(symbols.sorted().map(JSONValue.string))], ["$ref": "#/$defs/expression"]]]),
            JSONMember("color", color), JSONMember("node", node),
            JSONMember("nodes", ["type": "array", "items": ["$ref": "#/$defs/node"]]),
            JSONMember("body", ["anyOf": [["$ref": "#/$defs/node"], ["$ref": "#/$defs/nodes"]]]),
        ]
        for (name, type) in Vocabulary.modifiers.sorted(by: { $0.key < $1.key }) {
            definitions.append(JSONMember("modifier-\(name)", schema(of: type, key: name)))
        }
        for (name, element) in elements { definitions.append(JSONMember("element-\(name)", object(name, element))) }
        return .object([
            JSONMember("$schema", "https://json-schema.org/draft/2020-12/schema"),
            JSONMember("title", "A template of Subdial"),
            JSONMember("description", "A widget or a part of one: a tree of views in SwiftUI's words."),
            JSONMember("type", "object"),
            JSONMember(
                "properties",
                .object(
                    file.map { name, type in
                        JSONMember(name, ["body", "label"].contains(name) ? ["$ref": "#/$defs/body"] : schema(of: type, key: name))
                    })),
            JSONMember("required", ["body"]), JSONMember("additionalProperties", false), JSONMember("$defs", .object(definitions)),
        ])
    }

    /// The keys at the top level of a file, also by their names in SwiftUI.
    private static var file: [(name: String, type: ArgumentType)] {
        let others = Vocabulary.swiftUINames.compactMap { written, name in Vocabulary.file[name].map { (written, $0) } }
        return (Vocabulary.file.map { ($0, $1) } + others).sorted { $0.0 < $1.0 }
    }

    /// All elements by name, also by those of SwiftUI.
    private static var elements: [(name: String, element: Vocabulary.Element)] {
        let others = Vocabulary.swiftUINames.compactMap { written, name in Vocabulary.elements[name].map { (written, $0) } }
        return (Vocabulary.elements.map { ($0, $1) } + others).sorted { $0.0 < $1.0 }
    }

    /// Any element: its bare name, or a map with its capitalised key.
    private static var node: JSONValue {
        let names = elements.map(\.name)
        return .object([
            JSONMember(
                "anyOf",
                .array([["enum": .array(names.map(JSONValue.string))]] + names.map { ["$ref": .string("#/$defs/element-\($0)")] }))
        ])
    }

    private static func object(_ name: String, _ element: Vocabulary.Element) -> JSONValue {
        var properties = [JSONMember(name, schema(of: element.content, key: name))]
        for (key, type) in element.arguments.sorted(by: { $0.key < $1.key }) {
            properties.append(JSONMember(key, schema(of: type, key: key)))
        }
        for key in Vocabulary.modifiers.keys.sorted() where element.arguments[key] == nil {
            properties.append(JSONMember(key, ["$ref": .string("#/$defs/modifier-\(key)")]))
        }
        for (written, key) in Vocabulary.swiftUINames.sorted(by: { $0.key < $1.key }) {
            guard let property = properties.first(where: { $0.key == key }) else { continue }
            if key != name { properties.append(JSONMember(written, property.value)) }
        }
        return [
            "type": "object", "properties": .object(properties), "required": [.string(name)], "additionalProperties": false,
        ]
    }

    private static var color: JSONValue {
        [
            "anyOf": [
                ["enum": .array(ColorNames.all.map(JSONValue.string))],
                ["type": "string", "pattern": "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$"],
                ["$ref": "#/$defs/expression"],
            ]
        ]
    }

    /// The schema of a value of the type, or of an expression where that is allowed.
    private static func schema(of type: ArgumentType, key: String) -> JSONValue {
        func orExpression(_ schema: JSONValue) -> JSONValue { ["anyOf": [schema, ["$ref": "#/$defs/expression"]]] }
        switch type {
        case .number(let range): return orExpression(number(range))
        case .length: return orExpression(["anyOf": [["type": "number", "minimum": 0], ["const": "infinity"]]])
        case .integer(let range):
            return orExpression([
                "type": "integer", "minimum": .integer(Int64(range.lowerBound)), "maximum": .integer(Int64(range.upperBound)),
            ])
        // A text without quotes may look like a number or a Boolean.
        case .text: return ["type": ["string", "number", "boolean"]]
        case .truth: return orExpression(["type": "boolean"])
        case .word(let words): return orExpression(["enum": .array(words.sorted().map(JSONValue.string))])
        case .color: return ["$ref": "#/$defs/color"]
        case .expression: return ["type": ["string", "boolean"]]
        case .object(let keys): return object(keys, key: key)
        case .node: return ["$ref": "#/$defs/body"]
        case .nodes:
            return key == "gradient"
                ? ["type": "array", "items": schema(of: Expander.gradientStop, key: key)] : ["$ref": "#/$defs/nodes"]
        case .numbers: return ["type": "array", "items": orExpression(["type": "number"])]
        case .path: return ["type": "string"]
        case .image: return ["anyOf": [["const": "artwork"], ["$ref": "#/$defs/symbol"]]]
        case .symbol: return ["$ref": "#/$defs/symbol"]
        case .part: return ["type": "string", "pattern": "^[^./{][^/{]*(/[^./{][^/{]*)?$"]
        case .values:
            return [
                "type": "object", "propertyNames": ["pattern": "^[A-Za-z_][A-Za-z0-9_]*$"],
                "additionalProperties": ["type": ["string", "number", "boolean", "null"]],
            ]
        case .nothing: return ["type": "null"]
        case .either(let types): return ["anyOf": .array(types.map { schema(of: $0, key: key) })]
        }
    }

    private static func number(_ range: ClosedRange<Double>) -> JSONValue {
        var members = [JSONMember("type", "number")]
        if range.lowerBound.isFinite { members.append(JSONMember("minimum", .double(range.lowerBound))) }
        if range.upperBound.isFinite { members.append(JSONMember("maximum", .double(range.upperBound))) }
        return .object(members)
    }

    private static func object(_ keys: [String: ArgumentType], key: String) -> JSONValue {
        var members = [
            JSONMember("type", "object"),
            JSONMember(
                "properties", .object(keys.sorted { $0.key < $1.key }.map { JSONMember($0.key, schema(of: $0.value, key: $0.key)) })),
            JSONMember("additionalProperties", false),
        ]
        if let needed = Vocabulary.needed[key], keys[needed] != nil { members.append(JSONMember("required", [.string(needed)])) }
        return .object(members)
    }
}
