import SubdialDocuments

extension ZoneState {
    /// The first line of a zone without a track.
    var nodeIdleText: String {
        switch zone.source {
        case .lms: "No track"
        case .upnp: "Unknown zone"
        default: zone.name
        }
    }

    /// The volume as Node reports it: as a whole number for LMS.
    var nodeVolume: Double { zone.source == .lms ? volume.rounded() : volume }

    /// The zone as an entry of the list.
    ///
    /// Only Roon zones contain their source, and the state of LMS zones is not updated.
    var node: JSONValue {
        var members: [JSONMember] = []
        func add(_ key: String, _ value: JSONValue) { members.append(.init(key, value)) }

        add("zone_id", .string(zone.id))
        add("zone_name", .string(zone.name))
        if zone.source == .roon { add("source", "roon") }
        add("state", .string((zone.source == .lms ? discovery.state : state).rawValue))
        add("output_count", 1)
        add("output_name", .string(zone.outputName))
        add("device_name", JSONValue(zone.device))
        add(
            "source_control",
            zone.source == .roon && zone.device != nil ? ["status": "selected", "supports_standby": false, "control_key": "1"] : .null
        )
        add("volume_control", nodeVolumeControl)
        add("supports_grouping", .bool(zone.source == .roon && zone.device != nil))
        if let dsp = zone.dsp {
            add(
                "dsp",
                ["type": "hqplayer", "instance": JSONValue(dsp.instance), "pipeline": JSONValue(dsp.pipeline), "matrix": .null]
            )
        }
        return .object(members)
    }

    private var nodeVolumeControl: JSONValue {
        let volume = zone.volume
        // Node does not read the mute state of LMS players.
        let muted = JSONValue.bool(zone.source != .lms && self.muted)
        return switch volume.kind {
        case .fixed: .null
        case .incremental: ["type": "incremental", "is_muted": muted]
        case .db, .number:
            [
                "type": .string(volume.kind.rawValue), "min": .number(volume.minimum), "max": .number(volume.maximum), "is_muted": muted,
            ]
        }
    }
}
