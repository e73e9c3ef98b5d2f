import HTTP

/// What the daemon answered to one command: keys and values, in the order in which they came.
struct MPDAnswer: Hashable, Sendable {
    struct Field: Hashable, Sendable {
        let key: String
        let value: String
    }

    var fields: [Field] = []

    /// The value of the first field of that name.
    subscript(key: String) -> String? { fields.first { $0.key == key }?.value }

    /// The answer in parts that each begin with a field of that name; what stands before the first one is left out.
    func split(at key: String) -> [MPDAnswer] {
        var parts: [MPDAnswer] = []
        for field in fields {
            if field.key == key { parts.append(MPDAnswer()) }
            if !parts.isEmpty { parts[parts.count - 1].fields.append(field) }
        }
        return parts
    }
}

/// What one line of an answer means.
enum MPDLine: Hashable, Sendable {
    case field(MPDAnswer.Field)
    /// The end of one command's answer within a list.
    case partEnd
    /// The end of the answer.
    case end

    /// Reads a line without its end; bytes that are not UTF-8 become replacement characters.
    ///
    /// - Throws: ``MPDError/ack(_:)`` for one that says no, ``MPDError/malformed(_:)`` for one that is none.
    init(_ bytes: some Collection<UInt8>) throws(MPDError) {
        let text = String(decoding: bytes, as: UTF8.self)
        if text == "OK" {
            self = .end
        } else if text == "list_OK" {
            self = .partEnd
        } else if text.hasPrefix("ACK ") {
            guard let ack = MPDAck(line: text) else { throw .malformed("'\(Characters.oneLine(text, limit: 60))' tells no failure") }
            throw .ack(ack)
        } else if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex {
            // By bytes: a combining mark behind the colon would make another character of it.
            let value = text.utf8[text.utf8.index(after: colon)...]
            let trimmed = value.first == UInt8(ascii: " ") ? value.dropFirst() : value
            self = .field(MPDAnswer.Field(key: String(Substring(text.utf8[..<colon])), value: String(Substring(trimmed))))
        } else {
            throw .malformed("'\(Characters.oneLine(text, limit: 60))' is no line of an answer")
        }
    }
}
