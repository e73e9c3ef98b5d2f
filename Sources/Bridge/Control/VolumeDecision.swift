import Playback

/// What a wish to change the volume comes to, given what the zone just said of itself.
enum VolumeDecision: Equatable, Sendable {
    case send(BridgeAction, target: Double)
    /// Moves a volume that is not told by steps of its own.
    case step(BridgeAction)
    /// The zone is there already. Sending it nevertheless would have some bridges wait in vain for a change, and then report an error.
    case nothing
    case refuse(String)

    /// - Parameters:
    ///   - change: On the zone's own scale.
    ///   - reading: Of the zone, taken for this very change.
    ///   - name: The zone's name, for the message.
    ///   - pending: What was sent a moment ago and does not show in the reading yet: where the zone stands as far as the user is concerned.
    ///   - truncates: Whether the zone takes whole numbers only.
    ///   - steps: Whether the bridge moves a volume by steps.
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
