/// A D-Bus value; variants are replaced by their contents.
package indirect enum DBusValue: Hashable, Sendable {
    case bool(Bool)
    /// An integer of any width that fits.
    case int(Int64)
    /// An unsigned integer too large for ``int(_:)``.
    case uint(UInt64)
    case double(Double)
    case string(String)
    /// An object path, such as a player's track id.
    case objectPath(String)
    /// An array or a struct.
    case array([DBusValue])
    /// A dictionary; keys that are not strings are converted to text.
    case dict([String: DBusValue])

    /// The text of a string or an object path.
    package var text: String? {
        switch self {
        case .string(let text), .objectPath(let text): text
        default: nil
        }
    }

    /// The strings of an array, or a single string as an array.
    package var texts: [String] {
        if case .array(let values) = self { return values.compactMap(\.text) }
        return text.map { [$0] } ?? []
    }

    /// The number, also parsed from a string; nil for other values and for numbers that are not finite.
    package var number: Double? {
        let number: Double? =
            switch self {
            case .int(let value): Double(value)
            case .uint(let value): Double(value)
            case .double(let value): value
            case .string(let text): Double(text)
            default: nil
            }
        return number?.isFinite == true ? number : nil
    }

    /// The Boolean value, also of an integer.
    package var flag: Bool? {
        switch self {
        case .bool(let value): value
        case .int(let value): value != 0
        default: nil
        }
    }

    /// The entries of a dictionary.
    package var entries: [String: DBusValue]? {
        if case .dict(let entries) = self { entries } else { nil }
    }

    /// The value as text in the format that expressions use: `key: value, key: value` for a dictionary.
    var printed: String {
        switch self {
        case .bool(let value): "\(value)"
        case .int(let value): "\(value)"
        case .uint(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let text), .objectPath(let text): text
        case .array(let values): values.map(\.printed).joined(separator: ", ")
        case .dict(let entries): entries.sorted { $0.key < $1.key }.map { "\($0): \($1.printed)" }.joined(separator: ", ")
        }
    }

    /// The value with all strings truncated to `limit` characters.
    func capped(to limit: Int) -> DBusValue {
        switch self {
        case .string(let text): .string(text.capped(to: limit))
        case .array(let values): .array(values.map { $0.capped(to: limit) })
        case .dict(let entries): .dict(entries.mapValues { $0.capped(to: limit) })
        // A truncated object path would name another object.
        default: self
        }
    }
}

extension String {
    /// The first `limit` characters.
    fileprivate func capped(to limit: Int) -> String {
        utf8.count <= limit ? self : String(prefix(limit))
    }
}
