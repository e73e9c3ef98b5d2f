extension VolumeTurn {
    /// How many steps of the zone's own the wish is, where the zone does not tell its volume; nil where it cannot be counted so.
    var clicks: Int? {
        switch change {
        case .up: 1
        case .down: -1
        case .by(let amount) where amount.measure == .own && amount.number != 0:
            // A part of a step is one.
            Int(saturating: amount.number.magnitude < 1 ? (amount.number < 0 ? -1 : 1) : amount.number.rounded())
        default: nil
        }
    }

    /// How many steps a row of wishes is where the zone does not tell its volume: ``VolumeRules/stepsOfOneTurn`` upward at most, since nobody
    /// knows how loud they are, and 25 down.
    public static func clicks(of turns: some Sequence<VolumeTurn>) -> Int {
        turns.reduce(0) { sum, turn in
            min(max(sum + min(max(turn.clicks ?? 0, -25), 25), -25), Int(saturating: VolumeRules.stepsOfOneTurn))
        }
    }
}
