import Expressions
import FoundationEssentials
import JSON
import Timeline

/// A command for a device: plain words, or JSON with an id and the time at which it was given.
public struct MQTTCommand: Hashable, Sendable {
    /// The most bytes of a command.
    public static let maximumBytes = 4096

    /// The action with what it takes: `play`, `volume 40%`, `zone Kitchen`.
    public var action: String
    /// The id, which is that of no other command; nil where it has none.
    public var id: String?
    /// When it was given; nil where it does not say.
    public var time: Date?

    /// Makes a command.
    public init(_ action: String, id: String? = nil, time: Date? = nil) {
        self.action = action
        self.id = id
        self.time = time
    }

    /// Reads `play`, or `{"action":"play","id":"7f3a","time":"2026-11-23T11:00:00Z"}`; a number for the time counts seconds since 1970.
    public init(_ payload: [UInt8]) throws(MQTTCommandError) {
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
    public var json: JSONValue {
        .object(
            [JSONMember("action", .string(action))] + (id.map { [JSONMember("id", .string($0))] } ?? [])
                + (time.map { [JSONMember("time", .string($0.iso8601))] } ?? []))
    }
}

/// The fault of a command.
public struct MQTTCommandError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem and what to send instead, on one line.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// Keeps commands from changing anything that come twice, or late.
public struct MQTTCommandFilter: Sendable {
    /// The decision about a command.
    public enum Verdict: Hashable, Sendable {
        case accepted
        /// One with the same id has come before.
        case duplicate
        /// It was given so many seconds ago.
        case old(seconds: Double)
    }

    /// Seconds for which a command holds.
    public static let lifetime = 60.0
    /// Ids that are remembered.
    static let memory = 512

    private var order: [String] = []
    private var known: Set<String> = []

    /// Makes a filter that remembers nothing.
    public init() {}

    /// Judges a command, and remembers its id.
    ///
    /// - Parameter now: The present by the wall clock.
    public mutating func judge(_ command: MQTTCommand, now: Date) -> Verdict {
        if let time = command.time {
            let age = now.timeIntervalSince(time)
            // A command from the future was given by a clock that is wrong, and is not older for that.
            guard age <= Self.lifetime else { return .old(seconds: age) }
        }
        guard let id = command.id else { return .accepted }
        guard known.insert(id).inserted else { return .duplicate }
        order.append(id)
        if order.count > Self.memory { known.remove(order.removeFirst()) }
        return .accepted
    }
}
