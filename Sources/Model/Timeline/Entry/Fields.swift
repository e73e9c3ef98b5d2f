import FoundationEssentials
import SubdialDocuments

/// Reads the members of a JSON object, with paths in error messages.
///
/// A null member counts as absent.
package struct Fields {
    package let value: JSONValue
    /// The path of the object: `entry` or `volume`.
    package let path: String

    package init(value: JSONValue, path: String) {
        self.value = value
        self.path = path
    }

    private func path(of key: String) -> String { path == "entry" ? key : "\(path).\(key)" }

    private func read<T>(_ key: String, _ what: String, _ convert: (JSONValue) -> T?) throws(EntryError) -> T? {
        guard let found = value[key], found != .null else { return nil }
        guard let result = convert(found) else {
            throw .wrong(path: path(of: key), reason: "\(what) should stand here, not \(found.kind)")
        }
        return result
    }

    package func text(_ key: String) throws(EntryError) -> String? { try read(key, "a text", \.string) }
    package func truth(_ key: String) throws(EntryError) -> Bool? { try read(key, "true or false", \.bool) }

    package func number(_ key: String) throws(EntryError) -> Double? {
        guard let number = try read(key, "a number", \.number) else { return nil }
        guard number.magnitude < 1e12 else { throw .wrong(path: path(of: key), reason: "the number is too large") }
        return number
    }

    package func object(_ key: String) throws(EntryError) -> Fields? {
        try read(key, "an object") { if case .object = $0 { Fields(value: $0, path: path(of: key)) } else { nil } }
    }

    /// The objects of a list; empty if the key is absent.
    package func objects(_ key: String) throws(EntryError) -> [Fields] {
        let list: [JSONValue]? = try read(key, "a list") { if case .array(let values) = $0 { values } else { nil } }
        var objects: [Fields] = []
        for (index, value) in (list ?? []).enumerated() {
            let place = "\(path(of: key))[\(index)]"
            guard case .object = value else { throw .wrong(path: place, reason: "an object should stand here, not \(value.kind)") }
            objects.append(Fields(value: value, path: place))
        }
        return objects
    }

    package func date(_ key: String) throws(EntryError) -> Date? {
        guard let text = try read(key, "a date as text", \.string) else { return nil }
        guard let date = Date(iso8601: text) else {
            throw .wrong(path: path(of: key), reason: "'\(text)' is no ISO 8601 date; write it like 2026-01-08T20:15:04Z")
        }
        return date
    }

    package func word<T: RawRepresentable & CaseIterable>(_ key: String) throws(EntryError) -> T? where T.RawValue == String {
        guard let text = try text(key) else { return nil }
        guard let word = T(rawValue: text) else {
            throw .wrong(path: path(of: key), reason: "'\(text)' is not one of \(Self.list(T.self))")
        }
        return word
    }

    private static func list<T: RawRepresentable & CaseIterable>(_: T.Type) -> String where T.RawValue == String {
        T.allCases.map(\.rawValue).joined(separator: ", ")
    }
}
