import Glibc

/// The few calls on Unix stream sockets that fronts and engine share.
public enum UnixSocket {
    /// Connects to the engine at a place, nil where none listens.
    ///
    /// - Throws: ``SocketError/failed(call:path:code:)`` where something else is in the way.
    public static func connect(to place: SocketPlace) throws(SocketError) -> Descriptor? {
        let socket = try make(for: place)
        let result = withAddress(of: place) { address, length in Glibc.connect(socket.raw, address, length) }
        guard result == 0 else {
            guard errno == ENOENT || errno == ECONNREFUSED else { throw .failed(call: "connect", path: place.socket, code: errno) }
            return nil
        }
        return socket
    }

    /// Listens at a place, for the user alone.
    ///
    /// The path must be free.
    ///
    /// - Throws: ``SocketError/failed(call:path:code:)``.
    public static func listen(at place: SocketPlace) throws(SocketError) -> Descriptor {
        let socket = try make(for: place)
        guard withAddress(of: place, { address, length in bind(socket.raw, address, length) }) == 0 else {
            throw .failed(call: "bind", path: place.socket, code: errno)
        }
        // The folder lets nobody else in, so that it does no harm that the mode is set only now.
        guard chmod(place.socket, 0o600) == 0 else { throw .failed(call: "chmod", path: place.socket, code: errno) }
        guard Glibc.listen(socket.raw, SOMAXCONN) == 0 else { throw .failed(call: "listen", path: place.socket, code: errno) }
        return socket
    }

    /// Sends all bytes, waiting where it must; false where the other side is gone.
    public static func sendAll(_ bytes: [UInt8], to socket: borrowing Descriptor) -> Bool {
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

    private static func withAddress(of place: SocketPlace, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { path in
            path.copyBytes(from: place.socket.utf8.prefix(SocketPlace.maximumPathLength))
        }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }
}
