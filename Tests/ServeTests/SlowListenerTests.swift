import Foundation
import SubdialDocuments
import SubdialTestSupport
import Synchronization
import Testing

@testable import SubdialServe

/// Tests of event clients over real sockets.
@Suite struct SlowListenerTests {
    /// A client that reads its events when the test starts the reading.
    private final class Listener: Sendable {
        private struct State {
            var rest: [UInt8] = []
            var fingerprints: [String: String] = [:]
            var bytes = 0
            var isHungUp = false
        }

        private let descriptor: Int32
        private let state = Mutex(State())

        init(_ port: Int, _ path: String, receiveBuffer: Int32? = nil) throws {
            descriptor = try LocalPort.connect(to: port, receiveBuffer: receiveBuffer)
            let request = Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
            guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { throw LocalPort.CannotListen() }
        }

        deinit { close(descriptor) }

        /// Reads from now on until the end.
        func read() {
            Thread.detachNewThread { [weak self] in
                var buffer = [UInt8](repeating: 0, count: 1 << 16)
                guard let descriptor = self?.descriptor else { return }
                while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 {
                    guard let self else { return }
                    self.take(buffer.prefix(count))
                }
                self?.state.withLock { $0.isHungUp = true }
            }
        }

        /// Stops the reading.
        func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

        private func take(_ bytes: ArraySlice<UInt8>) {
            state.withLock { state in
                state.bytes += bytes.count
                state.rest += bytes
                guard let end = state.rest.lastIndex(of: 0x0A) else { return }
                for line in state.rest[..<end].split(separator: 0x0A) where line.starts(with: Array("data: ".utf8)) {
                    guard let json = try? JSONValue(parsing: Array(line.dropFirst(6))) else { continue }
                    if let kind = json["kind"]?.string { state.fingerprints[kind] = json["fingerprint"]?.string }
                    if case .object(let members)? = json["kinds"] {
                        for member in members { state.fingerprints[member.key] = member.value.string }
                    }
                }
                state.rest = Array(state.rest[(end + 1)...])
            }
        }

        var fingerprints: [String: String] { state.withLock { $0.fingerprints } }
        var bytes: Int { state.withLock { $0.bytes } }
        var isHungUp: Bool { state.withLock { $0.isHungUp } }
    }

    /// A client that does not read needs only the buffers of the system, for any number of events; when it reads again, it receives the
    /// newest.
    ///
    /// Meanwhile, other clients receive their events without a delay.
    @Test func whoDoesNotReadCostsLittleAndKeepsNobodyWaiting() async throws {
        let source = ServedSource()
        try await withServer(of: source) { port in
            // Long names make the events large.
            let kinds = (0..<16).map { "now-playing:\($0)" + String(repeating: "x", count: 600) }
            let path = "/events?kinds=" + kinds.joined(separator: ",")
            let slow = try Listener(port, path, receiveBuffer: 4096)
            let quick = try Listener(port, path)
            quick.read()
            try await eventually("the first event") { quick.fingerprints.count == kinds.count }
            var rounds = 0
            while quick.bytes < 10 << 20 {
                rounds += 1
                let before = quick.fingerprints
                try source.say("\(rounds)")
                try await eventually("the change of all kinds") {
                    let now = quick.fingerprints
                    return kinds.allSatisfy { now[$0] != before[$0] }
                }
            }
            #expect(slow.bytes == 0)
            slow.read()
            try await eventually("the newest, or the end") { slow.fingerprints == quick.fingerprints || slow.isHungUp }
            #expect(slow.bytes < 7 << 20, "\(slow.bytes) bytes were kept for it, of \(quick.bytes)")
            for listener in [slow, quick] { listener.stop() }
        }
    }
}
