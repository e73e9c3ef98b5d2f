import FoundationEssentials
import SubdialConcurrency
import SubdialDocuments
import SubdialHTTP
import SubdialPlayback

/// The result of a requested volume change for the current reading of the zone.
enum VolumeDecision: Equatable, Sendable {
    case send(BridgeAction, target: Double)
    /// Moves an unreported volume by its own steps.
    case step(BridgeAction)
    /// The zone already has the volume. After an unnecessary command, some bridges wait for a change and then report an error.
    case nothing
    case refuse(String)

    /// Decides on a volume change.
    ///
    /// - Parameters:
    ///   - change: The change on the zone's own scale.
    ///   - reading: A reading of the zone, taken for this change.
    ///   - name: The zone's name, for the message.
    ///   - pending: A recently sent volume that the reading does not contain yet: the user's current volume.
    ///   - truncates: True if the zone accepts only whole numbers.
    ///   - steps: True if the bridge moves a volume by steps.
    init(
        _ change: Change, of reading: Reading, named name: String, pending: Double? = nil, truncates: Bool = false, steps: Bool = false
    ) {
        guard let told = reading.volumeScale else {
            self = .refuse("\(name) does not tell its volume, so that it cannot be changed safely")
            return
        }
        guard let scale = told else {
            self = .refuse("the volume of \(name) is fixed")
            return
        }
        guard scale.unit != .incremental else {
            if steps, case .by(let count) = change, let action = BridgeAction.steps(count) {
                self = .step(action)
                return
            }
            self = .refuse("\(name) does not tell where its volume stands, so that it cannot be changed safely")
            return
        }
        guard scale.isUsable, let value = reading.volumeValue, value.isFinite else {
            self = .refuse("\(name) tells no usable volume, so that it cannot be changed safely")
            return
        }
        let current = pending ?? value
        guard var target = scale.normalized(change.applied(to: current)) else {
            self = .refuse("that is no volume")
            return
        }
        if truncates { target = min(max(target.rounded(), scale.minimum.rounded(.up)), scale.maximum.rounded(.down)) }
        guard abs(target - current) > 1e-4 else {
            self = .nothing
            return
        }
        self = BridgeAction.volume(target, in: scale).map { .send($0, target: target) } ?? .refuse("that is no volume of \(name)")
    }
}

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
    fileprivate static func steps(_ count: Double) -> BridgeAction? {
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
