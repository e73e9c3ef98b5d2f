import SubdialBasics
import SubdialPlayback
import Synchronization

/// A source whose data are limited to ``SourceLimits`` before any other code receives them.
///
/// Ids are cleaned in the same way as titles. Requests to the source use its original ids.
final class BoundedSource: PlaybackSource {
    /// The source itself, whose data are not limited.
    let source: any PlaybackSource
    /// The source's original ids by the changed ones; nil until it has listed its zones.
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

    func listChanges() -> AsyncStream<Void> { source.listChanges() }

    func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
        do throws(SourceError) {
            return limited(try await source.read(spelled(zone)), of: zone)
        } catch {
            // The id of a zone that an earlier run has chosen may be a changed one.
            guard spellings.withLock({ $0 == nil }), (try? await zones()) != nil, spelled(zone) != zone else { throw error }
            return limited(try await source.read(spelled(zone)), of: zone)
        }
    }

    func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        let pushes = source.pushes(of: spelled(zone))
        guard spelled(zone) != zone else { return pushes }
        return AsyncStream(bufferingPolicy: .bufferingNewest(4)) { continuation in
            let task = Task {
                for await reading in pushes { continuation.yield(limited(reading, of: zone)) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    func polling(of zone: ZoneID) -> PollingNeed { source.polling(of: spelled(zone)) }

    func refusal(of control: PlaybackControl, in zone: ZoneID) async -> String? { await source.refusal(of: control, in: spelled(zone)) }

    func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {
        try await source.perform(control, in: spelled(zone), showing: state)
    }

    func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? {
        try await source.picture(of: artwork, in: spelled(zone), side: side)
    }

    private func spelled(_ zone: ZoneID) -> ZoneID { spellings.withLock { $0?[zone] ?? zone } }

    /// Returns the reading with the id that the rest of the engine uses; its values are limited when they are merged.
    private func limited(_ reading: Reading, of zone: ZoneID) -> Reading {
        reading.renamed(from: spelled(zone), to: zone)
    }
}

extension Reading {
    /// The reading of the zone `own` with another id of that zone.
    func renamed(from own: ZoneID, to zone: ZoneID) -> Reading {
        guard own != zone, self.zone == own else { return self }
        var renamed = self
        renamed.zone = zone
        return renamed
    }
}
