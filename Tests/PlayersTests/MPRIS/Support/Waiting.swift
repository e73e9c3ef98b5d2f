import SubdialPlayback
import Synchronization
import Testing

@testable import SubdialPlayers

/// Waits until `condition` holds; the test fails if it does not.
func eventually(
    _ what: Comment, within time: Duration = .seconds(180), sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + time
    while ContinuousClock.now < deadline {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record(what, sourceLocation: sourceLocation)
}

/// Collects the pushes of a zone.
final class PushLog: Sendable {
    private let readings = Mutex<[Reading]>([])
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ source: MPRISSource, _ zone: ZoneID) {
        let pushes = source.pushes(of: zone)
        task.withLock { task in
            task = Task { [weak self] in
                for await reading in pushes { self?.readings.withLock { $0.append(reading) } }
            }
        }
    }

    deinit { task.withLock { $0?.cancel() } }

    var all: [Reading] { readings.withLock { $0 } }
    var last: Reading? { all.last }
    /// The state after merging all pushes.
    var state: PlaybackState? {
        guard let zone = last?.zone else { return nil }
        return all.reduce(into: PlaybackState(zone: zone)) { $0.merge($1) }
    }
}

extension Reading {
    var title: String? { track.flatMap { $0?.title } }
}
