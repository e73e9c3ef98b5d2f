/// What is done with what a server or a user writes, before it goes into a message or an address.
package enum Characters {
    /// `text` without blanks and line ends at either side.
    package static func trimmed(_ text: some StringProtocol) -> String {
        var rest = text[...]
        while let first = rest.first, first.isWhitespace { rest.removeFirst() }
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return String(rest)
    }

    /// `text` as one line of at most `limit` characters, for a message: what a server says may hold anything.
    package static func oneLine(_ text: some StringProtocol, limit: Int = 200) -> String {
        let words = text.unicodeScalars.prefix(limit * 4).split { $0.properties.isWhitespace || $0.value < 0x20 || $0.value == 0x7F }
        let line = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
        return line.count > limit ? line.prefix(limit - 1) + "…" : line
    }

    /// `text` with everything percent-encoded but letters, digits and `-._~` of ASCII (the unreserved characters of RFC 3986).
    package static func percentEncoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }
}
