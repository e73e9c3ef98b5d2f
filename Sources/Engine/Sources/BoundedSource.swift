import Playback
import Synchronization

/// A source whose word is kept within ``SourceLimits`` before anything else sees it.
///
/// Ids are cleaned as titles are. The source goes on being asked by the ids that it knows.
final class BoundedSource: PlaybackSource {
    /// The source itself, whose word is not bounded.
    let source: any PlaybackSource
    /// The source's own spelling of the ids that were changed; nil until it has listed its zones.
    private let spellings = Mutex<[ZoneID: ZoneID]?>(nil)

    init(_ source: any PlaybackSource) { self.source = source }

    func zones() async throws(SourceError) -> [Zone] {
        var (zones, changed, known): ([Zone], [ZoneID: ZoneID], Set<ZoneID>) = ([], [:], [])
        for zone in try await source.zones().prefix(SourceLimits.zones) {
            let bounded = zone.bounded
            guard !bounded.id.rawValue.trimmed().isEmpty, known.insert(bounded.id).inserted else { continue }
            if bounded.id != zone.id { changed[bounded.id] = zone.id }
            zones.append(bounded)
        }
        spellings.withLock { $0 = changed }
        return zones
    }

    func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
        do throws(SourceError) {
            return told(try await source.read(spelled(zone)), of: zone)
        } catch {
            // A zone that an earlier run has chosen may be one whose id was changed.
            guard spellings.withLock({ $0 == nil }), (try? await zones()) != nil, spelled(zone) != zone else { throw error }
            return told(try await source.read(spelled(zone)), of: zone)
        }
    }

    func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        let pushes = source.pushes(of: spelled(zone))
        guard spelled(zone) != zone else { return pushes }
        return AsyncStream(bufferingPolicy: .bufferingNewest(4)) { continuation in
            let task = Task {
                for await reading in pushes { continuation.yield(told(reading, of: zone)) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    func isDrivenByPushes(_ zone: ZoneID) -> Bool { source.isDrivenByPushes(spelled(zone)) }

    func refusal(of control: PlaybackControl, in zone: ZoneID) async -> String? { await source.refusal(of: control, in: spelled(zone)) }

    func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {
        try await source.perform(control, in: spelled(zone), showing: state)
    }

    func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? {
        try await source.picture(of: artwork, in: spelled(zone), side: side)
    }

    private func spelled(_ zone: ZoneID) -> ZoneID { spellings.withLock { $0?[zone] ?? zone } }

    /// The reading under the id that the rest of the engine knows; its values are bounded where they are merged.
    private func told(_ reading: Reading, of zone: ZoneID) -> Reading {
        guard reading.zone != zone, reading.zone == spelled(zone) else { return reading }
        var renamed = reading
        renamed.zone = zone
        return renamed
    }
}
