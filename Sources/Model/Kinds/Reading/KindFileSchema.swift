import SubdialDocuments
import SubdialTimeline

/// The JSON Schema of `kind.yaml` for editors, generated from the parser's lists of keys.
package enum KindFileSchema {
    /// The schema.
    package static var json: JSONValue {
        let parameter = object(KindReader.parameterKeys, ["type": enumeration(FieldType.names + ["secret"])])
        let field = object(
            KindTypes.keys,
            [
                "type": enumeration(FieldType.names), "optional": ["type": "boolean"],
                "privacy": enumeration(EntryField.Privacy.allCases.map(\.rawValue)),
                "epoch": enumeration(FieldType.DateForm.Epoch.allCases.map(\.rawValue)),
            ])
        let source = object(KindReader.sourceKeys, ["format": enumeration(DocumentFormat.allCases.map(\.rawValue))])
        let list: JSONValue = object(["zip", "of", "where", "sort", "first"])
        let properties: [String: JSONValue] = [
            "name": ["type": "string"], "description": ["type": "string"], "parameters": named(parameter, orValue: true), "source": source,
            "sources": named(source), "data": named(list), "timeline": object(["for", "at"]), "fields": named(field, orValue: true),
            "refresh": object(KindReader.refreshKeys), "relevance": object(["score", "for"]), "activity": object(KindReader.activityKeys),
            "actions": named(object(KindReader.actionKeys)),
            "feed": object(KindReader.feedKeys, ["clicks": object(ClickButton.allCases.map(\.rawValue))]),
        ]
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "kind.yaml", "type": "object",
            "properties": .object(KindReader.keys.map { JSONMember($0, properties[$0] ?? true) }), "required": ["fields"],
            "additionalProperties": false,
        ]
    }

    private static func enumeration(_ words: [String]) -> JSONValue { ["enum": .array(words.map(JSONValue.string))] }

    /// An object with only these keys.
    private static func object(_ keys: [String], _ types: [String: JSONValue] = [:]) -> JSONValue {
        [
            "type": "object", "properties": .object(keys.map { JSONMember($0, types[$0] ?? true) }), "additionalProperties": false,
        ]
    }

    /// An object with arbitrary keys.
    private static func named(_ value: JSONValue, orValue: Bool = false) -> JSONValue {
        let simple: JSONValue = ["type": ["string", "number", "boolean", "array", "null"]]
        return ["type": "object", "additionalProperties": orValue ? ["anyOf": .array([simple, value])] : value]
    }
}
