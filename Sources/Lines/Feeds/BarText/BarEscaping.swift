import SubdialBasics
import SubdialExpressions

/// The escaping of text for one bar, so that the bar shows it literally.
///
/// It works on bytes. Every character that a bar interprets is ASCII, and no byte of another scalar is ASCII. Characters (grapheme clusters)
/// do not work: a combining or prepended scalar joins the ASCII character beside it to a cluster that equals neither, and hides that
/// character from the escaping.
package struct BarEscaping: Sendable {
    /// The replacements of the ASCII characters; nil for a character that stands for itself.
    private let replacements: [[UInt8]?]

    /// Creates an escaping that replaces the ASCII characters of `table`.
    ///
    /// It removes control characters, even those in the table. Only the newline of a tooltip stays.
    init(_ table: [Unicode.Scalar: String]) {
        var replacements = [[UInt8]?](repeating: nil, count: 0x80)
        for (scalar, text) in table where scalar.isASCII { replacements[Int(scalar.value)] = Array(text.utf8) }
        for control in 0..<0x20 where control != 0x0A { replacements[control] = [] }
        replacements[0x7F] = []
        self.replacements = replacements
    }

    private init(_ replacements: [[UInt8]?]) { self.replacements = replacements }

    /// The escaping for a format without markup.
    static let verbatim = BarEscaping([:])

    /// The escaping for Pango markup.
    static let markup = BarEscaping(
        Dictionary(
            uniqueKeysWithValues: (UInt8(0)..<0x80).map(Unicode.Scalar.init).compactMap { scalar in
                scalar.markupReplacement.map { (scalar, $0) }
            }))

    /// Returns the escaped text.
    ///
    /// It never contains control characters that end a line or control a terminal. Newlines stay, for tooltips.
    package func callAsFunction(_ text: String) -> BarText {
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

    /// Returns the length in bytes of a scalar that is always removed: a C1 control character, a line or paragraph separator, U+FFFE or
    /// U+FFFF; nil for other scalars.
    private static func forbidden(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
        switch bytes[index] {
        case 0xC2 where index + 1 < bytes.count && bytes[index + 1] < 0xA0: 2
        case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80 && (bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9): 3
        case 0xEF where index + 2 < bytes.count && bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE: 3
        default: nil
        }
    }

    /// Returns this escaping with the replacements of `table` in addition.
    func replacing(_ table: [Unicode.Scalar: String]) -> BarEscaping {
        var replacements = replacements
        for (scalar, text) in table where scalar.isASCII { replacements[Int(scalar.value)] = Array(text.utf8) }
        return BarEscaping(replacements)
    }
}
