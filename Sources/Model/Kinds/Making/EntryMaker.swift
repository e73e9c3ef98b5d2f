import FoundationEssentials
import SubdialBasics
import SubdialExpressions
import SubdialTimeline

/// Makes entries from documents; a pure function, so that equal documents yield equal entries at any time and on any machine.
package struct EntryMaker: Sendable {
    /// The entries made from documents.
    package struct Result: Sendable {
        /// The entries, by date.
        package var entries: [Entry]
        /// The date of the next request, according to the data.
        package var after: Date?
        /// The values and rows that were omitted, with the reasons: one line for each reason.
        package var warnings: [String]
        /// The pictures that were left out because a document must not name them, one line each.
        package var refusedPictures: [String] = []
        /// The past values of the fields that have them, by the fields' names.
        package var histories: [String: FieldHistory] = [:]
    }

    /// The documents by the names of their sources; `.missing` for an optional source without a document.
    package typealias Documents = [String: Value]

    private let kind: Kind
    private let values: KindValues
    private let subject: Subject?
    private let timeZones: TimeZones

    /// Makes an entry maker for one instance of a kind.
    ///
    /// - Parameters:
    ///   - subject: The subject of the entries; nil for the kind itself.
    ///   - timeZones: The time zones in which expressions format dates.
    package init(_ kind: Kind, _ values: KindValues, subject: Subject? = nil, timeZones: TimeZones = TimeZones()) {
        self.kind = kind
        self.values = values
        self.subject = subject ?? Subject(id: kind.name, name: kind.title, source: kind.name)
        self.timeZones = timeZones
    }

    /// Returns the entries of documents that arrived at `received`.
    ///
    /// What cannot be evaluated or converted is missing, with a warning: an optional field, an element of a list, a member of a map, a key of a
    /// sort, a condition. A row with a missing or invalid required field is skipped with a warning; if nothing is left, the documents are rejected.
    ///
    /// - Parameters:
    ///   - previous: The previous documents with their date.
    ///   - histories: The past values of the fields that have them, by the fields' names.
    package func entries(
        of documents: Documents, received: Date, previous: (documents: Documents, date: Date)? = nil,
        histories: [String: FieldHistory] = [:]
    ) throws(KindError) -> Result {
        var scope = DictionaryScope(values.open.merging(documents) { $1 })
        scope.timeZones = timeZones
        scope.hasOpenMaps = true
        scope.values["received"] = .date(received)
        scope.values["previous"] = .missing
        if let previous {
            var members = previous.documents
            members["date"] = .date(previous.date)
            scope.values["previous"] = .map(members)
        }
        for source in kind.sources {
            guard let accept = source.accept, documents[source.name] != .missing else { continue }
            var inner = scope
            inner.values[Kind.standardSource] = documents[source.name] ?? .missing
            guard try accept.value(in: inner, step: .accept).isTrue else {
                if let message = try source.message?.value(in: inner, step: .accept) {
                    throw KindError(.accept, at: source.name, message.text)
                }
                throw KindError(
                    .accept, at: source.name, "the answer is not one that 'accept' takes",
                    value: (documents[source.name] ?? .missing).json.text())
            }
        }
        var making = Making(kind, histories)
        for list in kind.lists {
            do throws(KindError) {
                scope.values[list.name] = .list(try make(list, in: scope, &making))
            } catch {
                making.omitList(list.name, error)
                scope.values[list.name] = .missing
            }
        }
        let entries = try entries(in: scope, received, &making)
        let after = kind.refresh.after.flatMap { wanted in
            making.result { () throws(KindError) in try date(wanted.value(in: scope, step: .data), at: wanted.place) } ?? nil
        }
        return Result(
            entries: Timeline(entries: entries, policy: .never).entries, after: after, warnings: making.warnings.lines,
            refusedPictures: making.pictures.messages, histories: making.histories)
    }

    private func entries(in scope: DictionaryScope, _ received: Date, _ making: inout Making) throws(KindError) -> [Entry] {
        var entries: [Entry] = []
        for (date, row) in try rows(in: scope, received, &making) {
            do throws(KindError) {
                entries.append(try entry(at: date, row, in: scope, &making))
            } catch {
                guard case .rows = kind.timeline else { throw error }
                making.omitRow(row.index, error)
            }
        }
        guard !entries.isEmpty else {
            let first = making.firstOmission.map { "; the first: \($0)" } ?? ""
            throw KindError(.timeline, "no row of \(making.omittedRows) can be used\(first)")
        }
        return entries
    }

    // MARK: Lists and rows

    private func make(_ list: KindList, in scope: DictionaryScope, _ making: inout Making) throws(KindError) -> [Value] {
        switch list.form {
        case .zip(let columns):
            var lists: [(String, [Value])] = []
            for column in columns { lists.append((column.name, try elements(column.list, in: scope, step: .data, &making))) }
            let count = lists.map(\.1.count).min() ?? 0
            return (0..<count).map { index in .map(Dictionary(lists.map { ($0.0, $0.1[index]) }) { $1 }) }
        case .of(let expression, let item, let condition, let sort, let isDescending, let first):
            var kept: [(key: SortKey, value: Value)] = []
            var inner = scope
            for value in try elements(expression, in: scope, step: .data, &making) {
                inner.values[item] = value
                if let condition, !making.value(of: condition, in: inner, step: .data).isTrue { continue }
                kept.append((SortKey(sort.map { making.value(of: $0, in: inner, step: .data) } ?? .missing), value))
            }
            let sorted = sort == nil ? kept.map(\.value) : SortKey.sorted(kept, descending: isDescending)
            let limit = first.flatMap { making.value(of: $0, in: scope, step: .data).number }.map { Int(saturating: max(0, $0)) }
            return Array(sorted.prefix(limit ?? .max))
        }
    }

    /// The elements of a list, or the members of a map as rows with `key` and `value`.
    private func elements(
        _ expression: KindExpression, in scope: DictionaryScope, step: KindError.Step, _ making: inout Making
    ) throws(KindError) -> [Value] {
        let value = try making.evaluate(expression, in: scope, step: step)
        if let rows = value.rows { return rows }
        guard value != .missing else {
            throw making.cause(in: expression) ?? KindError(step, at: expression.place, "the list is missing from the document")
        }
        throw KindError(step, at: expression.place, "a list should stand here, not \(value.kind)", value: value.json.text())
    }

    private struct Row {
        var name: String?
        var value = Value.missing
        var index = 0
    }

    private func rows(in scope: DictionaryScope, _ received: Date, _ making: inout Making) throws(KindError) -> [(Date, Row)] {
        switch kind.timeline {
        case .received: return [(received, Row())]
        case .dates(let expressions):
            var rows: [(Date, Row)] = []
            var index = 0
            for expression in expressions {
                let value = making.value(of: expression, in: scope, step: .timeline)
                let values = if case .list(let values) = value { values } else { [value] }
                for value in values {
                    let date = making.result { () throws(KindError) in try self.date(value, at: expression.place) }
                    if let date, let date { rows.append((date, Row(index: index))) }
                    index += 1
                }
            }
            rows = Self.current(rows, at: received)
            return rows.isEmpty ? [(received, Row())] : rows
        case .rows(let name, let list, let at):
            var rows: [(Date, Row)] = []
            var inner = scope
            for (index, value) in try elements(list, in: scope, step: .timeline, &making).enumerated() {
                inner.values[name] = value
                inner.values["index"] = .integer(Int64(index))
                do throws(KindError) {
                    guard let date = try date(at.value(in: inner, step: .timeline), at: at.place) else {
                        throw KindError(.timeline, at: at.place, "the row has no date")
                    }
                    rows.append((date, Row(name: name, value: value, index: index)))
                } catch {
                    making.omitRow(index, error)
                }
            }
            return Self.current(rows, at: received)
        }
    }

    /// The rows by date; of too many, those before the current one are dropped first.
    private static func current(_ rows: [(Date, Row)], at received: Date) -> [(Date, Row)] {
        let sorted = rows.sorted { $0.0 < $1.0 }
        guard sorted.count > KindTimeline.limit else { return sorted }
        return Array(sorted[(sorted.lastIndex { $0.0 <= received } ?? 0)...].prefix(KindTimeline.limit))
    }

    private func date(_ value: Value, at place: String) throws(KindError) -> Date? {
        do {
            guard case .date(let date) = try FieldConversion(.lenient, zones: timeZones).value(value, as: .date(), at: place) else {
                return nil
            }
            return date
        } catch {
            throw KindError(.timeline, at: place, error.reason, value: value.text)
        }
    }

    // MARK: Entries

    private func entry(at date: Date, _ row: Row, in scope: DictionaryScope, _ making: inout Making) throws(KindError) -> Entry {
        var scope = scope
        scope.values["at"] = .date(date)
        scope.values["index"] = .integer(Int64(row.index))
        if let name = row.name { scope.values[name] = row.value }
        making.row = row.name == nil ? nil : row.index
        defer { making.row = nil }
        var content = EntryFields(values: values.open)
        for field in kind.fields {
            let value: Value
            do throws(KindError) {
                value = try self.value(of: field, row, in: scope, &making)
            } catch {
                guard field.field.isOptional else { throw error }
                making.warn(error)
                value = field.standard ?? .missing
            }
            let permitted = making.pictures.permitted(value.cleaned(as: field.field.type), of: field)
            scope.values[field.field.name] = permitted
            guard permitted != .missing else {
                guard field.field.isOptional || value != .missing else { throw missing(field, making) }
                continue
            }
            content.set(permitted, field.field)
        }
        var entry = Entry(date: date, schema: kind.schema, subject: subject, content: content)
        if let relevance = kind.relevance, let score = making.value(of: relevance.score, in: scope, step: .fields).number {
            entry.relevance = EntryRelevance(score: score, duration: relevance.duration ?? 0)
        }
        return entry
    }

    private func value(
        of field: KindField, _ row: Row, in scope: DictionaryScope, _ making: inout Making
    ) throws(KindError) -> Value {
        var raw = try raw(field, row, in: scope, &making)
        if let length = field.over { raw = try history(of: field, over: length, adding: raw, in: scope, &making) }
        var maker = FieldMaker(FieldConversion(.lenient, zones: timeZones))
        defer {
            for part in maker.mismatches { making.warn(KindError(.fields, at: part.path, part.reason)) }
        }
        do {
            return try maker.value(of: field, raw, at: "fields.\(field.field.name)", in: scope)
        } catch {
            throw KindError(.fields, at: error.path, error.reason, value: raw == .missing ? "" : raw.json.text())
        }
    }

    /// The past values of a field with the present one at their end.
    private func history(
        of field: KindField, over length: Double, adding raw: Value, in scope: DictionaryScope, _ making: inout Making
    ) throws(KindError) -> Value {
        let name = field.field.name
        let number: Double?
        do {
            number = try FieldConversion(.lenient, zones: timeZones).value(raw, as: .number, at: "fields.\(name)").number
        } catch {
            throw KindError(.fields, at: error.path, error.reason, value: raw.json.text())
        }
        guard case .date(let received)? = scope.values["received"] else { return .missing }
        var history = making.histories[name].flatMap { $0.length == length ? $0 : nil } ?? FieldHistory(over: length)
        history.record(number, at: received)
        making.histories[name] = history
        return history.values.isEmpty ? .missing : .list(history.values)
    }

    private func missing(_ field: KindField, _ making: Making) -> KindError {
        if let cause = making.cause(in: field.from) { return cause }
        let name = field.field.name
        guard field.from == nil else {
            return KindError(
                .fields, at: "fields.\(name)", "there is no value for it in the document; where that may be, write 'optional: true'")
        }
        return KindError(
            .fields, at: "fields.\(name)",
            "the document has no value '\(name)': write 'from' if it is elsewhere, or 'optional: true' where it may be missing"
                + field.constantHint)
    }

    /// The value in the document from which a field is made.
    private func raw(_ field: KindField, _ row: Row, in scope: DictionaryScope, _ making: inout Making) throws(KindError) -> Value {
        if let from = field.from { return try making.evaluate(from, in: scope, step: .fields) }
        let name = field.field.name
        if case .map(let members) = row.value, let value = members[name] { return value }
        if case .map(let members)? = scope.values[Kind.standardSource], let value = members[name] { return value }
        for source in kind.sources {
            if case .map(let members)? = scope.values[source.name], let value = members[name] { return value }
        }
        return .missing
    }
}

