import EngineWire
import Files
import FoundationEssentials
import Glibc
import JSON
import MQTT

/// The commands that wait for a broker, on disk in their order: none is lost with the program.
///
/// A command is on the disk for good before anybody is told that it waits, and goes from there once the broker has confirmed it. One that
/// was confirmed just when the program ended may be sent twice.
struct MQTTCommandQueue: Sendable {
    /// A command that waits.
    struct Item: Sendable, Hashable {
        var id: String
        var message: MQTTMessage
    }

    /// The most commands that wait for a broker.
    static let limit = 10_000
    private static let maximumBytes = 64 << 20

    /// The file.
    let path: String

    /// - Parameter folder: The folder of all brokers' files.
    init(of broker: String, folder: String) { path = "\(folder)/\(String(broker.stableHash, radix: 16)).jsonl" }

    /// The commands that wait, the first one first.
    func items() throws(MQTTQueueError) -> [Item] {
        let bytes: [UInt8]
        do throws(ReadError) {
            bytes = try InputFile.bytes(at: path, limit: Self.maximumBytes, isRegular: true)
        } catch {
            switch error {
            case .missing: return []
            case .unreadable(let reason): throw MQTTQueueError(path, "it cannot be read: \(reason)")
            case .tooLong(let limit): throw MQTTQueueError(path, "it is longer than \(limit >> 20) MiB; move it away")
            }
        }
        var items: [Item] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard let item = Item(String(decoding: line, as: UTF8.self)) else {
                throw MQTTQueueError(path, "line \(index + 1) is no command; it is left as it is: repair it or move it away")
            }
            items.append(item)
        }
        return items
    }

    /// Adds a command behind all others.
    func add(_ message: MQTTMessage) throws(MQTTQueueError) -> Item {
        let item = Item(id: UUID().uuidString.lowercased(), message: message)
        try change { (items) throws(MQTTQueueError) in
            guard items.count < Self.limit else { throw MQTTQueueError(path, "\(Self.limit) commands wait already, and no more are kept") }
            items.append(item)
        }
        return item
    }

    /// Takes a command away, which the broker has or will not have.
    func remove(_ id: String) throws(MQTTQueueError) {
        try change { (items) throws(MQTTQueueError) in items.removeAll { $0.id == id } }
    }

    /// The lock that whoever sends these commands holds; nil where somebody else has it.
    func sendingLock() throws(MQTTQueueError) -> ConsoleLock? {
        do throws(SocketError) {
            guard let lock = try FileLock.take(path + ".sending") else { return nil }
            return ConsoleLock(lock)
        } catch {
            throw MQTTQueueError(path, "\(error)")
        }
    }

    private func change(_ body: (inout [Item]) throws(MQTTQueueError) -> Void) throws(MQTTQueueError) {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        var items = try items()
        try body(&items)
        do throws(WriteError) {
            try AtomicFile.write(Array(items.map(\.line).joined().utf8), to: path, isPrivate: true, isDurable: true)
        } catch {
            throw MQTTQueueError(path, "it cannot be written: \(error.reason)")
        }
    }

    /// Waits for other processes to let go of the file, five seconds at most.
    private func lock() throws(MQTTQueueError) -> ConsoleLock {
        do throws(WriteError) {
            try AtomicFile.makeFolder(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
        } catch {
            throw MQTTQueueError(path, error.reason)
        }
        for _ in 0..<500 {
            do throws(SocketError) {
                if let lock = try FileLock.take(path + ".lock") { return ConsoleLock(lock) }
            } catch {
                throw MQTTQueueError(path, "\(error)")
            }
            usleep(10_000)
        }
        throw MQTTQueueError(path, "another program holds it")
    }
}

/// Why commands that wait for a broker cannot be kept.
struct MQTTQueueError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file and the reason, on one line.
    let description: String

    init(_ path: String, _ reason: String) { description = "\(path): \(reason)" }
}

extension MQTTCommandQueue.Item {
    fileprivate init?(_ line: String) {
        guard let json = try? JSONValue(parsing: line), let id = json["id"]?.string, let topic = json["topic"]?.string,
            let text = json["message"]?.string
        else { return nil }
        self.init(id: id, message: MQTTMessage(topic, text, isRetained: json["retained"] == .bool(true)))
    }

    fileprivate var line: String {
        JSONValue.object([
            JSONMember("id", .string(id)), JSONMember("topic", .string(message.topic)), JSONMember("message", .string(message.text)),
            JSONMember("retained", .bool(message.isRetained)),
        ]).text() + "\n"
    }
}
