import Expressions

/// How a bar's language writes text that the bar must show literally.
///
/// Each Unicode scalar is escaped for itself. Characters (grapheme clusters) would not do: a combining or prepended scalar joins the sign
/// beside it into a character that compares equal to neither, and hides that sign from an escaper, while a bar reads bytes.
public struct BarEscaping: Sendable {
    private let replacement: @Sendable (Unicode.Scalar) -> String?

    /// Makes an escaping.
    ///
    /// - Parameter replacement: What stands for a scalar in the bar's language; nil where the scalar stands for itself.
    init(_ replacement: @escaping @Sendable (Unicode.Scalar) -> String?) { self.replacement = replacement }

    /// Makes an escaping that replaces the scalars of a table.
    init(_ table: [Unicode.Scalar: String]) { self.init { table[$0] } }

    /// For what interprets nothing.
    static let verbatim = BarEscaping { _ in nil }

    /// For Pango markup.
    static let markup = BarEscaping(\.markupReplacement)

    /// The text in the bar's language.
    ///
    /// Controls that end a line or drive a terminal never pass, whatever the text's origin; newlines do, for tooltips.
    public func callAsFunction(_ text: String) -> BarText {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars where !scalar.isForbidden {
            if let replaced = replacement(scalar) { escaped += replaced } else { escaped.unicodeScalars.append(scalar) }
        }
        return BarText(escaped: escaped)
    }

    /// This escaping, with `table` before it.
    func replacing(_ table: [Unicode.Scalar: String]) -> BarEscaping {
        BarEscaping { [replacement] in table[$0] ?? replacement($0) }
    }
}

extension Unicode.Scalar {
    /// True for controls but the newline: no bar shows them, and a terminal or a bar may obey them.
    fileprivate var isForbidden: Bool {
        switch value {
        case 0x0A: false
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }
}