extension EntryMaker {
    /// What is recorded while entries are made.
    private struct Making {
        private(set) var warnings = MakingWarnings()
        /// The errors of the lists of `data` that could not be made.
        private var listErrors: [String: KindError] = [:]
        /// The number of rows that were omitted, and the reason of the first.
        private(set) var omittedRows = 0
        private(set) var firstOmission: String?
        var pictures: PictureRule
        /// The past values of the fields that have them, by the fields' names.
        var histories: [String: FieldHistory]
        /// The number of the row of which an entry is being made; nil for none.
        var row: Int?

        init(_ kind: Kind, _ histories: [String: FieldHistory]) {
            pictures = PictureRule(kind)
            self.histories = histories
        }

        mutating func warn(_ error: KindError) { warnings.add(error, row: row) }

        mutating func omitRow(_ index: Int, _ error: KindError) {
            if firstOmission == nil { firstOmission = "\(index): \(error)" }
            omittedRows += 1
            warnings.add(error, row: index, omission: "the row")
        }

        /// The value of an expression without what cannot be evaluated of its lists, which is a warning.
        mutating func evaluate(
            _ expression: KindExpression, in scope: DictionaryScope, step: KindError.Step
        ) throws(KindError) -> Value {
            var omitted: [ExpressionError] = []
            defer { for error in omitted { warn(KindError(step, at: expression.place, error.reason)) } }
            do throws(ExpressionError) {
                return try expression.value(in: scope, omitted: &omitted)
            } catch {
                throw KindError(step, at: expression.place, error.reason)
            }
        }

        /// The value of an expression; missing if it cannot be evaluated, with a warning.
        mutating func value(of expression: KindExpression, in scope: DictionaryScope, step: KindError.Step) -> Value {
            do {
                return try evaluate(expression, in: scope, step: step)
            } catch {
                warn(error)
                return .missing
            }
        }

        /// The result of `body`; nil if it throws, with a warning.
        mutating func result<T>(_ body: () throws(KindError) -> T) -> T? {
            do {
                return try body()
            } catch {
                warn(error)
                return nil
            }
        }

        /// Records that a list of `data` could not be made.
        mutating func omitList(_ name: String, _ error: KindError) {
            listErrors[name] = error
            warn(error)
        }

        /// The error of a list of `data` because of which an expression has no value; nil if that is not the cause.
        func cause(in expression: KindExpression?) -> KindError? {
            expression?.names.lazy.compactMap { listErrors[$0] }.first
        }
    }
}
