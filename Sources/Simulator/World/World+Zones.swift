extension World {
    /// A zone as the bridge knows it: the state it last heard of, and the time that was.
    struct Sighting {
        let zone: ZoneState
        let time: Duration
    }

    /// The zones the bridge lists, in the scenario's order.
    func sightings(_ dialect: Dialect) -> [Sighting] {
        zones.indices.compactMap { index in
            let zone = zones[index]
            // Node never lists HQPlayer as a zone.
            guard dialect == .rust || zone.zone.source != .hqplayer else { return nil }
            guard let lost, zone.zone.source == .roon else { return zone.present ? Sighting(zone: zone, time: now) : nil }
            // Rust goes on serving what it last heard. Node lists it for five minutes.
            guard lost.zones[index].present, dialect == .rust || now - lost.since < .seconds(300) else { return nil }
            return Sighting(zone: lost.zones[index], time: lost.since)
        }
    }

    /// A listed zone by its id.
    func sighting(of id: String, _ dialect: Dialect) -> Sighting? {
        sightings(dialect).first { $0.zone.zone.id == id }
    }

    /// Index of a zone that is really there, whatever the bridge believes.
    func index(of id: String, in sources: Set<Scenario.Source>) -> Int? {
        zones.firstIndex { $0.zone.id == id && $0.present && sources.contains($0.zone.source) }
    }

    /// Whether Roon's core has been gone for longer than Node waits for it.
    var isGivenUp: Bool { lost.map { now - $0.since > .seconds(5) } ?? false }
}
