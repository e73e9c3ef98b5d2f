import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialExpressions

/// The schema of a kind of entries: the single source of the names in files, templates and lines.
///
/// Schemas are compared by identity: a reloaded kind has a different schema.
public final class EntrySchema: Sendable, Hashable {
    /// Makes the content of an entry from the fields of a file and the entry's date, or rejects them.
    public typealias ContentReader = @Sendable (EntryFields, Date) throws(FieldMismatch) -> any EntryContent

    /// A name available to expressions.
    public struct Name: Hashable, Sendable {
        /// The name.
        public var name: String
        /// False for a name that is only suggested in templates.
        public var isForLines: Bool

        /// Creates a name for lines and templates, or for templates only.
        public init(_ name: String, isForLines: Bool = true) {
            self.name = name
            self.isForLines = isForLines
        }
    }

    /// The name of the kind, which is that of its folder.
    public let kind: String
    /// The key of the subject in files.
    public let subjectKey: String
    /// The fields in file order.
    public let fields: [EntryField]
    /// The content of an entry with a locked subject.
    public let lockedContent: any EntryContent
    /// The dialect of numbers in lines.
    public let lineDialect: Dialect
    /// True if a file may contain unknown keys.
    public let passesOverUnknownKeys: Bool
    /// The names common to all entries of the kind.
    public let names: [Name]
    /// True if names with a colon refer to variable metadata.
    public let hasOpenNames: Bool
    /// False if the documents of another machine become entries, whose texts must name no file of this one as a picture.
    public let documentsMayNameFiles: Bool
    /// True if an offline entry may omit all fields.
    public var mayBeEmpty: Bool { !passesOverUnknownKeys }
    private let contentReader: ContentReader

    /// Creates a schema.
    ///
    /// - Parameters:
    ///   - names: The names in addition to ``commonNames``; nil for those of the fields.
    ///   - content: Makes typed content of fields; by default the fields are the content.
    public init(
        kind: String, subjectKey: String = "subject", fields: [EntryField], names: [Name]? = nil,
        lockedContent: any EntryContent = EntryFields(),
        lineDialect: Dialect = .standard, passesOverUnknownKeys: Bool = false, hasOpenNames: Bool = false,
        documentsMayNameFiles: Bool = true,
        content: @escaping ContentReader = { (fields, _) throws(FieldMismatch) in fields }
    ) {
        self.kind = kind
        self.subjectKey = subjectKey
        self.fields = fields
        let own = names ?? fields.map { Name($0.name) }
        self.names = own + Self.commonNames.filter { common in !own.contains { $0.name == common.name } }
        self.lockedContent = lockedContent
        self.lineDialect = lineDialect
        self.passesOverUnknownKeys = passesOverUnknownKeys
        self.hasOpenNames = hasOpenNames
        self.documentsMayNameFiles = documentsMayNameFiles
        contentReader = content
    }

    /// The names common to entries of all kinds; a field of the same name has precedence.
    public static let commonNames: [Name] =
        ["source", "connection", "age", "status", "subject", "subject_id", "problem"].map { Name($0) }
        + ["live", "stale", "offline", "missing", "locked", "now", "at", "palette"].map { Name($0, isForLines: false) }

    /// An entry of the kind's samples, for galleries and placeholders.
    public func placeholder(at date: Date) -> Entry {
        var samples = EntryFields()
        for field in fields where field.wholeSample != .missing {
            let value = try? FieldConversion(.lenient).value(field.wholeSample, as: field.type, at: field.name)
            if let value, value != .missing { samples.set(value, field) }
        }
        // Inconsistent samples are shown as they are.
        return Entry(date: date, schema: self, subject: Subject(id: kind), content: (try? content(of: samples, at: date)) ?? samples)
    }

    /// The names available to lines.
    public var lineNames: [String] { names.filter(\.isForLines).map(\.name) }
    /// The names available to templates.
    public var allNames: [String] { names.map(\.name) }

    /// The content of an entry at `date` with these fields.
    ///
    /// - Throws: `FieldMismatch` for fields that contradict each other.
    package func content(of fields: EntryFields, at date: Date) throws(FieldMismatch) -> any EntryContent {
        try contentReader(fields, date)
    }

    /// True if both are the same object.
    public static func == (left: EntrySchema, right: EntrySchema) -> Bool { left === right }
    /// Hashes the name of the kind.
    public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

/// The schemas of the available kinds.
public struct EntrySchemas: Sendable {
    /// The default kind of a file.
    public static let standardKind = "now-playing"

    private let find: @Sendable (String) throws(EntryError) -> EntrySchema

    /// Creates a lookup by kind; `find` throws for an unknown kind.
    public init(_ find: @escaping @Sendable (String) throws(EntryError) -> EntrySchema) {
        self.find = find
    }

    /// Creates a lookup in a list of schemas.
    public init(_ schemas: [EntrySchema]) {
        self.init { (kind) throws(EntryError) in
            guard let schema = schemas.first(where: { $0.kind == kind }) else {
                throw .wrong(
                    path: "kind", reason: "there is no kind '\(kind)'" + Suggestion.hint(for: kind, among: schemas.map(\.kind)))
            }
            return schema
        }
    }

    /// The schema of a kind.
    ///
    /// - Throws: `EntryError.wrong` if the kind does not exist or cannot be read.
    public func schema(of kind: String) throws(EntryError) -> EntrySchema { try find(kind) }
}

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
