import FoundationEssentials
import SubdialDocuments
import SubdialExpressions
import SubdialTimeline

/// A command for a device: plain text, or JSON with an id and a time.
package struct MQTTCommand: Hashable, Sendable {
    /// The maximum size of a command, in bytes.
    package static let maximumBytes = 4096

    /// The action with its arguments: `play`, `volume 40%`, `zone Kitchen`.
    package var action: String
    /// The unique id; nil if it has none.
    package var id: String?
    /// The time at which the command was issued; nil if unknown.
    package var time: Date?

    /// Makes a command.
    package init(_ action: String, id: String? = nil, time: Date? = nil) {
        self.action = action
        self.id = id
        self.time = time
    }

    /// Parses `play`, or `{"action":"play","id":"7f3a","time":"2026-11-23T11:00:00Z"}`; a numeric time is in seconds since 1970.
    package init(_ payload: [UInt8]) throws(MQTTCommandError) {
        guard payload.count <= Self.maximumBytes else { throw MQTTCommandError("a command has at most \(Self.maximumBytes) bytes") }
        let text = String(decoding: payload, as: UTF8.self)
        guard !text.unicodeScalars.contains("\u{FFFD}") else { throw MQTTCommandError("a command is text in UTF-8") }
        guard text.first(where: { !$0.isWhitespace }) == "{" else {
            try self.init(words: text)
            return
        }
        let json: JSONValue
        do {
            json = try JSONValue(parsing: text)
        } catch {
            throw MQTTCommandError("a command that begins with '{' is JSON like {\"action\":\"play\"}: \(error)")
        }
        guard let action = json["action"]?.string else {
            throw MQTTCommandError("the command's 'action' is missing, like {\"action\":\"play\"}")
        }
        try self.init(words: action)
        switch json["id"] {
        case .string(let text)?: id = text.isEmpty ? nil : String(text.prefix(200))
        case let value? where value.number != nil: id = value.text()
        case nil, .null?: id = nil
        default: throw MQTTCommandError("the command's 'id' is a text")
        }
        switch json["time"] {
        case nil, .null?: time = nil
        case .string(let text)?:
            guard let date = Date(iso8601: text) else {
                throw MQTTCommandError("the command's 'time' is like 2026-11-23T11:00:00Z, or seconds since 1970")
            }
            time = date
        case let value?:
            guard let seconds = value.number, seconds.isFinite, (0...1e11).contains(seconds) else {
                throw MQTTCommandError("the command's 'time' is like 2026-11-23T11:00:00Z, or seconds since 1970")
            }
            time = Date(timeIntervalSince1970: seconds)
        }
    }

    private init(words: String) throws(MQTTCommandError) {
        let words = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty else { throw MQTTCommandError("the command is empty") }
        guard !words.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }) else {
            throw MQTTCommandError("a command has no controls in it")
        }
        action = words
    }

    /// The command as JSON.
    package var json: JSONValue {
        .object(
            [JSONMember("action", .string(action))] + (id.map { [JSONMember("id", .string($0))] } ?? [])
                + (time.map { [JSONMember("time", .string($0.iso8601))] } ?? []))
    }
}

/// The error of an invalid command.
package struct MQTTCommandError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem and the remedy, on one line.
    package let description: String

    init(_ description: String) { self.description = description }
}

/// Rejects repeated and late commands.
package struct MQTTCommandFilter: Sendable {
    /// The decision about a command.
    package enum Verdict: Hashable, Sendable {
        case accepted
        /// A command with the same id was judged before.
        case duplicate
        /// The command was issued this many seconds ago.
        case old(seconds: Double)
    }

    /// The maximum age of a command, in seconds.
    private static let lifetime = 60.0
    /// The number of remembered ids.
    static let memory = 512

    private var order: [String] = []
    private var known: Set<String> = []

    /// Makes a filter without remembered ids.
    package init() {}

    /// Judges a command, and remembers its id.
    ///
    /// - Parameter now: The present according to the wall clock.
    package mutating func judge(_ command: MQTTCommand, now: Date) -> Verdict {
        if let time = command.time {
            let age = now.timeIntervalSince(time)
            // A time in the future comes from a wrong clock and does not make the command late.
            guard age <= Self.lifetime else { return .old(seconds: age) }
        }
        guard let id = command.id else { return .accepted }
        guard known.insert(id).inserted else { return .duplicate }
        order.append(id)
        if order.count > Self.memory { known.remove(order.removeFirst()) }
        return .accepted
    }
}
