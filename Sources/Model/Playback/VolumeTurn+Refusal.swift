import SubdialBasics

/// The reason why a volume is lower than requested.
public enum VolumeBound: Hashable, Sendable {
    /// The maximum volume in the user's rules.
    case limit
    /// The maximum upward step in the user's rules.
    case rise
}

extension VolumeTurn {
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

extension VolumeScale {
    /// The range as text: `−64 dB to 0 dB`.
    public var rangeText: String {
        [minimum, maximum].map { value in
            (value < 0 ? "−" : "") + value.magnitude.decimals(atMost: 1) + (unit == .db ? " dB" : "")
        }.joined(separator: " to ")
    }

    /// An example of a volume on this scale.
    fileprivate var example: String {
        let middle = normalized((minimum + maximum) / 2) ?? minimum
        return middle < 0 ? "'=\(middle.decimals(atMost: 1))'" : middle.decimals(atMost: 1)
    }
}
