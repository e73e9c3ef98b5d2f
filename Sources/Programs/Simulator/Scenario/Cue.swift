/// A scripted event that happens once or periodically.
struct Cue: Sendable, Equatable {
    let time: Duration
    /// The period, if the cue repeats.
    let every: Duration?
    /// The time after which the cue no longer repeats.
    let until: Duration?
    let action: Action

    enum Action: Sendable, Equatable {
        /// A command for the zone with this index in the scenario.
        case zone(Int, ZoneCommand)
        /// The Roon core disappears or returns.
        case core(lost: Bool)
        /// All open event streams end.
        case dropEvents
    }
}

/// A command for a zone, from the script or from a client's control.
enum ZoneCommand: Sendable, Equatable {
    case play, pause, toggle, stop, next, previous
    /// Plays a track of the queue, by index, from a position.
    case track(Int, position: Duration)
    /// Sets the volume on the zone's own scale; it is clamped.
    case volume(Double)
    /// Changes the volume on the zone's own scale; it is clamped.
    case nudge(Double)
    case mute(Bool)
    /// Removes the zone from the list.
    case vanish
    /// Adds the zone to the list again.
    case comeBack
}
