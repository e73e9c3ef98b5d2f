/// A change of a channel that somebody asks for.
public enum MixerChange: Hashable, Sendable {
    /// The volume, 1 for 100 %.
    case volume(Double)
    /// A difference of the volume, 0.05 for 5 % more.
    case volumeStep(Double)
    /// Silence, or not; nil for the other one.
    case mute(Bool?)
    /// Another device for a stream, by its id.
    case move(to: String)
    /// The device becomes the one that new streams get.
    case makeDefault

    /// The volume that a channel has after the change, within `maximum`; nil where it stays.
    ///
    /// A channel that is louder than the maximum already is not made louder, and may be made quieter.
    public func volume(of channel: MixerChannel, maximum: Double) -> Double? {
        let wanted: Double
        switch self {
        case .volume(let value): wanted = value
        case .volumeStep(let step): wanted = channel.volume + step
        case .mute, .move, .makeDefault: return nil
        }
        guard wanted.isFinite else { return nil }
        return min(max(0, wanted), max(maximum, min(channel.volume, wanted)))
    }
}
