import SubdialDocuments

/// An event on the Rust bridge's event stream.
enum BusEvent: Sendable, Equatable {
    case zoneDiscovered(JSONValue)
    case zoneUpdated(id: String, name: String, state: String)
    case zoneRemoved(id: String)
    case nowPlayingChanged(id: String, track: Scenario.Track?, imageKey: String?)
    case seekPositionChanged(id: String, position: Int)
    case volumeChanged(output: String, value: Double, muted: Bool)
    case roonConnected(core: String, version: String)
    case roonDisconnected
    case lmsConnected
    case lmsDisconnected
    /// A command, not an event: all open streams end.
    case drop

    /// The frame on the stream; nil if the stream ends.
    ///
    /// Frames have neither an event name nor an id.
    var frame: String? {
        json.map { "data: \($0.wireText)\n\n" }
    }

    private var json: JSONValue? {
        switch self {
        case .zoneDiscovered(let zone):
            ["type": "ZoneDiscovered", "payload": ["zone": zone]]
        case .zoneUpdated(let id, let name, let state):
            ["type": "ZoneUpdated", "payload": ["zone_id": .string(id), "display_name": .string(name), "state": .string(state)]]
        case .zoneRemoved(let id):
            ["type": "ZoneRemoved", "payload": ["zone_id": .string(id)]]
        case .nowPlayingChanged(let id, let track, let imageKey):
            [
                "type": "NowPlayingChanged",
                "payload": [
                    "zone_id": .string(id), "title": JSONValue(track?.title), "artist": JSONValue(track?.artist),
                    "album": JSONValue(track?.album),
                    "image_key": JSONValue(imageKey),
                ],
            ]
        case .seekPositionChanged(let id, let position):
            ["type": "SeekPositionChanged", "payload": ["zone_id": .string(id), "position": JSONValue(position)]]
        case .volumeChanged(let output, let value, let muted):
            [
                "type": "VolumeChanged",
                "payload": ["output_id": .string(output), "value": .float(Float(value)), "is_muted": .bool(muted)],
            ]
        case .roonConnected(let core, let version):
            ["type": "RoonConnected", "payload": ["core_name": .string(core), "version": .string(version)]]
        case .roonDisconnected:
            ["type": "RoonDisconnected"]
        case .lmsConnected:
            ["type": "LmsConnected", "payload": ["host": .string(LMS.host)]]
        case .lmsDisconnected:
            ["type": "LmsDisconnected", "payload": ["host": .string(LMS.host)]]
        case .drop:
            nil
        }
    }
}
