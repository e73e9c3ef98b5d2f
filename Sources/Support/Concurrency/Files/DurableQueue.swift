import Glibc
import SubdialBasics
import SubdialSystem
import Synchronization

/// A record in the file of a ``DurableQueue``.
package protocol QueueRecord: Sendable {
    /// The record without a line end.
    var bytes: [UInt8] { get }

    /// Parses a record; nil if the bytes are not one.
    init?(_ bytes: ArraySlice<UInt8>)
}

/// The contents that result from the records in the file of a ``DurableQueue``.
package protocol QueueContents: Hashable, Sendable {
    associatedtype Record: QueueRecord

    /// The maximum size of the file, in bytes.
    static var maximumSize: Int { get }
    /// True if each line of the file is a record; false if the file is one record, which every change replaces.
    static var isLog: Bool { get }
    /// The shortest list of records that yields the same contents.
    var compacted: [Record] { get }

    /// Makes the contents without records.
    init()

    /// Applies the next record.
    mutating func apply(_ record: Record)
}

/// A queue in a private file, which any number of processes and threads read and change.
///
/// A change is made under a lock, and is on disk when it is reported as made; with an error, the file is as before. Records are appended, or the
/// file is replaced as a whole if most of it is obsolete. Only records that were appended since the last read are parsed.
package final class DurableQueue<Contents: QueueContents>: Sendable {
    private final class OpenFile: Sendable {
        let descriptor: Descriptor

        init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
    }

    /// The part of the file that was parsed.
    private struct Known: Sendable {
        /// The file that was read, open so that no other file gets its inode number; nil if there was none.
        var file: OpenFile?
        var version: FileVersion?
        /// The length of the complete records in bytes, their hash, and their number.
        var (length, hash, count) = (0, [UInt8]().stableHash, 0)
        var contents = Contents()
        /// The length above which the file is replaced, if most of it is obsolete.
        var limit = 256 << 10
    }

    /// The maximum wait for the lock of a change, in seconds.
    private static var patience: Int { 5 }

    /// The file.
    package let file: PrivateFile
    private let lockFile: PrivateFile
    private let known = Mutex(Known())
    private let changes = Listeners<Void>()
    private let lane = WorkLane()

    /// - Parameter lock: The lock of changes, which several queues may share; nil for one beside the file.
    package init(_ file: PrivateFile, lock: PrivateFile? = nil) {
        self.file = file
        lockFile = lock ?? file.appending(".lock")
    }

    /// The path of the file.
    package var path: String { file.path }

    // MARK: Users

    /// The present contents, of which the last record need not be durable yet.
    package func contents() throws(QueueError) -> Contents {
        try withKnown { (known) throws(QueueError) in
            var new = known
            try update(&new)
            // What is being appended may be taken back: it is not known until a change sees it.
            if !Contents.isLog { known = new }
            return new.contents
        }
    }

    /// The contents after all changes that are being made.
    package func settled() throws(QueueError) -> Contents {
        // Without a file, the folder for its lock is not created.
        guard access(path, F_OK) == 0 else { return Contents() }
        return try locked { (known) throws(QueueError) in
            try update(&known)
            return known.contents
        }
    }

    /// Changes the queue while no other process or thread can; a damaged file is renamed.
    ///
    /// - Parameters:
    ///   - isDurable: True if the records must survive a power failure.
    ///   - body: Returns the records to add for the current contents, and a value for the caller.
    /// - Returns: The contents after the change, and the value.
    @discardableResult
    package func change<Value: Sendable>(
        isDurable: Bool = true, _ body: (Contents) throws(QueueError) -> ([Contents.Record], Value)
    ) throws(QueueError) -> (contents: Contents, value: Value) {
        let result = try locked { (known) throws(QueueError) in
            do throws(QueueError) {
                try update(&known)
            } catch {
                throw setAside(error)
            }
            let (records, value) = try body(known.contents)
            if !records.isEmpty { try add(records, to: &known, isDurable: isDurable) }
            return (known.contents, value)
        }
        changes.send(())
        return result
    }

    /// Calls `changed` now, and after each change by this process or another one, until the task is cancelled.
    package func follow(_ changed: @escaping @Sendable () -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in self.changes.stream() { changed() } }
            group.addTask { await FileFollower(path: self.path, reportsStart: true).follow(changed) }
            changed()
        }
    }

    /// Does blocking work with the queue on a thread of its own.
    package func work<Value: Sendable>(
        _ body: @escaping @Sendable (DurableQueue) throws(QueueError) -> Value
    ) async throws(QueueError) -> Value {
        let result = await lane.value { Result { () throws(QueueError) in try body(self) } }
        guard let result else { throw .unreadable(path: path, reason: "the system gives no thread") }
        return try result.get()
    }

    /// The lock of the only sender of what waits, after no other process holds it; nil if the task is cancelled before.
    package func sendingLock() async throws(QueueError) -> SharedFileLock? {
        do throws(LockError) {
            return try await SharedFileLock.acquired(file.appending(".sending"))
        } catch {
            throw .unwritable(WriteError(path: "\(path).sending", reason: "\(error)"))
        }
    }

    // MARK: Locks

    private func locked<Value: Sendable>(_ body: (inout Known) throws(QueueError) -> Value) throws(QueueError) -> Value {
        let lock: SharedFileLock?
        do throws(LockError) {
            lock = try SharedFileLock(lockFile, waiting: Self.patience)
        } catch {
            throw .unwritable(WriteError(path: path, reason: "\(error)"))
        }
        guard let lock else { throw .busy(path: path) }
        defer { withExtendedLifetime(lock) {} }
        return try withKnown(body)
    }

    private func withKnown<Value: Sendable>(_ body: (inout Known) throws(QueueError) -> Value) throws(QueueError) -> Value {
        try known.withLock { known in Result { () throws(QueueError) in try body(&known) } }.get()
    }

    // MARK: Reading

    /// Reads what was appended, or the whole file if it was replaced or changed in another way.
    private func update(_ known: inout Known) throws(QueueError) {
        let version = FileVersion(path: path)
        if let version, let before = known.version {
            if version == before { return }
            // If an editor has changed the file in place, it is read anew.
            if Contents.isLog, version.isOfSameFile(as: before), (try? readRest(&known)) != nil { return }
        }
        known = Known()
        if version == nil, access(path, F_OK) != 0, errno == ENOENT || errno == ENOTDIR { return }
        known.file = try open()
        try readRest(&known)
    }

    private func open() throws(QueueError) -> OpenFile {
        do throws(WriteError) {
            return OpenFile(try file.open(O_RDONLY))
        } catch {
            throw .unreadable(path: path, reason: error.reason)
        }
    }

    /// Parses the complete records behind the known ones; the incomplete line of a killed writer is ignored.
    private func readRest(_ known: inout Known) throws(QueueError) {
        guard let file = known.file else { return }
        var new = known
        new.version = FileVersion(descriptor: file.descriptor.raw)
        guard new.version?.size ?? 0 <= Contents.maximumSize else {
            throw damage("it is longer than \(Contents.maximumSize >> 20) MiB")
        }
        lseek(file.descriptor.raw, 0, SEEK_SET)
        let bytes: [UInt8]
        do throws(ReadError) {
            bytes = try InputFile.bytes(of: file.descriptor, limit: Contents.maximumSize, accepting: .own)
        } catch {
            throw .unreadable(path: path, reason: error.reason)
        }
        // An editor may have changed the known part in place.
        guard bytes.prefix(known.length).stableHash == known.hash else { throw damage("it was changed in place") }
        var start = known.length
        while let end = Contents.isLog ? bytes[start...].firstIndex(of: UInt8(ascii: "\n")) : start == 0 ? bytes.count : nil {
            new.count += 1
            guard let record = Contents.Record(bytes[start..<end]) else {
                throw damage(Contents.isLog ? "line \(new.count) is no record" : "this is no file of a queue")
            }
            new.contents.apply(record)
            start = Contents.isLog ? end + 1 : end
        }
        (new.length, new.hash) = (start, bytes[known.length..<start].stableHash(after: known.hash))
        known = new
    }

    private func damage(_ reason: String) -> QueueError { .damaged(path: path, reason: reason, aside: nil) }

    /// Renames a damaged file, and returns the error for the user.
    private func setAside(_ error: QueueError) -> QueueError {
        guard case .damaged(_, let reason, _) = error else { return error }
        var (aside, number) = ("\(path).bad", 1)
        while access(aside, F_OK) == 0 {
            number += 1
            aside = "\(path).bad\(number)"
        }
        guard rename(path, aside) == 0 else {
            return .unwritable(WriteError(path: path, reason: "\(reason), and the file cannot be renamed: \(SystemError.last)"))
        }
        return .damaged(path: path, reason: reason, aside: aside)
    }

    // MARK: Writing

    private func add(_ records: [Contents.Record], to known: inout Known, isDurable: Bool) throws(QueueError) {
        var new = known
        for record in records { new.contents.apply(record) }
        let added = Self.bytes(of: records)
        (new.length, new.count) = (known.length + added.count, known.count + records.count)
        new.hash = added.stableHash(after: known.hash)
        let isEmpty = new.contents == Contents()
        var isReplaced = isEmpty || !Contents.isLog
        var all: [UInt8] = []
        if isReplaced || new.length > min(known.limit, Contents.maximumSize) {
            let compacted = new.contents.compacted
            all = Self.bytes(of: compacted)
            guard all.count <= Contents.maximumSize else {
                throw .full(path: path, reason: "\(Contents.maximumSize >> 20) MiB wait already, and no more are kept")
            }
            isReplaced = isReplaced || new.length > min(2 * all.count, Contents.maximumSize)
            if isReplaced { (new.file, new.length, new.hash, new.count) = (nil, all.count, all.stableHash, compacted.count) }
            new.limit = max(Known().limit, 2 * new.length)
        }
        do throws(WriteError) {
            if isReplaced {
                try file.write(all, isDurable: !isEmpty, followsLinks: false)
            } else {
                try file.append(added, behind: known.length, isDurable: isDurable)
            }
        } catch {
            throw .unwritable(error)
        }
        // If the file cannot be opened now, the next read reports why.
        if new.file == nil { new.file = try? open() }
        new.version = new.file.flatMap { FileVersion(descriptor: $0.descriptor.raw) }
        known = new
    }

    private static func bytes(of records: [Contents.Record]) -> [UInt8] {
        records.flatMap { Contents.isLog ? $0.bytes + [UInt8(ascii: "\n")] : $0.bytes }
    }
}
