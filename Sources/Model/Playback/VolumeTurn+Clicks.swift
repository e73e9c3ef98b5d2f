import SubdialBasics

extension VolumeTurn {
    /// The request as a number of the zone's own steps, if the zone does not report its volume; nil if it cannot be converted.
    var clicks: Int? {
        switch change {
        case .up: 1
        case .down: -1
        case .by(let amount) where amount.measure == .own && amount.number != 0:
            // A fraction of a step counts as one.
            Int(saturating: amount.number.magnitude < 1 ? (amount.number < 0 ? -1 : 1) : amount.number.rounded())
        default: nil
        }
    }

    /// The sum of a series of requests in steps, if the zone does not report its volume.
    ///
    /// At most ``VolumeRules/stepsOfOneTurn`` upward, since the size of a step is unknown, and at most 25 downward.
    public static func clicks(of turns: some Sequence<VolumeTurn>) -> Int {
        turns.reduce(0) { sum, turn in
            min(max(sum + min(max(turn.clicks ?? 0, -25), 25), -25), Int(saturating: VolumeRules.stepsOfOneTurn))
        }
    }
}
