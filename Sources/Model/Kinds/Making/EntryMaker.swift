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
        /// The rows that were skipped, with the reasons, one line each.
        package var warnings: [String]
        /// The pictures that were left out because a document must not name them, one line each.
        package var refusedPictures: [String] = []
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
    /// A row with a missing or invalid required field is skipped with a warning; if no row is left, the documents are rejected.
    ///
    /// - Parameter previous: The previous documents with their date.
    package func entries(
        of documents: Documents, received: Date, previous: (documents: Documents, date: Date)? = nil
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
                throw KindError(
                    .accept, at: source.name, "the answer is not one that 'accept' takes",
                    value: (documents[source.name] ?? .missing).json.text())
            }
        }
        for list in kind.lists { scope.values[list.name] = .list(try make(list, in: scope)) }
        var warnings: [String] = []
        var entries: [Entry] = []
        var pictures = PictureRule(kind)
        for (date, row) in try rows(in: scope, received, &warnings) {
            do throws(KindError) {
                entries.append(try entry(at: date, row, in: scope, &pictures))
            } catch {
                guard case .rows = kind.timeline else { throw error }
                warnings.append("\(row.index): \(error)")
            }
        }
        guard !entries.isEmpty else {
            throw KindError(.timeline, "no row of \(warnings.count) can be used" + (warnings.first.map { "; the first: \($0)" } ?? ""))
        }
        let after = try kind.refresh.after.map { (wanted) throws(KindError) in
            try date(wanted.value(in: scope, step: .data), at: "refresh.after")
        }
        return Result(
            entries: Timeline(entries: entries, policy: .never).entries, after: after ?? nil, warnings: warnings,
            refusedPictures: pictures.messages)
    }

    // MARK: Lists and rows

    private func make(_ list: KindList, in scope: DictionaryScope) throws(KindError) -> [Value] {
        switch list.form {
        case .zip(let columns):
            var lists: [(String, [Value])] = []
            for column in columns { lists.append((column.name, try elements(column.list, in: scope, step: .data))) }
            let count = lists.map(\.1.count).min() ?? 0
            return (0..<count).map { index in .map(Dictionary(lists.map { ($0.0, $0.1[index]) }) { $1 }) }
        case .of(let expression, let item, let condition, let sort, let first):
            var kept: [(value: Value, key: Value)] = []
            var inner = scope
            for value in try elements(expression, in: scope, step: .data) {
                inner.values[item] = value
                if let condition, !(try condition.value(in: inner, step: .data).isTrue) { continue }
                kept.append((value, try sort?.value(in: inner, step: .data) ?? .missing))
            }
            if sort != nil {
                kept = kept.enumerated().sorted { left, right in
                    let order = Self.order(left.element.key, right.element.key)
                    return order == 0 ? left.offset < right.offset : order < 0
                }.map(\.element)
            }
            let limit = try first?.value(in: scope, step: .data).number.map { Int(saturating: max(0, $0)) }
            return kept.prefix(limit ?? .max).map(\.value)
        }
    }

    /// Negative if `left` comes first: numbers before texts, missing values last.
    private static func order(_ left: Value, _ right: Value) -> Int {
        switch (left, right) {
        case (.date(let left), .date(let right)): return left == right ? 0 : left < right ? -1 : 1
        case (.missing, .missing): return 0
        case (.missing, _): return 1
        case (_, .missing): return -1
        default: break
        }
        if let left = left.number, let right = right.number { return left == right ? 0 : left < right ? -1 : 1 }
        if left.number != nil { return -1 }
        if right.number != nil { return 1 }
        return left.text == right.text ? 0 : left.text < right.text ? -1 : 1
    }

    private func elements(_ expression: KindExpression, in scope: DictionaryScope, step: KindError.Step) throws(KindError) -> [Value] {
        let value = try expression.value(in: scope, step: step)
        switch value {
        case .list(let values): return values
        case .missing: throw KindError(step, at: expression.place, "the list is missing from the document")
        default: throw KindError(step, at: expression.place, "a list should stand here, not \(value.kind)", value: value.json.text())
        }
    }

    private struct Row {
        var name: String?
        var value = Value.missing
        var index = 0
    }

    private func rows(
        in scope: DictionaryScope, _ received: Date, _ warnings: inout [String]
    ) throws(KindError) -> [(Date, Row)] {
        switch kind.timeline {
        case .received: return [(received, Row())]
        case .dates(let expressions):
            var rows: [(Date, Row)] = []
            for (index, expression) in expressions.enumerated() {
                let value = try expression.value(in: scope, step: .timeline)
                if let date = try date(value, at: expression.place) { rows.append((date, Row(index: index))) }
            }
            return rows.isEmpty ? [(received, Row())] : rows
        case .rows(let name, let list, let at):
            var rows: [(Date, Row)] = []
            var inner = scope
            for (index, value) in try elements(list, in: scope, step: .timeline).enumerated() {
                inner.values[name] = value
                inner.values["index"] = .integer(Int64(index))
                guard let date = try date(at.value(in: inner, step: .timeline), at: at.place) else {
                    warnings.append("\(index): the row has no date")
                    continue
                }
                rows.append((date, Row(name: name, value: value, index: index)))
            }
            // If there are too many rows, those before the current one are dropped first.
            let sorted = rows.sorted { $0.0 < $1.0 }
            let current = sorted.lastIndex { $0.0 <= received } ?? 0
            return Array((sorted.count > KindTimeline.limit ? sorted[current...] : sorted[...]).prefix(KindTimeline.limit))
        }
    }

    private func date(_ value: Value, at place: String) throws(KindError) -> Date? {
        do {
            guard case .date(let date) = try FieldConversion(.lenient).value(value, as: .date(), at: place) else { return nil }
            return date
        } catch {
            throw KindError(.timeline, at: place, error.reason, value: value.text)
        }
    }

    // MARK: Entries

    private func entry(
        at date: Date, _ row: Row, in scope: DictionaryScope, _ pictures: inout PictureRule
    ) throws(KindError) -> Entry {
        var scope = scope
        scope.values["at"] = .date(date)
        scope.values["index"] = .integer(Int64(row.index))
        if let name = row.name { scope.values[name] = row.value }
        var content = EntryFields(values: values.open)
        for field in kind.fields {
            let raw = try raw(field, row, in: scope)
            let value: Value
            do {
                value = try field.value(of: raw, at: "fields.\(field.field.name)")
            } catch {
                throw KindError(.fields, at: error.path, error.reason, value: raw == .missing ? "" : raw.json.text())
            }
            let permitted = pictures.permitted(value.cleaned(as: field.field.type), of: field)
            scope.values[field.field.name] = permitted
            guard permitted != .missing else {
                guard field.field.isOptional || value != .missing else {
                    throw KindError(
                        .fields, at: "fields.\(field.field.name)",
                        "there is no value for it in the document; where that may be, write 'optional: true'")
                }
                continue
            }
            content.set(permitted, field.field)
        }
        var entry = Entry(date: date, schema: kind.schema, subject: subject, content: content)
        if let relevance = kind.relevance, let score = try relevance.score.value(in: scope, step: .fields).number {
            entry.relevance = EntryRelevance(score: score, duration: relevance.duration ?? 0)
        }
        return entry
    }

    /// The value in the document from which a field is made.
    private func raw(_ field: KindField, _ row: Row, in scope: DictionaryScope) throws(KindError) -> Value {
        if let from = field.from { return try from.value(in: scope, step: .fields) }
        let name = field.field.name
        if case .map(let members) = row.value, let value = members[name] { return value }
        if case .map(let members)? = scope.values[Kind.standardSource], let value = members[name] { return value }
        for source in kind.sources {
            if case .map(let members)? = scope.values[source.name], let value = members[name] { return value }
        }
        return .missing
    }
}
