import FoundationEssentials
import SubdialBasics
import SubdialConcurrency
import SubdialDocuments
import SubdialMQTT
import SubdialSystem

/// The pending commands for a broker, stored on disk in order, so that none is lost when the program ends.
///
/// A command is durable before it is reported as pending, and done after the broker has confirmed it. A command that was confirmed just
/// when the program ended may be sent twice.
typealias MQTTCommandQueue = DurableQueue<MQTTCommands>

/// The pending commands for a broker, oldest first.
struct MQTTCommands: QueueContents {
    /// A pending command.
    struct Item: Sendable, Hashable {
        var id: String
        var message: MQTTMessage
    }

    /// A line of the file.
    enum Record: QueueRecord {
        case added(Item)
        case done(String)
    }

    static let maximumSize = 64 << 20
    static let isLog = true
    /// The maximum number of pending commands for a broker.
    fileprivate static let limit = 10_000

    private(set) var items: [Item] = []

    var compacted: [Record] { items.map { .added($0) } }

    mutating func apply(_ record: Record) {
        switch record {
        case .added(let item): items.append(item)
        case .done(let id): if let index = items.firstIndex(where: { $0.id == id }) { items.remove(at: index) }
        }
    }
}

extension MQTTCommands.Record {
    var bytes: [UInt8] {
        let json: JSONValue =
            switch self {
            case .added(let item):
                [
                    "id": .string(item.id), "topic": .string(item.message.topic), "message": .string(item.message.text),
                    "retained": .bool(item.message.isRetained),
                ]
            case .done(let id): ["done": .string(id)]
            }
        return Array(json.text().utf8)
    }

    init?(_ bytes: ArraySlice<UInt8>) {
        guard let json = try? JSONValue(parsing: Array(bytes)) else { return nil }
        if let id = json["done"]?.string {
            self = .done(id)
        } else if let id = json["id"]?.string, let topic = json["topic"]?.string, let text = json["message"]?.string {
            self = .added(MQTTCommands.Item(id: id, message: MQTTMessage(topic, text, isRetained: json["retained"] == .bool(true))))
        } else {
            return nil
        }
    }
}

extension DurableQueue where Contents == MQTTCommands {
    /// - Parameter folder: The folder for the files of all brokers.
    convenience init(of broker: String, folder: PrivateFolder) {
        self.init(folder.file("\(String(broker.stableHash, radix: 16)).jsonl"))
    }

    /// Appends a command.
    func add(_ message: MQTTMessage) throws(QueueError) -> MQTTCommands.Item {
        try change { (commands) throws(QueueError) in
            guard commands.items.count < MQTTCommands.limit else {
                throw .full(path: path, reason: "\(MQTTCommands.limit) commands wait already, and no more are kept")
            }
            let item = MQTTCommands.Item(id: UUID().uuidString.lowercased(), message: message)
            return ([.added(item)], item)
        }.value
    }

    /// Removes a command that the broker has confirmed or refused.
    func remove(_ id: String) throws(QueueError) {
        try change(isDurable: false) { commands in (commands.items.contains { $0.id == id } ? [.done(id)] : [], ()) }
    }
}
