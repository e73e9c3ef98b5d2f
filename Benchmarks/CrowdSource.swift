import FoundationEssentials
import SubdialConcurrency
import SubdialPlayback
import Synchronization

/// A source in memory with any number of zones, which all play the same track.
final class CrowdSource: PlaybackSource {
    private struct State {
        var track = 0
        var listeners: [AsyncStream<Reading>.Continuation] = []
    }

    private let count: Int
    private let state = Mutex(State())

    init(zones count: Int) { self.count = count }

    /// The name of a zone.
    static func name(_ number: Int) -> String { "Room \(number)" }

    /// Starts the next track, and pushes it to all subscribers.
    func change() {
        let listeners = state.withLock { state in
            state.track += 1
            return state.listeners
        }
        for listener in listeners { listener.yield(reading(Self.id(0))) }
    }

    func zones() async throws(SourceError) -> [Zone] {
        (0..<count).map { Zone(id: Self.id($0), name: Self.name($0), status: .playing) }
    }

    func read(_ zone: ZoneID) async throws(SourceError) -> Reading { reading(zone) }

    func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        let (stream, continuation) = AsyncStream<Reading>.makeStream()
        state.withLock { $0.listeners.append(continuation) }
        return stream
    }

    func polling(of zone: ZoneID) -> PollingNeed { .none }

    func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {}

    func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? { nil }

    private static func id(_ number: Int) -> ZoneID { ZoneID("crowd:\(number)") }

    private func reading(_ zone: ZoneID) -> Reading {
        var reading = Reading(zone: zone, stamp: Stamp(.now, .push))
        reading.connection = .live
        reading.status = .playing
        reading.track = Track(title: "Track \(state.withLock { $0.track })", artist: "Miles Davis", length: 200)
        return reading
    }
}
