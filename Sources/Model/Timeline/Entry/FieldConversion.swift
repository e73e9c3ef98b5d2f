import FoundationEssentials
import SubdialBasics
import SubdialExpressions

/// A value that does not match the type of its field.
public struct FieldMismatch: Error, Hashable, Sendable {
    /// The path of the value: `queue[1].length`.
    public var path: String
    /// The expected and the actual value.
    public var reason: String

    /// Creates a mismatch.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }
}

/// Converts values to the types of fields.
public struct FieldConversion: Sendable {
    /// The strictness of a conversion.
    public enum Strictness: Hashable, Sendable {
        /// The rules of entry files: JSON types, dates as ISO 8601 text.
        case exact
        /// The rules of external documents: numbers may be written as text.
        case lenient
    }

    /// The exclusive upper limit of magnitudes in entry files.
    private static let largest = 1e15

    private let strictness: Strictness
    private let zones: TimeZones

    /// Creates a conversion.
    ///
    /// - Parameter zones: The time zones of lenient dates; a text without a zone is in the standard one.
    public init(_ strictness: Strictness, zones: TimeZones = TimeZones()) {
        self.strictness = strictness
        self.zones = zones
    }

    /// Converts a value to `type`; missing values and non-finite numbers become `.missing`.
    ///
    /// - Throws: `FieldMismatch` for the first value that does not fit.
    public func value(_ raw: Value, as type: FieldType, at path: String) throws(FieldMismatch) -> Value {
        guard raw != .missing else { return .missing }
        switch type {
        case .any: return raw
        case .text, .image, .url, .symbol, .zone, .color: return try text(raw, type, path)
        case .number: return try number(raw, path)
        case .integer: return try integer(raw, path)
        case .ratio: return try ratio(raw, path)
        case .bool:
            if case .bool = raw { return raw }
            throw mismatch(raw, "true or false", path)
        case .date(let form): return try date(raw, form, path)
        case .duration:
            guard case .double(let seconds) = try double(raw, path) else { return .missing }
            return .duration(seconds)
        case .clock: return try clock(raw, path)
        case .choice(let words):
            guard case .string(let word) = try text(raw, type, path) else { return .missing }
            guard words.contains(word) else {
                throw FieldMismatch(path: path, reason: "'\(word)' is not one of \(words.joined(separator: ", "))")
            }
            return .string(word)
        case .list(let element):
            guard case .list(let values) = raw else { throw mismatch(raw, "a list", path) }
            var list: [Value] = []
            list.reserveCapacity(values.count)
            for (index, value) in values.enumerated() {
                if case .map = element, value == .missing { throw mismatch(.missing, "an object", "\(path)[\(index)]") }
                list.append(try self.value(value, as: element, at: "\(path)[\(index)]"))
            }
            return .list(list)
        case .map(let fields): return try map(raw, fields, path)
        }
    }

    private func map(_ raw: Value, _ fields: [EntryField], _ path: String) throws(FieldMismatch) -> Value {
        guard case .map(let members) = raw else { throw mismatch(raw, "an object", path) }
        guard !fields.isEmpty else { return raw }
        var map: [String: Value] = [:]
        for field in fields {
            let value = try self.value(members[field.name] ?? .missing, as: field.type, at: "\(path).\(field.name)")
            if value == .missing, !field.isOptional {
                throw FieldMismatch(path: "\(path).\(field.name)", reason: field.missingMessage ?? "\(field.name) is missing")
            }
            map[field.name] = value
        }
        return .map(map)
    }

    private func text(_ raw: Value, _ type: FieldType, _ path: String) throws(FieldMismatch) -> Value {
        switch raw {
        case .string(let text):
            if type == .zone, !TimeZones.isKnown(text) {
                throw FieldMismatch(path: path, reason: "'\(text)' is no time zone; write it like Europe/Berlin")
            }
            return raw
        case .integer, .unsigned, .double, .bool:
            if strictness == .lenient { return .string(raw.text) }
        default: break
        }
        throw mismatch(raw, "a text", path)
    }

    private func number(_ raw: Value, _ path: String) throws(FieldMismatch) -> Value {
        if strictness == .lenient {
            switch raw {
            // Large integers stay exact.
            case .integer, .unsigned: return raw
            default: break
            }
        }
        return try double(raw, path, keepingIntegers: true)
    }

    /// A number; `.missing` if it is not finite.
    private func double(_ raw: Value, _ path: String, keepingIntegers: Bool = false) throws(FieldMismatch) -> Value {
        var raw = raw
        if strictness == .lenient, case .string(let text) = raw {
            let trimmed = text.trimmingBlanks
            if let integer = Int64(trimmed) {
                raw = .integer(integer)
            } else if let number = Double(trimmed), trimmed.last?.isNumber == true {
                raw = .double(number)
            }
        }
        guard let number = raw.number else { throw mismatch(raw, "a number", path) }
        guard number.isFinite else { return .missing }
        if strictness == .exact, number.magnitude >= Self.largest {
            throw FieldMismatch(path: path, reason: "the number is too large")
        }
        if keepingIntegers, strictness == .lenient, case .integer = raw { return raw }
        return .double(number)
    }

