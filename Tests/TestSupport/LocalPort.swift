import Glibc

/// TCP ports of 127.0.0.1.
public enum LocalPort {
    /// An error of a port on which the process cannot listen.
    public struct CannotListen: Error {
        /// Makes the error.
        public init() {}
    }

    /// An error of a port on which nothing listens.
    public struct CannotConnect: Error {
        /// Makes the error.
        public init() {}
    }

    /// Returns an unused port outside the ephemeral range, so that tests that run in parallel do not get it from the system.
    public static func free() throws -> Int {
        for _ in 0..<100 {
            guard let (listener, port) = try? listen(on: .random(in: 20000..<32000)) else { continue }
            close(listener)
            return port
        }
        throw CannotListen()
    }

    /// Returns a socket that listens on a port, 0 for any, and the port.
    public static func listen(on port: UInt16) throws -> (Int32, Int) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && Glibc.listen(listener, 64) == 0 && getsockname(listener, pointer, &length) == 0
            }
        }
        guard isBound else {
            close(listener)
            throw CannotListen()
        }
        return (listener, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Returns a socket that is connected to a port.
    ///
    /// - Parameter receiveBuffer: The size of the receive buffer in bytes; nil for the system's default.
    public static func connect(to port: Int, receiveBuffer: Int32? = nil) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        if var size = receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size)) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else {
            close(descriptor)
            throw CannotConnect()
        }
        return descriptor
    }
}
