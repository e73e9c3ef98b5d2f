import SubdialDocuments

extension ZoneState {
    /// A volume of the Rust bridge, in single precision.
    struct RustVolume {
        let value: Float
        let minimum: Float
        let maximum: Float
        let step: Float

        init(_ value: Double, _ minimum: Double, _ maximum: Double, step: Double) {
            self.value = Float(value)
            self.minimum = Float(minimum)
            self.maximum = Float(maximum)
            self.step = Float(step)
        }

        /// The bridge infers the scale from the end of the range.
        fileprivate var scale: String { maximum <= 0 ? "decibel" : "percentage" }
    }

    /// The track that the bridge reports.
    ///
    /// It receives none from UPnP renderers and HQPlayer.
    var heard: Scenario.Track? {
        zone.source == .upnp || zone.source == .hqplayer ? nil : shown
    }

    /// The key of the picture.
    var imageKey: String? { imageKey(of: heard) }

    /// The key of a track's picture: hexadecimal for Roon and LMS, the picture's address for OpenHome and for streams of LMS.
    func imageKey(of track: Scenario.Track?) -> String? {
        guard let track, let key = track.artwork?.key else { return nil }
        switch zone.source {
        case .lms: return hasAddressedPicture(track) ? LMS.picture(String(key.prefix(12))) : String(key.prefix(8))
        case .openhome: return "http://192.0.2.20:9790/artwork/\(key.prefix(12)).jpg"
        default: return key
        }
    }

    /// True if the key of a track's picture is an address, which gives the original.
    func hasAddressedPicture(_ track: Scenario.Track) -> Bool {
        zone.source == .openhome || zone.source == .lms && (track.length ?? .zero) == .zero
    }

    /// The position that the bridge reports; it polls LMS only every other second.
    func reportedPosition(at now: Duration) -> Duration {
        guard zone.source == .lms else { return position(at: now) }
        return position(at: max(anchor, Self.lastPoll(before: now)))
    }

    /// The position in whole seconds; of OpenHome the bridge has none.
    func rustPosition(at now: Duration) -> Int? {
        heard == nil || zone.source == .openhome ? nil : reportedPosition(at: now).wholeSeconds
    }

    /// The length in whole seconds: of Roon that of the track at the discovery, of OpenHome none.
    var rustLength: Int? {
        guard let heard, zone.source != .openhome else { return nil }
        return zone.source == .roon ? discovery.length : heard.length?.wholeSeconds
    }

    /// The controls that are allowed: of Roon those at the discovery, up to version 3.3.
    func rustControls(_ bridge: Scenario.Bridge) -> Scenario.Controls {
        zone.source == .roon && !bridge.isAtLeast(3, 4) ? discovery.controls : controls
    }

    /// The volume; nil if the zone has no volume control.
    ///
    /// The range is that of the discovery. An incremental volume looks like a number from 0 to 100 that never changes.
    func rustVolume(at now: Duration) -> RustVolume? {
        let control = discovery.control
        switch zone.source {
        case .lms:
            let isPolled = Self.lastPoll(before: now) > volumeSet
            return RustVolume(isPolled ? reportedLevel.rounded() : reportedLevel, 0, 100, step: 2.5)
        case .openhome, .upnp:
            // The bridge discovers a renderer before it polls the volume, and does not add it later.
            guard zone.volume.told == true, control.kind != .fixed else { return nil }
            return zone.source == .upnp
                ? RustVolume(discovery.level, 0, 100, step: 1) : RustVolume(discovery.level, 0, control.maximum, step: control.step)
        case .roon, .hqplayer:
            switch control.kind {
            case .fixed: return nil
            case .incremental: return RustVolume(discovery.level, 0, 100, step: 1)
            case .db, .number: return RustVolume(discovery.level, control.minimum, control.maximum, step: control.step)
            }
        }
    }

    /// The zone as an entry of the list.
    ///
    /// Keys without a value are omitted, not null.
    func rust(at now: Duration) -> JSONValue {
        var members: [JSONMember] = [
            .init("zone_id", .string(zone.id)),
            .init("zone_name", .string(name)),
            .init("source", .string(zone.source.rawValue)),
            .init("state", .string(reportedState.rawValue)),
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
                    "seek_position": JSONValue(rustPosition(at: now)), "duration": JSONValue(rustLength), "metadata": .null,
                ]
            } ?? .null
        return [
            "zone_id": .string(zone.id), "zone_name": .string(name), "state": .string(reportedState.rawValue),
            "volume_control": rustVolumeControl(at: now) ?? .null, "now_playing": track, "source": .string(zone.source.rawValue),
            "is_controllable": true, "is_seekable": .bool(zone.source != .upnp && zone.source != .openhome),
            "last_updated": JSONValue(now.wholeSeconds * 1000),
            "is_play_allowed": .bool(controls.play), "is_pause_allowed": .bool(controls.pause),
            "is_next_allowed": .bool(controls.next), "is_previous_allowed": .bool(controls.previous),
        ]
    }

    private func rustVolumeControl(at now: Duration) -> JSONValue? {
        // Of LMS the bridge reads no mute state: the level is negative instead.
        let muted = zone.source != .lms && discovery.muted
        return rustVolume(at: now).map { volume in
            [
                "value": .float(volume.value), "min": .float(volume.minimum), "max": .float(volume.maximum), "step": .float(volume.step),
                "is_muted": .bool(muted), "scale": .string(volume.scale), "output_id": .string(zone.outputID),
            ]
        }
    }
}
