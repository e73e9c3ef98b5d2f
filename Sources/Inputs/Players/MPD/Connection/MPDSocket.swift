import Glibc
import SubdialSystem
import Synchronization

/// A connection as a byte stream.
///
/// Use it only on the thread that created it.
final class MPDSocket {
    let descriptor: Int32
    private let waiting: MPDWaiting

    private init(_ descriptor: Int32, _ waiting: MPDWaiting) {
        self.descriptor = descriptor
        self.waiting = waiting
    }

    deinit { close(descriptor) }

    /// Connects to the first of the endpoint's addresses that accepts a connection.
    convenience init(
        to endpoint: MPDAddress.Endpoint, _ waiting: MPDWaiting, until deadline: ContinuousClock.Instant
    ) throws(MPDError) {
        let addresses = try MPDSocketAddress.resolve(endpoint, waiting, until: deadline)
        var failure = MPDError.cannotConnect("it has no address")
        for (index, address) in addresses.enumerated() {
            // An address that drops all packets must leave time for the others.
            let share = (deadline - .now) / (addresses.count - index)
            switch Self.connect(to: address, waiting, until: .now + share) {
            case .success(let descriptor):
                self.init(descriptor, waiting)
                return
            case .failure(.cancelled): throw .cancelled
            case .failure(let error): failure = error
            }
        }
        throw failure
    }

    /// True if there is data to read, or the peer has closed the connection.
    var hasInput: Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) != 0
    }

    /// Sends all bytes.
    func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) throws(MPDError) {
        var sent = 0
        while sent < bytes.count {
            let (count, code) = bytes[sent...].withUnsafeBytes { rest in
                (Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL)), errno)
            }
            if count > 0 {
                sent += count
            } else if count < 0, code == EAGAIN || code == EINTR {
                try waiting.wait(for: descriptor, POLLOUT, until: deadline, awaiting: "room for a command")
            } else {
                throw .closed("the connection broke (\(SystemError(code: code)))")
            }
        }
    }

    /// Returns the bytes received, at least one.
    func receive(until deadline: ContinuousClock.Instant?, awaiting awaited: String) throws(MPDError) -> ArraySlice<UInt8> {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count > 0 { return buffer[..<count] }
            if count == 0 { throw .closed("the daemon ended the connection") }
            guard errno == EAGAIN || errno == EINTR else { throw .closed("the connection broke (\(SystemError.last))") }
            try waiting.wait(for: descriptor, POLLIN, until: deadline, awaiting: awaited)
        }
    }

    private static func connect(
        to address: MPDSocketAddress, _ waiting: MPDWaiting, until deadline: ContinuousClock.Instant
    ) -> Result<Int32, MPDError> {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(address.family, kind, 0)
        guard descriptor >= 0 else { return .failure(.cannotConnect(SystemError.last.description)) }
        do throws(MPDError) {
            try finish(connecting: descriptor, to: address, waiting, until: deadline)
            if address.family != AF_UNIX { setOptions(of: descriptor) }
            return .success(descriptor)
        } catch {
            close(descriptor)
            return .failure(error)
        }
    }

    private static func finish(
        connecting descriptor: Int32, to address: MPDSocketAddress, _ waiting: MPDWaiting, until deadline: ContinuousClock.Instant
    ) throws(MPDError) {
        let code = address.bytes.withUnsafeBytes { bytes in
            let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            return Glibc.connect(descriptor, pointer, socklen_t(bytes.count)) == 0 ? 0 : errno
        }
        if code == 0 { return }
        guard code == EINPROGRESS else { throw .cannotConnect(SystemError(code: code).description) }
        try waiting.wait(for: descriptor, POLLOUT, until: deadline, awaiting: "a connection")
        var failure: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &size)
        guard failure == 0 else { throw .cannotConnect(SystemError(code: failure).description) }
    }

    /// Enables TCP keepalive so that a silently vanished peer is detected within a minute, although this end sends nothing.
    private static func setOptions(of descriptor: Int32) {
        func set(_ level: Int32, _ name: Int32, _ value: Int32) {
            var value = value
            setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
        }
        set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        set(SOL_SOCKET, SO_KEEPALIVE, 1)
        set(Int32(IPPROTO_TCP), TCP_KEEPIDLE, 30)
        set(Int32(IPPROTO_TCP), TCP_KEEPINTVL, 10)
        set(Int32(IPPROTO_TCP), TCP_KEEPCNT, 3)
    }
}

/// A socket address in the system's binary form.
struct MPDSocketAddress: Sendable {
    fileprivate let family: Int32
    let bytes: [UInt8]

    /// Makes the address of a Unix socket from its path, or from an abstract name that begins with a zero byte.
    ///
    /// - Parameter path: At most 108 bytes, including the zero byte that ends a path or begins an abstract name.
    init(path: [UInt8]) {
        family = AF_UNIX
        let familyBytes = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) }
        bytes = familyBytes + path
    }

    private init(_ info: addrinfo) {
        family = info.ai_family
        bytes = Array(UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen)))
    }

    /// Resolves the endpoint to addresses, in the order in which to try them.
    ///
    /// `getaddrinfo` may take many seconds and cannot be cancelled. It therefore runs on a detached thread, and the caller waits for it
    /// only until the deadline.
    static func resolve(
        _ endpoint: MPDAddress.Endpoint, _ waiting: MPDWaiting, until deadline: ContinuousClock.Instant
    ) throws(MPDError) -> [MPDSocketAddress] {
        switch endpoint {
        case .socket(let path): return [MPDSocketAddress(path: Array(path.utf8) + [0])]
        case .abstractSocket(let name): return [MPDSocketAddress(path: [0] + Array(name.utf8))]
        case .host(let host, let port):
            if case .success(let addresses) = lookUp(host, port, flags: AI_NUMERICHOST) { return addresses }
            guard let wakeUp = try? WakeUp() else { throw .cannotConnect("the system gives no more descriptors") }
            let answer = Answer()
            let isStarted = WorkThread.detach {
                answer.outcome.withLock { $0 = lookUp(host, port, flags: 0) }
                wakeUp.wake()
            }
            guard isStarted else { throw .cannotConnect("the system gives no more threads") }
            try waiting.wait(for: wakeUp.descriptor, POLLIN, until: deadline, awaiting: "the address of '\(host)'")
            guard let outcome = answer.outcome.withLock({ $0 }) else { throw .cannotConnect("the address of '\(host)' is not known") }
            return try outcome.get()
        }
    }

    private final class Answer: Sendable {
        let outcome = Mutex<Result<[MPDSocketAddress], MPDError>?>(nil)
    }

    private static func lookUp(_ host: String, _ port: Int, flags: Int32) -> Result<[MPDSocketAddress], MPDError> {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = flags | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, "\(port)", &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        guard code == 0 else {
            let reason = gai_strerror(code).map { String(cString: $0) } ?? "error \(code)"
            return .failure(.cannotConnect("the address of '\(host)' is not known (\(reason))"))
        }
        return .success(
            Array(sequence(first: list, next: { $0?.pointee.ai_next }).prefix { $0 != nil }.compactMap { $0.map { Self($0.pointee) } }))
    }
}
