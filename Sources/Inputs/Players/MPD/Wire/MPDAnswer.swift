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

/// A daemon's error response, the line `ACK [CODE@INDEX] {COMMAND} MESSAGE`.
struct MPDAck: Hashable, Sendable {
    /// The kind of failure; later daemons may send other codes.
    struct Code: RawRepresentable, Hashable, Sendable {
        /// The number in the protocol.
        var rawValue: Int

        /// Makes the code with that number.
        init(rawValue: Int) { self.rawValue = rawValue }

        /// An invalid argument, such as a position past the end of the queue.
        static let argument = Code(rawValue: 2)
        /// A wrong password.
        static let password = Code(rawValue: 3)
        /// A command that this client may not use, or not without a password.
        static let permission = Code(rawValue: 4)
        /// A command that this daemon does not know.
        static let unknownCommand = Code(rawValue: 5)
        /// A song, file or output that does not exist.
        static let missing = Code(rawValue: 50)
        /// An error in the daemon or the system below it.
        static let system = Code(rawValue: 52)
        /// A control that is not possible now, such as a seek while playback is stopped.
        static let player = Code(rawValue: 55)
    }

    /// The kind of failure.
    var code: Code
    /// The index of the failed command in a command list, from 0.
    var index: Int
    /// The command that failed; empty if the daemon does not know it.
    var command: String
    /// The daemon's message.
    var message: String

    init(code: Code, index: Int = 0, command: String = "", message: String) {
        self.code = code
        self.index = index
        self.command = command
        self.message = message
    }

    /// Parses the line; nil if it is not an error response.
    init?(line: String) {
        guard line.hasPrefix("ACK ["), let at = line.firstIndex(of: "@"), let end = line.firstIndex(of: "]"), at < end,
            let code = Int(line[line.index(line.startIndex, offsetBy: 5)..<at]), let index = Int(line[line.index(after: at)..<end])
        else { return nil }
        var rest = line[line.index(after: end)...].drop { $0 == " " }
        var command: Substring = ""
        if rest.hasPrefix("{") {
            guard let brace = rest.firstIndex(of: "}") else { return nil }
            command = rest[rest.index(after: rest.startIndex)..<brace]
            rest = rest[rest.index(after: brace)...].drop { $0 == " " }
        }
        self.init(code: Code(rawValue: code), index: index, command: String(command), message: String(rest))
    }
}
