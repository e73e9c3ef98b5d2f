import FoundationEssentials
import Glibc
import SubdialConcurrency

/// The loop of a follower's thread.
///
/// A `PathWatch` wakes the thread after a regular file has grown or was replaced, and `poll` reports data in a FIFO. The thread uses a timeout only for
/// the alarm, and wakes once a second if the system cannot provide a watch.
final class MessageWatch {
    /// The time in milliseconds without new data after which standard input counts as read for the first response.
    ///
    /// It allows a program that writes several lines and exits to be read to its end.
    private static let firstRest: Int32 = 50
    /// The polling interval in milliseconds for a path that cannot be watched.
    private static let blindInterval = 1000.0

    private let follower: MessageFollower
    private let alarm: @Sendable () -> Date?
    private let deliver: @Sendable (MessageFollower.Event) -> Void
    private let files: PathWatch?
    private var input: (any MessageInput)?
    /// The final state of standard input; nil until it has ended.
    private var end: MessageFollower.Condition?
    private var hasRested = false

    init(
        _ follower: MessageFollower, _ alarm: @escaping @Sendable () -> Date?,
        _ deliver: @escaping @Sendable (MessageFollower.Event) -> Void
    ) {
        self.follower = follower
        self.alarm = alarm
        self.deliver = deliver
        if case .file(let path) = follower.address.place {
            files = PathWatch(path) { [wakeUp = follower.wakeUp] in wakeUp?.wake() }
        } else {
            files = nil
        }
    }

    func run() {
        while !follower.isStopped {
            let question = follower.question
            deliver(.looked(check(), question: question))
            wait()
        }
    }

    /// Opens the input if it has been replaced, and reads the available data.
    private func check() -> MessageFollower.Condition {
        guard case .file(let path) = follower.address.place, let files else { return checkStandardInput() }
        files.watchFolders()
        var info = stat()
        let code = stat(path, &info) == 0 ? 0 : errno
        if let input, code != 0 || !input.isSame(as: info) {
            // The data last written to the old file still counts.
            _ = read(input)
            self.input = nil
        }
        do throws(MessageLoss) {
            guard code == 0 else { throw .system(code: code) }
            if input == nil { input = try open(path, info) }
            guard let input else { return .reading }
            switch read(input) {
            case .caughtUp, .more: break
            // Reopens the FIFO before this end is closed, so that nothing from the next writer is lost. A reopened FIFO waits for its next
            // writer, and is not reported as ended until that one closes it.
            case .ended: self.input = try open(path, info)
            case .failed(let code): throw .system(code: code)
            }
            return .reading
        } catch {
            input = nil
            files.forgetFile()
            return .lost(error)
        }
    }

