import FoundationEssentials
import SubdialConcurrency
import SubdialDocuments
import SubdialExpressions
import SubdialSystem
import SubdialTimeline

/// The queues of all receivers, each in a file that only its owner can read.
///
/// A message is on disk before its sender receives the confirmation. Servers that share the folder share the queues: each change reads the
/// file, under a lock.
actor MessageQueues {
    /// The maximum number of receivers.
    static let maximumReceivers = 1000
    /// The maximum number of queues in memory, of up to 4 MiB each.
    private static let maximumKnown = 16
    /// The maximum number of waiting receivers: with all streams of events, they leave connections for other requests.
    private static let maximumWaiting = 192

    private let executor = WorkLane()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let folder: PrivateFolder
    private var known: [String: DurableQueue<MessageQueue>] = [:]
    private let waiting = Listeners<Void>()
    private var isClosed = false

    /// - Parameter folder: The folder of the queues; the first message creates it.
    init(_ folder: PrivateFolder) { self.folder = folder }

    /// Adds a message to the queue of a receiver.
    ///
    /// - Returns: Its number, and true if it is a repetition.
    /// - Throws: ``ServeError`` if it cannot be stored.
    func post(_ text: String, named id: String?, to name: String) throws -> (number: Int, isRepeated: Bool) {
        try change(name) { queue, isNew throws(ServeError) in
            if isNew { try self.makeRoom() }
            do throws(MessageQueue.IsFull) {
                return try queue.add(text, named: id, at: .now)
            } catch {
                throw ServeError(
                    .insufficientStorage, "\(error.limit) wait for '\(name)' already: it has to receive some before it is sent more")
            }
        }
    }

    /// Removes the messages of a receiver up to a number.
    ///
    /// - Parameter id: The id of the queue to which the number belongs; with another id, nothing is removed.
    /// - Returns: The number of remaining messages.
    func remove(through number: Int, of name: String, queue id: String?) throws -> Int {
        guard FileVersion(path: file(name).path) != nil else { return 0 }
        return try change(name) { queue, _ throws(ServeError) in
            guard id == nil || id == queue.id else {
                throw ServeError(.badRequest, "'\(name)' has another queue now: ask for its messages again")
            }
            _ = queue.remove(through: number)
            return queue.messages.count
        }
    }

    /// Waits until the queue has a message above `number` or another id than `id`, or the time is over; nil if there is no queue.
    func queue(of name: String, after number: Int, queue id: String?, within limit: Duration) async throws -> MessageQueue? {
        func answer(_ queue: MessageQueue?) -> Bool {
            queue?.messages.last.map { $0.number > number } == true || id.map { $0 != queue?.id ?? "" } == true
        }
        let present = try read(name)
        if isClosed || limit <= .zero || answer(present) { return present }
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        guard waiting.add(continuation, limit: Self.maximumWaiting) else {
            throw ServeError(.unavailable, "\(Self.maximumWaiting) receivers wait already; ask without 'wait'")
        }
        let tasks = TaskSet()
        defer {
            tasks.cancel()
            continuation.finish()
        }
        tasks.add { [file = queue(name)] in await file.follow { continuation.yield() } }
        tasks.add(after: limit) { continuation.finish() }
        for await _ in changes {
            let queue = try read(name)
            if answer(queue) { return queue }
        }
        try Task.checkCancellation()
        return try read(name)
    }

    /// Ends all waits.
    func close() {
        isClosed = true
        waiting.finish()
    }

    // MARK: Files

    private func file(_ name: String) -> PrivateFile { folder.file("\(name).json") }

    /// The queue of a receiver, which shares the lock with all others.
    private func queue(_ name: String) -> DurableQueue<MessageQueue> {
        if let queue = known[name] { return queue }
        // Memory holds few queues; all of them are on disk.
        if known.count >= Self.maximumKnown { known = [:] }
        let queue = DurableQueue<MessageQueue>(file(name), lock: folder.file(".lock"))
        known[name] = queue
        return queue
    }

    /// The messages of a receiver; nil if there is no file.
    private func read(_ name: String) throws(ServeError) -> MessageQueue? {
        guard FileVersion(path: file(name).path) != nil else { return nil }
        do throws(QueueError) {
            return try queue(name).contents()
        } catch {
            throw Self.error(error)
        }
    }

    /// Changes a queue, and creates it if necessary; an error of `body` leaves everything unchanged.
    private func change<Outcome: Sendable>(
        _ name: String, _ body: (inout MessageQueue, _ isNew: Bool) throws(ServeError) -> Outcome
    ) throws(ServeError) -> Outcome {
        let result: Result<Outcome, ServeError>
        do throws(QueueError) {
            result = try queue(name).change { before in
                var queue = before
                let isNew = FileVersion(path: file(name).path) == nil
                let outcome = Result { () throws(ServeError) in try body(&queue, isNew) }
                return ((try? outcome.get()) == nil || queue == before ? [] : [queue], outcome)
            }.value
        } catch {
            throw Self.error(error)
        }
        return try result.get()
    }

    private static func error(_ error: QueueError) -> ServeError {
        switch error {
        case .busy: ServeError(.unavailable, "another server holds the messages for too long; send it again in a second")
        case .unreadable, .damaged: ServeError(.failed, error.description)
        case .full, .unwritable: ServeError(.insufficientStorage, "the message is not kept: \(error)")
        }
    }

    /// Makes room for another receiver: removes the empty queue that was changed longest ago.
    private func makeRoom() throws(ServeError) {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".json") }
            .map { String($0.dropLast(".json".count)) }
        guard names.count >= Self.maximumReceivers else { return }
        let idle = names.compactMap { name in FileVersion(path: file(name).path).map { (name, $0.modified) } }.sorted { $0.1 < $1.1 }
        for (name, _) in idle {
            guard let queue = try? read(name), queue.messages.isEmpty else { continue }
            try? FileManager.default.removeItem(atPath: file(name).path)
            known[name] = nil
            return
        }
        throw ServeError(.insufficientStorage, "messages wait for \(Self.maximumReceivers) receivers already")
    }
}

