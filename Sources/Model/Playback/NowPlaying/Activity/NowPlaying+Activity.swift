import FoundationEssentials
import SubdialTimeline

extension NowPlaying {
    /// Creates the entry that a live activity shows at `now`, from the data of the activity only, as on a device.
    ///
    /// - Parameter volume: The volume of the zone, whose range an activity does not contain.
    public init(_ activity: Activity, at now: Date, volume: Volume? = nil) {
        let state = activity.shownState(at: now)
        let isEnded = activity.state == .ended || activity.state == .dismissed
        self.init(
            date: isEnded ? activity.ended ?? now : now,
            zone: Subject(id: activity.attributes.zoneID.rawValue, name: activity.attributes.zoneName),
            status: state.isPlaying ? .playing : .paused,
            track: Track(title: state.line1, artist: state.line2, length: state.length), position: state.seekPosition,
            volume: volume, cover: state.artwork.map(EntryPicture.init(location:)), freshness: activity.state == .stale ? .stale : .live)
        if activity.state == .stale { lastContact = min(activity.updated, now) }
    }
}
