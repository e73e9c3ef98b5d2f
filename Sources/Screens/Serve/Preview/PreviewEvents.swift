import HTTPTypes
import Hummingbird
import NIOCore
import SubdialConcurrency
import SubdialDocuments

/// The event streams of the open pages.
final class PreviewEvents: Sendable {
    /// The maximum number of open streams.
    static let maximum = 64
    /// The interval between keep-alive comments.
    private static let pause = Duration.seconds(15)

    private let streams = Listeners<String>()

    /// Sends an event to all pages.
    func send(_ event: String, _ data: JSONValue) {
        streams.send(Self.frame(event, data))
    }

    /// Ends all streams and refuses new ones.
    func close() { streams.finish() }

    /// The response to `GET /events`.
    ///
    /// - Parameter hello: Returns the data of the first event.
    func response(to request: Request, hello: @escaping @Sendable () async -> JSONValue) throws(ServeError) -> Response {
        guard streams.count < Self.maximum else {
            throw ServeError(.unavailable, "\(Self.maximum) pages listen already")
        }
        let headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
        guard request.method == .get else { return Response(status: .ok, headers: headers) }
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                // A slow page receives only the newest events: each makes the page load everything again.
                let (frames, continuation) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(4))
                guard self.streams.add(continuation, limit: Self.maximum) else { return try await writer.finish(nil) }
                let pinging = Task {
                    while (try? await Task.sleep(for: Self.pause)) != nil { continuation.yield(": ping\n\n") }
                }
                defer {
                    pinging.cancel()
                    continuation.finish()
                }
                try await writer.write(ByteBuffer(string: Self.frame("hello", await hello())))
                try await request.body.consumeWithInboundCloseHandler { _ in
                    for await frame in frames { try await writer.write(ByteBuffer(string: frame)) }
                } onInboundClosed: {
                    continuation.finish()
                }
                try await writer.finish(nil)
            })
    }

    private static func frame(_ event: String, _ data: JSONValue) -> String { "event: \(event)\ndata: \(data.text())\n\n" }
}
