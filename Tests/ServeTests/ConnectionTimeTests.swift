import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialServe

/// The time and the memory that a client has for its requests, over real sockets.
@Suite(.timeLimit(.minutes(5))) struct ConnectionTimeTests {
    private static let picture = "GET /now-playing/systemLarge.png HTTP/1.1\r\nHost: localhost\r\n\r\n"

    private static func limits(
        connections: Int = 512, requestTime: Duration = .seconds(600), readingTime: Duration = .seconds(600)
    ) -> ConnectionLimits {
        var limits = ConnectionLimits()
        (limits.connections, limits.requestTime, limits.readingTime) = (connections, requestTime, readingTime)
        return limits
    }

    /// A byte now and then gains no time; the clients of events stay.
    @Test(arguments: [
        ("", ""), ("GET /", "x"), ("GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", "x"),
        ("POST /actions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n{", "x"),
        ("POST /actions HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 60000\r\n\r\n{", "x"),
        ("POST /api/log HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n{", "x"),
        ("POST /transfer/messages/a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nFFFF\r\n{", "x"),
        ("GET /widgets.json HTTP/1.1\r\nHost: localhost\r\n\r\n", ""),
        ("GET /widgets.json HTTP/1.1\r\nHost: localhost\r\n\r\nGET /", "x"),
    ])
    func aRequestThatIsNotCompleteInTimeEndsItsConnection(_ start: String, _ drop: String) async throws {
        try await withServer(limits: Self.limits(requestTime: .seconds(1))) { port in
            let listener = try WebClient(port: port)
            listener.send("GET /events?kinds=now-playing HTTP/1.1\r\nHost: localhost\r\n\r\n")
            try await eventually("the first event") { listener.text.contains("event: hello") }
            let slow = try WebClient(port: port)
            slow.send(start)
            try await eventually("the end of the slow connection") { !slow.send(drop) || slow.isHungUp }
            #expect(!slow.statuses.contains(400) && !listener.isHungUp)
        }
    }

    /// Sends requests until the server reads no more of them, because it cannot send the responses.
    private func stall(_ clients: [WebClient]) async throws {
        let requests = String(repeating: Self.picture, count: 100)
        try await eventually("clients whose responses are not sent") {
            for client in clients where !client.isBlocked { client.send(requests) }
            return clients.allSatisfy(\.isBlocked)
        }
    }

    @Test func aClientThatDoesNotReadIsDisconnected() async throws {
        try await withServer(limits: Self.limits(readingTime: .milliseconds(200))) { port in
            let stalled = try WebClient(port: port, receiveBuffer: 4096)
            try await stall([stalled])
            try await eventually("the end of the stalled connection") { !stalled.send("") }
        }
    }

    @Test func clientsThatDoNotReadMakeRoomForOthers() async throws {
        try await withServer(limits: Self.limits(connections: 3)) { port in
            let stalled = try (0..<3).map { _ in try WebClient(port: port, receiveBuffer: 4096) }
            try await stall(stalled)
            let next = try WebClient(port: port)
            next.send("GET /widgets.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
            try await eventually("the answer") { next.statuses == [200] }
            try await eventually("the end of one of them") { stalled.contains { !$0.send("") } }
        }
    }

    @Test func ifAllClientsAreServedTheNextOneLearnsThat() async throws {
        try await withServer(limits: Self.limits(connections: 2)) { port in
            let listeners = try (0..<2).map { _ in try WebClient(port: port) }
            for listener in listeners {
                listener.send("GET /events?kinds=now-playing HTTP/1.1\r\nHost: localhost\r\n\r\n")
                try await eventually("the first event") { listener.text.contains("event: hello") }
            }
            let next = try WebClient(port: port)
            try await eventually("the refusal") { next.isHungUp }
            #expect(next.statuses == [503] && next.field("Retry-After") == "1" && next.text.contains("too many clients"), "\(next.text)")
            #expect(listeners.allSatisfy { !$0.isHungUp })
        }
    }

    /// Behind a request with `Upgrade`, the decoder would store everything that follows.
    @Test func nothingIsReadBehindAnotherProtocol() async throws {
        try await withServer(limits: Self.limits(requestTime: .milliseconds(500))) { port in
            let client = try WebClient(port: port)
            client.send("GET /widgets.json HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n")
            try await eventually("the answer") { client.statuses == [200] }
            let block = String(repeating: "x", count: 1 << 16)
            try await eventually("the end of the connection") { !client.send(client.isBlocked ? "" : block) }
            #expect(client.sentBytes < 32 << 20, "\(client.sentBytes) bytes were read")
        }
    }
}
