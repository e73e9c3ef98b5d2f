import SubdialBasics
import SubdialSystem

// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Synchronization

    @testable import SubdialHTTP

    import Glibc

    /// A server on a real socket of 127.0.0.1 whose responses a test defines byte for byte.
    final class ScriptedServer: Sendable {
        /// A received request.
        struct Request: Sendable {
            /// The index of the connection, from 0.
            let connection: Int
            /// The first line, such as `GET /zones HTTP/1.1`.
            let line: String
            let fields: [String]
            let body: String

            var target: String { line.split(separator: " ").dropFirst().first.map(String.init) ?? "" }
            var path: String { String(target.prefix { $0 != "?" }) }

            func field(_ name: String) -> String? {
                fields.first { $0.lowercased().hasPrefix(name.lowercased() + ":") }.map { $0.dropFirst(name.count + 1).trimmed() }
            }
        }

        /// Responds to a request; the connection is closed if it throws.
        typealias Handler = @Sendable (Request, Peer) throws -> Void

        private struct State {
            var requests: [Request] = []
            var peers: [Peer] = []
            var threads: [WorkThread] = []
            var isStopped = false
        }

        let port: Int
        private let listener: Int32
        private let state = Mutex(State())
        private let handler: Handler

        struct CannotListen: Error {}

        init(_ handler: @escaping Handler) throws {
            let listener = socket(AF_INET, systemStream, 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let bound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    bind(listener, pointer, length) == 0 && listen(listener, 64) == 0 && getsockname(listener, pointer, &length) == 0
                }
            }
            guard bound else { throw CannotListen() }
            self.handler = handler
            self.listener = listener
            port = Int(UInt16(bigEndian: address.sin_port))
            let thread = WorkThread { self.acceptAll() }
            state.withLock { $0.threads += thread.map { [$0] } ?? [] }
        }

        var url: String { "http://127.0.0.1:\(port)" }
        var requests: [Request] { state.withLock { $0.requests } }
        var connections: Int { state.withLock { $0.peers.count } }

        /// Closes all connections and waits for all threads.
        func stop() {
            let peers = state.withLock { state in
                state.isStopped = true
                return state.peers
            }
            shutdown(listener, Int32(SHUT_RDWR))
            for peer in peers { peer.hangUp() }
            while let thread = state.withLock({ $0.threads.popLast() }) { thread.join() }
            close(listener)
            for peer in peers { peer.release() }
        }

        private func acceptAll() {
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else { return }
                let peer = Peer(descriptor)
                let index = state.withLock { state in
                    state.peers.append(peer)
                    return state.isStopped ? nil : state.peers.count - 1
                }
                guard let index else {
                    peer.release()
                    return
                }
                let thread = WorkThread { self.serve(peer, index) }
                state.withLock { $0.threads += thread.map { [$0] } ?? [] }
            }
        }

        private func serve(_ peer: Peer, _ index: Int) {
            defer { peer.hangUp() }
            while let request = peer.readRequest(connection: index) {
                state.withLock { $0.requests.append(request) }
                do { try handler(request, peer) } catch { return }
            }
        }
    }

    private let systemStream = Int32(SOCK_STREAM.rawValue)

    /// Runs `body` with a server that responds with `handler`.
    @discardableResult
    func withServer<Value>(
        _ handler: @escaping ScriptedServer.Handler, _ body: (ScriptedServer) async throws -> Value
    ) async throws -> Value {
        let server = try ScriptedServer(handler)
        defer { server.stop() }
        return try await body(server)
    }
#endif
