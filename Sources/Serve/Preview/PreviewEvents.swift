import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import Synchronization

/// The event streams of the open pages.
final class PreviewEvents: Sendable {
    /// The maximum number of open streams.
    static let maximum = 64
    /// The interval between keep-alive comments.
    private static let pause = Duration.seconds(15)

    private struct State {
        var streams: [Int: AsyncStream<String>.Continuation] = [:]
        var next = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Sends an event to all pages.
    func send(_ event: String, _ data: JSONValue) {
        let frame = Self.frame(event, data)
        for stream in state.withLock({ Array($0.streams.values) }) { stream.yield(frame) }
    }

    /// Ends all streams and refuses new ones.
    func close() {
        let streams = state.withLock { state in
            state.isClosed = true
            return Array(state.streams.values)
        }
        for stream in streams { stream.finish() }
    }

    /// The response to `GET /events`.
    ///
    /// - Parameter hello: Returns the data of the first event.
    func response(to request: Request, hello: @escaping @Sendable () async -> JSONValue) throws(ServeError) -> Response {
        guard state.withLock({ $0.streams.count < Self.maximum }) else {
            throw ServeError(.unavailable, "\(Self.maximum) pages listen already")
        }
        let headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
        guard request.method == .get else { return Response(status: .ok, headers: headers) }
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                // A slow page receives only the newest events: each makes the page load everything again.
                let (frames, continuation) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(4))
                guard let number = self.admit(continuation) else { return try await writer.finish(nil) }
                let pinging = Task {
                    while (try? await Task.sleep(for: Self.pause)) != nil { continuation.yield(": ping\n\n") }
                }
                defer {
                    pinging.cancel()
                    self.leave(number)
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

    private func admit(_ stream: AsyncStream<String>.Continuation) -> Int? {
        state.withLock { state in
            guard !state.isClosed, state.streams.count < Self.maximum else { return nil }
            state.next += 1
            state.streams[state.next] = stream
            return state.next
        }
    }

    private func leave(_ number: Int) { state.withLock { $0.streams[number] = nil } }
}
