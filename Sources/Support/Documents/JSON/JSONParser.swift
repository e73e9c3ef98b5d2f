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

    mutating func parseDocument() throws(JSONError) -> JSONValue {
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

    mutating func take(_ character: Unicode.Scalar) -> Bool {
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
        if take("}") { return .object([]) }
        while true {
            skipSpace()
            guard current == UInt8(ascii: "\"") else { throw failure("a key in quotes should stand here") }
            let key = try parseString()
            skipSpace()
            guard take(":") else { throw failure("a ':' should stand behind the key '\(key.excerpt)'") }
            members.append(JSONMember(key, try parseValue(depth: depth + 1)))
            skipSpace()
            if take("}") { return .object(members) }
            guard take(",") else { throw failure("a ',' or '}' should stand here") }
        }
    }

    private mutating func parseArray(depth: Int) throws(JSONError) -> JSONValue {
        var elements: [JSONValue] = []
        index += 1
        skipSpace()
        if take("]") { return .array([]) }
        while true {
            elements.append(try parseValue(depth: depth + 1))
            skipSpace()
            if take("]") { return .array(elements) }
            guard take(",") else { throw failure("a ',' or ']' should stand here") }
        }
    }

    private mutating func skipDigits() -> Int {
        let start = index
        while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        return index - start
    }

    private mutating func parseNumber() throws(JSONError) -> JSONValue {
        let start = index
        _ = take("-")
        let leadsWithZero = current == UInt8(ascii: "0")
        let digits = skipDigits()
        guard digits > 0, !(leadsWithZero && digits > 1) else { throw failure("this is not a number", at: start) }
        var isInteger = true
        if take(".") {
            isInteger = false
            guard skipDigits() > 0 else { throw failure("digits should stand behind the point") }
        }
        if take("e") || take("E") {
            isInteger = false
            if !take("+") { _ = take("-") }
            guard skipDigits() > 0 else { throw failure("digits should stand behind the 'e'") }
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isInteger, let value = Int64(text) { return .integer(value) }
        if isInteger, let value = UInt64(text) { return .unsigned(value) }
        guard let value = Double(text), value.isFinite else { throw failure("the number is too large", at: start) }
        return .double(value)
    }
}
