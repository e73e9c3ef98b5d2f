import Glibc

/// A raw TCP connection to a simulator, so that tests see the bytes on the wire.
final class Connection: Sendable {
    enum Failure: Error, Equatable {
        /// The peer sent a TCP reset.
        case reset
        /// Nothing was received for half a minute.
        case silence
        case other(errno: Int32)
    }

    private let descriptor: Int32

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        if result != 0 { throw Failure.other(errno: errno) }
    }

    deinit { close(descriptor) }

    func send(_ text: String) async throws {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let sent = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { throw Failure.other(errno: errno) }
            bytes = bytes.dropFirst(sent)
        }
    }

    /// Returns the next bytes; empty if the peer has closed the connection.
    func receive(upTo count: Int = 65_536) async throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        for _ in 0..<30_000 {
            let received = recv(descriptor, &buffer, count, Int32(MSG_DONTWAIT))
            if received >= 0 { return Array(buffer.prefix(received)) }
            switch errno {
            // The threads of the cooperative pool must not block.
            case EAGAIN: try await Task.sleep(for: .milliseconds(1))
            case ECONNRESET: throw Failure.reset
            default: throw Failure.other(errno: errno)
            }
        }
        throw Failure.silence
    }
}
