import FoundationEssentials
import SubdialBasics
import SubdialExpressions
import SubdialTimeline

extension Kind {
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
        guard case .map(let members) = try DocumentFormat.json.value(of: bytes) else {
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
    /// - Returns: The timeline, and the skipped rows, one line each.
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
