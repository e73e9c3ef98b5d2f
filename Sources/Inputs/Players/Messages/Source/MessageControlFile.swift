import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialDocuments
import SubdialPlayback
import SubdialSystem

/// The file or FIFO beside the messages, with the same name followed by `.control`, from which the player reads controls and replies.
struct MessageControlFile: Sendable {
    /// The maximum number of bytes that a FIFO receives as a whole (POSIX's `PIPE_BUF` on Linux).
    private static let wholeWrite = 4096

    let address: MessageFileAddress

    /// The reason why the player cannot be controlled; nil if the file exists.
    var refusal: String? {
        guard let path = address.controlPath else { return "what standard input tells of cannot be controlled" }
        var info = stat()
        guard stat(path, &info) == 0 else {
            return "'\(address.name)' cannot be controlled: there is no \(path); make it with 'mkfifo', for the player to read from"
        }
        let kind = info.st_mode & S_IFMT
        return kind == S_IFREG || kind == S_IFIFO
            ? nil : "'\(address.name)' cannot be controlled: \(path) is neither a file nor a FIFO"
    }

    /// Writes a line.
    func send(_ line: [UInt8]) throws(SourceError) {
        guard let path = address.controlPath else { return }
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            let reason = errno == ENXIO ? "nobody reads from \(path)" : "\(path) cannot be written: \(SystemError.last)"
            throw .refused("'\(address.name)' cannot be controlled now: \(reason)")
        }
        defer { close(descriptor) }
        // In a single short write, so that it is not interleaved with other writers' lines.
        let count = BrokenPipes.ignored { write(descriptor, line, line.count) }
        guard count == line.count else {
            let reason = count >= 0 || errno == EAGAIN ? "it is full" : SystemError.last.description
            throw .unreachable(address: path, reason: reason)
        }
    }

    /// Writes a reply: the message as it was received, who replies, when, and the outcome.
    ///
    /// A reply that would be longer than a FIFO receives as a whole has no `items`. Without a file, or without a reader, there is no reply.
    func reply(to message: [UInt8], by name: String, at date: Date, outcome: String) {
        guard refusal == nil, case .object(let members)? = try? JSONValue(parsing: message) else { return }
        let added = [
            JSONMember("repliedBy", .string(name)), JSONMember("repliedAt", .double((date.timeIntervalSince1970 * 1000).rounded() / 1000)),
            JSONMember("outcome", .string(outcome)),
        ]
        func line(_ members: [JSONMember]) -> [UInt8] { Array((JSONValue.object(members + added).text() + "\n").utf8) }
        let whole = line(members)
        // A player that does not read now gets no reply, as it gets no control.
        try? send(whole.count <= Self.wholeWrite ? whole : line(members.filter { $0.key != "items" }))
    }
}

/// Writing to pipes whose reader may close at any time.
enum BrokenPipes {
    /// Runs `write`, which fails with `EPIPE` if the pipe has no reader, instead of ending the process.
    ///
    /// SIGPIPE is blocked for this thread only, and removed if it became pending.
    static func ignored(_ write: () -> Int) -> Int {
        var (pipes, before, pending) = (sigset_t(), sigset_t(), sigset_t())
        sigemptyset(&pipes)
        sigaddset(&pipes, SIGPIPE)
        sigpending(&pending)
        let wasPending = sigismember(&pending, SIGPIPE) == 1
        pthread_sigmask(SIG_BLOCK, &pipes, &before)
        let result = write()
        let code = errno
        if result < 0, code == EPIPE, !wasPending {
            var now = timespec()
            while sigtimedwait(&pipes, nil, &now) < 0, errno == EINTR {}
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        errno = code
        return result
    }
}
