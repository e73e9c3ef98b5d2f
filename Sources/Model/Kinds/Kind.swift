import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialExpressions
import SubdialTimeline

/// A kind defined by a `kind.yaml`: its data sources, and the conversion of their data to entries.
package struct Kind: Sendable {
    /// The name, which is that of its folder.
    package var name: String
    /// The path of its file, for messages.
    package var file: String
    /// The display title.
    package var title: String
    /// A one-sentence description.
    package var summary: String
    /// The parameters that users can set.
    package var parameters: [KindParameter]
    /// The data sources; expressions refer to their documents by name.
    package var sources: [KindSource]
    /// Lists derived from the documents.
    package var lists: [KindList]
    /// The conversion of a response to entries.
    package var timeline: KindTimeline
    /// The fields of an entry.
    package var fields: [KindField]
    /// The schedule of requests, and the validity of the data.
    package var refresh: KindRefresh
    /// The relevance of an entry; nil for none.
    package var relevance: KindRelevance?
    /// The live activity; nil for none.
    package var activity: KindActivity?
    /// The actions of clicks.
    package var actions: [KindAction]
    /// The settings of its lines in bars.
    package var feed: FeedSettings
    /// The schema of its entries.
    package var schema: EntrySchema
    /// The problems that leave the kind usable.
    package var warnings: [String]
    /// The text of the file.
    package var text = ""

    /// The name of the only source of a kind.
    package static let standardSource = "data"
}

/// A parameter that users can set.
package struct KindParameter: Hashable, Sendable {
    /// The name, in expressions and on the command line.
    package var name: String
    /// The type; a secret is a text.
    package var type: FieldType
    /// True for a secret: it is used only in requests.
    package var isSecret: Bool
    /// The default value; nil if a value is required.
    package var standard: Value?
    /// The condition under which an empty value is an error; nil for never.
    var required: KindExpression?
    /// A value for examples; nil for the default value.
    var sample: Value?
    /// The bounds of a number.
    package var minimum: Double?, maximum: Double?
    /// A pattern with the wildcards `*` and `?` that a text must match.
    package var pattern: String?
    /// A one-sentence description.
    package var summary: String?
}

/// A list derived from a document.
package struct KindList: Sendable {
    /// The name in expressions.
    package var name: String
    /// The definition of the list.
    package var form: Form

    /// The definition of a list.
    package enum Form: Sendable {
        /// Maps with one member from each of several parallel lists; as long as the shortest list.
        case zip([(name: String, list: KindExpression)])
        /// A list in a document, filtered, sorted and truncated.
        case of(KindExpression, item: String, where: KindExpression?, sort: KindExpression?, isDescending: Bool, first: KindExpression?)
    }
}

/// The conversion of a response to entries.
package enum KindTimeline: Sendable {
    /// One entry, dated with the time of the response.
    case received
    /// One entry for each date in a list.
    case dates([KindExpression])
    /// One entry for each row of a list.
    case rows(name: String, list: KindExpression, at: KindExpression)

    /// The maximum number of entries from one response.
    package static let limit = 400
}

/// A field of a kind with the source of its value.
package struct KindField: Sendable {
    /// The field in the schema.
    package var field: EntryField
    /// The expression of the value; nil for the key with the field's name.
    package var from: KindExpression?
    /// The default value.
    package var standard: Value?
    /// The values for texts in a document; the key `default` applies to all other texts.
    package var map: [String: Value]
    /// The fields of a map, or of the maps in a list.
    package var members: [KindField]
    /// The seconds over which a list has the past values of the expression; nil for a field that has only the present one.
    package var over: Double?
    /// The unit that depends on parameters; nil for none, or for that of the field.
    var unit: KindExpression?
}

extension KindField {
    /// How to write the sample as a constant, for messages.
    var constantHint: String {
        let sample = field.sample == .missing ? "…" : field.sample.json.text().oneLine(limit: 40)
        return "; a constant is '\(field.name): { from: \(sample) }'"
    }
}

/// The relevance of an entry.
package struct KindRelevance: Sendable {
    /// The score.
    package var score: KindExpression
    /// The seconds for which the score is valid; nil for as long as the entry is shown.
    package var duration: Double?
}

/// An action of a click.
package struct KindAction: Sendable {
    /// The name, used in `subdial control --kind KIND NAME`.
    package var name: String
    /// The request or command that the action sends.
    package var transport: any KindTransport
}

extension Kind {
    /// The units of the fields with these values of the parameters, by the fields' names.
    package func units(_ values: KindValues) -> [String: String] {
        var units: [String: String] = [:]
        for field in fields {
            let text = field.field.unit ?? (try? field.unit?.value(in: DictionaryScope(values.open)).text)
            if let text, !text.isEmpty { units[field.field.name] = text }
        }
        return units
    }

