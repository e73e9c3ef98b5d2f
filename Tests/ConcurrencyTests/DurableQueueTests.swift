import Foundation
import Glibc
import SubdialBasics
import SubdialSystem
import SubdialTestSupport
import Testing

@testable import SubdialConcurrency

/// Tests of queues on disk that several processes share; two instances on one file have descriptors of their own, as two processes do.
@Suite(.timeLimit(.minutes(5))) struct DurableQueueTests {
    /// A number that is added, or removed if it has a minus.
    struct Number: QueueRecord {
        var value: Int
        var bytes: [UInt8] { Array((value < 0 ? "\(value)" : "+\(value)").utf8) }

        init(value: Int) { self.value = value }

        init?(_ bytes: ArraySlice<UInt8>) {
            let text = String(decoding: bytes, as: UTF8.self)
            guard text.hasPrefix("+") || text.hasPrefix("-"), let value = Int(text) else { return nil }
            self.value = value
        }
    }

    /// Numbers on lines.
    struct Numbers: QueueContents {
        static let maximumSize = 1 << 20
        static let isLog = true

        var numbers: [Int] = []
        var compacted: [Number] { numbers.map(Number.init) }

        mutating func apply(_ record: Number) {
            if record.value < 0 { numbers.removeAll { $0 == -record.value } } else { numbers.append(record.value) }
        }
    }

    /// A number that is a whole file.
    struct Single: QueueContents {
        static let maximumSize = 1 << 10
        static let isLog = false

        var last = 0
        var compacted: [Number] { [Number(value: last)] }

        mutating func apply(_ record: Number) { last = record.value }
    }

    private let folder: TemporaryFolder
    private var file: PrivateFile { PrivateFolder("\(folder.path)/queues").file("numbers") }
    /// A new instance on the same file.
    private var queue: DurableQueue<Numbers> { DurableQueue(file) }

    init() throws { folder = try TemporaryFolder() }

    private static func add(_ numbers: Int..., to queue: DurableQueue<Numbers>, isDurable: Bool = true) throws {
        try queue.change(isDurable: isDurable) { _ in (numbers.map(Number.init), ()) }
    }

    /// Changes the file as an editor does that keeps it open: its inode number remains.
    private func overwrite(_ text: String) throws {
        let handle = try #require(FileHandle(forWritingAtPath: file.path))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }

    @Test(arguments: [true, false])
    func twoProcessesSeeTheirChangesInOrder(_ isDurable: Bool) throws {
        let (left, right) = (queue, queue)
        for number in 1...20 { try Self.add(number, to: number % 2 == 0 ? left : right, isDurable: isDurable) }
        for queue in [left, right, queue] {
            #expect(try queue.contents().numbers == Array(1...20))
            #expect(try queue.settled().numbers == Array(1...20))
        }
        try Self.add(-7, to: left)
        #expect(try right.contents().numbers == (1...20).filter { $0 != 7 })
        for number in 1...20 { try Self.add(-number, to: right) }
        // Without contents, the file is empty.
        #expect(try left.settled().numbers.isEmpty && Data(contentsOf: URL(filePath: file.path)).isEmpty)
        try Self.add(21, to: left)
        #expect(try right.contents().numbers == [21])
    }

    /// Each number is there once, and each change sees all before it.
    @Test func noChangeIsLost() throws {
        let file = file
        let workers = (0..<4).map { _ in
            PendingResult { () -> Bool in
                let queue = DurableQueue<Numbers>(file)
                return (1...25).allSatisfy { _ in
                    (try? queue.change { numbers in ([Number(value: numbers.numbers.count + 1)], ()) }) != nil
                }
            }
        }
        #expect(workers.map { $0.value() } == [true, true, true, true])
        #expect(try queue.contents().numbers == Array(1...100))
    }

    /// A program that was killed during a write leaves a part of a line, which the next change removes.
    @Test(arguments: ["", "+", "+34", "+3456789", "x", "\0\0\0"])
    func anIncompleteLineDoesNotCount(_ part: String) throws {
        let known = queue
        try Self.add(1, to: known)
        try overwrite("+1\n+2\n" + part)
        #expect(try known.contents().numbers == [1, 2] && queue.settled().numbers == [1, 2])
        try Self.add(30, to: known)
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "+1\n+2\n+30\n")
        #expect(try known.contents().numbers == [1, 2, 30] && queue.contents().numbers == [1, 2, 30])
    }

    @Test(arguments: [
        "", "+7\n", "+7\n+8\n+9\n", "+700\n+80\n+90\n", "+7000000000\n+8\n", "+7\n+800\n+9000\n+1", "+7\n+80000\n90",
    ])
    func anEditedFileIsReadAnew(_ text: String) throws {
        let known = queue
        for number in [10, 20, 30] { try Self.add(number, to: known) }
        try overwrite(text)
        #expect(try known.contents().numbers == queue.contents().numbers)
        #expect(
            try known.settled().numbers == text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().compactMap { Int($0) })
    }

    /// Readers leave a damaged file as it is; a change renames it, reports its new path, and the next one begins another file.
    @Test(arguments: [("x\n", 1), ("+1\n\nx\n", 2), ("+1\n+2\n3\n+4\n", 3)])
    func aDamagedFileIsPutAside(_ text: String, _ line: Int) throws {
        let known = queue
        for aside in ["\(file.path).bad", "\(file.path).bad2"] {
            try Self.add(1, to: known)
            try overwrite(text)
            for queue in [known, queue] {
                let damage = QueueError.damaged(path: file.path, reason: "line \(line) is no record", aside: nil)
                #expect(throws: damage) { try queue.contents() }
                #expect(throws: damage) { try queue.settled() }
            }
            let reported = QueueError.damaged(path: file.path, reason: "line \(line) is no record", aside: aside)
            #expect(throws: reported) { try Self.add(2, to: known) }
            #expect(try String(contentsOfFile: aside, encoding: .utf8) == text)
            #expect(try known.contents().numbers.isEmpty && queue.settled().numbers.isEmpty)
            #expect(reported.exitStatus == .badData && "\(reported)".contains(aside))
        }
        try Self.add(3, to: known)
        #expect(try queue.contents().numbers == [3])
    }

    /// A full queue refuses additions, and accepts removals.
    @Test func aFullQueueRefusesMore() throws {
        let queue = queue
        let all = (1...130_000).map { $0 + 1_000_000 }
        try queue.change { _ in (all.prefix(116_000).map(Number.init), ()) }
        let error = #expect(throws: QueueError.self) { try queue.change { _ in (all.suffix(14_000).map(Number.init), ()) } }
        #expect(error?.exitStatus == .refused)
        #expect(try self.queue.contents().numbers.count == 116_000)
        try Self.add(-all[0], to: queue)
        try Self.add(1, to: queue)
        #expect(try self.queue.contents().numbers == all[1..<116_000] + [1])
    }

    /// The size of a file does not grow with numbers that were removed.
    @Test func aFileIsShortened() throws {
        let (queue, other) = (queue, queue)
        try Self.add(5, to: queue)
        for round in 1...20 {
            let numbers = (1...1000).map { $0 + round * 1_000_000 }
            try queue.change { _ in (numbers.map(Number.init), ()) }
            try queue.change { _ in (numbers.map { Number(value: -$0) }, ()) }
            #expect(try other.contents().numbers == [5])
        }
        let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
        #expect(size < 300_000)
    }

    /// A failed write is reported, and neither the file nor the known contents change.
    @Test func aFailedWriteChangesNothing() throws {
        let queue = DurableQueue<Numbers>(file, lock: PrivateFolder(folder.path).file("lock"))
        try Self.add(1, to: queue)
        // A file is in the place of the folder.
        let place = "\(folder.path)/queues"
        try FileManager.default.moveItem(atPath: place, toPath: "\(place).moved")
        try Data("x".utf8).write(to: URL(filePath: place))
        let error = #expect(throws: QueueError.self) { try Self.add(2, to: queue) }
        #expect(error?.exitStatus == .cannotWrite && error.map { "\($0)".contains(file.path) } == true)
        try FileManager.default.removeItem(atPath: place)
        try FileManager.default.moveItem(atPath: "\(place).moved", toPath: place)
        #expect(try queue.contents().numbers == [1] && queue.settled().numbers == [1])
        try Self.add(3, to: queue)
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "+1\n+3\n")
    }

    /// A file that cannot be read is reported, and neither changed nor renamed.
    @Test func anUnreadableFileIsReported() throws {
        let queue = queue
        try Self.add(1, to: queue)
        try FileManager.default.moveItem(atPath: file.path, toPath: "\(file.path).moved")
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
        let error = #expect(throws: QueueError.self) { try Self.add(2, to: queue) }
        #expect(error?.exitStatus == .badData && error.map { "\($0)".hasPrefix(file.path) } == true)
        try FileManager.default.removeItem(atPath: file.path)
        try FileManager.default.moveItem(atPath: "\(file.path).moved", toPath: file.path)
        #expect(try queue.contents().numbers == [1] && self.queue.settled().numbers == [1])
    }

    @Test func anErrorOfTheCallerLeavesTheFileAsItIs() throws {
        let queue = queue
        try Self.add(1, to: queue)
        #expect(throws: QueueError.busy(path: "x")) {
            try queue.change { (_) throws(QueueError) -> ([Number], Void) in throw .busy(path: "x") }
        }
        #expect(try queue.contents().numbers == [1] && self.queue.contents().numbers == [1])
    }

    @Test func aFolderIsOnlyMadeForAChange() throws {
        #expect(try queue.contents().numbers.isEmpty && queue.settled().numbers.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        try Self.add(1, to: queue)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/queues").sorted() == ["numbers", "numbers.lock"])
    }

    @Test func aRemovedFileIsForgotten() throws {
        let queue = queue
        try Self.add(1, to: queue)
        try FileManager.default.removeItem(atPath: file.path)
        #expect(try queue.contents().numbers.isEmpty)
        try Self.add(2, to: queue)
        #expect(try queue.contents().numbers == [2])
    }

    /// A queue whose file is one record is replaced by each change.
    @Test func aSingleRecordIsReplaced() throws {
        let (left, right) = (DurableQueue<Single>(file), DurableQueue<Single>(file))
        for number in 1...10 {
            try (number % 2 == 0 ? left : right).change { _ in ([Number(value: number)], ()) }
            #expect(try left.contents().last == number && right.settled().last == number)
            #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "+\(number)")
        }
        try overwrite("")
        #expect(throws: QueueError.self) { try left.contents() }
    }

    /// Changes of this instance and of another one are reported, also that which creates the file.
    @Test func changesAreReported() async throws {
        let (queue, other) = (queue, queue)
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let following = Task { await queue.follow { continuation.yield() } }
        for number in 1...4 {
            try Self.add(number, to: number % 2 == 0 ? queue : other)
            for await _ in changes where try queue.contents().numbers == Array(1...number) { break }
        }
        following.cancel()
        await following.value
    }

    // MARK: The sender

    @Test func oneTaskAfterTheOtherIsTheSender() async throws {
        var first = try await queue.sendingLock()
        try #require(first != nil)
        let waiters = (0..<3).map { _ in Task { [queue] in try await queue.sendingLock() != nil } }
        #expect(try SharedFileLock(file.appending(".sending")) == nil)
        withExtendedLifetime(first) {}
        first = nil
        for waiter in waiters { #expect(try await waiter.value) }
        let last = try await queue.sendingLock()
        #expect(last != nil)
    }

    /// A cancelled task neither waits nor gets the lock, which the next one gets.
    @Test func aCancelledTaskDoesNotWait() async throws {
        var owner = try await queue.sendingLock()
        let waiter = Task { [queue] in try await queue.sendingLock() != nil }
        waiter.cancel()
        #expect(try await !waiter.value)
        let next = Task { [queue] in try await queue.sendingLock() != nil }
        withExtendedLifetime(owner) {}
        owner = nil
        #expect(try await next.value)
    }

    /// The lock of another process is free when that process is killed.
    @Test func theSenderOfAnotherProcessIsAwaited() async throws {
        try Tool.need("flock")
        let lock = file.appending(".sending")
        _ = try SharedFileLock(lock)
        let owner = Process()
        owner.executableURL = URL(filePath: try #require(Tool.path("flock")))
        owner.arguments = ["--no-fork", lock.path, "sleep", "3600"]
        try owner.run()
        while try SharedFileLock(lock) != nil { try await Task.sleep(for: .milliseconds(1)) }
        let waiter = Task { [queue] in try await queue.sendingLock() != nil }
        kill(owner.processIdentifier, SIGKILL)
        #expect(try await waiter.value)
        owner.waitUntilExit()
    }
}