    private func integer(_ raw: Value, _ path: String) throws(FieldMismatch) -> Value {
        switch try number(raw, path) {
        case .double(let number):
            guard let whole = Int64(exactly: number) else {
                throw FieldMismatch(path: path, reason: "a whole number should stand here, not \(Value.double(number).text)")
            }
            return .integer(whole)
        case let other: return other
        }
    }

    private func ratio(_ raw: Value, _ path: String) throws(FieldMismatch) -> Value {
        guard case .double(let number) = try double(raw, path) else { return .missing }
        guard number >= -1e-9, number <= 1 + 1e-9 else {
            throw FieldMismatch(path: path, reason: "a number from 0 to 1 should stand here, not \(Value.double(number).text)")
        }
        return .double(min(max(number, 0), 1))
    }

    private func date(_ raw: Value, _ form: FieldType.DateForm, _ path: String) throws(FieldMismatch) -> Value {
        let value = try anyDate(raw, form, path)
        guard case .date(let date) = value else { return value }
        guard Value.isKnown(date) else { throw FieldMismatch(path: path, reason: "a date in the years 0 to 9999 should stand here") }
        return value
    }

    private func anyDate(_ raw: Value, _ form: FieldType.DateForm, _ path: String) throws(FieldMismatch) -> Value {
        if case .date = raw { return raw }
        if strictness == .lenient, case .string(let text) = raw, form.epoch == nil || Double(text) == nil {
            if text.allSatisfy(\.isWhitespace) { return .missing }
            if let pattern = form.pattern, let date = zones.date(reading: text, pattern: pattern, zone: form.zone) { return .date(date) }
            // Samples have dates in the usual forms, whatever the format of the document.
            if let date = zones.date(reading: text, zone: form.zone) { return .date(date) }
        }
        if let epoch = form.epoch {
            guard case .double(let number) = try double(raw, path) else { return .missing }
            return .date(Date(timeIntervalSince1970: epoch == .ms ? number / 1000 : number))
        }
        if strictness == .lenient, let number = raw.number, number.isFinite {
            // Seconds since 1970; numbers above 1e11, beyond the year 5000, are milliseconds.
            return .date(Date(timeIntervalSince1970: number.magnitude > 1e11 ? number / 1000 : number))
        }
        guard case .string(let text) = raw else { throw mismatch(raw, "a date as text", path) }
        if let pattern = form.pattern {
            guard strictness == .exact, let date = zones.date(reading: text, pattern: pattern, zone: form.zone ?? "UTC") else {
                throw FieldMismatch(path: path, reason: "'\(text)' is no date of the form '\(pattern)'")
            }
            return .date(date)
        }
        guard strictness == .exact else {
            throw FieldMismatch(path: path, reason: "'\(text)' is no date; write it like \(DateForms.examples), or give its 'format'")
        }
        guard let date = Date(iso8601: text) else {
            throw FieldMismatch(path: path, reason: "'\(text)' is no ISO 8601 date; write it like 2026-01-08T20:15:04Z")
        }
        return .date(date)
    }

    private static let clockFields = [
        EntryField("anchor", .date(), missingMessage: "the clock's anchor is missing: the date at which it stood at 'value'"),
        EntryField("value", .number, missingMessage: "the clock's value is missing: its seconds at 'anchor'"),
        EntryField("rate", .number, isOptional: true), EntryField("minimum", .number, isOptional: true),
        EntryField("maximum", .number, isOptional: true),
    ]

    private func clock(_ raw: Value, _ path: String) throws(FieldMismatch) -> Value { try map(raw, Self.clockFields, path) }

    private func mismatch(_ raw: Value, _ wanted: String, _ path: String) -> FieldMismatch {
        let found =
            switch raw {
            case .missing: "null"
            case .map: "an object"
            default: raw.kind
            }
        return FieldMismatch(path: path, reason: "\(wanted) should stand here, not \(found)")
    }
}

extension Value {
    /// The value of a field with its texts cleaned for display; addresses, names of symbols and the like are unchanged.
    package func cleaned(as type: FieldType) -> Value {
        switch (type, self) {
        case (.url, _), (.image, _), (.symbol, _), (.zone, _), (.color, _), (.choice, _): return self
        case (.list(let element), .list(let values)): return .list(values.map { $0.cleaned(as: element) })
        case (.map(let fields), .map(let members)) where !fields.isEmpty:
            let types = Dictionary(fields.map { ($0.name, $0.type) }) { first, _ in first }
            return .map(Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value.cleaned(as: types[$0.key] ?? .any)) }))
        default: return mappingTexts { $0.cleaned(keepingLines: true) }
        }
    }
}

extension EntryClock {
    /// The clock of a converted value; nil for any other value.
    public init?(_ value: Value) {
        guard case .map(let members) = value, case .date(let anchor)? = members["anchor"], let number = members["value"]?.number else {
            return nil
        }
        self.init(
            anchor: anchor, value: number, rate: members["rate"]?.number ?? 1, minimum: members["minimum"]?.number,
            maximum: members["maximum"]?.number)
    }

    /// The clock as a value for an entry file.
    public var fileValue: Value {
        var members: [String: Value] = ["anchor": .date(anchor), "value": .double(value), "rate": .double(rate)]
        if let minimum { members["minimum"] = .double(minimum) }
        if let maximum { members["maximum"] = .double(maximum) }
        return .map(members)
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
