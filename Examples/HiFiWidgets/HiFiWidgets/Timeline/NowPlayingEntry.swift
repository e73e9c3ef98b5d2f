import WidgetKit

/// What a widget shows at a date.
struct NowPlayingEntry: TimelineEntry {
    /// The answer of the bridge.
    enum Content: Hashable, Sendable {
        case track(Track)
        /// The room has no track.
        case nothing
        /// The user has not chosen a room.
        case noZone
        /// The bridge does not know the room any more.
        case zoneMissing
        /// No bridge answers; the room had this track before.
        case unreachable(last: Track?)
    }

    let date: Date
    var zoneID: Zone.ID?
    var zoneName: String?
    var content: Content
    var volume: Volume?
    /// When the bridge said it, if that is too long ago to be sure.
    var staleSince: Date?

    var track: Track? { if case .track(let track) = content { track } else { nil } }
    var isPlaying: Bool { track?.isPlaying == true && staleSince == nil }

    /// A room that plays counts more in a stack than one that does not.
    var relevance: TimelineEntryRelevance? { TimelineEntryRelevance(score: isPlaying ? 50 : 0) }
}
