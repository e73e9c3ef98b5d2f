import Glibc
import SubdialSystem

/// The operations on Unix stream sockets that fronts and engine share.
package enum UnixSocket {
    /// The maximum length of a path in a Unix socket address on Linux, in bytes: `sun_path` has 108, and the last is zero.
    private static let maximumPathLength = 107

    /// Connects to the engine at a place; nil if no process listens there.
    ///
    /// Neither this nor a later send waits longer than `patience`, in milliseconds.
    ///
    /// - Throws: ``SocketError/notAccepted(path:)``; ``SocketError/failed(call:path:code:)`` for another error.
    package static func connect(to place: SocketPlace, patience: Int = SilentEngine.patience) throws(SocketError) -> Descriptor? {
        let socket = try make(for: place)
        // The kernel blocks `connect` while the listen queue is full; a stopped engine accepts no connections.
        var limit = timeval(tv_sec: patience / 1000, tv_usec: patience % 1000 * 1000)
        setsockopt(socket.raw, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        while withAddress(of: place, { address, length in Glibc.connect(socket.raw, address, length) }) != 0 {
            switch errno {
            case EINTR: continue
            case ENOENT, ECONNREFUSED: return nil
            case EAGAIN: throw .notAccepted(path: place.socket)
            case let code: throw .failed(call: "connect", path: place.socket, code: code)
            }
        }
        return socket
    }

    /// Listens at a place, for the user alone.
    ///
    /// The path must be free.
    ///
    /// - Throws: ``SocketError/failed(call:path:code:)``.
    package static func listen(at place: SocketPlace) throws(SocketError) -> Descriptor {
        let socket = try make(for: place)
        guard withAddress(of: place, { address, length in bind(socket.raw, address, length) }) == 0 else {
            throw .failed(call: "bind", path: place.socket, code: errno)
        }
        // Only the user can enter the folder, so it is safe to set the mode after `bind`.
        guard chmod(place.socket, 0o600) == 0 else { throw .failed(call: "chmod", path: place.socket, code: errno) }
        guard Glibc.listen(socket.raw, SOMAXCONN) == 0 else { throw .failed(call: "listen", path: place.socket, code: errno) }
        return socket
    }

    /// Sends all bytes, and blocks if necessary; false if the peer is gone, or the send timeout expires.
    package static func sendAll(_ bytes: [UInt8], to socket: borrowing Descriptor) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { send(socket.raw, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL)) }
            if count >= 0 {
                sent += count
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    private static func make(for place: SocketPlace) throws(SocketError) -> Descriptor {
        let raw = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard raw >= 0 else { throw .failed(call: "socket", path: place.socket, code: errno) }
        return Descriptor(raw)
    }

    /// Calls `body` with the address of a place, and returns its result; -1 with `errno` if the folder cannot be opened.
    private static func withAddress(of place: SocketPlace, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        guard place.socket.utf8.count > maximumPathLength else { return withAddress(place.socket, body) }
        // A path through a descriptor of the folder has a short length, however long the folder's path is.
        let folder = open(place.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return -1 }
        let result = withAddress("/proc/self/fd/\(folder)/\(place.socketName)", body)
        let code = errno
        close(folder)
        errno = code
        return result
    }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(maximumPathLength)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }
}
