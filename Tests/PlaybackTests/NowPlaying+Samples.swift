import FoundationEssentials
import SubdialExpressions
import SubdialPlayback
import SubdialTimeline

extension NowPlaying {
    /// Returns the entry of So What, at 104 of 562 seconds.
    static func soWhat(
        _ status: PlaybackStatus = .playing, position: Double? = 104, length: Double? = 562, freshness: Freshness = .live
    ) -> NowPlaying {
        NowPlaying(
            date: start, zone: Subject(id: "roon:1601bb42", name: "Living Room", source: "roon"), status: status,
            track: Track(title: "So What", artist: "Miles Davis", album: "Kind of Blue", length: length), position: position,
            volume: Volume(value: -23.5, scale: VolumeScale(minimum: -64, maximum: 0, step: 0.5, unit: .db)), freshness: freshness)
    }
}

extension EntryScope {
    /// Creates the scope of an entry.
    init(_ moment: NowPlaying, at now: Date, palette: Value? = nil) { self.init(moment.entry, at: now, palette: palette) }
}

extension NowPlaying {
    /// Returns the seconds since the source's last response.
    func age(at now: Date) -> Double { entry.age(at: now) }
    /// Returns the date at which the text of the age changes.
    func nextAge(after now: Date) -> Date? { entry.nextAge(after: now) }
}
