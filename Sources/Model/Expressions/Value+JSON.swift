import FoundationEssentials
import SubdialDocuments

extension Value {
    /// The value as JSON: durations as seconds, dates as ISO 8601 text, or null outside the years 0 to 9999.
    public var json: JSONValue {
        switch self {
        case .missing: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .unsigned(let value): .unsigned(value)
        case .double(let value), .duration(let value): .double(value)
        case .string(let value): .string(value)
        case .date(let date): CivilMoment.isKnown(date) ? .string(text) : .null
        case .list(let values): .array(values.map(\.json))
        case .map(let members): .object(members.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value.json) })
        }
    }

    /// Creates the value of JSON.
    public init(_ json: JSONValue) {
        self =
            switch json {
            case .null: .missing
            case .bool(let value): .bool(value)
            case .integer(let value): .integer(value)
            case .unsigned(let value): .unsigned(value)
            case .double(let value): .double(value)
            case .string(let value): .string(value)
            case .array(let values): .list(values.map(Value.init))
            case .object(let members): .map(Dictionary(members.map { ($0.key, Value($0.value)) }) { $1 })
            }
    }
}
