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
        // Two values are a list in Express, of which the bridge expects the methods of a text.
        if query.isRepeated("zone_id") { return Self.internalError }
        guard let sighting = sighting(of: id) else { return unknownZone }
        return .json(nowPlaying(sighting, knob: knob))
    }

    func image(_ query: Query) -> Reply {
        guard let id = query["zone_id"], !id.isEmpty else { return missingZone }
        if query.isRepeated("zone_id") { return Self.internalError }
        guard let sighting = sighting(of: id) else { return unknownZone }
        let zone = sighting.zone
        let placeholder = Placeholder(width: 360, height: 360).expressSVG
        guard let track = zone.nodeTrack(at: sighting.time), let artwork = track.artwork, !world.isLost(zone.zone.source) else {
            return placeholder
        }
        // The bridge decodes only JPEG. Roon's core and LMS convert other pictures to it, but an address gives the original.
        let isConvertible = artwork.contentType == "image/jpeg" || !zone.hasAddressedPicture(track)
        if query["format"] == "rgb565" {
            guard isConvertible else { return placeholder }
            return Placeholder(width: Self.side(query["width"]), height: Self.side(query["height"])).rgb565
        }
        let isResized = [query["width"], query["height"]].contains { $0?.isEmpty == false }
        if isResized, !isConvertible, artwork.contentType.hasPrefix("image/") { return placeholder }
        return Reply(status: 200, body: .bytes(Array(artwork.bytes.readableBytesView), type: artwork.contentType))
    }

    func status() -> Reply {
        .json([
            "service": "unified-hifi-control", "version": .string(world.scenario.bridge.version ?? "2.7.1-rc.1"),
            "uptime": .number(world.now / .seconds(1)),
        ])
    }

    /// The response for an id that is not listed, or whose core has been lost for five seconds.
    var unknownZone: Reply {
        .json(["error": "zone not found", "error_code": "ZONE_NOT_FOUND", "zones": list], status: 404)
    }

    /// The response if the bridge itself fails, or Express refuses a body.
    static var internalError: Reply { .json(["error": "Internal server error"], status: 500) }

    private var missingZone: Reply {
        .json(["error": "zone_id required", "error_code": "MISSING_ZONE_ID", "zones": list], status: 400)
    }

    private var list: JSONValue { .array(sightings.map(\.zone.node)) }

    /// A side of a picture in pixels, as JavaScript's `parseInt(…) || 360` reads it.
    private static func side(_ text: String?) -> Int {
        let digits = (text ?? "").drop { $0 == " " }.prefix { ("0"..."9").contains($0) }
        return Int(digits).flatMap { $0 > 0 ? $0 : nil } ?? 360
    }

    private func sighting(of id: String) -> ScenarioState.Sighting? {
        sightings.first { $0.zone.zone.id == id && !(world.isCoreGivenUp && $0.zone.zone.source == .roon) }
    }

    private func nowPlaying(_ sighting: ScenarioState.Sighting, knob: String?) -> JSONValue {
        let (zone, source, time) = (sighting.zone, sighting.zone.zone.source, sighting.time)
        let track = zone.nodeTrack(at: time)
        let control = zone.control.hasLevel ? zone.control : nil
        let isRoon = source == .roon
        var members: [JSONMember] = []
        func add(_ key: String, _ value: JSONValue) { members.append(.init(key, value)) }

        if !isRoon { add("zone_id", .string(zone.zone.id)) }
        let title = track.flatMap { $0.title.isEmpty ? nil : $0.title }
        add("line1", title.map(JSONValue.string) ?? (source == .lms ? "No track" : JSONValue(zone.nodeName)))
        add("line2", .string(track?.artist ?? ""))
        add("line3", .string(track?.album ?? ""))
        add("is_playing", .bool(zone.nodeState(at: time) == .playing))
        add("volume", zone.nodeVolume(at: time).map { .number($0) } ?? .null)
        if isRoon {
            add("volume_type", zone.control.kind == .fixed ? .null : .string(zone.control.kind.rawValue))
            add("volume_min", .number(control?.minimum ?? -80))
            add("volume_max", .number(control?.maximum ?? 0))
            add("volume_step", .number(control?.step ?? 2))
        } else {
            add("volume_type", "number")
            add("volume_min", 0)
            add("volume_max", 100)
            add("volume_step", 1)
        }
        add("seek_position", position(sighting, of: track))
        add("length", length(of: track, source))
        if isRoon { add("zone_id", .string(zone.zone.id)) }
        add("image_key", JSONValue(zone.imageKey(of: track)))
        if source == .lms { add("artwork_url", JSONValue(track.flatMap { zone.hasAddressedPicture($0) ? zone.imageKey(of: $0) : nil })) }
        if zone.zone.dsp != nil {
            add("backend_data", ["hqp": [:]])
            add("capabilities", ["has_dsp": true])
        }
        add("image_url", .string("/now_playing/image?zone_id=" + zone.zone.id.queryEncoded))
        add("zones", list)
        add("config_sha", knob == nil ? .null : .string(Knob.digest))
        add("zones_sha", .string(ZonesDigest.node(sightings.map(\.zone.zone.id))))
        return .object(members)
    }

    /// The position: of LMS with a fraction, and 0 if there is none; of renderers never.
    private func position(_ sighting: ScenarioState.Sighting, of track: Scenario.Track?) -> JSONValue {
        let position = sighting.zone.reportedPosition(at: sighting.time)
        switch sighting.zone.zone.source {
        case .lms: return track == nil || sighting.zone.state == .stopped ? 0 : .number(position / .seconds(1))
        case .roon: return JSONValue(track == nil ? nil : position.wholeSeconds)
        case .openhome, .upnp, .hqplayer: return .null
        }
    }

    /// The length: of LMS 0 for a stream; of renderers never.
    private func length(of track: Scenario.Track?, _ source: Scenario.Source) -> JSONValue {
        let length = track?.length.flatMap { $0 > .zero ? $0 : nil }
        switch source {
        case .lms: return length.map { .number($0 / .seconds(1)) } ?? 0
        case .roon: return JSONValue(length?.wholeSeconds)
        case .openhome, .upnp, .hqplayer: return .null
        }
    }
}
