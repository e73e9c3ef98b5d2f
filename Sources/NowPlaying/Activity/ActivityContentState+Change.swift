import JSON
import Timeline

extension ActivityContentState {
    /// Seconds by which a position may be off before it counts as sought: sources tell whole seconds.
    static let seekTolerance = 1.5

    /// Whether someone who looks sees another picture than that of `other` at the same moment; a position within 1.5 seconds is the same.
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

    /// Whether it is another track than that of `other`.
    ///
    /// A second line that is told only after the first, or is gone, makes no other track.
    public func isAnotherTrack(than other: ActivityContentState) -> Bool {
        line1 != other.line1 || line2 != other.line2 && !line2.isEmpty && !other.line2.isEmpty
    }

    /// The members of the entry that somebody can see: when it was told is none of them.
    private var content: [JSONMember] {
        guard case .object(let members)? = entry else { return [] }
        return members.filter { !["date", "lastContact"].contains($0.key) }
    }
}
