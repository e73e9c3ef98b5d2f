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
