import SubdialBasics

/// A JSON writer with a size limit.
struct JSONWriter {
    private(set) var text = ""
    /// True after a piece that did not fit; nothing is appended from then on.
    private(set) var isFull = false
    private let limit: Int

    init(limit: Int = .max) {
        self.limit = limit
    }

    private mutating func append(_ piece: some StringProtocol) {
        guard !isFull, piece.utf8.count <= limit - text.utf8.count else {
            isFull = true
            return
        }
        text += piece
    }

    mutating func write(_ value: JSONValue, indent: Int?) {
        guard !isFull else { return }
        switch value {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .integer(let value): append(String(value))
        case .unsigned(let value): append(String(value))
        // JSON cannot represent infinity and NaN.
        case .double(let value): append(value.isFinite ? "\(value)" : "null")
        case .string(let text): write(text)
        case .array(let elements):
            writeList(elements, brackets: ("[", "]"), indent: indent) { $1.write($0, indent: $2) }
        case .object(let members):
            writeList(members, brackets: ("{", "}"), indent: indent) { member, writer, indent in
                writer.write(member.key)
                writer.append(indent == nil ? ":" : ": ")
                writer.write(member.value, indent: indent)
            }
        }
    }

    private mutating func writeList<Element>(
        _ elements: [Element], brackets: (String, String), indent: Int?, each: (Element, inout JSONWriter, Int?) -> Void
    ) {
        append(brackets.0)
        let inner = indent.map { $0 + 2 }
        for (index, element) in elements.enumerated() {
            guard !isFull else { return }
            if index > 0 { append(",") }
            if let inner { append("\n" + String(repeating: " ", count: inner)) }
            each(element, &self, inner)
        }
        if let indent, !elements.isEmpty { append("\n" + String(repeating: " ", count: indent)) }
        append(brackets.1)
    }

    /// Writes a string in quotes.
    mutating func write(_ string: String) {
        append("\"")
        var rest = string[...]
        while !isFull, let place = rest.firstEscapedInJSON {
            append(rest[..<place])
            append(rest.unicodeScalars[place].jsonEscape)
            rest = rest[rest.unicodeScalars.index(after: place)...]
        }
        append(rest)
        append("\"")
    }
}

extension Substring {
    /// The index of the first scalar that JSON must escape.
    ///
    /// Bytes are searched: most texts are ASCII, and decoding each scalar takes longer.
    fileprivate var firstEscapedInJSON: Index? {
        var rest = utf8
        while let place = rest.firstIndex(where: { !$0.isUnescapedInJSON }) {
            if unicodeScalars[place].isEscapedInJSON { return place }
            rest = rest[unicodeScalars.index(after: place)...]
        }
        return nil
    }
}

extension UInt8 {
    /// True for an ASCII character that is not escaped.
    fileprivate var isUnescapedInJSON: Bool { self >= 0x20 && self < 0x7F && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\") }
}

extension Unicode.Scalar {
    fileprivate var isEscapedInJSON: Bool { self == "\"" || self == "\\" || isUnsafeInLine }

    fileprivate var jsonEscape: String {
        switch self {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        default:
            // All unsafe scalars have at most four digits.
            let digits = String(value, radix: 16)
            return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
    }
}
