import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialExpressions

/// The state of a subject at a time: the content of widgets and bars is a function of an entry and its environment.
public struct Entry: Hashable, Sendable {
    /// The time from which the entry is shown.
    public var date: Date
    /// The schema of the entry's kind.
    public var schema: EntrySchema
    /// The subject of the entry; nil if it is unknown.
    public var subject: Subject?
    /// The freshness of the content.
    public var freshness: Freshness
    /// The time of the source's last response if it differs from `date`; ages such as "2 min ago" are relative to it.
    public var lastContact: Date?
    /// The relevance among other entries; nil for none.
    public var relevance: EntryRelevance?
    /// The reason why newer data are unavailable; nil if there is no problem.
    public var problem: EntryProblem?
    /// The content, in the types of the kind.
    public var content: any EntryContent

    /// Creates an entry; by default it is live, and everything else is unknown.
    public init(
        date: Date, schema: EntrySchema, subject: Subject? = nil, freshness: Freshness = .live, lastContact: Date? = nil,
        relevance: EntryRelevance? = nil, problem: EntryProblem? = nil, content: any EntryContent = EntryFields()
    ) {
        self.date = date
        self.schema = schema
        self.subject = subject
        self.freshness = freshness
        self.lastContact = lastContact
        self.relevance = relevance
        self.problem = problem
        self.content = content
    }

    /// The name of the entry's kind.
    public var kind: String { schema.kind }

    /// The picture that defines the colours of a widget; nil if the entry has no such content.
    public var cover: EntryCover? { content.cover(of: self) }

    /// The content by the names of its kind's fields, as entry files have it.
    public var fields: EntryFields { content.fields(of: self) }

    /// The seconds since the source's last response; 0 for a live entry.
    public func age(at now: Date) -> Double {
        freshness == .live ? 0 : max(0, now.timeIntervalSince(lastContact ?? date)).wholeMicroseconds
    }

    /// The next time after `now` at which the displayed age changes; nil for a live entry.
    public func nextAge(after now: Date) -> Date? {
        guard freshness != .live else { return nil }
        let age = age(at: now)
        let unit: Double = age < 3600 ? 60 : age < 86400 ? 3600 : 86400
        return (lastContact ?? date).addingTimeInterval(((age / unit).rounded(.down) + 1) * unit)
    }
}

extension Entry {
    /// True if both show the same.
    public static func == (left: Entry, right: Entry) -> Bool {
        left.date == right.date && left.schema == right.schema && left.subject == right.subject && left.freshness == right.freshness
            && left.lastContact == right.lastContact && left.relevance == right.relevance && left.problem == right.problem
            && AnyHashable(left.content) == AnyHashable(right.content)
    }

    /// Hashes what differs most between entries.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(date)
        hasher.combine(subject)
        hasher.combine(AnyHashable(content))
    }
}

/// The relevance of an entry among others of its widget, like WidgetKit's `TimelineEntryRelevance`.
public struct EntryRelevance: Hashable, Sendable {
    /// The score relative to the widget's other entries; 0 or less means irrelevant.
    public var score: Double
    /// The duration of the score in seconds; 0 for as long as the entry is shown.
    public var duration: Double

    /// Creates a relevance that applies for `duration` seconds, or while the entry is shown.
    public init(score: Double, duration: Double = 0) {
        self.score = score
        self.duration = duration
    }
}

/// The reason why newer data are unavailable.
public struct EntryProblem: Hashable, Sendable {
    /// The failed step: `source`, `document`, `fields`, ….
    public var step: String
    /// The problem, its location and its solution, on one line.
    public var message: String
    /// The time of the first failure.
    public var since: Date

    /// Creates a problem.
    public init(step: String, message: String, since: Date) {
        self.step = step
        self.message = message
        self.since = since
    }
}

extension Timeline {
    /// The next time after `now` that requires work; nil if nothing will change.
    ///
    /// It is the date of the next entry, the date of the next reload, or `change`.
    ///
    /// - Parameter change: The time at which the displayed content changes by itself; nil for never.
    public func nextWake(after now: Date, showing change: Date? = nil) -> Date? {
        let candidates = [
            nextDate(after: now),
            reloadDate.flatMap { $0 > now ? $0 : nil },
            change,
        ]
        return candidates.compactMap { $0 }.min()
    }
}

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
        do {
            var fields = EntryFields()
            for field in schema.fields {
                if let value = try value(of: field, json[field.name]) { fields.set(value, field) }
            }
            content = try schema.content(of: fields, at: date)
        } catch {
            throw .wrong(path: error.path, reason: error.reason)
        }
    }

    /// The value of a field in a file; nil for none.
    private func value(of field: EntryField, _ json: JSONValue?) throws(FieldMismatch) -> Value? {
        let value = try FieldConversion(.exact).value(json.map(Value.init) ?? .missing, as: field.type, at: field.name)
        guard value == .missing else { return value }
        if let standard = field.standard { return standard }
        // An entry without a connection may lack all fields.
        guard field.isOptional || schema.mayBeEmpty && (freshness == .offline || freshness == .missing) else {
            throw FieldMismatch(path: field.name, reason: field.missingMessage ?? "the entry's \(field.name) is missing")
        }
        return nil
    }

    /// The entry as the JSON of an entry file.
    public var json: JSONValue {
        var members = [JSONMember("date", .string(date.iso8601))]
        if kind != EntrySchemas.standardKind { members.insert(JSONMember("kind", .string(kind)), at: 0) }
        if let subject { members.append(JSONMember(schema.subjectKey, subject.json)) }
        members.append(JSONMember("connection", .string(freshness.rawValue)))
        if let lastContact { members.append(JSONMember("lastContact", .string(lastContact.iso8601))) }
        let fields = fields
        for field in schema.fields {
            if let value = fields.fileValue(of: field) { members.append(JSONMember(field.name, value.json)) }
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

extension Entry {
    /// The public part of the entry: for a locked subject, its name without any content.
    public var disclosed: Entry {
        guard subject?.isLocked == true else { return self }
        return Entry(
            date: date, schema: schema, subject: subject, freshness: freshness, lastContact: lastContact,
            content: schema.lockedContent)
    }
}

extension Entry {
    /// The entry with the given fields set; texts are converted to the types of the fields, and unknown names are ignored.
    ///
    /// - Throws: `FieldMismatch` for the first value that does not fit.
    public func setting(_ values: [(name: String, value: Value)]) throws(FieldMismatch) -> Entry {
        var fields = fields
        for item in values {
            guard let field = schema.fields.first(where: { $0.name == item.name }) else { continue }
            fields.set(try FieldConversion(.lenient).value(item.value.asWritten, as: field.type, at: field.name), field)
        }
        var entry = self
        entry.content = try schema.content(of: fields, at: date)
        return entry
    }
}

extension Value {
    /// The value with the texts `true` and `false` converted to Booleans.
    fileprivate var asWritten: Value {
        self == .string("true") ? .bool(true) : self == .string("false") ? .bool(false) : self
    }
}
