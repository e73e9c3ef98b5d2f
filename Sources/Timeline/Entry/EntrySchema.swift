import Expressions
import FoundationEssentials

/// What the entries of a kind are made of: the single origin of the names that files, templates and lines may use.
///
/// Two schemas are equal where they are the same object: a kind that is read again has another one.
public final class EntrySchema: Sendable, Hashable {
    /// Hooks for kinds whose entries are views of something else.
    public struct Rules: Sendable {
        /// Completes an entry that was read from a file, or tells what is wrong with it.
        public var finish: @Sendable (inout Entry) throws(EntryError) -> Void = { (_) throws(EntryError) in }
        /// The value that a file has for a field, where it is not the entry's value of that name.
        public var fileValue: @Sendable (Entry, EntryField) -> Value? = { entry, field in entry.values[field.name] }
        /// What names stand for at a moment.
        public var reader: @Sendable (Entry, Date) -> any EntryReader = { FieldReader($0, at: $1) }
        /// The picture that gives a widget its colours; nil where there is nothing that could have one.
        public var cover: @Sendable (Entry) -> EntryCover? = { entry in
            let field = entry.schema.fields.first { $0.type == .image }?.name
            return field.map { EntryCover(entry.pictures[$0], seed: entry.subject?.name ?? entry.kind) }
        }

        /// Rules of entries that are just their fields.
        public init() {}
    }

    /// A name that expressions may use.
    public struct Name: Hashable, Sendable {
        /// The name as it is written.
        public var name: String
        /// False for a name that only templates suggest.
        public var isForLines: Bool

        /// Makes a name for lines and templates, or for templates alone.
        public init(_ name: String, isForLines: Bool = true) {
            self.name = name
            self.isForLines = isForLines
        }
    }

    /// The kind's name, that of its folder.
    public let kind: String
    /// The key under which files have the subject.
    public let subjectKey: String
    /// The fields in the order in which files have them.
    public let fields: [EntryField]
    /// Values of a locked subject.
    public let lockedValues: [String: Value]
    /// How lines read and print numbers.
    public let lineDialect: Dialect
    /// True where a file may have keys that are no fields.
    public let passesOverUnknownKeys: Bool
    /// Names that every entry of the kind has.
    public let names: [Name]
    /// True where any name with a colon is one of data that come and go.
    public let hasOpenNames: Bool
    /// True where an entry that is offline needs none of its fields.
    public var mayBeEmpty: Bool { !passesOverUnknownKeys }
    private let rules: Rules

    /// Makes a schema.
    ///
    /// - Parameter names: The names beside ``commonNames``; nil for those of the fields.
    public init(
        kind: String, subjectKey: String = "subject", fields: [EntryField], names: [Name]? = nil, lockedValues: [String: Value] = [:],
        lineDialect: Dialect = .standard, passesOverUnknownKeys: Bool = false, hasOpenNames: Bool = false, rules: Rules = Rules()
    ) {
        self.kind = kind
        self.subjectKey = subjectKey
        self.fields = fields
        let own = names ?? FieldReader.names(of: fields)
        self.names = own + Self.commonNames.filter { common in !own.contains { $0.name == common.name } }
        self.lockedValues = lockedValues
        self.lineDialect = lineDialect
        self.passesOverUnknownKeys = passesOverUnknownKeys
        self.hasOpenNames = hasOpenNames
        self.rules = rules
    }

    /// The names that entries of every kind have; a field of the same name comes first.
    public static let commonNames: [Name] =
        ["source", "connection", "age", "status", "subject", "subject_id", "problem"].map { Name($0) }
        + ["live", "stale", "offline", "missing", "locked", "now", "at", "palette"].map { Name($0, isForLines: false) }

    /// An entry of the kind's samples, for galleries and outlines.
    public func placeholder(at date: Date) -> Entry {
        var entry = Entry(date: date, schema: self, subject: Subject(id: kind))
        for field in fields where field.wholeSample != .missing {
            let value = try? FieldConversion(.lenient).value(field.wholeSample, as: field.type, at: field.name)
            if let value, value != .missing { entry.put(value, field) }
        }
        // Samples that do not go together leave the rest as it is.
        var finished = entry
        return (try? finish(&finished)) == nil ? entry : finished
    }

    /// The names for lines.
    public var lineNames: [String] { names.filter(\.isForLines).map(\.name) }
    /// The names for templates.
    public var allNames: [String] { names.map(\.name) }

    func finish(_ entry: inout Entry) throws(EntryError) { try rules.finish(&entry) }
    func fileValue(_ entry: Entry, _ field: EntryField) -> Value? { rules.fileValue(entry, field) }
    func reader(_ entry: Entry, at now: Date) -> any EntryReader { rules.reader(entry, now) }
    func cover(_ entry: Entry) -> EntryCover? { rules.cover(entry) }

    /// True for the same object.
    public static func == (left: EntrySchema, right: EntrySchema) -> Bool { left === right }
    /// Puts in the kind's name.
    public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

/// The schemas of the kinds that there are.
public struct EntrySchemas: Sendable {
    /// The kind of a file that names none.
    public static let standardKind = "now-playing"

    private let find: @Sendable (String) throws(EntryError) -> EntrySchema

    /// Makes a lookup by a kind's name, which throws where there is no such kind.
    public init(_ find: @escaping @Sendable (String) throws(EntryError) -> EntrySchema) {
        self.find = find
    }

    /// Makes the lookup of these schemas.
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
    /// - Throws: `wrong` where there is no such kind, or it cannot be read.
    public func schema(of kind: String) throws(EntryError) -> EntrySchema { try find(kind) }
}
