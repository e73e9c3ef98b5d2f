import Playback

/// What became of a wish to change the volume.
public struct VolumeOutcome: Hashable, Sendable {
    /// The zone's name.
    public var zone: String
    /// The volume that the zone was asked for, together with those who wished at the same time.
    public var volume: Volume
    /// The user's rule that kept it below what was wished for; nil where none did.
    public var bound: VolumeBound?
}

/// Changes of one zone's volume that come so close together that they are one.
struct VolumeBurst {
    /// Someone who wants to know what becomes of their wish.
    struct Waiter {
        let turn: VolumeTurn
        let continuation: CheckedContinuation<Result<VolumeOutcome, SourceError>, Never>

        func tell(_ result: Result<VolumeOutcome, SourceError>) { continuation.resume(returning: result) }
    }

    /// Tells one burst from another.
    let number: Int
    var waiters: [Waiter] = []
    /// What was shown before the burst; nil where nothing was, or nothing to be trusted.
    var shown: Volume?
    /// What the turns count from, once the zone has told it.
    var base: Volume?
    /// True where the zone has told that it moves in steps, and not where it stands.
    var isBlind = false
    /// Whether nobody has turned for a while.
    var isQuiet = false
    var timer: Task<Void, Never>?

    var turns: [VolumeTurn] { waiters.map(\.turn) }

    /// Where the turns so far lead; nil while nothing is known that they could count from.
    var target: Volume? {
        guard var volume = base ?? shown, let value = volume.scale.target(of: turns, from: volume.value) else { return nil }
        volume.value = value
        return volume
    }
}
