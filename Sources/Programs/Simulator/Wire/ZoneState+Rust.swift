import SubdialDocuments

extension ZoneState {
    /// A volume of the Rust bridge, in single precision.
    struct RustVolume {
        let value: Float
        let minimum: Float
        let maximum: Float
        let step: Float
        let scale: String
    }

    /// The track that the bridge reports.
    ///
    /// It receives none from UPnP renderers and HQPlayer.
    var heard: Scenario.Track? {
        zone.source == .upnp || zone.source == .hqplayer ? nil : shown
    }

    /// The key of the picture: hexadecimal for Roon and LMS, the picture's URL for OpenHome.
    var imageKey: String? {
        guard let key = heard?.artwork?.key else { return nil }
        switch zone.source {
        case .lms: return String(key.prefix(8))
        case .openhome: return "http://192.0.2.20:9790/artwork/\(key.prefix(12)).jpg"
        default: return key
        }
    }

    /// The position that the bridge reports; it polls LMS only every other second.
    func reportedPosition(at now: Duration) -> Duration {
        guard zone.source == .lms else { return position(at: now) }
        return position(at: max(anchor, Self.lastPoll(before: now)))
    }

    /// The volume; nil if the zone has no volume control.
    ///
    /// An incremental volume looks like a number from 0 to 100 that never changes.
    func rustVolume(at now: Duration) -> RustVolume? {
        let volume = zone.volume
        switch volume.kind {
        case .fixed: return nil
        case .incremental: return RustVolume(value: 0, minimum: 0, maximum: 100, step: 1, scale: "unknown")
        case .db, .number:
            return RustVolume(
                value: Float(zone.source == .lms && Self.lastPoll(before: now) > volumeSet ? self.volume.rounded() : self.volume),
                minimum: Float(volume.minimum),
                maximum: Float(volume.maximum),
                step: Float(volume.step),
                scale: volume.kind == .db ? "decibel" : "percentage"
            )
        }
    }

    /// The zone as an entry of the list.
    ///
    /// Keys without a value are omitted, not null.
    func rust(at now: Duration) -> JSONValue {
        var members: [JSONMember] = [
            .init("zone_id", .string(zone.id)),
            .init("zone_name", .string(zone.name)),
            .init("source", .string(zone.source.rawValue)),
            .init("state", .string(state.rawValue)),
        ]
        if let control = rustVolumeControl(at: now) { members.append(.init("volume_control", control)) }
        if let dsp = zone.dsp {
            var parts: [JSONMember] = [.init("type", "hqplayer")]
            for (key, value) in [("instance", dsp.instance), ("pipeline", dsp.pipeline), ("profiles", dsp.profiles)] {
                if let value { parts.append(.init(key, .string(value))) }
            }
            members.append(.init("dsp", .object(parts)))
        }
        return .object(members)
    }

    /// The zone as the payload of `ZoneDiscovered`.
    func discovered(at now: Duration) -> JSONValue {
        let track: JSONValue =
            heard.map {
                [
                    "title": .string($0.title), "artist": .string($0.artist), "album": .string($0.album), "image_key": JSONValue(imageKey),
                    "seek_position": JSONValue(reportedPosition(at: now).wholeSeconds), "duration": JSONValue($0.length?.wholeSeconds),
                    "metadata": .null,
                ]
            } ?? .null
        return [
            "zone_id": .string(zone.id), "zone_name": .string(zone.name), "state": .string(state.rawValue),
            "volume_control": rustVolumeControl(at: now) ?? .null, "now_playing": track, "source": .string(zone.source.rawValue),
            "is_controllable": true, "is_seekable": .bool(zone.source != .upnp), "last_updated": JSONValue(now.wholeSeconds * 1000),
            "is_play_allowed": .bool(controls.play), "is_pause_allowed": .bool(controls.pause),
            "is_next_allowed": .bool(controls.next), "is_previous_allowed": .bool(controls.previous),
        ]
    }

    private func rustVolumeControl(at now: Duration) -> JSONValue? {
        rustVolume(at: now).map { volume in
            [
                "value": .float(volume.value), "min": .float(volume.minimum), "max": .float(volume.maximum), "step": .float(volume.step),
                "is_muted": .bool(muted), "scale": .string(volume.scale), "output_id": .string(zone.outputID),
            ]
        }
    }

    private static func lastPoll(before now: Duration) -> Duration { .seconds(now.components.seconds / 2 * 2) }
}

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
