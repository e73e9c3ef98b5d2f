import SubdialDocuments

/// Escaped text for one bar, which may contain the bar's markup.
///
/// It consists of the format's own literals and the output of a ``BarEscaping``. The type accepts no other strings: a literal is a
/// `StaticString`, and interpolation accepts bar text and integers. So the compiler prevents an unescaped title.
package struct BarText: Hashable, Sendable {
    /// The text as the bar reads it.
    package let source: String

    /// Creates bar text from a safe string.
    ///
    /// Only ``BarEscaping``, ``json(_:)`` and the operations on bar text call it.
    init(escaped source: String) { self.source = source }

    /// True if the bar receives no text.
    package var isEmpty: Bool { source.unicodeScalars.isEmpty }

    /// Returns the concatenation of two texts.
    static func + (left: BarText, right: BarText) -> BarText { BarText(escaped: left.source + right.source) }

    /// Returns the text, repeated `count` times.
    func repeated(_ count: Int) -> BarText { BarText(escaped: String(repeating: source, count: max(0, count))) }
}

extension BarText: ExpressibleByStringInterpolation {
    /// Creates bar text from a format's own literal.
    package init(stringLiteral value: StaticString) { source = "\(value)" }

    /// Creates bar text from literals and other bar text.
    package init(stringInterpolation: Interpolation) { source = stringInterpolation.source }

    /// Collects literals, bar text and integers.
    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var source = ""

        /// Creates an empty interpolation.
        package init(literalCapacity: Int, interpolationCount: Int) { source.reserveCapacity(literalCapacity) }
        /// Appends a format's own literal.
        package mutating func appendLiteral(_ literal: StaticString) { source += "\(literal)" }
        /// Appends escaped text.
        package mutating func appendInterpolation(_ text: BarText) { source += text.source }
        /// Appends the decimal digits of a number.
        package mutating func appendInterpolation(_ number: Int) { source += String(number) }
    }
}

extension Sequence where Element == BarText {
    /// Returns the concatenation of the texts with `separator` between them.
    func joined(separator: BarText = "") -> BarText {
        BarText(escaped: map(\.source).joined(separator: separator.source))
    }
}

/// A value in a bar's JSON line, with escaped texts.
indirect enum BarField {
    case text(BarText)
    case texts([BarText])
    case integer(Int)
    case double(Double)
    case flag(Bool)
    case nothing
    case list([BarField])
    case object([(String, BarField)])

    fileprivate var json: JSONValue {
        switch self {
        case .text(let text): .string(text.source)
        case .texts(let texts): .array(texts.map { .string($0.source) })
        case .integer(let number): .integer(Int64(number))
        case .double(let number): .double(number)
        case .flag(let flag): .bool(flag)
        case .nothing: .null
        case .list(let values): .array(values.map(\.json))
        case .object(let members): .object(members.map { JSONMember($0.0, $0.1.json) })
        }
    }
}

extension BarText {
    /// Returns a JSON object on one line, with the members in their order.
    static func json(_ members: KeyValuePairs<String, BarField>) -> BarText { json(members.map { ($0.key, $0.value) }) }

    /// Returns a JSON object on one line, with the members in their order.
    static func json(_ members: [(String, BarField)]) -> BarText {
        BarText(escaped: BarField.object(members).json.text())
    }
}

extension BarField {
    /// Creates the value of a field, with its texts escaped.
    init(_ value: FeedField.Value, _ escape: BarEscaping) {
        self =
            switch value {
            case .text(let text): .text(escape(text))
            case .integer(let number): .integer(number)
            case .double(let number): .double(number)
            case .flag(let flag): .flag(flag)
            case .nothing: .nothing
            case .list(let values): .list(values.map { BarField($0, escape) })
            case .object(let fields): .object(fields.map { ($0.name, BarField($0.value, escape)) })
            }
    }
}
