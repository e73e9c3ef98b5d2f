import Glibc

/// A listening socket that the service manager opened before it started this process.
enum SocketActivation {
    private static let firstDescriptor: Int32 = 3

    /// The descriptor in the environment, as `sd_listen_fds(3)` describes it.
    ///
    /// Nil if it is meant for another process, or none was passed.
    static func descriptor(in environment: [String: String], processID: Int32) -> Int32? {
        guard environment["LISTEN_PID"].flatMap(Int32.init) == processID, environment["LISTEN_FDS"] == "1" else { return nil }
        return firstDescriptor
    }

    /// The descriptor that was passed to this process; nil if there is none.
    ///
    /// The caller must close it.
    static func adopt() throws(EngineServerError) -> Int32? {
        var environment: [String: String] = [:]
        for name in ["LISTEN_PID", "LISTEN_FDS"] {
            environment[name] = getenv(name).map { String(cString: $0) }
        }
        guard let raw = descriptor(in: environment, processID: getpid()) else { return nil }
        // Child processes must not use the socket.
        unsetenv("LISTEN_PID")
        unsetenv("LISTEN_FDS")
        guard option(SO_ACCEPTCONN, of: raw) == 1, option(SO_DOMAIN, of: raw) == AF_UNIX,
            option(SO_TYPE, of: raw) == Int32(SOCK_STREAM.rawValue)
        else { throw .badActivation(descriptor: raw) }
        _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
        return raw
    }

    /// The path to which a socket is bound; nil if it is not bound to one.
    static func path(of descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0, length > MemoryLayout<sa_family_t>.size else { return nil }
        let path = withUnsafeBytes(of: &address.sun_path) { bytes in Array(bytes.prefix(Int(length) - MemoryLayout<sa_family_t>.size)) }
        return String(decoding: path.prefix { $0 != 0 }, as: UTF8.self)
    }

    private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
    }
}
