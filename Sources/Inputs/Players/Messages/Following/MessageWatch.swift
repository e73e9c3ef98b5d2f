import FoundationEssentials
import Glibc

/// The loop of a follower's thread.
///
/// inotify reports that a regular file has grown or was replaced, and `poll` reports data in a FIFO. The thread uses a timeout only for
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
    private let notifier: MessageNotifier?
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
        if case .file(let path) = follower.address.place { notifier = MessageNotifier(path) } else { notifier = nil }
    }

    func run() {
        while !follower.isStopped {
            let question = follower.question
            deliver(.looked(look(), question: question))
            wait()
        }
    }

    /// Opens the input if it has been replaced, and reads the available data.
    private func look() -> MessageFollower.Condition {
        guard case .file(let path) = follower.address.place, let notifier else { return lookAtStandardInput() }
        notifier.watchFolders()
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
            notifier.forgetFile()
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
            notifier?.watchFile()
            return MessageFile(descriptor, limits: follower.limits)
        }
        notifier?.forgetFile()
        return MessagePipe(descriptor, isShared: false, limits: follower.limits)
    }

    private func lookAtStandardInput() -> MessageFollower.Condition {
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
        var entries = [
            follower.wakeUp?.descriptor ?? -1, notifier?.descriptor ?? -1, input?.isPolled == true ? input?.descriptor ?? -1 : -1,
        ]
        .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while !follower.isStopped {
            let count = poll(&entries, nfds_t(entries.count), timeout)
            let code = errno
            follower.noteWakeUp()
            if count < 0 {
                // For example, not enough memory: do not retry immediately.
                if code != EINTR { usleep(100_000) }
                continue
            }
            if entries[0].revents != 0 { follower.wakeUp?.drain() }
            let isChanged = entries[1].revents != 0 && notifier?.drain() == true
            if count == 0 || entries[0].revents != 0 || entries[2].revents != 0 || isChanged { return }
        }
    }

    /// The poll timeout in milliseconds; -1 if there is none.
    private var timeout: Int32 {
        var milliseconds = notifier?.isBlind == true ? Self.blindInterval : .infinity
        if let alarm = alarm() { milliseconds = min(milliseconds, max(0, alarm.timeIntervalSince(MessageClock.now) * 1000)) }
        guard milliseconds.isFinite else { return -1 }
        // At most an hour, since the clock may be set meanwhile. One extra millisecond prevents a wake-up before the alarm.
        return Int32(exactly: min(milliseconds, 3_600_000).rounded(.up) + 1) ?? 1000
    }
}
