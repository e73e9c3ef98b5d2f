import Foundation
import HummingbirdCore
import Logging
import NIOCore
import SubdialHTTP
import Testing

@testable import SubdialWebServer

/// A real server and a real client.
@Suite struct WebServerTests {
    private struct Failure: Error {}

    @Test func respondsUntilItsTaskIsCancelled() async throws {
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let serving = Task {
            try await WebServer(host: "127.0.0.1", port: 0, logger: logger).run(
                { request, _ in
                    guard request.uri.path == "/right" else { throw Failure() }
                    return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: "here")))
                },
                channel: { HTTP1Channel(responder: $0) }, onListening: { listening.yield($0) }, onEnding: { end.yield() })
        }
        let port = try #require(await ports.first { _ in true })
        let client = HTTPClient()
        let right = try await client.send(SubdialHTTP.HTTPRequest(url: "http://127.0.0.1:\(port)/right"))
        #expect(right.status == 200 && right.body == Array("here".utf8))
        let date = try #require(right.head["date"])
        #expect(Date(httpText: date).map { abs($0.timeIntervalSinceNow) < 60 } == true, "\(date)")
        // An error is a response of its own, and the connection goes on.
        let wrong = try await client.send(SubdialHTTP.HTTPRequest(url: "http://127.0.0.1:\(port)/wrong"))
        #expect(wrong.status == 500 && wrong.body.isEmpty && wrong.head["date"] != nil)
        #expect(try await client.send(SubdialHTTP.HTTPRequest(url: "http://127.0.0.1:\(port)/right")).status == 200)
        serving.cancel()
        try await serving.value
        #expect(await ends.first { _ in true } != nil)
        await #expect(throws: HTTPError.self) {
            try await client.send(SubdialHTTP.HTTPRequest(url: "http://127.0.0.1:\(port)/right"))
        }
    }
}
