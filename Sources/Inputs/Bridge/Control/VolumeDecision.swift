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
