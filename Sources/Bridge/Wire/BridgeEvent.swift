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

/// Cuts a stream of server-sent events into the data of each.
struct EventStreamParser {
    /// An event longer than this is no event.
    static let maximumEvent = 1 << 20

    private var line: [UInt8] = []
    private var data: [String] = []
    private var dataSize = 0

    /// The data of the events that `bytes` complete.
    ///
    /// Comments and other fields are passed over.
    mutating func take(_ bytes: [UInt8]) -> [String] {
        var events: [String] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                if line.count < Self.maximumEvent { line.append(byte) }
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            let text = String(decoding: line, as: UTF8.self)
            line.removeAll(keepingCapacity: true)
            if text.isEmpty {
                if !data.isEmpty { events.append(data.joined(separator: "\n")) }
                data.removeAll()
                dataSize = 0
            } else if text.hasPrefix("data:"), dataSize < Self.maximumEvent {
                let content = text.dropFirst(5)
                data.append(String(content.first == " " ? content.dropFirst() : content))
                dataSize += content.utf8.count + 1
            }
        }
        return events
    }
}
