// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Foundation
    import Synchronization
    import SubdialTestSupport

    /// A TCP proxy on 127.0.0.1 that records requests, and can hold responses back after a number of bytes.
    final class HoldingProxy: Sendable {
        private struct State {
            var asked = ""
            /// The number of response bytes that may still pass; nil for no limit.
            var allowance: Int?
            var passed = 0
            var sockets: [Int32] = []
            var isStopped = false
        }

        let port: Int
        private let target: Int
        private let listener: Int32
        private let state = Mutex(State())

        /// - Parameter target: The port of the server.
        init(to target: Int) throws {
            (listener, port) = try LocalPort.listen(on: 0)
            self.target = target
            Thread.detachNewThread { [self] in accept() }
        }

        var url: String { "http://127.0.0.1:\(port)" }
        /// The number of response bytes that were passed to clients.
        var passed: Int { state.withLock { $0.passed } }

        /// The headers of the requests for a path, in order.
        func requests(for path: String) -> [String] {
            state.withLock { $0.asked }.components(separatedBy: "\r\n\r\n").filter { $0.contains(" \(path) HTTP/1.1") }
        }

        /// Clears the recorded requests.
        func forget() { state.withLock { $0.asked = "" } }

        /// Holds responses back after this many more bytes; nil removes the limit.
        func hold(after bytes: Int?) { state.withLock { $0.allowance = bytes } }

        /// Closes all connections.
        func cut() {
            let sockets = state.withLock { state in
                defer { state.sockets = [] }
                return state.sockets
            }
            for socket in sockets { shutdown(socket, Int32(SHUT_RDWR)) }
        }

        func stop() {
            state.withLock { $0.isStopped = true }
            shutdown(listener, Int32(SHUT_RDWR))
            close(listener)
            cut()
        }

        private func accept() {
            while true {
                let client = Glibc.accept(listener, nil, nil)
                guard client >= 0 else { return }
                let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
                // The system may let a receive buffer grow to tens of megabytes, which would contain a whole response that is held back.
                var size: Int32 = 256 << 10
                setsockopt(server, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_port = UInt16(target).bigEndian
                address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
                let code = withUnsafePointer(to: &address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                    }
                }
                guard code == 0 else {
                    close(client)
                    close(server)
                    continue
                }
                // Disables Nagle's algorithm: responses are sent in two segments, and the second must not wait for an acknowledgement.
                var on: Int32 = 1
                for socket in [client, server] {
                    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
                }
                state.withLock { $0.sockets += [client, server] }
                Thread.detachNewThread { [self] in pump(client, server, isAnswer: false) }
                Thread.detachNewThread { [self] in
                    pump(server, client, isAnswer: true)
                }
            }
        }

        /// Forwards data until one side closes the connection; the descriptors stay open until the tests end.
        private func pump(_ from: Int32, _ to: Int32, isAnswer: Bool) {
            var buffer = [UInt8](repeating: 0, count: 16 << 10)
            while true {
                let room = isAnswer ? room() : buffer.count
                guard room > 0 else { break }
                let count = recv(from, &buffer, min(room, buffer.count), 0)
                guard count > 0 else { break }
                if !isAnswer { state.withLock { $0.asked += String(decoding: buffer[..<count], as: UTF8.self) } }
                var sent = 0
                while sent < count {
                    let step = buffer[sent..<count].withUnsafeBytes { send(to, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                    guard step > 0 else { break }
                    sent += step
                }
                guard sent == count else { break }
                if isAnswer {
                    state.withLock { state in
                        state.passed += count
                        state.allowance = state.allowance.map { $0 - count }
                    }
                }
            }
            shutdown(from, Int32(SHUT_RDWR))
            shutdown(to, Int32(SHUT_RDWR))
        }

        /// Waits until response bytes may pass and returns their number; 0 if the proxy has been stopped.
        private func room() -> Int {
            while true {
                let (allowance, isStopped) = state.withLock { ($0.allowance, $0.isStopped) }
                if isStopped { return 0 }
                guard let allowance else { return .max }
                if allowance > 0 { return allowance }
                usleep(2000)
            }
        }
    }
#endif
