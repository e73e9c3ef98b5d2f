extension ZoneID {
    /// The id as it may be shown, kept and written into a command; the same for the ids of every known source.
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
    /// The volume with numbers within ``SourceLimits``; nil where a number is none.
    var bounded: Volume? {
        guard let value = value.bounded, let scale = scale.bounded else { return nil }
        return Volume(value: value, scale: scale, isMuted: isMuted)
    }
}

extension VolumeScale {
    /// The scale with numbers within ``SourceLimits``; nil where a number is none.
    var bounded: VolumeScale? {
        guard let minimum = minimum.bounded, let maximum = maximum.bounded, let step = step.bounded else { return nil }
        return VolumeScale(minimum: minimum, maximum: maximum, step: step, unit: unit)
    }
}
