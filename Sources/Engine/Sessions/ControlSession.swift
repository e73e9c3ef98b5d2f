import Logging
import Playback

/// One thing that a zone is asked to do, shown to all who look before the bridge has confirmed it.
public struct ControlSession: Sendable {
    let hub: Hub
    let address: String
    /// The zone's id or name; nil for the chosen one.
    let zone: String?

    /// Controls `zone`, by id or name, of the bridge at `address`; nil for the chosen zone.
    public init(hub: Hub, address: String, zone: String?) {
        self.hub = hub
        self.address = address
        self.zone = zone
    }

    /// Asks the zone, and returns once the source has accepted it.
    public func perform(_ control: PlaybackControl) async throws(SourceError) {
        let follower = try await hub.follower(ofZone: zone, at: address)
        let source = try await hub.source(at: address)
        // What was never read is not what the user sees.
        let state = await follower.hasAsked ? follower.state : nil
        if let expected = state?.expected(from: control, at: .now) { await follower.expect(expected) }
        do throws(SourceError) {
            try await source.perform(control, in: follower.zone, showing: state)
        } catch {
            await follower.refresh(correcting: state != nil)
            throw error
        }
        await follower.refresh()
    }

    /// Makes another zone the one that is shown where nobody names one: by id or name, or with `next` the one behind it in the list.
    public func choose(_ named: String) async throws(SourceError) -> Zone {
        let zones = try await hub.source(at: address).zones()
        var chosen = zones.named(named)
        if chosen == nil, named == "next", !zones.isEmpty {
            let current = try await hub.follower(ofZone: zone, at: address).zone
            let index = zones.firstIndex { $0.id == current } ?? -1
            chosen = zones[(index + 1) % zones.count]
        }
        guard let chosen else { throw .zoneMissing(named, known: zones.map(\.name)) }
        try await hub.select(chosen, at: address)
        return chosen
    }
}
