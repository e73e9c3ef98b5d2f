import EngineWire
import Files
import FoundationEssentials
import Glibc
import JSON
import MQTT
import Synchronization

/// The commands that wait for a broker, on disk in their order: none is lost with the program.
///
/// A command is on the disk for good before anybody is told that it waits, and counts no more once the broker has confirmed it. One that
/// was confirmed just when the program ended may be sent twice. The file is only added to, a record a line, and replaced as a whole once
/// nothing waits or most of it is done; of what was read before only what is behind it is read.
final class MQTTCommandQueue: Sendable {
    /// A command that waits.
    struct Item: Sendable, Hashable {
        var id: String
        var message: MQTTMessage
    }

    /// The most commands that wait for a broker.
    static let limit = 10_000
    private static let maximumBytes = 64 << 20
    /// The bytes of commands that are done from which on the file is replaced.
    private static let mostDone = 256 << 10

    /// The file as far as it was read.
    private struct Known {
        /// The file that was read, open, so that no other has its number meanwhile; nil where there was none.
        var file: OpenFile?
        /// The bytes of its whole lines, and those of commands that wait.
        var length = 0
        var live = 0
        var lines = 0
        var items: [Item] = []
    }

    private final class OpenFile: Sendable {
        let raw: Int32

        init(_ raw: Int32) { self.raw = raw }
        deinit { close(raw) }
    }

    /// The file.
    let path: String
    private let known = Mutex(Known())

    /// - Parameter folder: The folder of all brokers' files.
    init(of broker: String, folder: String) { path = "\(folder)/\(String(broker.stableHash, radix: 16)).jsonl" }

    /// The commands that wait, the first one first.
    func items() throws(MQTTQueueError) -> [Item] { try look { $0.items } }

    /// The command that waits longest; nil where none waits.
    func first() throws(MQTTQueueError) -> Item? { try look { $0.items.first } }

    /// True where a command waits.
    func contains(_ id: String) throws(MQTTQueueError) -> Bool { try look { known in known.items.contains { $0.id == id } } }

    /// Adds a command behind all others.
    func add(_ message: MQTTMessage) throws(MQTTQueueError) -> Item {
        let item = Item(id: UUID().uuidString.lowercased(), message: message)
        try change { (known) throws(MQTTQueueError) in
            guard known.items.count < Self.limit else {
                throw MQTTQueueError(path, "\(Self.limit) commands wait already, and no more are kept")
            }
            let line = Array(item.line.utf8)
            guard known.length + line.count <= Self.maximumBytes else {
                throw MQTTQueueError(path, "\(Self.maximumBytes >> 20) MiB of commands wait already, and no more are kept")
            }
            try append(line, to: &known, isDurable: true)
        }
        return item
    }

    /// Takes a command away, which the broker has or will not have.
    func remove(_ id: String) throws(MQTTQueueError) {
        try change { (known) throws(MQTTQueueError) in
            guard let index = known.items.firstIndex(where: { $0.id == id }) else { return }
            let isLast = known.items.count == 1
            let live = known.live - known.items[index].line.utf8.count
            guard isLast || (known.length - live > Self.mostDone && known.length > 2 * live) else {
                return try append(Array(Item.doneLine(id).utf8), to: &known, isDurable: false)
            }
            known.items.remove(at: index)
            try replace(&known)
        }
    }

    /// The lock that whoever sends these commands holds; nil where somebody else has it.
    func sendingLock() throws(MQTTQueueError) -> HeldLock? {
        do throws(SocketError) {
            return try HeldLock(path + ".sending")
        } catch {
            throw MQTTQueueError(path, "\(error)")
        }
    }

    // MARK: The file

    /// The commands as they are now, as `body` gets them.
    private func look<Value>(_ body: (Known) -> Value) throws(MQTTQueueError) -> Value {
        // Without a file there is no need to make its folder for a lock.
        guard access(path, F_OK) == 0 else { return body(Known()) }
        var value: Value?
        try change { (known) throws(MQTTQueueError) in value = body(known) }
        guard let value else { throw MQTTQueueError(path, "it cannot be read") }
        return value
    }