/// The pending messages of a receiver, in order.
struct MessageQueue: QueueContents, QueueRecord {
    /// A message.
    struct Message: Hashable, Sendable {
        /// The sequence number, from 1; it is never reused in this queue.
        let number: Int
        let date: Date
        /// The value as JSON text.
        let text: String
    }

    /// The name of a message that its sender has chosen.
    private struct Name: Hashable, Sendable {
        let name: String
        let number: Int
    }

    /// The error of a full queue.
    struct IsFull: Error {
        let limit: String
    }

    /// The maximum number of pending messages, and the maximum sum of their sizes in bytes.
    static let (maximumCount, maximumBytes) = (1000, 4 << 20)
    /// The number of recent message names that are stored, also of received messages.
    private static let maximumNames = 1000

    static let maximumSize = 64 << 20
    /// The file is one record: the queue.
    static let isLog = false

    /// A random id that distinguishes this queue from an earlier one for the same receiver, whose numbers are invalid here.
    let id: String
    private(set) var messages: [Message] = []
    private(set) var next = 1
    private var names: [Name] = []

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
        if let name { names = (names + [Name(name: name, number: number)]).suffix(Self.maximumNames) }
        return (number, false)
    }

    /// Removes the messages up to a number; returns false if there are none.
    mutating func remove(through number: Int) -> Bool {
        let count = messages.count
        messages.removeAll { $0.number <= number }
        return messages.count != count
    }

    // MARK: File

    var compacted: [MessageQueue] { [self] }

    mutating func apply(_ record: MessageQueue) { self = record }

    var bytes: [UInt8] { Array(json.text().utf8) }

    init?(_ bytes: ArraySlice<UInt8>) {
        guard let json = try? JSONValue(parsing: Array(bytes)) else { return nil }
        self.init(json)
    }

    /// The JSON of the queue's file.
    var json: JSONValue {
        [
            "queue": .string(id), "next": .integer(Int64(next)),
            "messages": .array(
                messages.map { ["number": .integer(Int64($0.number)), "date": .string($0.date.iso8601), "text": .string($0.text)] }),
            "names": .array(names.map { .array([.string($0.name), .integer(Int64($0.number))]) }),
        ]
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
            self.names.append(Name(name: name, number: number))
        }
    }

    private static func number(_ json: JSONValue) -> Int? {
        if case .integer(let value) = json { Int(value) } else { nil }
    }
}
