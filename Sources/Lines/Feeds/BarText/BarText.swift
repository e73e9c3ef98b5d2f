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
