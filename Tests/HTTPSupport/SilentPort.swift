// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Glibc

    /// A reserved port of this machine on which nothing listens, so that connections are refused.
    final class SilentPort {
        private let descriptor: Int32
        let port: UInt16

        init() throws {
            let taken = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(taken, $0, length) == 0 && getsockname(taken, $0, &length) == 0
                }
            }
            descriptor = taken
            port = UInt16(bigEndian: address.sin_port)
            guard isBound else { throw NotBound() }
        }

        struct NotBound: Error {}

        var url: String { "http://127.0.0.1:\(port)" }

        deinit { close(descriptor) }
    }
#endif
