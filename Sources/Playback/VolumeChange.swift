/// A wish to change a volume, before it is known what scale it will meet.
public enum VolumeChange: Hashable, Sendable {
    /// Sets it to a place on the scale.
    case to(VolumeAmount)
    /// Sets it to a place on the scale that was written with care: as loud as it may be, and however much louder than it was.
    case exactly(VolumeAmount)
    /// Moves it; below zero it gets quieter.
    case by(VolumeAmount)
    /// One click of a wheel louder, and one quieter: as far as the user's rules say.
    case up, down
}

/// A wish with the rules of whoever has it.
public struct VolumeTurn: Hashable, Sendable {
    /// What is wished for.
    public var change: VolumeChange
    /// What bounds it.
    public var rules: VolumeRules
    /// True for a click or a wheel in a bar, which may happen by mistake.
    public var isClick: Bool

    /// Makes a wish that `rules` bound.
    public init(_ change: VolumeChange, rules: VolumeRules = VolumeRules(), isClick: Bool = false) {
        self.change = change
        self.rules = rules
        self.isClick = isClick
    }

    /// The wish in numbers of `scale`; nil where it means nothing there.
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
    /// Where a row of wishes leads from `start`, as a value that the zone can take.
    ///
    /// Each wish is kept within the range and its own limits before the next counts, so that a wheel turned far beyond the end comes back
    /// with its first click the other way. Between them nothing is rounded: clicks smaller than the zone's step add up, and a row of
    /// them that leads up or down moves the volume by one step at least. What is refused on this scale is left out. A step upward never
    /// leads down: a volume above the limit or the range stays where it is.
    ///
    /// - Returns: nil where the scale is not usable or `start` is no number.
    public func target(of turns: some Sequence<VolumeTurn>, from start: Double) -> Double? {
        guard let first = normalized(start) else { return nil }
        let start = start.withoutFloatNoise
        var (value, limit, isMoved) = (start, maximum, true)
        // Where the steps that follow each other have begun, or come back to.
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
        // Only what was asked for exactly goes beyond the range.
        value = min(value, max(limit, start, maximum))
        guard var target = normalized(value) else { return nil }
        let cleanStep = step.withoutFloatNoise
        if isMoved, target == first, (value - start).magnitude > 1e-6 {
            target = normalized(first + (value > start ? cleanStep : -cleanStep)) ?? target
        }
        // Rounding to the step may have led above the limit again.
        let most = max(limit, min(start, value))
        while target > most + 1e-6, target > minimum { target = normalized(target - cleanStep) ?? minimum }
        return target
    }
}
