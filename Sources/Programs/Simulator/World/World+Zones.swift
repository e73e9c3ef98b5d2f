extension World {
    /// A zone as the bridge lists it: its last known state, and the time of that state.
    struct Sighting {
        let zone: ZoneState
        let time: Duration
    }

    /// The zones that the bridge lists, in the scenario's order.
    func sightings(_ dialect: Dialect) -> [Sighting] {
        zones.indices.compactMap { index in
            let zone = zones[index]
            // Node does not list HQPlayer as a zone.
            guard dialect == .rust || zone.zone.source != .hqplayer else { return nil }
            guard let lost, zone.zone.source == .roon else { return zone.present ? Sighting(zone: zone, time: now) : nil }
            // Rust continues to report the last known state. Node lists the zone for five minutes.
            guard lost.zones[index].present, dialect == .rust || now - lost.since < .seconds(300) else { return nil }
            return Sighting(zone: lost.zones[index], time: lost.since)
        }
    }

    /// A listed zone by its id.
    func sighting(of id: String, _ dialect: Dialect) -> Sighting? {
        sightings(dialect).first { $0.zone.zone.id == id }
    }

    /// The index of a zone that actually exists, whatever the bridge lists.
    func index(of id: String, in sources: Set<Scenario.Source>) -> Int? {
        zones.firstIndex { $0.zone.id == id && $0.present && sources.contains($0.zone.source) }
    }

    /// True if the Roon core has been lost for longer than Node waits for it.
    var isGivenUp: Bool { lost.map { now - $0.since > .seconds(5) } ?? false }
}
