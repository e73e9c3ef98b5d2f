import SubdialDocuments
import SubdialPlayback

/// An event of a bridge, which indicates data to request again.
enum BridgeEvent: Equatable {
    /// A change of the zone.
    case zone(ZoneID)
    /// A change of an output's volume. Only on some sources, the output's id is that of the zone.
    case output(String)
    /// The position of the zone's track in seconds, which is also sent while it only advances.
    case position(ZoneID, Double)
    /// A change that concerns every zone, such as a connected or disconnected hi-fi.
    case everything

    /// Parses the data of a server-sent event; nil for events without a visible change.
    init?(data: String) {
        guard let json = try? JSONValue(parsing: data), let type = json["type"]?.string else { return nil }
        let payload = json["payload"]
        let zone = payload?["zone_id"]?.string ?? payload?["zone"]?["zone_id"]?.string
        switch type {
        case "SeekPositionChanged":
            guard let zone, let seconds = payload?["position"]?.number, seconds.isFinite else { return nil }
            self = .position(ZoneID(zone), seconds)
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
