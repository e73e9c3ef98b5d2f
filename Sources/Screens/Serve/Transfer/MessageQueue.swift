import FoundationEssentials
import SubdialDocuments
import SubdialExpressions
import SubdialTimeline

/// The pending messages of a receiver, in order.
struct MessageQueue: Hashable, Sendable {
    /// A message.
    struct Message: Hashable, Sendable {
        /// The sequence number, from 1; it is never reused in this queue.
        let number: Int
        let date: Date
        /// The value as JSON text.
        let text: String
    }

    /// The error of a full queue.
    struct IsFull: Error {
        let limit: String
    }

    /// The maximum number of pending messages, and the maximum sum of their sizes in bytes.
    static let (maximumCount, maximumBytes) = (1000, 4 << 20)
    /// The number of recent message names that are stored, also of received messages.
    static let maximumNames = 1000

    /// A random id that distinguishes this queue from an earlier one for the same receiver, whose numbers are invalid here.
    let id: String
    private(set) var messages: [Message] = []
    private(set) var next = 1
    private var names: [(name: String, number: Int)] = []

    static func == (left: Self, right: Self) -> Bool {
        left.id == right.id && left.next == right.next && left.messages == right.messages && left.names.elementsEqual(right.names, by: ==)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(next)
    }

    /// Creates an empty queue.
    init() { id = String(UInt64.random(in: .min ... .max), radix: 16) }

    /// Appends a message.
    ///
    /// - Parameter name: An idempotency key that the sender chose: a message with the same name is a repetition.
    /// - Returns: The number of the message, and true if it is a repetition.
    mutating func add(_ text: String, named name: String?, at date: Date) throws(IsFull) -> (number: Int, isRepeated: Bool) {
        if let name, let known = names.first(where: { $0.name == name }) { return (known.number, true) }
        guard messages.count < Self.maximumCount else { throw IsFull(limit: "\(Self.maximumCount) messages") }
        guard messages.reduce(text.utf8.count, { $0 + $1.text.utf8.count }) <= Self.maximumBytes else {
            throw IsFull(limit: "\(Self.maximumBytes >> 20) MiB of messages")
        }
        let number = next
        messages.append(Message(number: number, date: date, text: text))
        next += 1
        if let name { names = (names + [(name, number)]).suffix(Self.maximumNames) }
        return (number, false)
    }

    /// Removes the messages up to a number; returns false if there are none.
    mutating func remove(through number: Int) -> Bool {
        let count = messages.count
        messages.removeAll { $0.number <= number }
        return messages.count != count
    }

    // MARK: File

    /// The JSON of the queue's file.
    var json: JSONValue {
        .object([
            JSONMember("queue", .string(id)), JSONMember("next", .integer(Int64(next))),
            JSONMember(
                "messages",
                .array(
                    messages.map {
                        .object([
                            JSONMember("number", .integer(Int64($0.number))), JSONMember("date", .string($0.date.iso8601)),
                            JSONMember("text", .string($0.text)),
                        ])
                    })),
            JSONMember("names", .array(names.map { .array([.string($0.name), .integer(Int64($0.number))]) })),
        ])
    }

    /// Parses the JSON of a queue's file; nil if it is invalid.
    init?(_ json: JSONValue) {
        guard let id = json["queue"]?.string, !id.isEmpty, let next = json["next"].flatMap(Self.number), next > 0,
            case .array(let messages)? = json["messages"], case .array(let names)? = json["names"]
        else { return nil }
        (self.id, self.next) = (id, next)
        for item in messages {
            guard let number = item["number"].flatMap(Self.number), number < next, number > self.messages.last?.number ?? 0,
                let date = item["date"]?.string.flatMap({ Date(iso8601: $0) }), let text = item["text"]?.string
            else { return nil }
            self.messages.append(Message(number: number, date: date, text: text))
        }
        for item in names {
            guard case .array(let pair) = item, pair.count == 2, let name = pair[0].string, let number = Self.number(pair[1]) else {
                return nil
            }
            self.names.append((name, number))
        }
    }

    private static func number(_ json: JSONValue) -> Int? {
        if case .integer(let value) = json { Int(value) } else { nil }
    }
}
