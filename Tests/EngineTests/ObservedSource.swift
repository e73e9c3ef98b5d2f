import SubdialPlayback
import Synchronization

/// A source that forwards to another one, and records what is requested of it.
struct ObservedSource: PlaybackSource {
    let base: any PlaybackSource
    let calls: SourceCalls

    func zones() async throws(SourceError) -> [Zone] {
        defer { calls.endRequest() }
        return try await base.zones()
    }

    func listChanges() -> AsyncStream<Void> { base.listChanges() }

    func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
        defer { calls.endRequest() }
        return try await base.read(zone)
    }

    func pushes(of zone: ZoneID) -> AsyncStream<Reading> { base.pushes(of: zone) }
    func refusal(of control: PlaybackControl, in zone: ZoneID) async -> String? { await base.refusal(of: control, in: zone) }

    func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {
        calls.add(control)
        try await base.perform(control, in: zone, showing: state)
    }

    func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? {
        try await base.picture(of: artwork, in: zone, side: side)
    }
}

/// What was requested of a source.
final class SourceCalls: Sendable {
    private let content = Mutex<(controls: [PlaybackControl], endedRequests: Int)>(([], 0))

    /// The controls, in the order in which they began.
    var controls: [PlaybackControl] { content.withLock { $0.controls } }
    /// The number of requests for zones and readings that have ended, with data or an error.
    var endedRequests: Int { content.withLock { $0.endedRequests } }

    func add(_ control: PlaybackControl) { content.withLock { $0.controls.append(control) } }
    func endRequest() { content.withLock { $0.endedRequests += 1 } }
}

/// A text that changes while other tasks read it, with the number of times that it was read.
final class TextBox: Sendable {
    private let content: Mutex<(text: String, reads: Int)>

    init(_ text: String) { content = Mutex((text, 0)) }

    var reads: Int { content.withLock { $0.reads } }

    func read() -> String {
        content.withLock { content in
            content.reads += 1
            return content.text
        }
    }

    func set(_ text: String) { content.withLock { $0.text = text } }
}
