import Expressions
import FoundationEssentials

/// The type of a field.
public indirect enum FieldType: Hashable, Sendable {
    case text
    case number
    /// A whole number.
    case integer
    /// A part of a whole, 0 to 1.
    case ratio
    case bool
    /// A moment: ISO 8601 text, or as the form says.
    case date(DateForm = DateForm())
    /// Seconds.
    case duration
    /// `#RRGGBB`, or a colour's name.
    case color
    /// The name of a symbol.
    case symbol
    /// A picture, by its path or address.
    case image
    case url
    /// The name of a time zone.
    case zone
    /// One of these texts.
    case choice([String])
    /// A number that runs: ``EntryClock``.
    case clock
    case list(FieldType)
    /// An object with these members; without any, one whose keys are its own.
    case map([EntryField])
    /// Whatever stands there.
    case any

    /// How a moment is written.
    public struct DateForm: Hashable, Sendable {
        /// The unit of a number that counts from 1970.
        public enum Epoch: String, Hashable, Sendable, CaseIterable {
            case s, ms
        }

        /// nil for ISO 8601 text.
        public var epoch: Epoch?
        /// The pattern of a text, as `date()` prints with it; nil for ISO 8601.
        public var pattern: String?
        /// The time zone of a text without one; nil for UTC.
        public var zone: String?

        /// Makes a form; without anything said, ISO 8601.
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

    /// The names of all types that `kind.yaml` may name.
    public static let names = [
        "text", "number", "integer", "ratio", "bool", "date", "duration", "color", "symbol", "image", "url", "zone", "choice", "clock",
        "list", "map", "any",
    ]

    /// The type of a value that stands for one of its kind: a sample.
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
