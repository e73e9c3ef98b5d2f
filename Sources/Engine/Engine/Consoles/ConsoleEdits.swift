import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialConsoles
import SubdialEngineWire
import SubdialSystem

/// The edits of a console on disk: pending ones, and the outcomes of recent ones.
///
/// Records are only appended to the file, one per line; it is replaced as a whole when it has become long. An edit is durable before it is
/// reported as stored. A confirmation need not be, because the console repeats it with the edit's number.
package struct ConsoleEdits: Sendable {
    /// The path of the file.
    package var path: String { file.path }
    private let file: PrivateFile
    /// The maximum size of the file, in bytes.
    private static let maximumBytes = 16 << 20

    /// The edits of a console, in the state folder of a user.
    package init(of address: ConsoleAddress, in folders: UserFolders) { self.init(of: address, folder: folders.consoles) }

    /// - Parameter folder: The folder for the files of all consoles.
    init(of address: ConsoleAddress, folder: PrivateFolder) {
        file = folder.file("\(String(address.description.stableHash, radix: 16)).jsonl")
    }

    /// The file of the console's last known state.
    var memory: PrivateFile { file.appending(".seen") }

    /// The current edits; empty if there is no file.
    package func queue() throws(ConsoleError) -> ConsoleQueue { try log().queue }

    /// Adds an edit for the console; it is durable when this returns.
    ///
    /// - Parameters:
    ///   - seen: The time of the setting's last write that the editor knows, in nanoseconds since 1970.
    ///   - value: Returns the value for the current edits; no other process can add one meanwhile.
    package func add(
        _ channel: String, _ field: ConsoleField, seen: Int64 = 0, _ value: (ConsoleQueue) -> Double
    ) throws(ConsoleError) -> ConsoleEdit {
        var edit: ConsoleEdit?
        _ = try change(isDurable: true) { (queue) throws(ConsoleError) in
            guard queue.waiting.count < ConsoleQueue.maximumWaiting else { throw .full(path: path) }
            let made = queue.edit(channel, field, value(queue), now: Self.now, seen: seen)
            edit = made
            return [.edit(made)]
        }
        guard let edit else { throw .file(path: path, reason: "the edit was not kept") }
        return edit
    }

    /// Discards all pending edits, and returns their number.
    package func forget() throws(ConsoleError) -> Int {
        var count = 0
        _ = try change(isDurable: true) { (queue) throws(ConsoleError) in
            count = queue.waiting.count
            return queue.waiting.map { .outcome($0.sequence, .forgotten) }
        }
        return count
    }

    /// Adds outcomes of edits, and returns the resulting edits.
    func record(_ records: [ConsoleRecord]) throws(ConsoleError) -> ConsoleQueue {
        let isRenamed = records.contains { if case .client = $0 { true } else { false } }
        return try change(isDurable: isRenamed) { (_) throws(ConsoleError) in records }
    }

    /// The durable edits: an edit that is being written must not be sent before it is durable.
    func settled() throws(ConsoleError) -> ConsoleQueue {
        guard access(path, F_OK) == 0 else { return ConsoleQueue() }
        return try record([])
    }

    /// The lock of the sender of these edits; nil if another process holds it.
    func sendingLock() throws(ConsoleError) -> SharedFileLock? {
        do throws(LockError) {
            return try SharedFileLock(file.appending(".sending"))
        } catch {
            throw .file(path: path + ".sending", reason: "\(error)")
        }
    }

    /// The present, in nanoseconds since 1970.
    static var now: Int64 { Int64(saturating: Date.now.timeIntervalSince1970 * 1e9) }

    // MARK: The file

    private func log() throws(ConsoleError) -> ConsoleLog {
        let bytes: [UInt8]
        do throws(ReadError) {
            bytes = try file.bytes(limit: Self.maximumBytes)
        } catch {
            switch error {
            case .missing: bytes = []
            case .unreadable(let reason), .wrongKind(let reason): throw .file(path: path, reason: "it cannot be read: \(reason)")
            case .tooLong(let limit): throw .file(path: path, reason: "it is longer than \(limit >> 20) MiB; move it away")
            }
        }
        do throws(ConsoleLogError) {
            return try ConsoleLog(bytes)
        } catch {
            throw .file(path: path, reason: "\(error); it is left as it is: repair it or move it away")
        }
    }

    /// Appends the records that `body` returns, while no other process can change the edits.
    private func change(
        isDurable: Bool, _ body: (ConsoleQueue) throws(ConsoleError) -> [ConsoleRecord]
    ) throws(ConsoleError) -> ConsoleQueue {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        var log = try log()
        if log.queue.client.isEmpty {
            let name: ConsoleRecord = .client(UUID().uuidString.lowercased(), last: log.queue.last, time: 0)
            try replace(with: [name] + log.queue.waiting.map { .edit($0) })
            log = try self.log()
        }
        let records = try body(log.queue)
        var queue = log.queue
        for record in records { queue.apply(record) }
        if log.isLong {
            try replace(with: queue.compacted)
        } else if !records.isEmpty {
            do {
                try file.append(records.flatMap(\.line), behind: log.length, isDurable: isDurable)
            } catch {
                throw .unwritable(path: path, reason: error.reason)
            }
        }
        return queue
    }

    private func replace(with records: [ConsoleRecord]) throws(ConsoleError) {
        do {
            try file.write(records.flatMap(\.line), isDurable: true)
        } catch {
            throw .write(error)
        }
    }

    /// Waits for the file's lock, at most five seconds.
    private func lock() throws(ConsoleError) -> SharedFileLock {
        do throws(LockError) {
            if let lock = try SharedFileLock(file.appending(".lock"), waiting: 5) { return lock }
        } catch {
            throw .write(WriteError(path: path, reason: "\(error)"))
        }
        throw .busy(path: path)
    }
}
