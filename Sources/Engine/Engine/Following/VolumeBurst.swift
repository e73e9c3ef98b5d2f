import SubdialPlayback

/// The outcome of a volume change.
package struct VolumeOutcome: Hashable, Sendable {
    /// The zone's name.
    package var zone: String
    /// The volume that was requested from the zone, for all changes of the same moment together.
    package var volume: Volume
    /// The user's rule that limited the change; nil if none did.
    package var bound: VolumeBound?
}

/// Changes of a zone's volume that follow each other so closely that they are combined.
struct VolumeBurst {
    /// A caller that waits for the outcome of its change.
    struct Waiter {
        let turn: VolumeTurn
        let continuation: CheckedContinuation<Result<VolumeOutcome, SourceError>, Never>

        func tell(_ result: Result<VolumeOutcome, SourceError>) { continuation.resume(returning: result) }
    }

    /// The number that identifies the burst.
    let number: Int
    var waiters: [Waiter] = []
    /// The volume that was shown before the burst; nil if there was none, or it was not reliable.
    var shown: Volume?
    /// The volume from which the turns count; nil until the zone has reported it.
    var base: Volume?
    /// True if the zone has reported that its volume moves in steps and has no known level.
    var isBlind = false
    /// True if no turn has followed for ``ZoneFollower/quietTime``.
    var isQuiet = false
    var timer: Task<Void, Never>?

    var turns: [VolumeTurn] { waiters.map(\.turn) }

    /// The result of the turns so far; nil until the volume from which they count is known.
    var target: Volume? {
        guard var volume = base ?? shown, let value = volume.scale.target(of: turns, from: volume.value) else { return nil }
        volume.value = value
        return volume
    }
}
