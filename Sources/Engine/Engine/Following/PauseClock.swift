import SubdialBasics
import SubdialPlayback

/// Determines since when a player is paused and left alone.
///
/// What the user does with a paused player begins the time anew: another track, another position, or another volume. The active player of a desktop
/// may be another one at any time; of each that was shown, the pause is known when it is shown again.
struct PauseClock: Sendable {
    /// What the user can change while a player is paused.
    private struct Rest: Sendable {
        var since: SteadyDate
        var track: Track?
        var position: PlaybackPosition?
        var volume: Double?
        var isMuted: Bool

        init(_ state: PlaybackState, since: SteadyDate) {
            self.since = since
            (track, position) = (state.track.value, state.position.value)
            (volume, isMuted) = (state.volumeValue.value, state.isMuted.value)
        }

        /// True if the user has not changed anything since `earlier`.
        func continues(_ earlier: Rest) -> Bool {
            switch (track, earlier.track) {
            case (nil, nil): break
            case (let track?, let other?) where track.isSame(as: other): break
            default: return false
            }
            return volume == earlier.volume && isMuted == earlier.isMuted && isAtPlace(of: earlier)
        }

        /// True if the position is the same, or runs on, as that of some players does during a pause.
        private func isAtPlace(of earlier: Rest) -> Bool {
            guard let position, let other = earlier.position else { return true }
            let change = position.seconds - other.seconds
            return min(change.magnitude, (change - (position.time - other.time)).magnitude) <= PauseClock.tolerance
        }
    }

    /// The seconds by which two reports of one position may differ.
    private static let tolerance = 1.5
    /// The maximum number of players whose pauses are stored.
    private static let capacity = 16

    private var rest: Rest?
    /// The pauses of the players that were shown before, by the player's instance.
    private var others: [String: Rest] = [:]

    /// The time since when the player is paused and left alone; nil if it is not paused.
    var since: SteadyDate? { rest?.since }

    /// Makes a clock that continues with the state of an earlier run.
    ///
    /// - Parameters:
    ///   - since: The start of the pause in that run; nil if it is unknown.
    ///   - now: The start of a pause whose start is unknown.
    init(_ state: PlaybackState, since: SteadyDate?, at now: SteadyDate) {
        guard state.rawStatus.value == .paused else { return }
        rest = Rest(state, since: min(since ?? now, now))
    }

    /// Follows a change of the state at `now`.
    mutating func follow(_ state: PlaybackState, after old: PlaybackState, at now: SteadyDate) {
        let (player, oldPlayer) = (Self.player(of: state), Self.player(of: old))
        if player != oldPlayer {
            if others.count < Self.capacity || others[oldPlayer] != nil { others[oldPlayer] = rest }
            rest = others.removeValue(forKey: player)
        }
        guard state.rawStatus.value == .paused else {
            rest = nil
            return
        }
        let isBack = old.connection.value == .zoneMissing && state.connection.value != .zoneMissing
        var new = Rest(state, since: now)
        if let rest, !isBack, new.continues(rest) {
            new.since = rest.since
        } else if old.rawStatus.value != .paused, player == oldPlayer {
            // The source may know since when: the time of the report may be earlier than its arrival.
            new.since = state.rawStatus.stamp.time > .distantPast + 1 ? min(state.rawStatus.stamp.time, now) : now
        }
        rest = new
    }

    /// The instance of the player that is shown; empty for sources with one player.
    private static func player(of state: PlaybackState) -> String {
        if case .text(let name) = state.metadata.value["playerInstance"] { name } else { "" }
    }
}
