/// Text in the language of one bar, which a bar may interpret.
///
/// It consists of a format's own literals and of what a ``BarEscaping`` has made of other text. There is no way to put any other string
/// into it: a literal is a `StaticString`, and interpolation takes bar text and integers. So a title cannot reach a bar unescaped by an
/// oversight.
public struct BarText: Hashable, Sendable {
    /// The text as the bar reads it.
    public let source: String

    /// Makes bar text of a string that is known to be safe; only ``BarEscaping`` and ``json(_:)`` call it.
    init(escaped source: String) { self.source = source }

    /// True where the bar reads nothing.
    public var isEmpty: Bool { source.unicodeScalars.isEmpty }

    /// Both texts, one behind the other.
    static func + (left: BarText, right: BarText) -> BarText { BarText(escaped: left.source + right.source) }

    /// The text `count` times.
    func repeated(_ count: Int) -> BarText { BarText(escaped: String(repeating: source, count: max(0, count))) }
}

extension BarText: ExpressibleByStringInterpolation {
    /// Makes bar text of a format's own literal.
    public init(stringLiteral value: StaticString) { source = "\(value)" }

    /// Makes bar text of literals and of other bar text.
    public init(stringInterpolation: Interpolation) { source = stringInterpolation.source }

    /// Collects literals, bar text and integers.
    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var source = ""

        /// Begins with nothing.
        public init(literalCapacity: Int, interpolationCount: Int) { source.reserveCapacity(literalCapacity) }
        /// Appends a format's own literal.
        public mutating func appendLiteral(_ literal: StaticString) { source += "\(literal)" }
        /// Appends text that is in the bar's language already.
        public mutating func appendInterpolation(_ text: BarText) { source += text.source }
        /// Appends a number's decimal digits.
        public mutating func appendInterpolation(_ number: Int) { source += String(number) }
    }
}

extension Sequence where Element == BarText {
    /// The texts with `separator` between them.
    func joined(separator: BarText = "") -> BarText {
        BarText(escaped: map(\.source).joined(separator: separator.source))
    }
}
