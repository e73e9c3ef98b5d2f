/// Something that happens at its time, once or again and again.
struct Cue: Sendable, Equatable {
    let time: Duration
    /// The distance to the next time, where there is one.
    let every: Duration?
    /// No repetition comes after this.
    let until: Duration?
    let action: Action

    enum Action: Sendable, Equatable {
        /// Index of the zone in the scenario, and what happens to it.
        case zone(Int, ZoneCommand)
        /// Roon's core goes away, or comes back.
        case core(lost: Bool)
        /// All open event streams end.
        case dropEvents
    }
}

/// What can happen to a zone, by script or by a client's control.
enum ZoneCommand: Sendable, Equatable {
    case play, pause, toggle, stop, next, previous
    /// To a track of the queue, by index, and a place in it.
    case track(Int, position: Duration)
    /// To a value on the zone's own scale, kept within it.
    case volume(Double)
    /// By so much on the zone's own scale, kept within it.
    case nudge(Double)
    case mute(Bool)
    /// The zone is no longer listed.
    case vanish
    /// The zone is listed again.
    case comeBack
}