    /// Parses the documents in a file: for a kind with several sources, an object with one member for each.
    ///
    /// - Parameter parse: Parses the document of the only source.
    /// - Throws: `KindError` for another form.
    package func documents(
        _ bytes: [UInt8], parse: (KindSource, [UInt8]) throws(KindError) -> Value
    ) throws(KindError) -> EntryMaker.Documents {
        guard sources.count != 1, let source = sources.first else {
            return try sources.first.map { (source) throws(KindError) in [source.name: try parse(source, bytes)] } ?? [:]
        }
        let value = try DocumentForm(.json).value(of: bytes, DocumentForm.Arrival(date: .distantPast))
        // The other sources only find out what the source `data` is asked for.
        let members: [String: Value]? = if case .map(let members) = value { members } else { nil }
        if let main = sources.first(where: { $0.name == Self.standardSource }), !sources.contains(where: { members?[$0.name] != nil }) {
            var documents = EntryMaker.Documents(sources.map { ($0.name, .missing) }) { $1 }
            documents[main.name] = try parse(main, bytes)
            return documents
        }
        guard let members else {
            throw KindError(
                .document, at: source.name,
                "this kind has several sources: an object with \(sources.map(\.name).joined(separator: ", ")) should stand here")
        }
        return Dictionary(sources.map { ($0.name, members[$0.name] ?? .missing) }) { $1 }
    }

    /// The timeline of documents from their arrival, with the dates at which they become stale, expire and are requested again.
    ///
    /// The random delay before the next request is omitted, so that equal documents always yield the same timeline.
    ///
    /// - Returns: The timeline, and the warnings about omitted values and rows, one line each.
    package func timeline(
        of documents: EntryMaker.Documents, _ values: KindValues, received: Date, subject: Subject? = nil,
        timeZones: TimeZones = TimeZones()
    ) throws(KindError) -> (timeline: Timeline, warnings: [String]) {
        let made = try EntryMaker(self, values, subject: subject, timeZones: timeZones).entries(of: documents, received: received)
        var state = DataState()
        (state.entries, state.received) = (made.entries, received)
        let next = refresh.next(after: received, last: made.entries.last?.date, wanted: made.after, random: 0) { date in
            timeZones.midnight(before: date, in: refresh.zone)
        }
        return (state.timeline(at: received, refresh, schema: schema, subject: subject, next: next), made.warnings)
    }

    /// Separates named values into those of parameters and those of fields.
    ///
    /// - Throws: `KindError` for a name that is neither.
    package func sorted(
        _ given: [(name: String, value: Value)]
    ) throws(KindError) -> (parameters: [String: Value], fields: [(name: String, value: Value)]) {
        let parameters = Set(self.parameters.map(\.name))
        let known = schema.fields.map(\.name)
        var result: (parameters: [String: Value], fields: [(name: String, value: Value)]) = ([:], [])
        for item in given {
            if parameters.contains(item.name) {
                result.parameters[item.name] = item.value
            } else if known.contains(item.name) {
                result.fields.append(item)
            } else {
                throw KindError(
                    .parameters, at: item.name,
                    "'\(name)' has no parameter or field of this name\(Suggestion.hint(for: item.name, among: known + parameters))")
            }
        }
        return result
    }
}

extension Kind {
    /// Parses a kind file.
    ///
    /// - Parameters:
    ///   - text: The text of `kind.yaml`.
    ///   - name: The kind's name, which is that of its folder.
    ///   - file: The file's path, for messages.
    /// - Throws: All problems, with lines and columns.
    package init(_ text: String, name: String, file: String) throws(KindFileError) {
        let problems = SettingsProblems()
        let reader = KindReader(name: name, file: file, problems: problems)
        let kind = SettingsNode(text, problems: problems).map { reader.read($0) }
        let errors = problems.all.filter { !$0.isWarning }
        guard var kind, errors.isEmpty else {
            let lines = errors.isEmpty ? ["\(file): there is nothing but comments in it"] : errors.map { $0.text(in: file) }
            throw KindFileError(file: file, problems: lines)
        }
        kind.text = text
        kind.warnings = problems.all.map { $0.text(in: file) }
        self = kind
    }
}

extension KindParameter {
    /// The field that stores the parameter's value in entries; nil for a secret, and if a field has the same name.
    func field(besides fields: [KindField]) -> EntryField? {
        guard !isSecret, !fields.contains(where: { $0.field.name == name }) else { return nil }
        var field = EntryField(name, type, isOptional: true, sample: sample ?? standard ?? .missing, standard: standard, summary: summary)
        field.isParameter = true
        return field
    }
}