    /// Has `body` change the commands, while no other process or thread can.
    private func change(_ body: (inout Known) throws(MQTTQueueError) -> Void) throws(MQTTQueueError) {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        let result = known.withLock { known -> Result<Void, MQTTQueueError> in
            do throws(MQTTQueueError) {
                try read(&known)
                try body(&known)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Reads what others have added, or all where the file is another one.
    private func read(_ known: inout Known) throws(MQTTQueueError) {
        var (own, there) = (stat(), stat())
        if known.file == nil || stat(path, &there) != 0 || fstat(known.file?.raw ?? -1, &own) != 0 || own.st_ino != there.st_ino
            || own.st_dev != there.st_dev || there.st_size < known.length
        {
            known = Known()
            let raw = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard raw >= 0 else {
                if errno == ENOENT { return }
                throw MQTTQueueError(path, "it cannot be read: \(String(cString: strerror(errno)))")
            }
            known.file = OpenFile(raw)
            guard fstat(raw, &there) == 0, there.st_mode & S_IFMT == S_IFREG else {
                known = Known()
                throw MQTTQueueError(path, "it cannot be read: it is no regular file")
            }
        }
        guard there.st_size > known.length, let descriptor = known.file?.raw else { return }
        guard there.st_size <= Self.maximumBytes + Self.mostDone + (1 << 20) else {
            throw MQTTQueueError(path, "it is longer than \(Self.maximumBytes >> 20) MiB; move it away")
        }
        var bytes = [UInt8](repeating: 0, count: there.st_size - known.length)
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count, known.length + count)
            }
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { throw MQTTQueueError(path, "it cannot be read: \(String(cString: strerror(errno)))") }
            guard more > 0 else { break }
            count += more
        }
        try take(bytes[..<count], into: &known)
    }

    /// Takes over whole lines; the part of one that a killed writer has left behind them counts for nothing.
    private func take(_ bytes: ArraySlice<UInt8>, into known: inout Known) throws(MQTTQueueError) {
        guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return }
        var done: Set<String> = []
        for line in bytes[...end].split(separator: UInt8(ascii: "\n")) {
            known.lines += 1
            switch Record(String(decoding: line, as: UTF8.self)) {
            case .added(let item)?:
                known.items.append(item)
                known.live += line.count + 1
            case .done(let id)?: done.insert(id)
            case nil:
                let number = known.lines
                known = Known()
                throw MQTTQueueError(path, "line \(number) is no command; it is left as it is: repair it or move it away")
            }
        }
        known.length += end + 1 - bytes.startIndex
        guard !done.isEmpty else { return }
        for item in known.items where done.contains(item.id) { known.live -= item.line.utf8.count }
        known.items.removeAll { done.contains($0.id) }
    }

    private func append(_ bytes: [UInt8], to known: inout Known, isDurable: Bool) throws(MQTTQueueError) {
        do throws(WriteError) {
            try AppendedFile.append(bytes, to: path, behind: known.length, isDurable: isDurable)
        } catch {
            throw MQTTQueueError(path, "it cannot be written: \(error.reason)")
        }
        try read(&known)
    }

    /// Replaces the file by what waits.
    private func replace(_ known: inout Known) throws(MQTTQueueError) {
        do throws(WriteError) {
            try AtomicFile.write(Array(known.items.map(\.line).joined().utf8), to: path, isPrivate: true, isDurable: !known.items.isEmpty)
        } catch {
            known = Known()
            throw MQTTQueueError(path, "it cannot be written: \(error.reason)")
        }
        known = Known()
    }

    /// Waits for other processes to let go of the file, five seconds at most.
    private func lock() throws(MQTTQueueError) -> HeldLock {
        do throws(WriteError) {
            try AtomicFile.makeFolder(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
        } catch {
            throw MQTTQueueError(path, error.reason)
        }
        do throws(SocketError) {
            if let lock = try HeldLock(waitingFor: path + ".lock") { return lock }
        } catch {
            throw MQTTQueueError(path, "\(error)")
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

extension MQTTCommandQueue {
    /// A line of the file.
    fileprivate enum Record {
        case added(Item)
        case done(String)

        init?(_ line: String) {
            guard let json = try? JSONValue(parsing: line) else { return nil }
            if let id = json["done"]?.string {
                self = .done(id)
            } else if let id = json["id"]?.string, let topic = json["topic"]?.string, let text = json["message"]?.string {
                self = .added(Item(id: id, message: MQTTMessage(topic, text, isRetained: json["retained"] == .bool(true))))
            } else {
                return nil
            }
        }
    }
}

extension MQTTCommandQueue.Item {
    fileprivate var line: String {
        JSONValue.object([
            JSONMember("id", .string(id)), JSONMember("topic", .string(message.topic)), JSONMember("message", .string(message.text)),
            JSONMember("retained", .bool(message.isRetained)),
        ]).text() + "\n"
    }

    fileprivate static func doneLine(_ id: String) -> String { JSONValue.object([JSONMember("done", .string(id))]).text() + "\n" }
}
