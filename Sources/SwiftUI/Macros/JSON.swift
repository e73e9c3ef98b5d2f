/// A value of a message: objects and strings; the text of everything else.
enum JSON {
    case object([String: JSON])
    case array([JSON])
    /// A string, or the text of a number or a word.
    case string(String)

    /// Reads a text; nil if it is no JSON.
    init?(parsing bytes: [UInt8]) {
        var reader = JSONReader(bytes: bytes)
        guard let value = reader.value(depth: 0) else { return nil }
        self = value
    }

    /// The member of an object; nil for other values.
    subscript(name: String) -> JSON? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The text; nil for objects and arrays.
    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }
}

extension String {
    /// The text as a JSON string.
    var json: String {
        var result = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case ..<" ":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

private struct JSONReader {
    private static let mostLevels = 100

    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func value(depth: Int) -> JSON? {
        guard depth < Self.mostLevels, let first = next() else { return nil }
        switch first {
        case UInt8(ascii: "{"): return object(depth)
        case UInt8(ascii: "["): return array(depth)
        case UInt8(ascii: "\""): return string().map { .string($0) }
        default:
            let start = position
            while position < bytes.count, !",]} \n\r\t".utf8.contains(bytes[position]) { position += 1 }
            return start < position ? .string(String(decoding: bytes[start..<position], as: UTF8.self)) : nil
        }
    }

    /// The next byte that is no space.
    private mutating func next() -> UInt8? {
        while position < bytes.count, " \n\r\t".utf8.contains(bytes[position]) { position += 1 }
        return position < bytes.count ? bytes[position] : nil
    }

    /// True if the next byte is a mark, which is then read.
    private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
        guard next() == UInt8(ascii: mark) else { return false }
        position += 1
        return true
    }

    private mutating func object(_ depth: Int) -> JSON? {
        position += 1
        var members: [String: JSON] = [:]
        if skip("}") { return .object(members) }
        repeat {
            guard next() == UInt8(ascii: "\""), let name = string(), skip(":"), let value = value(depth: depth + 1) else { return nil }
            members[name] = value
        } while skip(",")
        return skip("}") ? .object(members) : nil
    }

    private mutating func array(_ depth: Int) -> JSON? {
        position += 1
        var values: [JSON] = []
        if skip("]") { return .array(values) }
        repeat {
            guard let value = value(depth: depth + 1) else { return nil }
            values.append(value)
        } while skip(",")
        return skip("]") ? .array(values) : nil
    }

    private mutating func string() -> String? {
        position += 1
        var text: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            guard position < bytes.count else { return nil }
            let escaped = bytes[position]
            position += 1
            switch escaped {
            case UInt8(ascii: "n"): text.append(10)
            case UInt8(ascii: "r"): text.append(13)
            case UInt8(ascii: "t"): text.append(9)
            case UInt8(ascii: "b"): text.append(8)
            case UInt8(ascii: "f"): text.append(12)
            case UInt8(ascii: "u"):
                guard let scalar = scalar() else { return nil }
                text += Array(String(scalar).utf8)
            default: text.append(escaped)
            }
        }
        return nil
    }

    /// The character of four hexadecimal digits, or of two such groups.
    private mutating func scalar() -> Unicode.Scalar? {
        guard let high = unit() else { return nil }
        guard (0xD800..<0xDC00).contains(high) else { return Unicode.Scalar(high) ?? "\u{FFFD}" }
        guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u") else {
            return "\u{FFFD}"
        }
        position += 2
        guard let low = unit(), (0xDC00..<0xE000).contains(low) else { return "\u{FFFD}" }
        return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    }

    private mutating func unit() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        defer { position += 4 }
        return UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    }
}
