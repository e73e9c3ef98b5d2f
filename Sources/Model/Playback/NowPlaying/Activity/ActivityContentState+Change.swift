import SubdialDocuments
import SubdialTimeline

extension ActivityContentState {
    /// The tolerance in seconds before a position counts as a seek, as sources report whole seconds.
    static let seekTolerance = 1.5

    /// True if the state looks different from `other` at the same time; positions within 1.5 seconds look equal.
    public func looksDifferent(from other: ActivityContentState) -> Bool {
        guard line1 == other.line1, line2 == other.line2, isPlaying == other.isPlaying, volume == other.volume, artwork == other.artwork,
            length == other.length, content == other.content
        else { return true }
        switch (seekPosition, other.seekPosition) {
        case (nil, nil): return false
        case (let position?, let before?): return abs(position - before) > Self.seekTolerance
        default: return true
        }
    }

    /// True if the track differs from that of `other`.
    ///
    /// A second line that is added later, or removed, does not indicate a different track.
    public func isAnotherTrack(than other: ActivityContentState) -> Bool {
        line1 != other.line1 || line2 != other.line2 && !line2.isEmpty && !other.line2.isEmpty
    }

    /// The visible members of the entry, which exclude its times.
    private var content: [JSONMember] {
        guard case .object(let members)? = entry else { return [] }
        return members.filter { !["date", "lastContact"].contains($0.key) }
    }
}
