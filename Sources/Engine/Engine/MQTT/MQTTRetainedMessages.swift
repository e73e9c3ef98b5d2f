import Logging
import SubdialBasics
import SubdialConcurrency
import SubdialMQTT
import Synchronization

/// The retained messages of a publisher, which are published again after another client has overwritten or deleted them.
///
/// A second Subdial that publishes to the same topics does the same. So the pause before a topic is published again doubles each time.
final class MQTTRetainedMessages: Sendable {
    private struct Entry {
        var message: MQTTMessage
        /// The number of publications, and the hash of the payload before the last one.
        var count = 0
        var former: UInt64?
        var pauses = MQTTRepairPauses()
        /// The number of publications before the last message of another client; nil if no repair is planned.
        var overwrittenAfter: Int?
        var isReported = false
    }

    private let client: MQTTClient
    private let logger: Logger
    private let entries = Mutex<[String: Entry]>([:])
    private let repairs = TaskSet()

    init(_ client: MQTTClient, logger: Logger) {
        self.client = client
        self.logger = logger
    }

    /// Publishes a retained message; from now on it is the right one of its topic.
    func publish(_ topic: String, _ payload: [UInt8]) throws(MQTTError) {
        let message = MQTTMessage(topic, payload, isRetained: true)
        entries.withLock { entries in
            var entry = entries[topic] ?? Entry(message: message)
            if entry.message.payload != payload { entry.former = entry.message.payload.stableHash }
            entry.message = message
            entry.count += 1
            entries[topic] = entry
        }
        try client.publish(message)
    }

    /// Returns the messages of other clients at these topics, for ``follow(_:)``.
    func foreign(at topics: [String]) throws(MQTTError) -> AsyncStream<MQTTMessage> { try client.messages(of: topics, ignoringOwn: true) }

    /// Publishes again what others overwrite, until the task is cancelled.
    func follow(_ foreign: AsyncStream<MQTTMessage>) async {
        for await message in foreign { receive(message) }
        repairs.cancel()
    }

    private func receive(_ foreign: MQTTMessage) {
        let (topic, hash) = (foreign.topic, foreign.payload.stableHash)
        // The broker also sends what it has retained from an earlier run, and with MQTT 3.1.1 this client's own messages.
        let isOwn = foreign.isRetained || client.state == .connected(.v311)
        let (pause, isNew) = entries.withLock { entries -> (Duration?, Bool) in
            guard var entry = entries[topic], entry.message.payload != foreign.payload else { return (nil, false) }
            let isNew = !entry.isReported && !(isOwn && (foreign.isRetained || entry.former == hash))
            entry.isReported = entry.isReported || isNew
            let pause = entry.overwrittenAfter == nil ? entry.pauses.next(at: .now) : nil
            entry.overwrittenAfter = entry.count
            entries[topic] = entry
            return (pause, isNew)
        }
        if isNew {
            logger.warning(
                "\(topic): another client has overwritten this message, which is published again; if that is a Subdial too, give one of them another 'base'"
            )
        }
        guard let pause else { return }
        repairs.add(after: pause) { [weak self] in self?.repair(topic) }
    }

    /// Publishes a message again, unless it was published since the other client's last message, which is overwritten already then.
    private func repair(_ topic: String) {
        var next = entries.withLock { entries -> Entry? in
            guard let entry = entries[topic] else { return nil }
            entries[topic]?.overwrittenAfter = nil
            return entry.count == entry.overwrittenAfter ? entry : nil
        }
        while let entry = next {
            // If the queue is full, the broker is away, and everything is published again after the next connection.
            try? client.publish(entry.message)
            // What was published in between may have been sent before this message, and is sent again.
            next = entries.withLock { entries in entries[topic].flatMap { $0.count == entry.count ? nil : $0 } }
        }
    }
}

/// The pauses before the repairs of a topic.
struct MQTTRepairPauses: Sendable {
    /// The first pause; each later one is twice as long, up to the longest.
    static let (first, longest) = (Duration.seconds(1), Duration.seconds(300))
    /// The time without a repair after which the pauses begin anew.
    static let calm = Duration.seconds(900)

    private var last: (pause: Duration, instant: ContinuousClock.Instant)?

    /// Returns the pause before a repair that is planned now.
    mutating func next(at now: ContinuousClock.Instant) -> Duration {
        let pause = last.flatMap { $0.instant + Self.calm > now ? min($0.pause * 2, Self.longest) : nil } ?? Self.first
        last = (pause, now)
        return pause
    }
}
