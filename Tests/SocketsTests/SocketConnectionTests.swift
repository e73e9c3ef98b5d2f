import Glibc
import NIOCore
import SubdialSystem
import SubdialTestSupport
import Synchronization
import Testing

@testable import SubdialSockets

@Suite struct SocketConnectionTests {
    /// A listening socket, and the connections that were accepted.
    private final class Listener: Sendable {
        let raw: Int32

        init(_ raw: Int32) { self.raw = raw }

        /// Listens on a Unix socket; the name begins with a zero byte if it is abstract.
        convenience init(_ name: [UInt8]) throws {
            let raw = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            let address = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) } + name
            let isBound = address.withUnsafeBytes { bytes in
                bind(raw, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0 && listen(raw, 8) == 0
            }
            try #require(isBound)
            self.init(raw)
        }

        deinit { close(raw) }

        /// The next connection; it is never waited for, because the peer has connected.
        func accept() throws -> Descriptor {
            let peer = Glibc.accept(raw, nil, nil)
            try #require(peer >= 0)
            return Descriptor(peer)
        }
    }

    private static func write(_ text: String, to peer: borrowing Descriptor) {
        let bytes = Array(text.utf8)
        #expect(Glibc.write(peer.raw, bytes, bytes.count) == bytes.count)
    }

    private static var soon: ContinuousClock.Instant { .now + .seconds(60) }

    @Test(arguments: ["host", "path", "longPath", "abstract"]) func reachesEachKindOfSocket(_ kind: String) async throws {
        let folder = try TemporaryFolder()
        let listener: Listener
        let endpoint: SocketEndpoint
        switch kind {
        case "host":
            let (raw, port) = try LocalPort.listen(on: 0)
            (listener, endpoint) = (Listener(raw), .host("127.0.0.1", port: port))
        case "abstract":
            let name = "subdial \(folder.path)"
            (listener, endpoint) = (try Listener([0] + Array(name.utf8)), .abstractSocket(name: name))
        default:
            // The longest path has 107 bytes.
            let length = kind == "path" ? folder.path.utf8.count + 2 : 107
            let path = folder.path + "/" + String(repeating: "a", count: length - folder.path.utf8.count - 1)
            (listener, endpoint) = (try Listener(Array(path.utf8) + [0]), .socket(path: path))
        }
        let connection = try await SocketConnection.open(endpoint, within: .seconds(60))
        let peer = try listener.accept()
        Self.write("one\ntw", to: peer)
        #expect(try await connection.line(maximum: 10, until: Self.soon, awaiting: "a line") == Array("one".utf8))
        #expect(try await connection.bytes(upTo: 1, until: Self.soon, awaiting: "a byte") == Array("t".utf8))
        try await connection.send(Array("three".utf8), until: Self.soon, awaiting: "room")
        var buffer = [UInt8](repeating: 0, count: 5)
        #expect(recv(peer.raw, &buffer, 5, Int32(MSG_WAITALL)) == 5)
        #expect(buffer == Array("three".utf8))
    }

    /// A caller that is cancelled in the moment of the connection leaves no writer behind, which would end the process.
    @Test func aCancelledCallerReceivesNothing() async throws {
        let (raw, port) = try LocalPort.listen(on: 0)
        let listener = Listener(raw)
        for round in 0..<400 {
            let task = Task {
                let channel = try await SocketClient.connect(to: .host("127.0.0.1", port: port), within: .seconds(60)) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
                try await channel.executeThenClose { _, _ in }
            }
            for _ in 0..<(round % 40) { await Task.yield() }
            task.cancel()
            _ = await task.result
            // The queue of the listener is short.
            var info = pollfd(fd: listener.raw, events: Int16(POLLIN), revents: 0)
            while poll(&info, 1, 0) > 0 { _ = try listener.accept() }
        }
    }

    /// What was sent before the end is read before the end is reported.
    @Test func readsWhatPrecedesTheEnd() async throws {
        let (raw, port) = try LocalPort.listen(on: 0)
        let listener = Listener(raw)
        let connection = try await SocketConnection.open(.host("127.0.0.1", port: port), within: .seconds(60))
        func end(_ peer: consuming Descriptor) { Self.write("last\nrest", to: peer) }
        end(try listener.accept())
        #expect(try await connection.line(maximum: 10, until: nil, awaiting: "") == Array("last".utf8))
        await #expect(throws: SocketFailure.ended) { try await connection.line(maximum: 10, until: nil, awaiting: "") }
        #expect(await !connection.resume())
    }

    /// A peer that sends without end is stopped by its full connection, and what it sent is read completely.
    @Test func receivesNoMoreThanIsRead() async throws {
        let (raw, port) = try LocalPort.listen(on: 0)
        let listener = Listener(raw)
        let connection = try await SocketConnection.open(.host("127.0.0.1", port: port), within: .seconds(60))
        let peer = try listener.accept()
        _ = fcntl(peer.raw, F_SETFL, O_NONBLOCK)
        var sent = 0
        let bytes = [UInt8](repeating: 7, count: 1 << 16)
        // The connection is full when nothing more is accepted while the event loop has nothing to do.
        var refusals = 0
        while refusals < 20 {
            let count = Glibc.send(peer.raw, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            if count > 0 {
                sent += count
                refusals = 0
            } else {
                refusals += 1
                try await Task.sleep(for: .milliseconds(5))
            }
            try #require(sent < 64 << 20, "the peer was never stopped")
        }
        var received = 0
        while received < sent {
            let part = try await connection.bytes(upTo: 100_000, until: Self.soon, awaiting: "bytes")
            #expect(part.allSatisfy { $0 == 7 })
            received += part.count
        }
        #expect(received == sent)
    }

    @Test func aDeadlineSaysWhatDidNotCome() async throws {
        let (raw, port) = try LocalPort.listen(on: 0)
        let listener = Listener(raw)
        let connection = try await SocketConnection.open(.host("127.0.0.1", port: port), within: .seconds(60))
        let peer = try listener.accept()
        await #expect(throws: SocketFailure.timedOut(awaiting: "the answer")) {
            try await connection.line(maximum: 10, until: .now + .milliseconds(20), awaiting: "the answer")
        }
        Self.write("late", to: peer)
        // Data that nobody waits for makes a connection unusable.
        while await connection.resume() { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test func aReaderThatIsCancelledWaitsNoLonger() async throws {
        let (raw, port) = try LocalPort.listen(on: 0)
        let listener = Listener(raw)
        let connection = try await SocketConnection.open(.host("127.0.0.1", port: port), within: .seconds(60))
        let reading = Task { try await connection.line(maximum: 10, until: nil, awaiting: "") }
        reading.cancel()
        await #expect(throws: SocketFailure.cancelled) { try await reading.value }
        withExtendedLifetime(listener) {}
    }

    /// The connection ends after its rest, and not before the rest has ended.
    @Test func aConnectionRests() async throws {
        let (raw, port) = try LocalPort.listen(on: 0)
        let listener = Listener(raw)
        let connection = try await SocketConnection.open(.host("127.0.0.1", port: port), within: .seconds(60))
        let peer = try listener.accept()
        connection.rest(for: .seconds(3600))
        #expect(await connection.resume())
        connection.rest(for: .zero)
        var byte: UInt8 = 0
        #expect(recv(peer.raw, &byte, 1, 0) == 0)
        #expect(await !connection.resume())
    }

    @Test func saysWhyThereIsNoConnection() async throws {
        let port = try LocalPort.free()
        await #expect(throws: SocketFailure.cannotConnect(reason: "Connection refused")) {
            try await SocketConnection.open(.host("127.0.0.1", port: port), within: .seconds(60))
        }
        await #expect(throws: SocketFailure.cannotConnect(reason: "No such file or directory")) {
            try await SocketConnection.open(.socket(path: "/tmp/there-is-no-such-socket"), within: .seconds(60))
        }
        let error = await #expect(throws: SocketFailure.self) {
            try await SocketConnection.open(.host("no-such-host.invalid", port: 1), within: .seconds(5))
        }
        switch error {
        case .unknownHost("no-such-host.invalid", _), .timedOut(awaiting: "the address of 'no-such-host.invalid'"): break
        default: Issue.record("\(error as Any)")
        }
    }
}
