import WidgetKit

extension NowPlayingEntry {
    /// How long an answer counts; afterwards the widget shows that it may be old.
    static let validity: TimeInterval = 20 * 60
    /// How often the system may ask for a new timeline where the next change is not known.
    static let pause: TimeInterval = 5 * 60

    /// This entry, and those that follow if the system does not ask again.
    func timeline() -> Timeline<NowPlayingEntry> {
        guard let track else { return Timeline(entries: [self], policy: .after(date.addingTimeInterval(Self.pause))) }
        var entries = [self]
        if let end = track.end, end > date {
            // Nobody knows what follows until the bridge is asked: the track stays, without a time that is wrong.
            entries.append(
                NowPlayingEntry(date: end, zoneID: zoneID, zoneName: zoneName, content: .track(track.withoutTimes), volume: volume))
        }
        let last = max(track.end ?? date, date).addingTimeInterval(Self.validity)
        entries.append(
            NowPlayingEntry(
                date: last, zoneID: zoneID, zoneName: zoneName, content: .track(track.withoutTimes), staleSince: date))
        let change = track.end.map { min($0, date.addingTimeInterval(3 * Self.pause)) } ?? date.addingTimeInterval(Self.pause)
        return Timeline(entries: entries, policy: .after(max(change, date.addingTimeInterval(1))))
    }
}

extension Track {
    fileprivate var withoutTimes: Track {
        var track = self
        track.position = nil
        return track
    }
}
