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
    /// The volume is not the one from which the change was calculated.
    case overtaken
    case refuse(String)

    /// Decides on a volume change.
    ///
    /// - Parameters:
    ///   - change: The change on the zone's own scale.
    ///   - base: The volume from which the change was calculated; nil to count from the reading.
    ///   - reading: A reading of the zone, taken for this change.
    ///   - pending: A recently sent volume that the reading does not contain yet: the user's current volume.
    ///   - abilities: The abilities of the zone.
    init(_ change: Change, from base: Volume? = nil, of reading: Reading, pending: Double? = nil, abilities: ZoneAbilities) {
        if let refusal = reading.volumeRefusal {
            self = .refuse(refusal)
            return
        }
        let name = "'\(reading.name ?? reading.zone.rawValue)'"
        guard let scale = reading.volumeScale ?? nil, scale.unit != .incremental, let value = reading.volumeValue else {
            if case .by(let count) = change, let action = abilities.steps(count) {
                self = .step(action)
            } else {
                self = .refuse("\(name) does not tell where its volume stands, so that it cannot be changed safely")
            }
            return
        }
        let current = Volume(value: pending ?? value, scale: scale, isMuted: reading.isMuted ?? base?.isMuted ?? false)
        guard current.isSame(as: base) else {
            self = .overtaken
            return
        }
        if case .by = change, let refusal = reading.stepRefusal {
            self = .refuse(refusal)
            return
        }
        guard let target = scale.target(of: change, from: current.value), let action = BridgeAction.volume(target, in: scale) else {
            self = .refuse("that is no volume of \(name)")
            return
        }
        let isUnchanged = (target - current.value).magnitude <= 1e-4 && !(current.isMuted && reading.volumeUnmutes)
        self = isUnchanged ? .nothing : .send(action, target: target)
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
    static func steps(_ count: Double, dialect: BridgeDialect) -> BridgeAction? {
        let count = count.rounded()
        guard count.isFinite, count != 0, count.magnitude <= 25 else { return nil }
        return switch dialect {
        case .node: BridgeAction(name: "vol_rel", value: count)
        case .rust: BridgeAction(name: count > 0 ? "vol_up" : "vol_down", value: count.magnitude)
        }
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
