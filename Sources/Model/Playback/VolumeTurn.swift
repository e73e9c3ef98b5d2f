import SubdialBasics

/// A requested volume change with the rules that apply to it.
public struct VolumeTurn: Hashable, Sendable {
    /// The requested change.
    public var change: VolumeChange
    /// The rules that limit it.
    public var rules: VolumeRules
    /// True for a click or wheel event in a bar, which may be accidental.
    public var isClick: Bool

    /// Makes a request.
    public init(_ change: VolumeChange, rules: VolumeRules = VolumeRules(), isClick: Bool = false) {
        self.change = change
        self.rules = rules
        self.isClick = isClick
    }

    /// The requested change in units of `scale`; nil if it is not valid there.
    func change(on scale: VolumeScale) -> Change? {
        switch change {
        case .to(let amount), .exactly(let amount): amount.value(on: scale).map { .to($0) }
        case .by(let amount): amount.distance(on: scale).map { .by($0) }
        case .up: .by(rules.step(on: scale))
        case .down: .by(-rules.step(on: scale))
        }
    }
}

extension VolumeTurn {
    /// The request as a number of the zone's own steps, if the zone does not report its volume; nil if it cannot be converted.
    private var clicks: Int? {
        switch change {
        case .up: 1
        case .down: -1
        case .by(let amount) where amount.measure == .own && amount.number != 0:
            // A fraction of a step counts as one.
            Int(saturating: amount.number.magnitude < 1 ? (amount.number < 0 ? -1 : 1) : amount.number.rounded())
        default: nil
        }
    }

    /// The sum of a series of requests in steps, as they were written.
    public static func requestedClicks(of turns: some Sequence<VolumeTurn>) -> Int {
        turns.reduce(0) { sum, turn in Int(saturating: Double(sum) + Double(turn.clicks ?? 0)) }
    }

    /// The sum of a series of requests in steps, if the zone does not report its volume.
    ///
    /// At most `VolumeRules.stepsOfOneTurn` upward, since the size of a step is unknown, and at most 25 downward.
    public static func clicks(of turns: some Sequence<VolumeTurn>) -> Int {
        turns.reduce(0) { sum, turn in
            min(max(sum + min(max(turn.clicks ?? 0, -25), 25), -25), Int(saturating: VolumeRules.stepsOfOneTurn))
        }
    }
}

extension VolumeTurn {
    /// True for a change relative to the present volume.
    public var isStep: Bool {
        switch change {
        case .by, .up, .down: true
        case .to, .exactly: false
        }
    }

    /// True for an absolute volume that was marked as exact.
    var isExact: Bool {
        if case .exactly = change { true } else { false }
    }

    /// True for an absolute volume that was not marked as exact.
    var isCareless: Bool {
        if case .to = change { true } else { false }
    }

    /// The reason why the request is refused on `scale`, with an alternative; nil if it is accepted.
    ///
    /// A number meant for another scale may be the maximum of this one: 0 is silence on a scale from 0 to 100, and full volume on a scale
    /// that ends at 0 dB. Values out of range are therefore not clamped.
    public func refusal(on scale: VolumeScale) -> String? {
        if scale.unit == .incremental {
            return clicks == nil ? "it moves in steps of its own, and does not tell where it stands; write up, down, +1 or -1" : nil
        }
        guard let wanted = change(on: scale) else { return "it does not count its volume in decibels; write a plain number, or per cent" }
        guard case .to(let value) = wanted else { return nil }
        let noise = scale.step.withoutFloatNoise / 2
        if isCareless, value > scale.maximum + noise, value <= scale.ceiling + noise {
            return "\(written) is beyond its full volume, \(scale.rangeText); write '=\(written)' to have it amplified"
        }
        guard value >= scale.minimum - noise, value <= (isCareless ? scale.maximum : scale.ceiling) + noise else {
            return "\(written) is not in its range, \(scale.rangeText); write \(scale.example), or 0% to 100%"
        }
        guard case .to(let amount) = change, amount.measure == .own else { return nil }
        if scale.unit == .db, amount.number == 0 {
            return "0 is its full volume, since it counts in decibels, \(scale.rangeText); write 0% for silence, or '=0' for 0 dB"
        }
        if scale.unit == .number, scale.maximum > 2, amount.number > 0, amount.number < 1, scale.step >= 1 {
            return "\(written) is next to silence in its range, \(scale.rangeText); write \((amount.number * 100).decimals(atMost: 1))%"
        }
        return nil
    }

    /// The rule that limits the request from the volume `start`; nil if none does.
    public func bound(on scale: VolumeScale, from start: Double) -> VolumeBound? {
        guard let change = change(on: scale) else { return nil }
        let (limit, rise) = (rules.limit(on: scale) ?? .infinity, rules.rise(on: scale))
        let noise = scale.step.withoutFloatNoise / 2
        switch change {
        case .to(let value):
            if isClick, isCareless, value > start + rise + noise { return .rise }
            return value > limit + noise ? .limit : nil
        case .by(let distance):
            return distance > rise + noise ? .rise : nil
        }
    }

    private var written: String {
        switch change {
        case .to(let amount), .exactly(let amount), .by(let amount): amount.text
        case .up: "up"
        case .down: "down"
        }
    }
}
