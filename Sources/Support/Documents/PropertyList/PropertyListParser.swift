import SubdialBasics

/// A recursive-descent parser for old-style property lists in UTF-8.
///
/// Dictionaries are `{ key = value; }`, arrays `( value, value )`, data `<0fbd77>`, and texts are in quotes unless they consist of letters,
/// digits and a few signs. Comments are `/* */` and `//`.
struct PropertyListParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var count = 0

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        // A byte order mark is not part of the text.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    mutating func parseDocument() throws(PropertyListError) -> PropertyListValue {
        let value = try parseValue(depth: 0)
        try skipSpace()
        guard index == bytes.count else { throw failure("there is text behind the end of the value") }
        return value
    }

    private func failure(_ reason: String, at position: Int? = nil) -> PropertyListError {
        let before = bytes[..<min(position ?? index, bytes.count)]
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return PropertyListError(line: line, column: String(decoding: before[start...], as: UTF8.self).count + 1, reason: reason)
    }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }
    private var next: UInt8? { index + 1 < bytes.count ? bytes[index + 1] : nil }

    private mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// Skips white space and comments.
    private mutating func skipSpace() throws(PropertyListError) {
        while let byte = current {
            switch (byte, next) {
            case (0x20, _), (0x09...0x0D, _): index += 1
            case (UInt8(ascii: "/"), UInt8(ascii: "/")): while let byte = current, byte != 0x0A, byte != 0x0D { index += 1 }
            case (UInt8(ascii: "/"), UInt8(ascii: "*")):
                let start = index
                index += 2
                while current != UInt8(ascii: "*") || next != UInt8(ascii: "/") {
                    guard current != nil else { throw failure("the comment that begins here has no end", at: start) }
                    index += 1
                }
                index += 2
            default: return
            }
        }
    }

    private mutating func parseValue(depth: Int) throws(PropertyListError) -> PropertyListValue {
        try skipSpace()
        guard depth < PropertyListValue.maximumDepth else { throw failure("more than \(PropertyListValue.maximumDepth) levels") }
        count += 1
        guard count <= PropertyListValue.maximumCount else { throw failure("more than \(PropertyListValue.maximumCount) values") }
        switch current {
        case nil: throw failure("the text ends where a value should stand")
        case UInt8(ascii: "{"): return try parseDictionary(depth: depth)
        case UInt8(ascii: "("): return try parseArray(depth: depth)
        case UInt8(ascii: "<"): return try parseData()
        default: return .string(try parseString("a value"))
        }
    }

    private mutating func parseDictionary(depth: Int) throws(PropertyListError) -> PropertyListValue {
        let start = index
        var members: [String: PropertyListValue] = [:]
        index += 1
        while true {
            try skipSpace()
            if consume("}") { return .dictionary(members) }
            guard current != nil else { throw failure("the dictionary that begins here has no end", at: start) }
            let place = index
            let key = try parseString("a key or '}'")
            try skipSpace()
            guard consume("=") else { throw failure("a '=' should stand behind the key '\(key.excerpt)'") }
            let value = try parseValue(depth: depth + 1)
            // Two objects with one identifier are what a merge of two branches leaves: neither of them may be lost silently.
            guard members.updateValue(value, forKey: key) == nil else {
                throw failure("the key '\(key.excerpt)' is there twice", at: place)
            }
            try skipSpace()
            guard consume(";") else { throw failure("a ';' should stand here") }
        }
    }

    private mutating func parseArray(depth: Int) throws(PropertyListError) -> PropertyListValue {
        let start = index
        var elements: [PropertyListValue] = []
        index += 1
        while true {
            try skipSpace()
            if consume(")") { return .array(elements) }
            guard current != nil else { throw failure("the array that begins here has no end", at: start) }
            elements.append(try parseValue(depth: depth + 1))
            try skipSpace()
            guard consume(",") || current == UInt8(ascii: ")") else { throw failure("a ',' or ')' should stand here") }
        }
    }

    private mutating func parseData() throws(PropertyListError) -> PropertyListValue {
        let start = index
        index += 1
        var data: [UInt8] = []
        var high: UInt8?
        while true {
            try skipSpace()
            guard let byte = current else { throw failure("the data that begin here have no end", at: start) }
            index += 1
            if byte == UInt8(ascii: ">") {
                guard high == nil else { throw failure("the data have an odd number of digits", at: start) }
                return .data(data)
            }
            guard let digit = Self.digit(byte) else { throw failure("a hexadecimal digit or '>' should stand here", at: index - 1) }
            if let first = high {
                data.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Parses a text with or without quotes.
    ///
    /// - Parameter what: What should stand here, for the message.
    private mutating func parseString(_ what: String) throws(PropertyListError) -> String {
        if current == UInt8(ascii: "\"") || current == UInt8(ascii: "'") { return try parseQuoted() }
        let start = index
        while let byte = current, Self.isPlain(byte) {
            // A comment ends a text: `a/*b*/`.
            if byte == UInt8(ascii: "/"), next == UInt8(ascii: "/") || next == UInt8(ascii: "*") { break }
            index += 1
        }
        guard index > start else { throw failure("\(what) should stand here") }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// True for the characters of a text without quotes.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"): true
        // Generators of projects write paths with these, and such letters, without quotes.
        case UInt8(ascii: "+"), UInt8(ascii: "@"), UInt8(ascii: "~"), 0x80...: true
        default: false
        }
    }

    private mutating func parseQuoted() throws(PropertyListError) -> String {
        let (start, quote) = (index, bytes[index])
        index += 1
        var text: [UInt8] = []
        while let byte = current, byte != quote {
            index += 1
            if byte == UInt8(ascii: "\\") { text += try parseEscape(of: start) } else { text.append(byte) }
        }
        guard current != nil else { throw failure("the text that begins here has no end", at: start) }
        index += 1
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes for the escape whose backslash has been read.
    private mutating func parseEscape(of start: Int) throws(PropertyListError) -> [UInt8] {
        guard let byte = current else { throw failure("the text that begins here has no end", at: start) }
        index += 1
        switch byte {
        case UInt8(ascii: "a"): return [0x07]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "v"): return [0x0B]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "U"), UInt8(ascii: "u"): return utf8(of: number(base: 16, digits: 4))
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            index -= 1
            return utf8(of: number(base: 8, digits: 3))
        // Any other character stands for itself: a quote, a backslash, a line break.
        default: return [byte]
        }
    }

    /// The number that the following digits write; reads at most `digits` of them.
    private mutating func number(base: UInt32, digits: Int) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let byte = current, let digit = Self.digit(byte), digit < base else { break }
            value = value * base + UInt32(digit)
            index += 1
        }
        return value
    }

    /// The bytes of a UTF-16 unit, with which the second unit of a pair is read.
    private mutating func utf8(of unit: UInt32) -> [UInt8] {
        var scalar = unit
        if (0xD800..<0xDC00).contains(unit), current == UInt8(ascii: "\\"), next == UInt8(ascii: "U") || next == UInt8(ascii: "u") {
            let place = index
            index += 2
            let second = number(base: 16, digits: 4)
            if (0xDC00..<0xE000).contains(second) {
                scalar = 0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00)
            } else {
                index = place
            }
        }
        return Array(String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
    }
}
