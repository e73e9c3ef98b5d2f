import EngineWire
import Glibc

/// A listening socket that the service manager has opened before it started this process.
enum SocketActivation {
    private static let firstDescriptor: Int32 = 3

    /// The descriptor that the environment tells of, as `sd_listen_fds(3)` describes it.
    ///
    /// Nil where it is meant for another process, or none was passed.
    static func descriptor(in environment: [String: String], processID: Int32) -> Int32? {
        guard environment["LISTEN_PID"].flatMap(Int32.init) == processID, environment["LISTEN_FDS"] == "1" else { return nil }
        return firstDescriptor
    }

    /// Takes over the descriptor, where one was passed to this process.
    static func adopt() throws(EngineServerError) -> Descriptor? {
        var environment: [String: String] = [:]
        for name in ["LISTEN_PID", "LISTEN_FDS"] {
            environment[name] = getenv(name).map { String(cString: $0) }
        }
        guard let raw = descriptor(in: environment, processID: getpid()) else { return nil }
        // What this process starts is not to take it for its own.
        unsetenv("LISTEN_PID")
        unsetenv("LISTEN_FDS")
        guard option(SO_ACCEPTCONN, of: raw) == 1, option(SO_DOMAIN, of: raw) == AF_UNIX,
            option(SO_TYPE, of: raw) == Int32(SOCK_STREAM.rawValue)
        else { throw .badActivation(descriptor: raw) }
        _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
        return Descriptor(raw)
    }

    private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
    }
}
