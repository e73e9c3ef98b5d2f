import SubdialDocuments
import SubdialExpressions

extension EntrySchema {
    /// The JSON Schema of the kind's entry files, for editors.
    public var jsonSchema: JSONValue {
        var properties = [
            JSONMember("kind", ["const": .string(kind)]),
            JSONMember("date", ["type": "string", "format": "date-time"]),
            JSONMember(
                subjectKey,
                [
                    "type": "object",
                    "properties": [
                        "id": ["type": "string"], "name": ["type": "string"], "source": ["type": "string"], "locked": ["type": "boolean"],
                    ],
                ]),
            JSONMember("connection", ["enum": .array(Freshness.allCases.map { .string($0.rawValue) })]),
            JSONMember("lastContact", ["type": "string", "format": "date-time"]),
        ]
        properties += fields.map { JSONMember($0.name, $0.jsonSchema) }
        let required = ["date"] + fields.filter { !$0.isOptional && !mayBeEmpty }.map(\.name)
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string("an entry of the kind \(kind)"), "type": "object",
            "properties": .object(properties), "required": .array(required.map(JSONValue.string)),
            "additionalProperties": .bool(passesOverUnknownKeys),
        ]
    }
}

extension EntryField {
    /// The JSON Schema of the type, with the description and the sample of the field.
    fileprivate var jsonSchema: JSONValue {
        guard case .object(var members) = type.jsonSchema else { return true }
        let about = [summary, unit.map { "in \($0)" }].compactMap { $0 }.joined(separator: " ")
        if !about.isEmpty { members.append(JSONMember("description", .string(about))) }
        if sample != .missing { members.append(JSONMember("examples", .array([sample.json]))) }
        return isOptional ? ["anyOf": .array([.object(members), ["type": "null"]])] : .object(members)
    }
}

extension FieldType {
    fileprivate var jsonSchema: JSONValue {
        switch self {
        case .text, .color, .symbol, .image, .url, .zone: ["type": "string"]
        case .number, .duration: ["type": "number"]
        case .integer: ["type": "integer"]
        case .ratio: ["type": "number", "minimum": 0, "maximum": 1]
        case .bool: ["type": "boolean"]
        case .date: ["type": "string", "format": "date-time"]
        case .choice(let words): ["enum": .array(words.map(JSONValue.string))]
        case .clock:
            [
                "type": "object",
                "properties": [
                    "anchor": ["type": "string", "format": "date-time"], "value": ["type": "number"], "rate": ["type": "number"],
                    "minimum": ["type": "number"], "maximum": ["type": "number"],
                ],
                "required": ["anchor", "value"],
            ]
        case .list(let element): ["type": "array", "items": element.jsonSchema]
        case .map(let fields):
            fields.isEmpty
                ? ["type": "object"]
                : [
                    "type": "object", "properties": .object(fields.map { JSONMember($0.name, $0.jsonSchema) }),
                    "required": .array(fields.filter { !$0.isOptional }.map { .string($0.name) }),
                ]
        case .any: [:]
        }
    }
}
