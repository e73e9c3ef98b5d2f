import Dispatch
import Testing

@testable import SubdialHTTP
@testable import SubdialHTTPSupport

@Suite struct HTTPStreamTests {
    private let client = HTTPClient()

    private static func begin(_ peer: Peer) throws {
        try peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
    }

    @Test func givesWhatComesAsItComes() async throws {
        let isRead = DispatchSemaphore(value: 0)
        try await withServer { _, peer in
            try Self.begin(peer)
            try peer.send(": ping\n\n")
            isRead.wait()
            try peer.send("data: 2\n\n")
            throw Peer.Hangup()
        } _: { server async throws in
            var request = HTTPRequest(url: server.url, timeout: nil)
            request.accept = "text/event-stream"
            let stream = try await client.stream(request)
            #expect(stream.head.status == 200)
            #expect(stream.head.mediaType == "text/event-stream")
            var text = ""
            for try await chunk in stream {
                text += String(decoding: chunk, as: UTF8.self)
                // The server continues only now: received data must be delivered without waiting for more.
                if text == ": ping\n\n" { isRead.signal() }
            }
            #expect(text == ": ping\n\ndata: 2\n\n")
            #expect(server.requests.first?.field("Accept") == "text/event-stream")
        }
    }

    @Test func tellsTheStatus() async throws {
        try await withServer { _, peer in
            try peer.answer("{}", status: 404)
        } _: { server async throws in
            #expect(try await client.stream(HTTPRequest(url: server.url)).head.status == 404)
        }
    }

    @Test func neverBegins() async throws {
        try await withServer { _, peer in
            try peer.reset()
        } _: { server async throws in
            await #expect(throws: HTTPError.reset) { try await client.stream(HTTPRequest(url: server.url)) }
        }
        try await withServer { _, peer in
            peer.waitForClose()
        } _: { server async throws in
            await #expect(throws: HTTPError.timedOut) {
                try await client.stream(HTTPRequest(url: server.url, timeout: .milliseconds(200)))
            }
        }
    }

    @Test func breaksOff() async throws {
        try await withServer { _, peer in
            try peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
            throw Peer.Hangup()
        } _: { server async throws in
            let stream = try await client.stream(HTTPRequest(url: server.url, timeout: nil))
            var received: [UInt8] = []
            await #expect(throws: HTTPError.truncated) {
                for try await chunk in stream { received += chunk }
            }
            #expect(received == Array("abc".utf8))
        }
    }

    @Test func givesUpOnSilence() async throws {
        try await withServer { _, peer in
            try Self.begin(peer)
            try peer.send("data: 1\n\n")
            peer.waitForClose()
        } _: { server async throws in
            var request = HTTPRequest(url: server.url, timeout: nil)
            request.idleTimeout = .milliseconds(300)
            let stream = try await client.stream(request)
            await #expect(throws: HTTPError.timedOut) { for try await _ in stream {} }
        }
    }

    /// If the reader pauses, the client must not buffer everything, and the reader must finally get all data.
    @Test func makesTheServerWait() async throws {
        let total = 48 << 20
        let sent = Counter()
        try await withServer { request, peer in
            try Self.begin(peer)
            if request.path == "/silent" { return peer.waitForClose() }
            let block = [UInt8](repeating: 0x61, count: 1 << 16)
            for _ in 0..<total >> 16 {
                try peer.send(block)
                if request.path == "/paused" { sent.set(peer.sentBytes) }
            }
            throw Peer.Hangup()
        } _: { server async throws in
            func open(_ path: String, idleTimeout: Duration?) async throws -> HTTPStream {
                var request = HTTPRequest(url: server.url + path, timeout: nil)
                request.idleTimeout = idleTimeout
                return try await client.stream(request)
            }
            // A full buffer must not count as a silent server.
            let stream = try await open("/paused", idleTimeout: .milliseconds(200))
            // Meanwhile, another reader gets as many bytes as this one does not read, and the time is over in which a server must not be silent.
            var others = 0
            for try await chunk in try await open("/read", idleTimeout: nil) { others += chunk.count }
            #expect(others == total)
            await #expect(throws: HTTPError.timedOut) {
                for try await _ in try await open("/silent", idleTimeout: .milliseconds(200)) {}
            }
            #expect(sent.value < total / 2, "the server could send \(sent.value) bytes")
            var received = 0
            for try await chunk in stream { received += chunk.count }
            #expect(received == total)
        }
    }

    @Test func lettingGoClosesTheConnection() async throws {
        let closed = DispatchSemaphore(value: 0)
        try await withServer { _, peer in
            try Self.begin(peer)
            try peer.send("data: 1\n\n")
            peer.waitForClose()
            closed.signal()
            throw Peer.Hangup()
        } _: { server async throws in
            for try await _ in try await client.stream(HTTPRequest(url: server.url, timeout: nil)) { break }
            #expect(Self.wait(closed))
        }
    }

    @Test func cancellingTheReader() async throws {
        let closed = DispatchSemaphore(value: 0)
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        try await withServer { _, peer in
            try Self.begin(peer)
            try peer.send("data: 1\n\n")
            peer.waitForClose()
            closed.signal()
            throw Peer.Hangup()
        } _: { server async throws in
            let client = client
            let task = Task {
                for try await _ in try await client.stream(HTTPRequest(url: server.url, timeout: nil)) { beginning.yield() }
            }
            _ = await begun.first { _ in true }
            task.cancel()
            await #expect(throws: HTTPError.cancelled) { try await task.value }
            #expect(Self.wait(closed))
        }
    }

    /// Returns false after a timeout that is far longer than the wait should be.
    private static func wait(_ semaphore: DispatchSemaphore) -> Bool {
        semaphore.wait(timeout: .now() + 30) == .success
    }
}
