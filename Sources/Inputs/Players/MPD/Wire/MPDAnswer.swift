import SubdialBasics
import SubdialHTTP

/// A daemon's response to one command: keys and values in the order received.
struct MPDAnswer: Hashable, Sendable {
    struct Field: Hashable, Sendable {
        let key: String
        let value: String
    }

    var fields: [Field] = []

    /// The value of the first field with that key.
    subscript(key: String) -> String? { fields.first { $0.key == key }?.value }

    /// The response split into parts that each begin with a field of that key; fields before the first one are dropped.
    func split(at key: String) -> [MPDAnswer] {
        var parts: [MPDAnswer] = []
        for field in fields {
            if field.key == key { parts.append(MPDAnswer()) }
            if !parts.isEmpty { parts[parts.count - 1].fields.append(field) }
        }
        return parts
    }
}

/// A parsed line of a response.
enum MPDLine: Hashable, Sendable {
    case field(MPDAnswer.Field)
    /// `list_OK`: the end of one command's response in a command list.
    case partEnd
    /// `OK`: the end of the response.
    case end

    /// Parses a line without its line end; bytes that are not UTF-8 become replacement characters.
    ///
    /// - Throws: ``MPDError/ack(_:)`` for an error response, ``MPDError/malformed(_:)`` for a line of no known form.
    init(_ bytes: some Collection<UInt8>) throws(MPDError) {
        let text = String(decoding: bytes, as: UTF8.self)
        if text == "OK" {
            self = .end
        } else if text == "list_OK" {
            self = .partEnd
        } else if text.hasPrefix("ACK ") {
            guard let ack = MPDAck(line: text) else { throw .malformed("'\(text.oneLine(limit: 60))' tells no failure") }
            throw .ack(ack)
        } else if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex {
            // Searches bytes, because a combining mark after the colon would form another character with it.
            let value = text.utf8[text.utf8.index(after: colon)...]
            let trimmed = value.first == UInt8(ascii: " ") ? value.dropFirst() : value
            self = .field(MPDAnswer.Field(key: String(Substring(text.utf8[..<colon])), value: String(Substring(trimmed))))
        } else {
            throw .malformed("'\(text.oneLine(limit: 60))' is no line of an answer")
        }
    }
}
