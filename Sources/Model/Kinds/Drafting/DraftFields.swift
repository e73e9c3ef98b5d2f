import SubdialBasics
import SubdialDocuments

/// The fields that a document suggests: its values, also of objects in it, and its lists.
struct DraftFields {
    /// The maximum numbers of fields with one value, of lists, and of members of a row.
    private static let (maximumValues, maximumLists, maximumMembers) = (16, 3, 8)
    /// The maximum depth of objects.
    private static let maximumDepth = 4
    /// The rows of a sample, and the values of a list in it.
    private static let (sampleRows, sampleValues) = (3, 24)
    /// The maximum length of a text in a sample, and of a unit.
    private static let (sampleLength, maximumUnit) = (80, 12)
    /// The names that expressions of kinds, and the drafted templates, use otherwise.
    private static let reserved: Set<String> = [
        "age", "at", "data", "false", "family", "in", "index", "item", "missing", "now", "null", "offline", "previous", "received", "row",
        "stale", "true",
    ]

    /// The fields, in the order of the document.
    private(set) var fields: [DraftField] = []
    /// The places of values that became no field.
    private(set) var omitted: [String] = []
    private var names = reserved

    init(_ document: JSONValue) {
        if case .object = document {
            add(document, units: [:], at: "data", depth: 0, isRoot: true)
        } else if case .array = document {
            add(document, named: "items", at: "data", isMember: false)
        } else {
            add(document, named: "value", at: "data", isMember: false)
        }
    }

    /// - Parameter units: The units of members by their names, from an object beside this one.
    private mutating func add(_ object: JSONValue, units: [String: String], at place: String, depth: Int, isRoot: Bool) {
        guard case .object(let members) = object else { return }
        var known: Set<String> = []
        for member in members where known.insert(member.key).inserted {
            let inner = Self.place(of: member.key, in: place)
            guard case .object = member.value else {
                add(member.value, named: member.key, unit: units[member.key], at: inner, isMember: isRoot)
                continue
            }
            // What describes other values is none.
            if member.key.lowercased().hasSuffix("units") {
                if !members.contains(where: { Self.units(of: $0.key, in: [member]) != nil }) { omitted.append(inner) }
                continue
            }
            guard depth < Self.maximumDepth else {
                omitted.append(inner)
                continue
            }
            add(member.value, units: Self.units(of: member.key, in: members) ?? [:], at: inner, depth: depth + 1, isRoot: false)
        }
    }

    /// The units of an object's members, from the object `KEY_units` beside it, as Open-Meteo has it; nil if there is none.
    private static func units(of key: String, in members: [JSONMember]) -> [String: String]? {
        let names = ["_units", "units"].map { key.lowercased() + $0 }
        guard case .object(let texts)? = members.first(where: { names.contains($0.key.lowercased()) })?.value else { return nil }
        let units = texts.compactMap { member in
            if case .string(let text) = member.value, isUnit(text) { (member.key, text) } else { nil }
        }
        return Dictionary(units, uniquingKeysWith: { first, _ in first })
    }

    /// True for a text that can stand behind a number: no description, and nothing that ends the text of an expression.
    private static func isUnit(_ text: String) -> Bool {
        (1...maximumUnit).contains(text.unicodeScalars.count) && text == text.cleaned() && !text.contains(where: "'\"\\{}".contains)
            && text.lowercased().split(separator: " ").allSatisfy { !["code", "iso8601", "unixtime"].contains($0) }
    }

    /// - Parameter isMember: True for a member of the document itself, which needs no expression if the field has its name.
    private mutating func add(_ value: JSONValue, named key: String, unit: String? = nil, at place: String, isMember: Bool) {
        let content: DraftField.Content
        var sample = Self.sample(of: value)
        if case .array(let elements) = value {
            let lists = fields.count { $0.kind == nil }
            guard lists < Self.maximumLists, let list = Self.list(elements) else { return omitted.append(place) }
            (content, sample) = list
        } else {
            guard fields.count - fields.count(where: { $0.kind == nil }) < Self.maximumValues,
                let (kind, epoch) = DraftField.Kind.kind(of: value, named: key)
            else { return omitted.append(place) }
            content = .value(kind, epoch: epoch)
        }
        let name = Self.name(for: key, besides: &names)
        let source = isMember && name == key ? nil : place
        let isNumber = if case .value(.number, _) = content { true } else { false }
        fields.append(DraftField(name: name, source: source, content: content, unit: isNumber ? unit : nil, sample: sample))
    }

    /// The content and the sample of a list; nil if it is empty, or its elements have no type in common.
    private static func list(_ elements: [JSONValue]) -> (DraftField.Content, JSONValue)? {
        guard let first = elements.first else { return nil }
        if case .object(let members) = first {
            var names = reserved.subtracting(["row"])
            var known: Set<String> = []
            let fields: [DraftField] = members.compactMap { member in
                guard known.insert(member.key).inserted, let (kind, epoch) = DraftField.Kind.kind(of: member.value, named: member.key)
                else { return nil }
                let name = name(for: member.key, besides: &names)
                return DraftField(
                    name: name, source: name == member.key ? nil : place(of: member.key, in: "item"), content: .value(kind, epoch: epoch),
                    sample: sample(of: member.value))
            }
            let used = Array(fields.prefix(maximumMembers))
            guard !used.isEmpty else { return nil }
            let rows = elements.prefix(sampleRows).map { row in
                let members = zip(used, values(of: used, in: row))
                return JSONValue.object(members.compactMap { field, value in value.map { JSONMember(field.name, sample(of: $0)) } })
            }
            return (.rows(used), .array(Array(rows)))
        }
        guard let (kind, epoch) = DraftField.Kind.kind(of: first, named: ""), epoch == nil,
            elements.allSatisfy({ $0 == .null || DraftField.Kind.kind(of: $0, named: "")?.kind == kind })
        else { return nil }
        return (.list(kind), .array(elements.prefix(sampleValues).filter { $0 != .null }.map(sample)))
    }

    /// The values of the members in a row of the document.
    private static func values(of fields: [DraftField], in row: JSONValue) -> [JSONValue?] {
        guard case .object(let members) = row else { return fields.map { _ in nil } }
        return fields.map { field in
            members.first { $0.key == field.name || field.source == place(of: $0.key, in: "item") }?.value
        }.map { $0 == .null ? nil : $0 }
    }

    private static func sample(of value: JSONValue) -> JSONValue {
        guard case .string(let text) = value, text.count > sampleLength, DraftField.Kind.kind(of: value, named: "")?.kind == .text else {
            return value
        }
        return .string(text.prefix(sampleLength - 1) + "…")
    }

    /// The expression of a member.
    private static func place(of key: String, in place: String) -> String {
        isName(key) ? "\(place).\(key)" : "\(place)[\(DraftField.quoted(key))]"
    }

    private static func isName(_ key: String) -> Bool {
        guard let first = key.utf8.first, !(48...57).contains(first), !["true", "false", "null", "in"].contains(key) else { return false }
        return key.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 95 }
    }

    /// A name for expressions that no other field has.
    private static func name(for key: String, besides names: inout Set<String>) -> String {
        var base = String(key.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        base = String(base.drop { $0 == "_" || $0.isNumber })
        while base.last == "_" { base.removeLast() }
        if base.isEmpty { base = "value" }
        if reserved.contains(base) { base += "_value" }
        var name = base
        var number = 2
        while !names.insert(name).inserted {
            name = "\(base)_\(number)"
            number += 1
        }
        return name
    }
}
