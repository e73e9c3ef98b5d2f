import Glibc

/// A program of this project that parses files of others in a process with limits; ``deinit`` ends it.
///
/// Its input and output are one socket.
package final class HelperProcess {
    /// Why a program gives no answer.
    package enum Failure: Error, CustomStringConvertible {
        /// It could not be started, with the reason.
        case notStarted(String)
        /// It has ended, or answered nonsense.
        case ended
        /// There was no answer in time.
        case late
        /// The answer is not wanted any longer.
        case cancelled

        /// The message.
        package var description: String {
            switch self {
            case .notStarted(let reason): reason
            case .ended: "it has ended"
            case .late: "it does not answer"
            case .cancelled: "its answer is not wanted any longer"
            }
        }
    }

    private let id: pid_t
    private let socket: Descriptor

    /// Starts a program.
    ///
    /// - Throws: ``Failure/notStarted(_:)``.
    package init(_ program: String, arguments: [String] = []) throws(Failure) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .notStarted("\(SystemError.last)")
        }
        socket = Descriptor(ends[0])
        let other = Descriptor(ends[1])
        id = try Self.start(program, arguments, on: other.raw)
        _ = consume other
    }

    deinit {
        kill(id, SIGKILL)
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
    }

    /// Sends bytes, all of them.
    package func send(_ bytes: [UInt8]) throws(Failure) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(socket.raw, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .ended }
            sent += count
        }
    }

    /// Ends the input of the program.
    package func endInput() { shutdown(socket.raw, Int32(SHUT_WR)) }

    /// Receives bytes.
    ///
    /// - Parameters:
    ///   - acceptsLess: True to return what has come if the process ends.
    ///   - isCancelled: Called ten times a second or more; true stops the waiting.
    package func receive(
        _ count: Int, before deadline: ContinuousClock.Instant, acceptsLess: Bool = false, isCancelled: () -> Bool = { false }
    ) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var buffer = [UInt8](repeating: 0, count: min(count, 1 << 16))
        while bytes.count < count {
            var waiting = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
            let remaining = (deadline - .now) / .milliseconds(1)
            // Also while bytes arrive: a program that sends them slowly must not go on for ever.
            if isCancelled() { throw .cancelled }
            if remaining <= 0 { throw .late }
            switch poll(&waiting, 1, Int32(min(100, remaining.rounded(.up)))) {
            case 0: break
            case ..<0: if errno != EINTR { throw .ended }
            default:
                let received = recv(socket.raw, &buffer, min(buffer.count, count - bytes.count), 0)
                if received < 0, errno == EINTR { continue }
                if received <= 0, acceptsLess { return bytes }
                guard received > 0 else { throw .ended }
                bytes += buffer[..<received]
            }
        }
        return bytes
    }

    private static func start(_ program: String, _ arguments: [String], on socket: Int32) throws(Failure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { posix_spawn_file_actions_adddup2(&actions, socket, descriptor) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Threads of the engine block signals that must end the process.
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        // It needs nothing else, and secrets may be in the environment.
        let variables = [getenv("LD_LIBRARY_PATH").flatMap { strdup("LD_LIBRARY_PATH=\(String(cString: $0))") }, nil]
        defer { for pointer in words + variables { free(pointer) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, program, &actions, &attributes, words, variables)
        guard code == 0 else { throw .notStarted("\(program): \(SystemError(code: code))") }
        return id
    }
}
