import HTTPTypes
import HummingbirdCore
import NIOCore
import SubdialDocuments
import Synchronization

/// The event streams of all clients.
final class EventStreams: Sendable {
    /// The maximum number of open streams.
    private static let maximum = 256
    /// The maximum time for which the first event waits for a source that does not answer.
    private static let patience = Duration.seconds(10)
    /// The idle time after which a stream sends a comment.
    private static let pause = Duration.seconds(15)

    private struct State {
        var streams: [Int: EventStream] = [:]
        var next = 0
        var isClosed = false
        /// The number of template reloads: it is part of each fingerprint, because the same entry may look different after a reload.
        var generation = 0
    }

    private let supplier: any WidgetSupplier
    private let showings: FollowedWidgets
    private let state = Mutex(State())

    init(_ supplier: any WidgetSupplier, _ showings: FollowedWidgets) {
        self.supplier = supplier
        self.showings = showings
    }

    /// The number of template reloads.
    var generation: Int { state.withLock { $0.generation } }

    /// Ends all streams and refuses new ones.
    func close() { end { $0.isClosed = true } }

    /// Ends all streams, because their sources are created again; clients reconnect.
    func restart() { end { $0.generation += 1 } }

    private func end(_ change: (inout State) -> Void) {
        let streams = state.withLock { state in
            change(&state)
            return Array(state.streams.values)
        }
        for stream in streams { stream.end() }
    }

    /// The response to `GET /events`: the changes of the page's kinds, or of those that `kinds` lists, separated by commas.
    ///
    /// - Throws: ``ServeError`` for an unknown kind, or too many clients.
    func response(to request: Request) async throws -> Response {
        let subject = request.uri.queryParameters["subject"].flatMap { $0.isEmpty ? nil : String($0) }
        let kinds: [String]
        if let named = request.uri.queryParameters["kinds"] {
            kinds = named.split(separator: ",").map(String.init)
            guard !kinds.isEmpty, kinds.count <= 32 else { throw ServeError(.badRequest, "kinds takes 1 to 32 names, parted by commas") }
        } else {
            kinds = try await supplier.listed().map(\.kind)
        }
        var followed: [(kind: String, showing: FollowedWidget)] = []
        for kind in kinds { followed.append((kind, try await showing(kind, subject))) }
        let headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
        guard request.method == .get else { return Response(status: .ok, headers: headers) }
        let (isFull, generation) = state.withLock { ($0.streams.count >= Self.maximum, $0.generation) }
        guard !isFull else { throw ServeError(.unavailable, "\(Self.maximum) clients listen already") }
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { [followed] writer in
                // The stream is admitted only now, because the body of a client that has already disconnected never runs.
                let stream = EventStream()
                guard let number = self.admit(stream) else { return try await writer.finish(nil) }
                let tokens = followed.map { kind, showing in
                    showing.listen {
                        if let fingerprint = showing.fingerprint { stream.change(kind, "\(fingerprint).\(generation)") }
                    }
                }
                defer {
                    for (token, item) in zip(tokens, followed) { item.showing.leave(token) }
                    self.leave(number)
                }
                // An unreachable source may take seconds to fail, and the client needs to know that it is connected.
                try await writer.write(ByteBuffer(string: ": connected\n\n"))
                var known: [(kind: String, fingerprint: String)] = []
                for (kind, showing) in followed {
                    let fingerprint = await showing.moment(within: Self.patience)?.fingerprint
                    known.append((kind, "\(fingerprint ?? "").\(generation)"))
                }
                try await writer.write(ByteBuffer(string: stream.hello(known)))
                try await request.body.consumeWithInboundCloseHandler { _ in
                    try await stream.run(pause: Self.pause) { try await writer.write(ByteBuffer(string: $0)) }
                } onInboundClosed: {
                    stream.end()
                }
                try await writer.finish(nil)
            })
    }

    /// Kinds of data have no subjects; the chosen subject applies only to playback.
    private func showing(_ kind: String, _ subject: String?) async throws -> FollowedWidget {
        guard subject != nil else { return try await showings.showing(FollowedWidgets.Key(kind: kind, subject: nil)) }
        do {
            return try await showings.showing(FollowedWidgets.Key(kind: kind, subject: subject))
        } catch let error as ServeError where error.status == .badRequest {
            return try await showings.showing(FollowedWidgets.Key(kind: kind, subject: nil))
        }
    }

    private func admit(_ stream: EventStream) -> Int? {
        state.withLock { state in
            guard !state.isClosed, state.streams.count < Self.maximum else { return nil }
            state.next += 1
            state.streams[state.next] = stream
            return state.next
        }
    }

    private func leave(_ number: Int) {
        state.withLock { $0.streams[number] = nil }
    }
}

/// The event stream of one client; it keeps only the newest event of each kind, so a slow client skips older ones.
final class EventStream: Sendable {
    private struct State {
        var pending: [String: String] = [:]
        var revision = 0
        var isPingDue = false
    }

    private let state = Mutex(State())
    private let wakes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (wakes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// The first event: the fingerprint of each kind.
    fileprivate func hello(_ kinds: [(kind: String, fingerprint: String)]) -> String {
        let members = kinds.map { JSONMember($0.kind, .string($0.fingerprint)) }
        let data = JSONValue.object([JSONMember("revision", .integer(0)), JSONMember("kinds", .object(members))])
        return "event: hello\ndata: \(data.text())\n\n"
    }

    /// Queues an event: the pictures of a kind have changed.
    func change(_ kind: String, _ fingerprint: String) {
        state.withLock { $0.pending[kind] = fingerprint }
        continuation.yield()
    }

    /// Ends the stream.
    func end() { continuation.finish() }

    /// Calls `send` with each frame until the stream ends or `send` fails: changes immediately, and a comment after each `pause`.
    func run(pause: Duration, send: (String) async throws -> Void) async throws {
        let pinging = Task { [weak self] in
            while (try? await Task.sleep(for: pause)) != nil {
                guard let self else { return }
                state.withLock { $0.isPingDue = true }
                continuation.yield()
            }
        }
        defer { pinging.cancel() }
        for await _ in wakes {
            let frames = next()
            if !frames.isEmpty { try await send(frames) }
        }
    }

    private func next() -> String {
        state.withLock { state in
            let frames = state.pending.sorted { $0.key < $1.key }.map { kind, fingerprint in
                state.revision += 1
                let data = JSONValue.object([
                    JSONMember("revision", .integer(Int64(state.revision))), JSONMember("kind", .string(kind)),
                    JSONMember("fingerprint", .string(fingerprint)),
                ])
                return "event: change\ndata: \(data.text())\n\n"
            }
            state.pending = [:]
            defer { state.isPingDue = false }
            return frames.isEmpty && state.isPingDue ? ": ping\n\n" : frames.joined()
        }
    }
}