    private func open(_ path: String, _ info: stat) throws(MessageLoss) -> any MessageInput {
        // Checked before opening, since opening a device may have side effects.
        if let loss = MessageLoss(mode: info.st_mode) { throw loss }
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw .system(code: errno) }
        var opened = stat()
        guard fstat(descriptor, &opened) == 0, MessageLoss(mode: opened.st_mode) == nil else {
            Glibc.close(descriptor)
            throw MessageLoss(mode: opened.st_mode) ?? .system(code: EIO)
        }
        if opened.st_mode & S_IFMT == S_IFREG {
            // Between opening and reading, so that no change is missed.
            files?.watchFile()
            return MessageFile(descriptor, limits: follower.limits)
        }
        files?.forgetFile()
        return MessagePipe(descriptor, isShared: false, limits: follower.limits)
    }

    private func checkStandardInput() -> MessageFollower.Condition {
        if let end { return end }
        guard let input = standardInput() else { return close(.lost(.closedInput)) }
        var outcome = read(input)
        while !hasRested, input.bytesRead > 0, outcome == .caughtUp, input.isReadable(within: Self.firstRest) { outcome = read(input) }
        hasRested = input.bytesRead > 0
        switch outcome {
        case .caughtUp, .more: return .reading
        case .ended: return close(.ended)
        case .failed(let code): return close(.lost(.system(code: code)))
        }
    }

    private func standardInput() -> MessagePipe? {
        if let input = input as? MessagePipe { return input }
        let descriptor = fcntl(follower.standardInput, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        let pipe = MessagePipe(descriptor, isShared: true, limits: follower.limits)
        input = pipe
        return pipe
    }

    /// Stops reading standard input.
    private func close(_ condition: MessageFollower.Condition) -> MessageFollower.Condition {
        input = nil
        end = condition
        return condition
    }

    private func read(_ input: any MessageInput) -> MessageInputOutcome {
        input.read(until: { follower.isStopped }) { deliver(.lines($0, written: $1)) }
    }

    /// Sleeps until a request comes, the input changes, or the alarm is due.
    private func wait() {
        var entries = [follower.wakeUp?.descriptor ?? -1, input?.isPolled == true ? input?.descriptor ?? -1 : -1]
            .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while !follower.isStopped {
            let count = poll(&entries, nfds_t(entries.count), timeout)
            let code = errno
            follower.recordWakeUp()
            if count < 0 {
                // For example, not enough memory: do not retry immediately.
                if code != EINTR { usleep(100_000) }
                continue
            }
            if entries[0].revents != 0 { follower.wakeUp?.drain() }
            return
        }
    }

    /// The poll timeout in milliseconds; -1 if there is none.
    private var timeout: Int32 {
        var milliseconds = files?.isBlind == true ? Self.blindInterval : .infinity
        if let alarm = alarm() { milliseconds = min(milliseconds, max(0, alarm.timeIntervalSince(.now) * 1000)) }
        guard milliseconds.isFinite else { return -1 }
        // At most an hour, since the clock may be set meanwhile. One extra millisecond prevents a wake-up before the alarm.
        return Int32(exactly: min(milliseconds, 3_600_000).rounded(.up) + 1) ?? 1000
    }
}

/// A FIFO, or standard input of any kind.
final class MessagePipe: MessageInput {
    let descriptor: Int32
    /// True for standard input: other processes share it, so that its blocking mode must not change.
    private let isShared: Bool
    private let limits: MessageLimits
    private var lines: MessageLines
    private(set) var bytesRead = 0
    var isPolled: Bool { true }

    /// Takes ownership of `descriptor`, which must be non-blocking unless it is shared.
    init(_ descriptor: Int32, isShared: Bool, limits: MessageLimits) {
        self.descriptor = descriptor
        self.isShared = isShared
        self.limits = limits
        lines = MessageLines(maximum: limits.maximumLine)
    }

    deinit { close(descriptor) }

    func read(until isStopped: () -> Bool, _ deliver: ([MessageLines.Line], Date?) -> Void) -> MessageInputOutcome {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var budget = limits.round
        while !isStopped() {
            guard budget > 0 else { return .more }
            if isShared, !isReadable(within: 0) { return .caughtUp }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 {
                let code = errno
                if code == EINTR { continue }
                return code == EAGAIN ? .caughtUp : .failed(code: code)
            }
            guard count > 0 else {
                // The last line needs no line end if the writer closes the input.
                if let line = lines.finish() { deliver([line], nil) }
                return .ended
            }
            budget -= count
            bytesRead += count
            let found = lines.parse(buffer[..<count])
            if !found.isEmpty { deliver(found, nil) }
        }
        return .caughtUp
    }

    /// Waits up to `milliseconds`; returns true as soon as there is data to read or the last writer has closed its end.
    fileprivate func isReadable(within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }
}

/// A regular file with messages, which grows or is rewritten.
final class MessageFile: MessageInput {
    /// The number of bytes before the read position that are compared to detect a rewritten file.
    private static let comparedTail = 1024

    let descriptor: Int32
    private let limits: MessageLimits
    private var lines: MessageLines
    /// The read position.
    private var offset = 0
    private var isAtLineStart = true
    /// The last bytes that were read.
    private var tail: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var isPolled: Bool { false }

    /// Takes ownership of `descriptor`.
    init(_ descriptor: Int32, limits: MessageLimits) {
        self.descriptor = descriptor
        self.limits = limits
        lines = MessageLines(maximum: limits.maximumLine)
    }

    deinit { close(descriptor) }

