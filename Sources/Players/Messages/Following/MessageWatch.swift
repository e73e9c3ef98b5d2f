import FoundationEssentials
import Glibc

/// What a follower's thread does.
///
/// A regular file tells by inotify(7) that it has grown, its folder that another one stands in its place, and a FIFO by poll(2) that
/// someone writes. The clock is looked at for the alarm alone, and once a second where the system gives no watch.
final class MessageWatch {
    /// How long standard input must rest, before its first answer, to count as read: milliseconds.
    ///
    /// A program that writes several lines and ends is read to its end.
    private static let firstRest: Int32 = 50
    /// Milliseconds between two looks at a path whose changes the system does not tell.
    private static let blindInterval = 1000.0

    private let follower: MessageFollower
    private let alarm: @Sendable () -> Date?
    private let deliver: @Sendable (MessageFollower.Event) -> Void
    private let notifier: MessageNotifier?
    private var input: (any MessageInput)?
    /// How standard input ended; nil while it goes on.
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

    /// Opens what is to be read where it is another one than before, and reads what is there.
    private func look() -> MessageFollower.Condition {
        guard case .file(let path) = follower.address.place, let notifier else { return lookAtStandardInput() }
        notifier.watchFolders()
        var info = stat()
        let code = stat(path, &info) == 0 ? 0 : errno
        if let input, code != 0 || !input.isSame(as: info) {
            // What was written to it last still counts.
            _ = read(input)
            self.input = nil
        }
        do throws(MessageLoss) {
            guard code == 0 else { throw .system(code: code) }
            if input == nil { input = try open(path, info) }
            guard let input else { return .reading }
            switch read(input) {
            case .caughtUp, .more: break
            // The next writer finds another reader before this one leaves, so that nothing of what it writes is lost. A FIFO that was
            // opened anew waits for its next writer, and is not reported as ended until that one leaves.
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
        // Before it is opened: opening a device may do something.
        if let loss = MessageLoss(mode: info.st_mode) { throw loss }
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw .system(code: errno) }
        var opened = stat()
        guard fstat(descriptor, &opened) == 0, MessageLoss(mode: opened.st_mode) == nil else {
            Glibc.close(descriptor)
            throw MessageLoss(mode: opened.st_mode) ?? .system(code: EIO)
        }
        if opened.st_mode & S_IFMT == S_IFREG {
            // Between opening and reading, so that nothing goes untold.
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

    /// Reads standard input no more.
    private func close(_ condition: MessageFollower.Condition) -> MessageFollower.Condition {
        input = nil
        end = condition
        return condition
    }

    private func read(_ input: any MessageInput) -> MessageInputOutcome {
        input.read(until: { follower.isStopped }) { deliver(.lines($0, written: $1)) }
    }

    /// Sleeps until someone asks, the input changes, or the alarm is due.
    private func wait() {
        var entries = [follower.signal.descriptor, notifier?.descriptor ?? -1, input?.isPolled == true ? input?.descriptor ?? -1 : -1]
            .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while !follower.isStopped {
            let count = poll(&entries, nfds_t(entries.count), timeout)
            let code = errno
            follower.noteWakeUp()
            if count < 0 {
                // Short of memory, say: not again at once.
                if code != EINTR { usleep(100_000) }
                continue
            }
            if entries[0].revents != 0 { follower.signal.drain() }
            let isChanged = entries[1].revents != 0 && notifier?.drain() == true
            if count == 0 || entries[0].revents != 0 || entries[2].revents != 0 || isChanged { return }
        }
    }

    /// Milliseconds until something is due though nothing changes; -1 where nothing is.
    private var timeout: Int32 {
        var milliseconds = notifier?.isBlind == true ? Self.blindInterval : .infinity
        if let alarm = alarm() { milliseconds = min(milliseconds, max(0, alarm.timeIntervalSince(MessageClock.now) * 1000)) }
        guard milliseconds.isFinite else { return -1 }
        // An hour at most: the clock may be set meanwhile. A millisecond more than is left, so as not to wake up before the moment.
        return Int32(exactly: min(milliseconds, 3_600_000).rounded(.up) + 1) ?? 1000
    }
}
