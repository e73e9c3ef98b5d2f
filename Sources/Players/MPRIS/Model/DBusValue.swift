/// A value as the session bus carries it; what stands in a variant stands here by itself.
public indirect enum DBusValue: Hashable, Sendable {
    case bool(Bool)
    /// Any whole number, whatever its width.
    case int(Int64)
    /// A whole number too large for ``int(_:)``.
    case uint(UInt64)
    case double(Double)
    case string(String)
    /// A path, such as that by which a player names its track.
    case objectPath(String)
    /// An array or a structure.
    case array([DBusValue])
    /// A dictionary; keys that are no strings are written as such.
    case dict([String: DBusValue])

    /// The text of a string or a path.
    public var text: String? {
        switch self {
        case .string(let text), .objectPath(let text): text
        default: nil
        }
    }

    /// The texts of an array, or the one text that stands where an array should.
    public var texts: [String] {
        if case .array(let values) = self { return values.compactMap(\.text) }
        return text.map { [$0] } ?? []
    }

    /// The number, also where it is written as a string; nil for what is none, or not finite.
    public var number: Double? {
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

    /// The truth value, also where it is a number.
    public var flag: Bool? {
        switch self {
        case .bool(let value): value
        case .int(let value): value != 0
        default: nil
        }
    }

    /// The entries of a dictionary.
    public var entries: [String: DBusValue]? {
        if case .dict(let entries) = self { entries } else { nil }
    }

    /// The value as expressions print one of its kind: `key: value, key: value` for a dictionary.
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

    /// The value with no text in it longer than `limit` characters.
    func capped(to limit: Int) -> DBusValue {
        switch self {
        case .string(let text): .string(text.capped(to: limit))
        case .array(let values): .array(values.map { $0.capped(to: limit) })
        case .dict(let entries): .dict(entries.mapValues { $0.capped(to: limit) })
        // A path that is cut would name something else.
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
