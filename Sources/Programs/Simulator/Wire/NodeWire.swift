import SubdialDocuments

/// The responses of the last Node.js bridge, version 2.7.1-rc.1.
struct NodeWire {
    private let world: ScenarioState
    private let sightings: [ScenarioState.Sighting]

    init(_ world: ScenarioState) {
        self.world = world
        self.sightings = world.sightings(.node)
    }

    func zones() -> Reply { .json(["zones": list]) }

    func nowPlaying(_ query: Query, knob: String?) -> Reply {
        guard let id = query["zone_id"], !id.isEmpty else { return missingZone }
        guard let sighting = sighting(of: id) else { return unknownZone }
        return .json(nowPlaying(sighting, knob: knob))
    }

    func image(_ query: Query) -> Reply {
        guard let id = query["zone_id"], !id.isEmpty else { return missingZone }
        guard let zone = sighting(of: id)?.zone else { return unknownZone }
        // Node decodes only JPEG, and its placeholder has a fixed size.
        guard let artwork = zone.heard?.artwork, artwork.contentType == "image/jpeg", query["format"] != "rgb565" else {
            return Placeholder(width: 360, height: 360).svg
        }
        return Reply(status: 200, body: .bytes(Array(artwork.bytes.readableBytesView), type: "image/jpeg"))
    }

    func status() -> Reply {
        .json(["service": "unified-hifi-control", "version": "2.7.1-rc.1", "uptime": .number(world.now / .seconds(1))])
    }

    /// The response for an id that is not listed, or whose core has been lost for more than five seconds.
    var unknownZone: Reply {
        .json(["error": "zone not found", "error_code": "ZONE_NOT_FOUND", "zones": list], status: 404)
    }

    private var missingZone: Reply {
        .json(["error": "zone_id required", "error_code": "MISSING_ZONE_ID", "zones": list], status: 400)
    }

    private var list: JSONValue { .array(sightings.map(\.zone.node)) }

    private func sighting(of id: String) -> ScenarioState.Sighting? {
        sightings.first { $0.zone.zone.id == id && !(world.isGivenUp && $0.zone.zone.source == .roon) }
    }

    private func nowPlaying(_ sighting: ScenarioState.Sighting, knob: String?) -> JSONValue {
        let zone = sighting.zone
        let track = zone.state == .stopped ? nil : zone.heard
        let control = zone.zone.volume.kind == .db || zone.zone.volume.kind == .number ? zone.zone.volume : nil
        var members: [JSONMember] = []
        func add(_ key: String, _ value: JSONValue) { members.append(.init(key, value)) }

        add("line1", .string(track?.title ?? zone.nodeIdleText))
        add("line2", .string(track?.artist ?? ""))
        // The bridge's response for a zone without a player lacks this key.
        if zone.zone.source != .upnp { add("line3", .string(track?.album ?? "")) }
        add("is_playing", .bool(zone.state == .playing))
        add("volume", control == nil ? .null : .number(zone.nodeVolume))
        add("volume_type", zone.zone.volume.kind == .fixed ? .null : .string(zone.zone.volume.kind.rawValue))
        add("volume_min", .number(control?.minimum ?? -80))
        add("volume_max", .number(control?.maximum ?? 0))
        add("volume_step", .number(control?.step ?? 2))
        add("seek_position", JSONValue(track == nil ? nil : zone.reportedPosition(at: sighting.time).wholeSeconds))
        add("length", JSONValue(track?.length?.wholeSeconds))
        add("zone_id", .string(zone.zone.id))
        add("image_key", JSONValue(track == nil ? nil : zone.imageKey))
        add("image_url", .string("/now_playing/image?zone_id=" + zone.zone.id.queryEncoded))
        if zone.zone.source == .lms {
            add("artwork_url", JSONValue(track == nil ? nil : zone.imageKey.map { "http://192.0.2.10:9000/music/\($0)/cover.jpg" }))
            add("backend_data", [:])
            add("capabilities", [:])
        }
        add("zones", list)
        add("config_sha", knob == nil ? .null : .string(Knob.digest))
        add("zones_sha", .string(ZonesDigest.node(sightings.map(\.zone.zone.id))))
        return .object(members)
    }
}
