extension ZoneID {
    /// The id in a form that is safe to display, store and pass to a command; unchanged for the ids of every known source.
    public var bounded: ZoneID { ZoneID(rawValue.bounded(bytes: SourceLimits.idBytes)) }
}

extension Zone {
    /// The zone with texts and numbers within ``SourceLimits``.
    public var bounded: Zone {
        var zone = self
        zone.id = id.bounded
        zone.name = name.bounded()
        zone.source = source?.bounded(bytes: SourceLimits.idBytes)
        zone.volume = volume?.bounded
        return zone
    }
}

extension Volume {
    /// The volume with numbers within ``SourceLimits``; nil if a number is NaN.
    var bounded: Volume? {
        guard let value = value.bounded, let scale = scale.bounded else { return nil }
        return Volume(value: value, scale: scale, isMuted: isMuted)
    }
}

extension VolumeScale {
    /// The scale with numbers within ``SourceLimits``; nil if a number is NaN.
    var bounded: VolumeScale? {
        guard let minimum = minimum.bounded, let maximum = maximum.bounded, let step = step.bounded else { return nil }
        return VolumeScale(minimum: minimum, maximum: maximum, step: step, unit: unit)
    }
}
