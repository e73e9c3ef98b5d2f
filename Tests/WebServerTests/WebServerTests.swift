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

    /// The example of RFC 9110, the first second, a leap day, and the last second of a year.
    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"), (1_767_225_599, "Wed, 31 Dec 2025 23:59:59 GMT"),
    ])
    func datesAreThoseOfHTTP(_ seconds: Int, _ expected: String) {
        #expect(WebServer.httpDate(seconds) == expected)
    }

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
        #expect(date.count == 29 && date.hasSuffix(" GMT"))
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
