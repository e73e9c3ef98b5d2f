import SubdialBasics

/// A requested volume change, before the zone's scale is known.
public enum VolumeChange: Hashable, Sendable {
    /// Sets an absolute volume.
    case to(VolumeAmount)
    /// Sets an absolute volume exactly: above the range if the zone amplifies, and without the limit on rises.
    case exactly(VolumeAmount)
    /// Changes the volume by an amount; negative amounts lower it.
    case by(VolumeAmount)
    /// One click of a wheel, louder or quieter; the user's rules define its step.
    case up, down
}

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

extension VolumeScale {
    /// The target of a series of requests from `start`, as a value that the zone supports.
    ///
    /// Each request is clamped to the range and its own limits before the next one applies, so that a wheel turned far beyond the end
    /// reverses with its first click in the other direction. Intermediate values are not rounded: clicks smaller than the zone's step add
    /// up, and a series of clicks moves the volume by at least one step. Requests that are refused on this scale are ignored. An upward
    /// step never lowers the volume: a volume above the limit or the range stays.
    ///
    /// - Returns: The target; nil if the scale is not usable or `start` is not finite.
    public func target(of turns: some Sequence<VolumeTurn>, from start: Double) -> Double? {
        guard let first = normalized(start) else { return nil }
        let start = start.withoutFloatNoise
        var (value, limit, isMoved) = (start, maximum, true)
        // The lowest value in the current series of steps.
        var foot = start
        for turn in turns where turn.refusal(on: self) == nil {
            guard let change = turn.change(on: self) else { continue }
            limit = turn.rules.limit(on: self) ?? (turn.isExact ? ceiling : maximum)
            let rise = turn.rules.rise(on: self)
            switch change {
            case .to(let wanted):
                isMoved = false
                let isBounded = turn.isClick && turn.isCareless
                value = isBounded && wanted > value ? max(value, min(wanted, value + rise, limit)) : min(max(wanted, minimum), limit)
                foot = value
            case .by(let distance) where distance > 0:
                let top = min(value + min(distance, rise), foot + VolumeRules.stepsOfOneTurn * rise, limit)
                value = max(value, top)
            case .by(let distance):
                value = max(min(value, maximum) + distance, minimum)
                foot = min(foot, value)
            }
        }
        if value == start, start > maximum { return start }
        // Only an exact request can exceed the range.
        value = min(value, max(limit, start, maximum))
        guard var target = normalized(value) else { return nil }
        let cleanStep = step.withoutFloatNoise
        if isMoved, target == first, (value - start).magnitude > 1e-6 {
            target = normalized(first + (value > start ? cleanStep : -cleanStep)) ?? target
        }
        // Rounding to a step may have exceeded the limit.
        let most = max(limit, min(start, value))
        while target > most + 1e-6, target > minimum { target = normalized(target - cleanStep) ?? minimum }
        return target
    }
}
