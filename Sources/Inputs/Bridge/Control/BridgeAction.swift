import SubdialDocuments
import SubdialPlayback

/// An action for the bridge's `/control`.
///
/// A volume without a number is not possible: bridges replace a missing value by 50, which is full volume on a scale that ends at 0 dB.
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

    /// Returns an action that sets the volume; nil if `target` is outside `scale`.
    static func volume(_ target: Double, in scale: VolumeScale) -> BridgeAction? {
        guard scale.isUsable, target.isFinite, (scale.minimum...scale.maximum).contains(target) else { return nil }
        return BridgeAction(name: "vol_abs", value: target)
    }

    /// Returns an action that moves the volume by `count` of the zone's own steps, −25 to 25; nil for 0 or a count out of range.
    static func steps(_ count: Double) -> BridgeAction? {
        guard count.isFinite, count.rounded() != 0, count.magnitude <= 25 else { return nil }
        return BridgeAction(name: "vol_rel", value: count.rounded())
    }

    /// Returns an action that seeks to a position, rounded to whole seconds; nil for an invalid one.
    static func seek(_ seconds: Double) -> BridgeAction? {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return nil }
        return BridgeAction(name: "seek", value: seconds.rounded())
    }

    /// The body of the request.
    func body(for zone: ZoneID) -> [UInt8] {
        var members = [JSONMember("zone_id", .string(zone.rawValue)), JSONMember("action", .string(name))]
        if let value {
            // Whole numbers are written without a decimal point, because some providers accept only such numbers.
            members.append(JSONMember("value", Int64(exactly: value).map { .integer($0) } ?? .double(value)))
        }
        return Array(JSONValue.object(members).text().utf8)
    }
}