    func read(until isStopped: () -> Bool, _ deliver: ([MessageLines.Line], Date?) -> Void) -> MessageInputOutcome {
        var info = stat()
        guard fstat(descriptor, &info) == 0 else { return .failed(code: errno) }
        // Data appended after this point causes an event of its own.
        let size = Int(info.st_size)
        let written = Date(timeIntervalSince1970: Double(info.st_mtim.tv_sec) + Double(info.st_mtim.tv_nsec) / 1e9)
        if isRewritten(size: size) { startOver() }
        passOver(to: size - limits.backlog, until: isStopped)
        while offset < size, !isStopped() {
            let count = fill(upTo: size)
            if count < 0 { return .failed(code: errno) }
            // The file was truncated meanwhile, which causes an event of its own.
            guard count > 0 else { break }
            let found = parse(buffer[..<count])
            if !found.isEmpty { deliver(found, written) }
        }
        // Some programs write a single object without a line end.
        if let line = lines.unendedLine(where: { (try? PlayerMessage(line: $0)) != nil }) { deliver([line], written) }
        return .caughtUp
    }

    /// Fills the buffer from the read position; returns the number of bytes, 0 at the end of the file, negative on failure.
    private func fill(upTo end: Int) -> Int {
        while true {
            let count = pread(descriptor, &buffer, min(buffer.count, end - offset), off_t(offset))
            if count >= 0 || errno != EINTR { return count }
        }
    }

    private func parse(_ bytes: ArraySlice<UInt8>) -> [MessageLines.Line] {
        offset += bytes.count
        tail = Array((tail + bytes.suffix(Self.comparedTail)).suffix(Self.comparedTail))
        var rest = bytes
        if !isAtLineStart {
            let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
            lines.skip(rest[..<end])
            isAtLineStart = rest[..<end].last == 0x0A
            rest = rest[end...]
        }
        return lines.parse(rest)
    }

    /// Skips to the first line that begins at `target` or later, if the read position is before it.
    private func passOver(to target: Int, until isStopped: () -> Bool) {
        guard target > offset else { return }
        // From the byte before, which shows whether a line begins at the target.
        let last = target - 1
        if offset == 0, target <= limits.countedHistory {
            while offset < last, !isStopped() {
                let count = fill(upTo: last)
                guard count > 0 else { break }
                lines.skip(buffer[..<count])
                offset += count
            }
        } else {
            offset = last
            lines.jump(to: last)
        }
        tail = []
        isAtLineStart = false
    }

    /// True if the contents that were read have been replaced, whatever the file's size is now.
    ///
    /// The modification time is no indication: the system sets it before an appended line makes the file longer.
    private func isRewritten(size: Int) -> Bool {
        guard size >= offset else { return true }
        var present = [UInt8](repeating: 0, count: tail.count)
        let count = pread(descriptor, &present, present.count, off_t(offset - present.count))
        return count != present.count || present != tail
    }

    private func startOver() {
        (offset, isAtLineStart, tail) = (0, true, [])
        lines = MessageLines(maximum: limits.maximumLine)
    }
}

/// A descriptor from which messages are read.
protocol MessageInput: AnyObject {
    var descriptor: Int32 { get }
    /// True if `poll` reports the input as readable only while it is.
    var isPolled: Bool { get }

    /// Reads the available data in bounded portions and delivers its lines.
    ///
    /// - Parameters:
    ///   - isStopped: Returns true to end the reading early.
    ///   - deliver: Receives lines with the file's modification time, or with nil for inputs that deliver lines as they are written.
    func read(until isStopped: () -> Bool, _ deliver: ([MessageLines.Line], Date?) -> Void) -> MessageInputOutcome
}

/// The result of reading an input.
enum MessageInputOutcome: Equatable {
    /// All available data was read.
    case caughtUp
    /// The limit of one round is reached, and more data is available.
    case more
    /// The last writer has closed its end.
    case ended
    /// A read error; `code` is its `errno`.
    case failed(code: Int32)
}

extension MessageInput {
    /// True if `info` describes this input.
    fileprivate func isSame(as info: stat) -> Bool {
        var own = stat()
        return fstat(descriptor, &own) == 0 && own.st_dev == info.st_dev && own.st_ino == info.st_ino
    }
}
