import Glibc
import SubdialSystem

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
