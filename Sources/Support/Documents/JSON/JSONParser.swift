import SubdialBasics

/// A recursive-descent parser for UTF-8.
struct JSONParser {
    let bytes: [UInt8]
    var index = 0
    private var count = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
        // A byte order mark is not part of the text.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    fileprivate mutating func parseDocument() throws(JSONError) -> JSONValue {
        let value = try parseValue(depth: 0)
        skipSpace()
        guard index == bytes.count else { throw failure("there is text behind the end of the value") }
        return value
    }

    func failure(_ reason: String, at position: Int? = nil) -> JSONError {
        let before = bytes[..<min(position ?? index, bytes.count)]
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return JSONError(line: line, column: String(decoding: before[start...], as: UTF8.self).count + 1, reason: reason)
    }

    var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    private mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func parseValue(depth: Int) throws(JSONError) -> JSONValue {
        skipSpace()
        guard depth < JSONValue.maximumDepth else { throw failure("more than \(JSONValue.maximumDepth) levels") }
        count += 1
        guard count <= JSONValue.maximumCount else { throw failure("more than \(JSONValue.maximumCount) values") }
        switch current {
        case nil: throw failure("the text ends where a value should stand")
        case UInt8(ascii: "{"): return try parseObject(depth: depth)
        case UInt8(ascii: "["): return try parseArray(depth: depth)
        case UInt8(ascii: "\""): return .string(try parseString())
        case UInt8(ascii: "-")?: return try parseNumber()
        case let digit? where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit): return try parseNumber()
        default: return try parseWord()
        }
    }

    private mutating func parseWord() throws(JSONError) -> JSONValue {
        for (word, value) in [("true", JSONValue.bool(true)), ("false", .bool(false)), ("null", .null)]
        where bytes[index...].starts(with: word.utf8) {
            index += word.utf8.count
            return value
        }
        throw failure("a value should stand here")
    }

    private mutating func parseObject(depth: Int) throws(JSONError) -> JSONValue {
        var members: [JSONMember] = []
        index += 1
        skipSpace()
        if consume("}") { return .object([]) }
        while true {
            skipSpace()
            guard current == UInt8(ascii: "\"") else { throw failure("a key in quotes should stand here") }
            let key = try parseString()
            skipSpace()
            guard consume(":") else { throw failure("a ':' should stand behind the key '\(key.excerpt)'") }
            members.append(JSONMember(key, try parseValue(depth: depth + 1)))
            skipSpace()
            if consume("}") { return .object(members) }
            guard consume(",") else { throw failure("a ',' or '}' should stand here") }
        }
    }

    private mutating func parseArray(depth: Int) throws(JSONError) -> JSONValue {
        var elements: [JSONValue] = []
        index += 1
        skipSpace()
        if consume("]") { return .array([]) }
        while true {
            elements.append(try parseValue(depth: depth + 1))
            skipSpace()
            if consume("]") { return .array(elements) }
            guard consume(",") else { throw failure("a ',' or ']' should stand here") }
        }
    }

    private mutating func skipDigits() -> Int {
        let start = index
        while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        return index - start
    }

    private mutating func parseNumber() throws(JSONError) -> JSONValue {
        let start = index
        _ = consume("-")
        let leadsWithZero = current == UInt8(ascii: "0")
        let digits = skipDigits()
        guard digits > 0, !(leadsWithZero && digits > 1) else { throw failure("this is not a number", at: start) }
        var isInteger = true
        if consume(".") {
            isInteger = false
            guard skipDigits() > 0 else { throw failure("digits should stand behind the point") }
        }
        if consume("e") || consume("E") {
            isInteger = false
            if !consume("+") { _ = consume("-") }
            guard skipDigits() > 0 else { throw failure("digits should stand behind the 'e'") }
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isInteger, let value = Int64(text) { return .integer(value) }
        if isInteger, let value = UInt64(text) { return .unsigned(value) }
        guard let value = Double(text), value.isFinite else { throw failure("the number is too large", at: start) }
        return .double(value)
    }
}

extension JSONParser {
    private mutating func parseString() throws(JSONError) -> String {
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

/// A syntax error in JSON text, with its position.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The column in characters, from 1.
    public let column: Int
    /// The problem, without the position.
    public let reason: String

    /// The position and the problem in the form of compiler messages: `2:14: this is not a number`.
    public var description: String { "\(line):\(column): \(reason)" }
}

extension JSONValue {
    /// The maximum nesting depth of lists and objects.
    public static let maximumDepth = 128
    /// The maximum size of a text in UTF-8 bytes.
    public static let maximumSize = 16 << 20
    /// The maximum number of values in a text, including lists and objects: a value needs more memory than the two bytes of `0,`.
    public static let maximumCount = 1 << 20

    /// Parses `text` according to RFC 8259.
    ///
    /// An unpaired surrogate becomes U+FFFD, because players do send these. Duplicate keys of an object are kept.
    ///
    /// - Throws: The first syntax error, or the first position beyond ``maximumSize``, ``maximumDepth`` or ``maximumCount``.
    public init(parsing text: String) throws(JSONError) {
        // Checked before the copy is made.
        guard text.utf8.count <= Self.maximumSize else { throw .tooLarge }
        self = try JSONValue(parsing: Array(text.utf8))
    }

    /// Parses UTF-8 bytes according to RFC 8259; bytes that are not UTF-8 become U+FFFD.
    ///
    /// - Throws: The first syntax error, or the first position beyond ``maximumSize``, ``maximumDepth`` or ``maximumCount``.
    public init(parsing bytes: [UInt8]) throws(JSONError) {
        guard bytes.count <= Self.maximumSize else { throw .tooLarge }
        var parser = JSONParser(bytes: bytes)
        self = try parser.parseDocument()
    }
}

extension JSONError {
    fileprivate static var tooLarge: JSONError {
        JSONError(line: 1, column: 1, reason: "the text has more than \(JSONValue.maximumSize >> 20) MiB")
    }
}
