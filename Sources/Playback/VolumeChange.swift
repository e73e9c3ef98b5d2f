/// A wish to change a volume, before it is known what scale it will meet.
public enum VolumeChange: Hashable, Sendable {
    /// Sets it to a place on the scale.
    case to(VolumeAmount)
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

    /// Makes a wish that `rules` bound.
    public init(_ change: VolumeChange, rules: VolumeRules = VolumeRules()) {
        self.change = change
        self.rules = rules
    }

    /// The wish in numbers of `scale`; nil where it means nothing there.
    func change(on scale: VolumeScale) -> Change? {
        switch change {
        case .to(let amount): amount.value(on: scale).map { .to($0) }
        case .by(let amount): amount.distance(on: scale).map { .by($0) }
        case .up: .by(rules.step(on: scale))
        case .down: .by(-rules.step(on: scale))
        }
    }

    /// Whether the wish means something on `scale`.
    public func isMeant(for scale: VolumeScale) -> Bool { change(on: scale) != nil }

    /// Whether the wish, as it was written, goes beyond what the rules allow on `scale`.
    public func exceedsLimit(on scale: VolumeScale) -> Bool {
        guard case .to = change, case .to(let value)? = change(on: scale), let limit = rules.limit(on: scale) else { return false }
        return value > limit + scale.step.withoutFloatNoise / 2
    }
}

extension VolumeScale {
    /// Where a row of wishes leads from `start`, as a value that the zone can take.
    ///
    /// Each wish is kept within the range and its own limit before the next counts, so that a wheel turned far beyond the end comes back
    /// with its first click the other way. Between them nothing is rounded: clicks smaller than the zone's step add up, and a row of
    /// them that leads up or down moves the volume by one step at least. What means nothing on this scale is left out.
    ///
    /// - Returns: nil where the scale is not usable or `start` is no number.
    public func target(of turns: some Sequence<VolumeTurn>, from start: Double) -> Double? {
        guard let first = normalized(start) else { return nil }
        var (value, limit, isMoved) = (start.withoutFloatNoise, maximum, true)
        for turn in turns {
            guard let change = turn.change(on: self) else { continue }
            if case .to = change { isMoved = false }
            limit = turn.rules.limit(on: self) ?? maximum
            value = min(max(change.applied(to: value), minimum), limit)
        }
        guard var target = normalized(value) else { return nil }
        let cleanStep = step.withoutFloatNoise
        if isMoved, target == first, (value - start).magnitude > 1e-6 {
            target = normalized(first + (value > start ? cleanStep : -cleanStep)) ?? target
        }
        // Rounding to the step may have led above the limit again.
        while target > limit + 1e-6, target > minimum { target = normalized(target - cleanStep) ?? minimum }
        return target
    }
}
