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
    /// The maximum size of a queue's file, in bytes.
    private static let maximumBytes = 64 << 20
    /// The maximum number of queues in memory, of up to 4 MiB each.
    private static let maximumKnown = 16
    /// The maximum wait for a lock that another server holds.
    private static let patience = Duration.seconds(5)
    /// The polling interval for messages that another server may have added.
    private static let pause = Duration.seconds(2)
    /// The maximum number of waiting receivers: with all streams of events, they leave connections for other requests.
    private static let maximumWaiting = 192

    private let executor = WorkExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let folder: PrivateFolder
    private var known: [String: (identity: FileVersion, queue: MessageQueue)] = [:]
    private let waiting = Listeners<Void>()
    private var isClosed = false

    /// - Parameter folder: The folder of the queues; the first message creates it.
    init(_ folder: PrivateFolder) { self.folder = folder }

    /// Adds a message to the queue of a receiver.
    ///
    /// - Returns: Its number, and true if it is a repetition.
    /// - Throws: ``ServeError`` if it cannot be stored.
    func post(_ text: String, named id: String?, to name: String) async throws -> (number: Int, isRepeated: Bool) {
        let posted = try await change(name) { queue, isNew throws(ServeError) in
            if isNew { try self.makeRoom() }
            do throws(MessageQueue.IsFull) {
                return try queue.add(text, named: id, at: .now)
            } catch {
                throw ServeError(
                    .insufficientStorage, "\(error.limit) wait for '\(name)' already: it has to receive some before it is sent more")
            }
        }
        waiting.send(())
        return posted
    }

    /// Removes the messages of a receiver up to a number.
    ///
    /// - Parameter id: The id of the queue to which the number belongs; with another id, nothing is removed.
    /// - Returns: The number of remaining messages.
    func remove(through number: Int, of name: String, queue id: String?) async throws -> Int {
        guard FileVersion(path: file(name).path) != nil else { return 0 }
        return try await change(name) { queue, _ throws(ServeError) in
            guard id == nil || id == queue.id else {
                throw ServeError(.badRequest, "'\(name)' has another queue now: ask for its messages again")
            }
            _ = queue.remove(through: number)
            return queue.messages.count
        }
    }

    /// Waits until the queue has a message above `number` or another id than `id`, or the time is over; nil if there is no queue.
    func queue(of name: String, after number: Int, queue id: String?, within limit: Duration) async throws -> MessageQueue? {
        let deadline = ContinuousClock.now + limit
        while true {
            let queue = try read(name)
            let now = ContinuousClock.now
            if queue?.messages.last.map({ $0.number > number }) == true || isClosed || now >= deadline { return queue }
            if let id, id != queue?.id ?? "" { return queue }
            let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            guard waiting.add(continuation, limit: Self.maximumWaiting) else {
                throw ServeError(.unavailable, "\(Self.maximumWaiting) receivers wait already; ask without 'wait'")
            }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await _ in stream { return } }
                group.addTask { try? await Task.sleep(for: min(Self.pause, deadline - now)) }
                await group.next()
                group.cancelAll()
            }
            continuation.finish()
            try Task.checkCancellation()
        }
    }

    /// Ends all waits.
    func close() {
        isClosed = true
        waiting.finish()
    }

    // MARK: Files

    private func file(_ name: String) -> PrivateFile { folder.file("\(name).json") }

    private func read(_ name: String) throws(ServeError) -> MessageQueue? {
        let file = file(name)
        guard let identity = FileVersion(path: file.path) else { return nil }
        if let known = known[name], known.identity == identity { return known.queue }
        let bytes: [UInt8]
        do throws(ReadError) {
            bytes = try file.bytes(limit: Self.maximumBytes)
        } catch {
            if error == .missing { return nil }
            throw ServeError(.failed, "\(file.path): the messages for '\(name)' cannot be read: \(error.reason)")
        }
        guard let json = try? JSONValue(parsing: bytes), let queue = MessageQueue(json) else {
            throw ServeError(.failed, "\(file.path): this is no file of messages; move it away to have '\(name)' begin anew")
        }
        // Memory holds few queues; all of them are on disk.
        if known.count >= Self.maximumKnown { known = [:] }
        known[name] = (identity, queue)
        return queue
    }

    /// Changes a queue, and creates it if necessary; an error of `body` leaves everything unchanged.
    private func change<Outcome>(
        _ name: String, _ body: (inout MessageQueue, _ isNew: Bool) throws(ServeError) -> Outcome
    ) async throws -> Outcome {
        let deadline = ContinuousClock.now + Self.patience
        while true {
            if let outcome = try changeNow(name, body) { return outcome }
            guard ContinuousClock.now < deadline else {
                throw ServeError(.unavailable, "another server holds the messages for too long; send it again in a second")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Changes a queue; nil if another server holds the lock.
    private func changeNow<Outcome>(
        _ name: String, _ body: (inout MessageQueue, _ isNew: Bool) throws(ServeError) -> Outcome
    ) throws -> Outcome? {
        do {
            guard let lock = try folder.file(".lock").lock() else { return nil }
            defer { withExtendedLifetime(lock) {} }
            let before = try read(name)
            var queue = before ?? MessageQueue()
            let outcome = try body(&queue, before == nil)
            if queue != before {
                let file = file(name)
                try file.write(Array(queue.json.text().utf8), isDurable: true)
                known[name] = FileVersion(path: file.path).map { ($0, queue) }
            }
            return outcome
        } catch let error as ServeError {
            throw error
        } catch {
            throw ServeError(.insufficientStorage, "the message is not kept: \(error)")
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
    private static let maximumNames = 1000

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
