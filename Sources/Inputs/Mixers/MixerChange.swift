/// A requested change of a channel.
package enum MixerChange: Hashable, Sendable {
    /// The volume, 1 for 100 %.
    case volume(Double)
    /// A relative change of the volume, 0.05 for 5 % more.
    case volumeStep(Double)
    /// The mute state; nil toggles it.
    case mute(Bool?)
    /// Moves a stream to another device, by its id.
    case move(to: String)
    /// Makes the device the default of new streams.
    case makeDefault

    /// The volume of a channel after the change, limited to `maximum`; nil if the change does not concern the volume.
    ///
    /// A channel that already exceeds the maximum can be made quieter, but not louder.
    package func volume(of channel: MixerChannel, maximum: Double) -> Double? {
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
