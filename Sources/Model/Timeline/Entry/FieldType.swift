import FoundationEssentials
import SubdialExpressions

/// The type of a field.
public indirect enum FieldType: Hashable, Sendable {
    case text
    case number
    /// An integer.
    case integer
    /// A fraction of a whole, 0 to 1.
    case ratio
    case bool
    /// A date: ISO 8601 text, or in the given form.
    case date(DateForm = DateForm())
    /// A duration in seconds.
    case duration
    /// A colour: `#RRGGBB` or a colour name.
    case color
    /// The name of a symbol.
    case symbol
    /// A picture, by its path or URL.
    case image
    case url
    /// The name of a time zone.
    case zone
    /// One of these texts.
    case choice([String])
    /// A running number: ``EntryClock``.
    case clock
    case list(FieldType)
    /// An object with these members; if empty, an object with any members.
    case map([EntryField])
    /// Any value.
    case any

    /// The notation of a date.
    public struct DateForm: Hashable, Sendable {
        /// The unit of a number since 1970.
        public enum Epoch: String, Hashable, Sendable, CaseIterable {
            case s, ms
        }

        /// The unit of a numeric date; nil for text.
        public var epoch: Epoch?
        /// The pattern of a text, in the syntax of `date()`; nil for ISO 8601.
        public var pattern: String?
        /// The time zone of a text without one; nil for the standard zone of a document, and for UTC in an entry file.
        public var zone: String?

        /// Creates a form; the default is ISO 8601.
        public init(epoch: Epoch? = nil, pattern: String? = nil, zone: String? = nil) {
            self.epoch = epoch
            self.pattern = pattern
            self.zone = zone
        }
    }

    /// The name of the type in `kind.yaml`.
    public var name: String {
        switch self {
        case .text: "text"
        case .number: "number"
        case .integer: "integer"
        case .ratio: "ratio"
        case .bool: "bool"
        case .date: "date"
        case .duration: "duration"
        case .color: "color"
        case .symbol: "symbol"
        case .image: "image"
        case .url: "url"
        case .zone: "zone"
        case .choice: "choice"
        case .clock: "clock"
        case .list: "list"
        case .map: "map"
        case .any: "any"
        }
    }

    /// The names of all types in `kind.yaml`.
    public static let names = [
        "text", "number", "integer", "ratio", "bool", "date", "duration", "color", "symbol", "image", "url", "zone", "choice", "clock",
        "list", "map", "any",
    ]

    /// The type inferred from a sample value.
    public static func type(of value: Value) -> FieldType {
        switch value {
        case .missing: .any
        case .bool: .bool
        case .integer, .unsigned, .double: .number
        case .string: .text
        case .duration: .duration
        case .date: .date()
        case .list(let values): .list(values.first.map(type(of:)) ?? .any)
        case .map(let members):
            .map(members.sorted { $0.key < $1.key }.map { EntryField($0.key, type(of: $0.value), isOptional: true, sample: $0.value) })
        }
    }
}
