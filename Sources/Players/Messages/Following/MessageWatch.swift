import Glibc

/// What a follower's thread does.
///
/// A regular file tells by inotify that it has grown, its folder that another one stands in its place, and a FIFO by poll that someone
/// writes: no clock is looked at.
final class MessageWatch {
    private let follower: MessageFollower
    private let deliver: @Sendable (MessageFollower.Event) -> Void
    private let notifier: Int32
    private var input: MessageInput?
    /// The watches on the folder and on the file in it; below zero where there are none.
    private var (folderWatch, fileWatch): (Int32, Int32) = (-1, -1)
    private var reason = ""
    private var hasEnded = false

    init(_ follower: MessageFollower, _ deliver: @escaping @Sendable (MessageFollower.Event) -> Void) {
        self.follower = follower
        self.deliver = deliver
        notifier = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    }

    deinit { if notifier >= 0 { close(notifier) } }

    func run() {
        while !follower.isStopped {
            let question = follower.question
            look()
            deliver(input == nil ? .lost(reason: reason, question: question) : .caughtUp(question: question))
            wait()
        }
    }

    /// Opens what is to be read where it is another one than before, and reads all that is there.
    private func look() {
        guard case .file(let path) = follower.address.place else { return lookAtStandardInput() }
        watchFolder(of: path)
        var info = stat()
        let isThere = stat(path, &info) == 0
        if !isThere { reason = Self.lastReason }
        if let input, !isThere || !input.isSame(as: info) {
            // What was written to it last still counts.
            _ = read(input)
            self.input = nil
        }
        if isThere, input == nil { open(path) }
        if let input, read(input) == .ended {
            // Opened anew before the old one is closed, so that what the next writer writes meanwhile is not lost.
            open(path)
        }
    }

    private func lookAtStandardInput() {
        guard !hasEnded else { return }
        if input == nil { input = MessageInput(fcntl(follower.standardInput, F_DUPFD_CLOEXEC, 0), isShared: true, limits: follower.limits) }
        if let input, read(input) == .caughtUp { return }
        hasEnded = true
        input = nil
        reason = "standard input has ended"
    }

    private func open(_ path: String) {
        if notifier >= 0 {
            if fileWatch >= 0 { inotify_rm_watch(notifier, fileWatch) }
            fileWatch = inotify_add_watch(
                notifier, path, UInt32(IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF))
        }
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        reason = descriptor < 0 ? Self.lastReason : "it is neither a file nor a FIFO"
        input = MessageInput(descriptor, isShared: false, limits: follower.limits)
    }

    private func watchFolder(of path: String) {
        guard notifier >= 0, folderWatch < 0 else { return }
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        folderWatch = inotify_add_watch(
            notifier, folder, UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF))
    }

    private func read(_ input: MessageInput) -> MessageInput.Outcome {
        input.readAll(until: { follower.isStopped }) { deliver(.lines($0)) }
    }

    private func wait() {
        var entries = [
            pollfd(fd: follower.signal.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: notifier, events: Int16(POLLIN), revents: 0),
        ]
        // A regular file is always readable.
        if let input, input.kind != .file { entries.append(pollfd(fd: input.descriptor, events: Int16(POLLIN), revents: 0)) }
        while poll(&entries, nfds_t(entries.count), -1) < 0, errno == EINTR {}
        follower.signal.drain()
        drainNotifier()
    }

    /// What has changed is looked at anyway; only that a watch has ended must be known.
    private func drainNotifier() {
        guard notifier >= 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 8192)
        while true {
            let count = Glibc.read(notifier, &buffer, buffer.count)
            guard count > 0 else { return }
            buffer.withUnsafeBytes { bytes in
                var place = 0
                while place + MemoryLayout<inotify_event>.size <= count {
                    let event = bytes.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
                    if event.wd == folderWatch, event.mask & UInt32(IN_IGNORED | IN_MOVE_SELF) != 0 { folderWatch = -1 }
                    place += MemoryLayout<inotify_event>.size + Int(event.len)
                }
            }
        }
    }

    private static var lastReason: String { String(cString: strerror(errno)) }
}
