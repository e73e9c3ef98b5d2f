import Glibc
import SubdialBasics
import SubdialSystem

/// A running `subdial-tags`, with its protocol; ``deinit`` ends it.
final class TagProcess {
    enum Failure: Error, CustomStringConvertible {
        /// It could not be started, with the reason.
        case notStarted(String)
        /// It has ended, or answered nonsense.
        case ended
        /// There was no answer in time.
        case late

        var description: String {
            switch self {
            case .notStarted(let reason): reason
            case .ended: "it has ended"
            case .late: "it does not answer"
            }
        }
    }

    /// What the program writes first; another version has another protocol.
    private static let greeting = Array("subdial-tags 1\n".utf8)
    /// The maximum size of a cover in bytes.
    private static let largestCover = 16 << 20

    private let id: pid_t
    private let socket: Descriptor

    /// Starts the program, and waits for its greeting.
    init(_ program: String, patience: Duration) throws(Failure) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .notStarted("\(SystemError.last)")
        }
        socket = Descriptor(ends[0])
        let other = Descriptor(ends[1])
        id = try Self.start(program, on: other.raw)
        _ = consume other
        let deadline = ContinuousClock.now + patience
        // In place of the greeting there may be a message of the loader.
        let bytes = try receive(Self.greeting.count, before: deadline, isOpening: true)
        guard bytes == Self.greeting else {
            // A program with another greeting waits for input.
            shutdown(socket.raw, Int32(SHUT_WR))
            let rest = (try? receive(512, before: deadline, isOpening: true)) ?? []
            let line = String(decoding: bytes + rest, as: UTF8.self).split(separator: "\n").first.map(String.init)
            throw .notStarted(line ?? "\(program) ends at once")
        }
    }

    deinit {
        kill(id, SIGKILL)
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
    }

    /// Reads a file.
    ///
    /// - Returns: nil if it is no music file.
    func file(at path: String, patience: Duration) throws(Failure) -> MusicFile? {
        try send(Array(path.utf8) + [0])
        let deadline = ContinuousClock.now + patience
        switch try receive(1, before: deadline) {
        case [UInt8(ascii: "-")]: return nil
        case [UInt8(ascii: "+")]: break
        default: throw .ended
        }
        let head = try receive(12, before: deadline)
        let milliseconds = head.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) }
        let count = head.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 8, as: UInt32.self) }
        guard count <= Self.largestCover else { throw .ended }
        let cover = try receive(Int(count), before: deadline)
        return MusicFile(cover: cover.isEmpty ? nil : cover, length: milliseconds > 0 ? Double(milliseconds) / 1000 : nil)
    }

    // MARK: The connection

    private func send(_ bytes: [UInt8]) throws(Failure) {
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

    /// Receives bytes.
    ///
    /// - Parameter isOpening: True to return what has come if the process ends.
    private func receive(_ count: Int, before deadline: ContinuousClock.Instant, isOpening: Bool = false) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var buffer = [UInt8](repeating: 0, count: min(count, 1 << 16))
        while bytes.count < count {
            var waiting = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
            let remaining = max(0, (deadline - .now) / .milliseconds(1))
            switch poll(&waiting, 1, Int32(saturating: remaining.rounded(.up))) {
            case 0: throw .late
            case ..<0: if errno != EINTR { throw .ended }
            default:
                let received = recv(socket.raw, &buffer, min(buffer.count, count - bytes.count), 0)
                if received < 0, errno == EINTR { continue }
                if received <= 0, isOpening { return bytes }
                guard received > 0 else { throw .ended }
                bytes += buffer[..<received]
            }
        }
        return bytes
    }

    // MARK: The start

    private static func start(_ program: String, on socket: Int32) throws(Failure) -> pid_t {
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
        let words = [strdup(program), nil]
        // It needs nothing else, and secrets may be in the environment.
        let variables = [getenv("LD_LIBRARY_PATH").flatMap { strdup("LD_LIBRARY_PATH=\(String(cString: $0))") }, nil]
        defer { for pointer in words + variables { free(pointer) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, program, &actions, &attributes, words, variables)
        guard code == 0 else { throw .notStarted("\(program): \(SystemError(code: code))") }
        return id
    }
}
