import SubdialDocuments

/// The responses of the Rust bridge, version 3.3.0.
struct RustWire {
    private let world: ScenarioState
    /// The zones in the order of this response: the bridge iterates over a hash map, until it has an order of the user's in version 3.7.
    private let sightings: [ScenarioState.Sighting]

    init(_ world: ScenarioState, random: inout SplitMix64) {
        self.world = world
        let sightings = world.sightings(.rust)
        self.sightings = world.scenario.bridge.isAtLeast(3, 7) ? sightings : sightings.shuffled(using: &random)
    }

    func zones() -> Reply { .json(["zones": list]) }

    func nowPlaying(_ query: Query, knob: String?) -> Reply {
        let rejection =
            query.rejectedRepetition(of: ["zone_id", "knob_id", "battery_level", "battery_charging"])
            ?? query.rejectedInteger("battery_level", in: 0...255)
        if let rejection { return rejection }
        guard let id = query["zone_id"] else {
            return .json(error("zone_id required", "MISSING_ZONE_ID"), status: 400)
        }
        guard let sighting = sighting(of: id) else {
            return .json(error("zone not found", "ZONE_NOT_FOUND"), status: 404)
        }
        return .json(nowPlaying(sighting, id: id, knob: knob))
    }

    func image(_ query: Query) -> Reply {
        if let rejection = query.rejectedRepetition(of: ["zone_id", "width", "height", "format"]) { return rejection }
        guard let id = query["zone_id"] else { return .text("Failed to deserialize query string: missing field `zone_id`", status: 400) }
        if let rejection = query.rejectedInteger("width", in: 0...Int(UInt32.max))
            ?? query.rejectedInteger("height", in: 0...Int(UInt32.max))
        {
            return rejection
        }
        let placeholder = Placeholder(width: query.integer("width") ?? 240, height: query.integer("height") ?? 240)
        guard query["format"] != "rgb565" else { return placeholder.rgb565 }
        guard let zone = sighting(of: id)?.zone, let artwork = zone.heard?.artwork, !world.isLost(zone.zone.source) else {
            return placeholder.svg
        }
        return Reply(status: 200, body: .bytes(Array(artwork.bytes.readableBytesView), type: artwork.contentType))
    }

    func status(listeners: Int) -> Reply {
        .json([
            "service": "unified-hifi-control",
            "version": .string(world.scenario.bridge.version ?? "3.3.0"),
            "git_sha": "e4a1a62",
            "uptime_secs": JSONValue(world.now.wholeSeconds),
            "roon_connected": .bool(!world.isLost(.roon)),
            "hqplayer_connected": .bool(count(.hqplayer) > 0),
            "lms_connected": .bool(count(.lms) > 0 && world.isLMSConnected),
            "openhome_devices": JSONValue(count(.openhome)),
            "upnp_devices": JSONValue(count(.upnp)),
            "bus_subscribers": JSONValue(2 + listeners),
        ])
    }

    private func count(_ source: Scenario.Source) -> Int { sightings.count { $0.zone.zone.source == source } }

    private var list: JSONValue { .array(sightings.map { $0.zone.rust(at: $0.time) }) }

    private var digest: JSONValue { .string(ZonesDigest.rust(sightings.map { ($0.zone.zone.id, $0.zone.name) })) }

    /// An id without a prefix is a Roon id, for compatibility with old clients.
    private func sighting(of id: String) -> ScenarioState.Sighting? {
        sightings.first { $0.zone.zone.id == (id.contains(":") ? id : "roon:" + id) }
    }

    private func error(_ message: String, _ code: String) -> JSONValue {
        ["error": .string(message), "error_code": .string(code), "zones": list, "zones_sha": digest]
    }

    private func nowPlaying(_ sighting: ScenarioState.Sighting, id: String, knob: String?) -> JSONValue {
        let zone = sighting.zone
        let track = zone.heard
        let volume = zone.rustVolume(at: sighting.time)
        let controls = zone.rustControls(world.scenario.bridge)
        return [
            "zone_id": .string(zone.zone.id),
            "line1": .string(track.flatMap { $0.title.isEmpty ? nil : $0.title } ?? "Idle"),
            "line2": .string(track?.artist ?? ""),
            "line3": JSONValue(track.flatMap { $0.album.isEmpty ? nil : $0.album }),
            "is_playing": .bool(zone.reportedState == .playing),
            "volume": volume.map { .double(Double($0.value)) } ?? .null,
            "volume_type": .string(volume.map { $0.maximum <= 0 ? "db" : "number" } ?? "fixed"),
            "volume_min": .double(Double(volume?.minimum ?? 0)),
            "volume_max": .double(Double(volume?.maximum ?? 0)),
            "volume_step": .double(Double(volume?.step ?? 1)),
            "image_url": .string("/knob/now_playing/image?zone_id=" + id.queryEncoded),
            "image_key": JSONValue(zone.imageKey),
            "seek_position": JSONValue(zone.rustPosition(at: sighting.time)),
            "length": JSONValue(zone.rustLength),
            "is_play_allowed": .bool(controls.play),
            "is_pause_allowed": .bool(controls.pause),
            "is_next_allowed": .bool(controls.next),
            "is_previous_allowed": .bool(controls.previous),
            "zones": list,
            "config_sha": knob == nil ? .null : .string(Knob.digest),
            "zones_sha": digest,
        ]
    }
}
