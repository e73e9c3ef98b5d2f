import JSON
import Playback

/// One thing that is sent to the bridge's `/control`.
///
/// There is no way to make a volume without a number here: bridges take a missing one for 50, and on a scale that ends at 0 dB that is
/// full volume.
struct BridgeAction: Equatable, Sendable {
    private let name: String
    private let value: Double?

    static let play = BridgeAction(name: "play", value: nil)
    static let pause = BridgeAction(name: "pause", value: nil)
    static let toggle = BridgeAction(name: "play_pause", value: nil)
    static let stop = BridgeAction(name: "stop", value: nil)
    static let next = BridgeAction(name: "next", value: nil)
    static let previous = BridgeAction(name: "previous", value: nil)
    static let mute = BridgeAction(name: "mute", value: nil)

    private init(name: String, value: Double?) {
        self.name = name
        self.value = value
    }

    /// Sets the volume; nil where `target` is no number within `scale`.
    static func volume(_ target: Double, in scale: VolumeScale) -> BridgeAction? {
        guard scale.isUsable, target.isFinite, (scale.minimum...scale.maximum).contains(target) else { return nil }
        return BridgeAction(name: "vol_abs", value: target)
    }

    /// Moves the volume by so many of the zone's own steps, −25 to 25; nil for none.
    static func steps(_ count: Double) -> BridgeAction? {
        guard count.isFinite, count.rounded() != 0, count.magnitude <= 25 else { return nil }
        return BridgeAction(name: "vol_rel", value: count.rounded())
    }

    /// Goes to a place in the track, in whole seconds; nil for what is none.
    static func seek(_ seconds: Double) -> BridgeAction? {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return nil }
        return BridgeAction(name: "seek", value: seconds.rounded())
    }

    /// The body of the request.
    func body(for zone: ZoneID) -> [UInt8] {
        var members = [JSONMember("zone_id", .string(zone.rawValue)), JSONMember("action", .string(name))]
        if let value {
            // Whole numbers without a point: there are providers that take no others.
            members.append(JSONMember("value", Int64(exactly: value).map { .integer($0) } ?? .double(value)))
        }
        return Array(JSONValue.object(members).text().utf8)
    }
}
