import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialExpressions

extension Entry {
    /// Parses the text of an entry file.
    ///
    /// - Parameter schemas: The schemas of the accepted kinds.
    /// - Throws: `EntryError`.
    public init(parsing text: String, schemas: EntrySchemas) throws(EntryError) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: text)
        } catch {
            throw .notJSON(error)
        }
        try self.init(json, schemas: schemas)
    }

    /// Reads an entry: its date, its subject, its freshness, and the fields of its kind.
    ///
    /// Optional members may be omitted or null.
    ///
    /// - Throws: `EntryError.wrong` with the path of the first invalid value.
    public init(_ json: JSONValue, schemas: EntrySchemas) throws(EntryError) {
        let envelope = Fields(value: json, path: "entry")
        guard case .object(let members) = json else {
            throw .wrong(path: "entry", reason: "an object should stand here, not \(json.kind)")
        }
        let schema = try schemas.schema(of: try envelope.text("kind") ?? EntrySchemas.standardKind)
        guard let date = try envelope.date("date") else {
            throw .wrong(path: "date", reason: "the entry's date is missing, e.g. \"2026-01-08T20:15:04Z\"")
        }
        self.init(
            date: date, schema: schema, subject: try Subject(envelope, schema.subjectKey),
            freshness: try envelope.word("connection") ?? .live, lastContact: try envelope.date("lastContact"))
        if !schema.passesOverUnknownKeys { try schema.checkKeys(members.map(\.key)) }
        for field in schema.fields { try take(field, json[field.name]) }
        try schema.finish(&self)
    }

    /// Reads the value of a field in a file.
    private mutating func take(_ field: EntryField, _ json: JSONValue?) throws(EntryError) {
        let value: Value
        do {
            value = try FieldConversion(.exact).value(json.map(Value.init) ?? .missing, as: field.type, at: field.name)
        } catch {
            throw .wrong(path: error.path, reason: error.reason)
        }
        guard value != .missing else {
            if let standard = field.standard { return put(standard, field) }
            // An entry without a connection may lack all fields.
            guard field.isOptional || schema.mayBeEmpty && (freshness == .offline || freshness == .missing) else {
                throw .wrong(path: field.name, reason: field.missingMessage ?? "the entry's \(field.name) is missing")
            }
            return
        }
        put(value, field)
    }

    /// Stores a value that has the field's type.
    public mutating func put(_ value: Value, _ field: EntryField) {
        switch field.type {
        case .clock: clocks[field.name] = EntryClock(value)
        case .image: pictures[field.name] = value.isEmpty ? nil : EntryPicture(location: value.text)
        default: values[field.name] = value
        }
    }

    /// The entry as the JSON of an entry file.
    public var json: JSONValue {
        var members = [JSONMember("date", .string(date.iso8601))]
        if kind != EntrySchemas.standardKind { members.insert(JSONMember("kind", .string(kind)), at: 0) }
        if let subject { members.append(JSONMember(schema.subjectKey, subject.json)) }
        members.append(JSONMember("connection", .string(freshness.rawValue)))
        if let lastContact { members.append(JSONMember("lastContact", .string(lastContact.iso8601))) }
        for field in schema.fields {
            let value: Value? =
                switch field.type {
                case .clock: clocks[field.name]?.fileValue
                case .image: (pictures[field.name]?.location).map(Value.string)
                default: schema.fileValue(self, field)
                }
            if let value { members.append(JSONMember(field.name, value.json)) }
        }
        return .object(members)
    }
}

extension Subject {
    fileprivate init?(_ fields: Fields, _ key: String) throws(EntryError) {
        guard let subject = try fields.object(key) else { return nil }
        let named = try subject.text("name")
        guard let id = try subject.text("id") ?? named else { throw .wrong(path: "\(key).id", reason: "the \(key)'s id is missing") }
        self.init(id: id, name: named, source: try subject.text("source"), isLocked: try subject.truth("locked") ?? false)
    }

    fileprivate var json: JSONValue {
        .object(
            [JSONMember("id", .string(id)), JSONMember("name", .string(name))]
                + (source.map { [JSONMember("source", .string($0))] } ?? []) + (isLocked ? [JSONMember("locked", .bool(true))] : []))
    }
}

extension EntrySchema {
    /// The keys of a file other than the fields of the kind.
    private static let envelopeKeys = ["kind", "date", "connection", "lastContact"]

    /// - Throws: `EntryError.wrong` for the first unknown key.
    fileprivate func checkKeys(_ keys: [String]) throws(EntryError) {
        let known = fields.map(\.name) + Self.envelopeKeys + [subjectKey]
        for key in keys where !known.contains(key) {
            throw .wrong(path: key, reason: "'\(kind)' has no field of this name" + Suggestion.hint(for: key, among: known))
        }
    }
}
