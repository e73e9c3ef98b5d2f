import FoundationEssentials
import SubdialTimeline

extension ActivityContentState {
    /// The maximum size of the first line in JSON, in bytes.
    static let line1Limit = 1024
    /// The maximum size of the second line in JSON, in bytes.
    static let line2Limit = 768
    /// The maximum size of the cover's URL in JSON, in bytes.
    static let artworkLimit = 1024

    /// The maximum size of an entry of another kind in JSON, in bytes; longer entries are shortened.
    static let entryLimit = 2560

    /// Creates the state of `entry` at `now`.
    ///
    /// No title can exceed the payload limit: lines are shortened between grapheme clusters, to 1024 and 768 bytes of JSON including an ellipsis.
    /// A cover whose URL takes more than 1024 bytes, such as a data URL, is omitted, as part of a URL is useless. With a zone's name of
    /// 256 bytes, about 800 bytes remain for the zone's ID, the only text that can be too long.
    public init(_ entry: NowPlaying, at now: Date) {
        let track = entry.track
        let lines = [track?.title, track?.artist, track?.album].compactMap { $0?.unlessBlank }
        let length = entry.length(at: now)
        self.init(
            line1: (lines.first ?? entry.zone?.name ?? "").shortened(toJSONBytes: Self.line1Limit),
            line2: (lines.dropFirst().first ?? "").shortened(toJSONBytes: Self.line2Limit),
            isPlaying: entry.isRunning,
            volume: entry.volume.map(ActivityVolume.init),
            artwork: entry.cover?.location.flatMap {
                $0.utf8.count <= Self.artworkLimit && $0.jsonByteCount <= Self.artworkLimit ? $0 : nil
            },
            seekPosition: entry.elapsed(at: now).map { min($0, length ?? $0) },
            length: length)
    }
}
