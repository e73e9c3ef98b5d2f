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

extension VolumeScale {
    /// The target of a series of requests from `start`, as a value that the zone supports.
    ///
    /// Each request is clamped to the range and its own limits before the next one applies, so that a wheel turned far beyond the end
    /// reverses with its first click in the other direction. Intermediate values are not rounded: clicks smaller than the zone's step add
    /// up, and a series of clicks moves the volume by at least one step. The sum of a series of steps is rounded toward `start`, and never
    /// goes the other way: a volume above the limit stays as it is. Requests that are refused on this scale are ignored.
    ///
    /// - Returns: The target; nil if the scale is not usable, or does not contain `start`.
    public func target(of turns: some Sequence<VolumeTurn>, from start: Double) -> Double? {
        guard contains(start) else { return nil }
        let start = start.withoutFloatNoise
        var (value, limit, isStep) = (start, maximum, true)
        // The lowest value in the current series of steps.
        var foot = start
        for turn in turns where turn.refusal(on: self) == nil {
            guard let change = turn.change(on: self) else { continue }
            limit = turn.rules.limit(on: self) ?? (turn.isExact ? ceiling : maximum)
            let rise = turn.rules.rise(on: self)
            switch change {
            case .to(let wanted):
                isStep = false
                let isBounded = turn.isClick && turn.isCareless
                value = isBounded && wanted > value ? max(value, min(wanted, value + rise, limit)) : min(max(wanted, minimum), limit)
                foot = value
            case .by(let distance) where distance > 0:
                let top = min(value + min(distance, rise), foot + VolumeRules.stepsOfOneTurn * rise, limit)
                value = max(value, top)
            case .by(let distance):
                value = max(value + distance, min(minimum, value))
                foot = min(foot, value)
            }
        }
        guard var target = isStep ? stepped(from: start, to: value) : normalized(value) else { return nil }
        let most = max(limit, isStep ? start : min(start, value))
        guard target > most + 1e-6 else { return target }
        // Rounding to a step has exceeded the limit.
        while target > most + 1e-6, target > minimum { target = normalized(target - step.withoutFloatNoise) ?? minimum }
        return isStep ? max(target, start) : target
    }
}

/// The reason why a volume is lower than requested.
public enum VolumeBound: Hashable, Sendable {
    /// The maximum volume in the user's rules.
    case limit
    /// The maximum upward step in the user's rules.
    case rise
}

extension VolumeScale {
    /// The range as text: `−64 dB to 0 dB`.
    public var rangeText: String {
        [minimum, maximum].map { value in
            (value < 0 ? "−" : "") + value.magnitude.decimals(atMost: 1) + (unit == .db ? " dB" : "")
        }.joined(separator: " to ")
    }

    /// An example of a volume on this scale.
    var example: String {
        let middle = normalized((minimum + maximum) / 2) ?? minimum
        return middle < 0 ? "'=\(middle.decimals(atMost: 1))'" : middle.decimals(atMost: 1)
    }
}
