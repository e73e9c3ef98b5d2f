extension JSONParser {
    mutating func parseString() throws(JSONError) -> String {
        let opening = index
        index += 1
        var text: [UInt8] = []
        while let byte = current {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try parseEscape(into: &text)
            case 0..<0x20: throw failure("a control character must be written as an escape", at: index - 1)
            default: text.append(byte)
            }
        }
        throw failure("the text that begins here has no end", at: opening)
    }

    private mutating func parseEscape(into text: inout [UInt8]) throws(JSONError) {
        guard let byte = current else { throw failure("the text ends in an escape") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: UTF8.encode(try parseScalar()) ?? UTF8.encodedReplacementCharacter)
        default: throw failure("there is no such escape", at: index - 2)
        }
    }

    /// The scalar of an escape, or of a surrogate pair of two escapes; U+FFFD for an unpaired surrogate.
    private mutating func parseScalar() throws(JSONError) -> Unicode.Scalar {
        let code = try parseHex()
        if (0xD800..<0xDC00).contains(code), bytes[index...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
            let afterHigh = index
            index += 2
            let low = try parseHex()
            if (0xDC00..<0xE000).contains(low), let scalar = Unicode.Scalar(0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)) {
                return scalar
            }
            index = afterHigh
        }
        return Unicode.Scalar(code) ?? "\u{FFFD}"
    }

    private mutating func parseHex() throws(JSONError) -> UInt32 {
        let digits = bytes[index...].prefix(4)
        // `UInt32` would also accept a sign.
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw failure("four hexadecimal digits should stand here") }
        index += 4
        return code
    }
}
