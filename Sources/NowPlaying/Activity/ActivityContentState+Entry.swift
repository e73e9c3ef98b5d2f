import FoundationEssentials
import Playback
import Timeline

extension ActivityContentState {
    /// Bytes in JSON that the first line may take.
    static let line1Limit = 1024
    /// Bytes in JSON that the second line may take.
    static let line2Limit = 768
    /// Bytes in JSON that the cover's address may take.
    static let artworkLimit = 1024

    /// Bytes in JSON that the entry of another kind may take: its lists are shortened until it does.
    static let entryLimit = 2560

    /// What `entry` shows at `now`.
    ///
    /// No title however long ends an activity: lines are shortened between grapheme clusters, to 1024 and 768 bytes of JSON, and with an
    /// ellipsis. A cover whose address takes more than 1024 bytes, as those that hold the picture itself do, is left out, since half an
    /// address is none. Together with a zone's name of 256 bytes that leaves about 800 for the zone's id, the one text that can be too
    /// long.
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
