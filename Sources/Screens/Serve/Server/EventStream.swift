import SubdialDocuments
import Synchronization

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
    func hello(_ kinds: [(kind: String, fingerprint: String)]) -> String {
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
            let frames = take()
            if !frames.isEmpty { try await send(frames) }
        }
    }

    private func take() -> String {
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
