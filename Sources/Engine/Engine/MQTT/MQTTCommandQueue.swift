import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialDocuments
import SubdialEngineWire
import SubdialMQTT
import SubdialSystem
import Synchronization

/// The pending commands for a broker, stored on disk in order, so that none is lost when the program ends.
///
/// A command is durable before it is reported as pending, and done after the broker has confirmed it. A command that was confirmed just
/// when the program ended may be sent twice. Records are only appended to the file, one per line; the file is replaced as a whole after
/// nothing is pending or most of it is done. Only bytes that were appended since the last read are parsed.
final class MQTTCommandQueue: Sendable {
    /// A pending command.
    struct Item: Sendable, Hashable {
        var id: String
        var message: MQTTMessage
    }

    /// The maximum number of pending commands for a broker.
    private static let limit = 10_000
    private static let maximumBytes = 64 << 20
    /// The number of bytes of done commands above which the file is replaced.
    private static let mostDone = 256 << 10

    /// The file's parsed content.
    private struct Contents {
        /// The file that was read, kept open so that no other file gets its inode number meanwhile; nil if there was none.
        var file: OpenFile?
        /// The bytes of its complete lines, and those of pending commands.
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

    /// The path of the file.
    var path: String { file.path }
    private let file: PrivateFile
    private let known = Mutex(Contents())

    /// - Parameter folder: The folder for the files of all brokers.
    init(of broker: String, folder: PrivateFolder) { file = folder.file("\(String(broker.stableHash, radix: 16)).jsonl") }

    /// The pending commands, oldest first.
    func items() throws(MQTTQueueError) -> [Item] { try read { $0.items } }

    /// The oldest pending command; nil if none is pending.
    func first() throws(MQTTQueueError) -> Item? { try read { $0.items.first } }

    /// True if a command is pending.
    func contains(_ id: String) throws(MQTTQueueError) -> Bool { try read { known in known.items.contains { $0.id == id } } }

    /// Appends a command.
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

    /// Removes a command that the broker has confirmed or refused.
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

    /// The lock of the sender of these commands; nil if another process holds it.
    func sendingLock() throws(MQTTQueueError) -> SharedFileLock? {
        do throws(LockError) {
            return try SharedFileLock(file.appending(".sending"))
        } catch {
            throw MQTTQueueError(path, "\(error)")
        }
    }

    // MARK: The file

    /// Calls `body` with the current commands.
    private func read<Value>(_ body: (Contents) -> Value) throws(MQTTQueueError) -> Value {
        // Without a file, the folder for its lock is not created.
        guard access(path, F_OK) == 0 else { return body(Contents()) }
        var value: Value?
        try change { (known) throws(MQTTQueueError) in value = body(known) }
        guard let value else { throw MQTTQueueError(path, "it cannot be read") }
        return value
    }

    /// Changes the commands while no other process or thread can.
    private func change(_ body: (inout Contents) throws(MQTTQueueError) -> Void) throws(MQTTQueueError) {
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

    /// Reads what other processes have appended, or the whole file if it was replaced.
    private func read(_ known: inout Contents) throws(MQTTQueueError) {
        var (own, there) = (stat(), stat())
        if known.file == nil || stat(path, &there) != 0 || fstat(known.file?.raw ?? -1, &own) != 0 || own.st_ino != there.st_ino
            || own.st_dev != there.st_dev || there.st_size < known.length
        {
            known = Contents()
            let raw = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard raw >= 0 else {
                if errno == ENOENT { return }
                throw MQTTQueueError(path, "it cannot be read: \(SystemError.last)")
            }
            known.file = OpenFile(raw)
            guard fstat(raw, &there) == 0, there.st_mode & S_IFMT == S_IFREG else {
                known = Contents()
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
            guard more >= 0 else { throw MQTTQueueError(path, "it cannot be read: \(SystemError.last)") }
            guard more > 0 else { break }
            count += more
        }
        try parse(bytes[..<count], into: &known)
    }

    /// Parses complete lines; an incomplete last line of a killed writer is ignored.
    private func parse(_ bytes: ArraySlice<UInt8>, into known: inout Contents) throws(MQTTQueueError) {
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
                known = Contents()
                throw MQTTQueueError(path, "line \(number) is no command; it is left as it is: repair it or move it away")
            }
        }
        known.length += end + 1 - bytes.startIndex
        guard !done.isEmpty else { return }
        for item in known.items where done.contains(item.id) { known.live -= item.line.utf8.count }
        known.items.removeAll { done.contains($0.id) }
    }

    private func append(_ bytes: [UInt8], to known: inout Contents, isDurable: Bool) throws(MQTTQueueError) {
        do throws(WriteError) {
            try file.append(bytes, behind: known.length, isDurable: isDurable)
        } catch {
            throw MQTTQueueError(path, "it cannot be written: \(error.reason)")
        }
        try read(&known)
    }

    /// Replaces the file by the pending commands.
    private func replace(_ known: inout Contents) throws(MQTTQueueError) {
        do throws(WriteError) {
            try file.write(Array(known.items.map(\.line).joined().utf8), isDurable: !known.items.isEmpty)
        } catch {
            known = Contents()
            throw MQTTQueueError(path, "it cannot be written: \(error.reason)")
        }
        known = Contents()
    }

    /// Waits for the file's lock, at most five seconds.
    private func lock() throws(MQTTQueueError) -> SharedFileLock {
        do throws(LockError) {
            if let lock = try SharedFileLock(file.appending(".lock"), waiting: 5) { return lock }
        } catch {
            throw MQTTQueueError(path, "\(error)")
        }
        throw MQTTQueueError(path, "another program holds it")
    }
}

/// The error of commands that cannot be stored.
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
