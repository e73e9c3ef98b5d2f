import JSON
import Playback

/// What a bridge told unasked: not what is so now, but what to ask for again.
enum BridgeEvent: Equatable {
    /// Something about the zone has changed.
    case zone(ZoneID)
    /// The volume of an output has changed; an output's id is the zone's only on some sources.
    case output(String)
    /// Something has changed that concerns every zone: a hi-fi has come or gone.
    case everything

    /// Reads the data of one server-sent event; nil for what changes nothing that is shown.
    ///
    /// Positions are among that: they run by themselves, and a reading tells where they are.
    init?(data: String) {
        guard let json = try? JSONValue(parsing: data), let type = json["type"]?.string else { return nil }
        let payload = json["payload"]
        let zone = payload?["zone_id"]?.string ?? payload?["zone"]?["zone_id"]?.string
        switch type {
        case "SeekPositionChanged": return nil
        case "VolumeChanged":
            guard let output = payload?["output_id"]?.string ?? zone else { return nil }
            self = .output(output)
        case "RoonConnected", "RoonDisconnected", "LmsConnected", "LmsDisconnected", "AdapterStopped",
            "AdapterConnected", "AdapterDisconnected", "ZonesFlushed", "ShuttingDown":
            self = .everything
        default:
            guard let zone else { return nil }
            self = .zone(ZoneID(zone))
        }
    }
}
