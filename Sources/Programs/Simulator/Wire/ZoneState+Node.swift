import SubdialDocuments

extension ZoneState {
    /// The state that the Node bridge has of the zone itself, as distinct from its list.
    func nodeState(at now: Duration) -> Scenario.PlayState {
        switch zone.source {
        case .upnp: renderer.isSubscribed ? state : .stopped
        case .openhome: now < renderer.firstPoll ? .stopped : reportedState
        default: reportedState
        }
    }

    /// The track that the Node bridge reports.
    func nodeTrack(at now: Duration) -> Scenario.Track? {
        switch zone.source {
        case .roon: state == .stopped ? nil : shown
        case .lms: shown
        // A renderer without a volume service ends each poll before the bridge asks for the track.
        case .openhome: now < renderer.firstPoll || control.kind == .fixed ? nil : shown
        case .upnp, .hqplayer: nil
        }
    }

    /// The volume that the Node bridge reports.
    func nodeVolume(at now: Duration) -> Double? {
        switch zone.source {
        case .lms: reportedLevel.rounded()
        case .openhome: now < renderer.firstPoll || control.kind == .fixed ? nil : volume
        case .upnp: renderer.level
        case .roon, .hqplayer: control.hasLevel ? volume : nil
        }
    }

    /// The name; nil before the bridge has read the description of a renderer.
    var nodeName: String? { described ? name : nil }

    /// The zone as an entry of the Node bridge's list.
    ///
    /// Only Roon zones contain their source. The entries of LMS and UPnP are copies that are updated when a zone of the source comes or goes.
    var node: JSONValue {
        var members: [JSONMember] = []
        func add(_ key: String, _ value: JSONValue) { members.append(.init(key, value)) }

        add("zone_id", .string(zone.id))
        add("zone_name", JSONValue(described ? renderer.listedName : nil))
        if zone.source == .roon { add("source", "roon") }
        add("state", .string(renderer.listedState.rawValue))
        add("output_count", 1)
        add("output_name", zone.source == .roon || zone.source == .lms ? .string(zone.outputName) : JSONValue(nodeName))
        add("device_name", zone.source == .lms ? .string(renderer.listedName) : described ? JSONValue(zone.device) : .null)
        if zone.source == .roon {
            add(
                "source_control",
                zone.device != nil ? ["status": "selected", "supports_standby": false, "control_key": "1"] : .null
            )
        }
        add("volume_control", nodeVolumeControl)
        switch zone.source {
        case .roon: add("supports_grouping", .bool(zone.device != nil))
        case .lms: add("supports_grouping", false)
        case .upnp: add("unsupported", ["next", "previous", "track_metadata", "album_art"])
        case .openhome, .hqplayer: break
        }
        if let dsp = zone.dsp {
            let query = "?zone_id=" + zone.id.queryEncoded
            var parts: [JSONMember] = [
                .init("type", "hqplayer"), .init("instance", JSONValue(dsp.instance)), .init("pipeline", .string("/hqp/pipeline" + query)),
                .init("matrix", .string("/hqp/matrix/profiles" + query)),
            ]
            if dsp.profiles != nil { parts.append(.init("profiles", .string("/hqp/profiles" + query))) }
            add("dsp", .object(parts))
        }
        return .object(members)
    }

    private var nodeVolumeControl: JSONValue {
        // For all but Roon the bridge sends a constant, whatever the range of the device; it reads no mute state.
        let constant: JSONValue = ["type": "number", "min": 0, "max": 100, "is_muted": false]
        switch zone.source {
        case .lms, .openhome: return constant
        case .upnp: return renderer.listsVolume ? constant : .null
        case .roon, .hqplayer:
            switch control.kind {
            case .fixed: return .null
            case .incremental: return ["type": "incremental", "is_muted": .bool(muted)]
            case .db, .number:
                return [
                    "type": .string(control.kind.rawValue), "min": .number(control.minimum), "max": .number(control.maximum),
                    "is_muted": .bool(muted),
                ]
            }
        }
    }
}
