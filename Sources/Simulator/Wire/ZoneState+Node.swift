extension ZoneState {
    /// The first line of a zone that plays nothing.
    var nodeIdleText: String {
        switch zone.source {
        case .lms: "No track"
        case .upnp: "Unknown zone"
        default: zone.name
        }
    }

    /// The volume as Node reports it: LMS has whole numbers only.
    var nodeVolume: Double { zone.source == .lms ? volume.rounded() : volume }

    /// The zone as an entry of the list.
    ///
    /// Only Roon's zones say where they are from, and those of LMS are not kept up to date.
    var node: JSON {
        var members: [JSON.Member] = []
        func add(_ key: String, _ value: JSON) { members.append(.init(key: key, value: value)) }

        add("zone_id", .string(zone.id))
        add("zone_name", .string(zone.name))
        if zone.source == .roon { add("source", "roon") }
        add("state", .string((zone.source == .lms ? discovery.state : state).rawValue))
        add("output_count", 1)
        add("output_name", .string(zone.outputName))
        add("device_name", JSON(zone.device))
        add(
            "source_control",
            zone.source == .roon && zone.device != nil ? ["status": "selected", "supports_standby": false, "control_key": "1"] : nil
        )
        add("volume_control", nodeVolumeControl)
        add("supports_grouping", .bool(zone.source == .roon && zone.device != nil))
        if let dsp = zone.dsp {
            add(
                "dsp",
                ["type": "hqplayer", "instance": JSON(dsp.instance), "pipeline": JSON(dsp.pipeline), "matrix": nil]
            )
        }
        return .object(members)
    }

    private var nodeVolumeControl: JSON {
        let volume = zone.volume
        // Node never learns that an LMS player is muted.
        let muted = JSON.bool(zone.source != .lms && self.muted)
        return switch volume.kind {
        case .fixed: nil
        case .incremental: ["type": "incremental", "is_muted": muted]
        case .db, .number:
            [
                "type": .string(volume.kind.rawValue), "min": .number(volume.minimum), "max": .number(volume.maximum), "is_muted": muted,
            ]
        }
    }
}
