/// What bounded a wish, so that less came of it than was written.
public enum VolumeBound: Hashable, Sendable {
    /// The loudest that the user's rules allow.
    case limit
    /// The greatest step upward that they allow.
    case rise
}

extension VolumeTurn {
    /// True for a place on the scale that was marked as meant exactly.
    var isExact: Bool {
        if case .exactly = change { true } else { false }
    }

    /// True for a place on the scale that was not marked as meant exactly.
    var isCareless: Bool {
        if case .to = change { true } else { false }
    }

    /// Why the wish is not fulfilled on `scale`, with what to write instead; nil where it is.
    ///
    /// A number that was written for another scale may be the loudest of this one: 0 is silence where volumes are counted from 0 to 100,
    /// and full volume where they end at 0 dB. So nothing is fitted into the range.
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

    /// What keeps the wish below what was written, where `start` was the volume before it; nil where nothing does.
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

extension VolumeScale {
    /// The range in words: `−64 dB to 0 dB`.
    public var rangeText: String {
        [minimum, maximum].map { value in
            (value < 0 ? "−" : "") + value.magnitude.decimals(atMost: 1) + (unit == .db ? " dB" : "")
        }.joined(separator: " to ")
    }

    /// A volume as it is written for this scale.
    fileprivate var example: String {
        let middle = normalized((minimum + maximum) / 2) ?? minimum
        return middle < 0 ? "'=\(middle.decimals(atMost: 1))'" : middle.decimals(atMost: 1)
    }
}
