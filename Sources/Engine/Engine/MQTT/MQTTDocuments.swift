import FoundationEssentials
import SubdialConcurrency
import SubdialExpressions
import SubdialKinds
import SubdialMQTT

/// The newest messages of a topic filter as a document: a topic gives its message, a filter with `+` or `#` a list with one row per topic.
struct MQTTDocuments: Sendable {
    /// The maximum number of topics per filter; the least recent are dropped.
    private static let maximumTopics = 1000

    private struct Row {
        var parts: [String]
        var value: Value
        var received: Date
    }

    private let filter: String
    private let isList: Bool
    private let form: DocumentForm
    private let zone: String
    private let expire: Double?
    private var rows: [String: Row] = [:]

    init(_ topic: MQTTTransport.Request, _ form: DocumentForm, zone: String) {
        filter = topic.filter
        isList = topic.filter.contains { $0 == "+" || $0 == "#" }
        self.form = form
        self.zone = zone
        expire = topic.expire
    }

    /// Takes a message; an empty one removes the topic's value.
    mutating func add(_ message: MQTTMessage, at now: Date, maximum: Int) throws(KindError) {
        guard let parts = MQTTTopic.wildcards(filter, message.topic) else { return }
        guard !message.payload.isEmpty else {
            rows[message.topic] = nil
            return
        }
        guard message.payload.count <= maximum else {
            throw KindError(.source, at: "mqtt", "the message at '\(message.topic)' is longer than \(maximum) bytes; set 'maxBytes'")
        }
        rows[message.topic] = Row(
            parts: parts, value: try form.value(of: message.payload, DocumentForm.Arrival(date: now, zone: zone)), received: now)
        if rows.count > Self.maximumTopics, let oldest = rows.min(by: { $0.value.received < $1.value.received }) { rows[oldest.key] = nil }
    }

    /// Removes expired values, and returns the time of the next expiry; nil for never.
    mutating func drop(at now: Date) -> Date? {
        guard let expire else { return nil }
        rows = rows.filter { now.timeIntervalSince($0.value.received) < expire }
        return rows.values.map { $0.received.addingTimeInterval(expire) }.min()
    }

    /// The document; nil if there are no values.
    var document: Value? {
        guard isList else { return rows.values.first?.value }
        guard !rows.isEmpty else { return nil }
        return .list(
            rows.sorted { $0.key < $1.key }.map { topic, row in
                .map([
                    "topic": .string(topic), "parts": .list(row.parts.map(Value.string)), "value": row.value,
                    "received": .date(row.received),
                ])
            })
    }
}

/// The messages of a topic, gathered as they arrive.
actor MQTTCollector {
    private var documents: MQTTDocuments
    private var error: KindError?
    nonisolated let news = Broadcast<Void>(())

    init(_ documents: MQTTDocuments) { self.documents = documents }

    func add(_ message: MQTTMessage, maximum: Int) {
        do throws(KindError) {
            try documents.add(message, at: .now, maximum: maximum)
            error = nil
        } catch {
            self.error = error
        }
        news.send(())
    }

    /// Returns the document, the error of the last message, and the date of the next expiry.
    func now() -> (document: Value?, error: KindError?, next: Date?) {
        let next = documents.drop(at: .now)
        return (documents.document, error, next)
    }
}
