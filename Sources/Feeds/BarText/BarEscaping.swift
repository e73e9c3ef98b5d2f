import Expressions

/// How a bar's language writes text that the bar must show literally.
///
/// Each byte is escaped for itself, as bars read bytes: every sign that means something to a bar is ASCII, and no byte of another scalar is.
/// Characters (grapheme clusters) would not do: a combining or prepended scalar joins the sign beside it into a character that compares
/// equal to neither, and hides that sign from an escaper.
public struct BarEscaping: Sendable {
    /// What stands for each ASCII sign in the bar's language; nil where the sign stands for itself.
    private let replacements: [[UInt8]?]

    /// Makes an escaping that replaces the signs of a table, which are ASCII.
    ///
    /// Controls are left out, whatever the table says, but for the newline of a tooltip.
    init(_ table: [Unicode.Scalar: String]) {
        var replacements = [[UInt8]?](repeating: nil, count: 0x80)
        for (scalar, text) in table where scalar.isASCII { replacements[Int(scalar.value)] = Array(text.utf8) }
        for control in 0..<0x20 where control != 0x0A { replacements[control] = [] }
        replacements[0x7F] = []
        self.replacements = replacements
    }

    private init(_ replacements: [[UInt8]?]) { self.replacements = replacements }

    /// For what interprets nothing.
    static let verbatim = BarEscaping([:])

    /// For Pango markup.
    static let markup = BarEscaping(
        Dictionary(
            uniqueKeysWithValues: (UInt8(0)..<0x80).map(Unicode.Scalar.init).compactMap { scalar in
                scalar.markupReplacement.map { (scalar, $0) }
            }))

    /// The text in the bar's language.
    ///
    /// Controls that end a line or drive a terminal never pass, whatever the text's origin; newlines do, for tooltips.
    public func callAsFunction(_ text: String) -> BarText {
        var text = text
        return text.withUTF8 { bytes in
            var escaped: [UInt8] = []
            escaped.reserveCapacity(bytes.count + bytes.count / 4)
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                if byte < 0x80 {
                    if let replacement = replacements[Int(byte)] { escaped += replacement } else { escaped.append(byte) }
                    index += 1
                } else if let length = Self.forbidden(bytes, at: index) {
                    index += length
                } else {
                    escaped.append(byte)
                    index += 1
                }
            }
            return BarText(escaped: String(decoding: escaped, as: UTF8.self))
        }
    }

    /// The number of bytes of a scalar that no bar may see: a C1 control, a line or paragraph separator, U+FFFE or U+FFFF; nil for others.
    private static func forbidden(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
        switch bytes[index] {
        case 0xC2 where index + 1 < bytes.count && bytes[index + 1] < 0xA0: 2
        case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80 && (bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9): 3
        case 0xEF where index + 2 < bytes.count && bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE: 3
        default: nil
        }
    }

    /// This escaping with other replacements for the signs of `table`.
    func replacing(_ table: [Unicode.Scalar: String]) -> BarEscaping {
        var replacements = replacements
        for (scalar, text) in table where scalar.isASCII { replacements[Int(scalar.value)] = Array(text.utf8) }
        return BarEscaping(replacements)
    }
}
