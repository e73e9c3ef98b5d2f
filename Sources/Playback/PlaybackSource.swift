/// Something that knows what plays: a hi-fi's bridge, the players of this desktop, a file.
///
/// Nothing above a source knows which one it is.
public protocol PlaybackSource: Sendable {
    /// The zones there are, in the order in which they are to be listed.
    func zones() async throws(SourceError) -> [Zone]

    /// What the source says about `zone` now. The stamp is the moment of asking.
    func read(_ zone: ZoneID) async throws(SourceError) -> Reading

    /// What the source says unasked, until the stream's reader goes away. A source that cannot push ends the stream at once.
    func pushes(of zone: ZoneID) -> AsyncStream<Reading>

    /// Whether ``pushes(of:)`` tells all there is to know of the zone, so that nobody has to ask from time to time.
    func isDrivenByPushes(_ zone: ZoneID) -> Bool

    /// Why the zone cannot be asked to do this, told without asking it; nil where it can, or only trying will tell.
    func refusal(of control: PlaybackControl, in zone: ZoneID) async -> String?

    /// Asks the zone to do something, and returns once the source has accepted it.
    ///
    /// - Parameter state: What is shown to the user now: `playPause` means the other of what they see.
    func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError)

    /// The encoded picture of `artwork`, nil where there is none any more.
    ///
    /// - Parameter side: The edge of the square in which it will be shown, in pixels. The picture may be of any size.
    func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]?
}

extension PlaybackSource {
    /// What a source says that has to be asked.
    public func isDrivenByPushes(_ zone: ZoneID) -> Bool { false }

    /// What a source says that does not know before it has tried.
    public func refusal(of control: PlaybackControl, in zone: ZoneID) async -> String? { nil }

    /// The stream of a source that cannot push: it ends at once.
    public func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        AsyncStream { $0.finish() }
    }
}
