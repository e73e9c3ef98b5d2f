/// The polling that a source needs beside its pushes.
public enum PollingNeed: Hashable, Sendable {
    /// Nothing is pushed.
    case regular
    /// Changes are pushed, but pushes can be lost.
    case occasional
    /// All changes are pushed.
    case none
}

/// A source of playback state: a hi-fi's bridge, the players of this desktop, a file.
///
/// Callers do not depend on the kind of source.
public protocol PlaybackSource: Sendable {
    /// Returns all zones, in the order in which to list them.
    func zones() async throws(SourceError) -> [Zone]

    /// Signals each change of the zones or of their names that the source notices, until the stream is cancelled; ``zones()`` returns the new list.
    ///
    /// Signals that are not consumed are merged into one. A source that notices no changes ends the stream immediately.
    func listChanges() -> AsyncStream<Void>

    /// Returns the current state of `zone`; its stamp is the time of the request.
    func read(_ zone: ZoneID) async throws(SourceError) -> Reading

    /// Readings that the source pushes, until the stream is cancelled. A source that cannot push ends the stream immediately.
    func pushes(of zone: ZoneID) -> AsyncStream<Reading>

    /// The polling that the zone needs at the moment beside ``pushes(of:)``.
    func polling(of zone: ZoneID) -> PollingNeed

    /// The reason why the zone cannot do this, without a request; nil if it can, or if only an attempt will show.
    func refusal(of control: PlaybackControl, in zone: ZoneID) async -> String?

    /// Sends a control to the zone, and returns after the source has accepted it.
    ///
    /// - Parameter state: The state that the user sees: `playPause` inverts the displayed status.
    func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError)

    /// Returns the encoded picture of `artwork`; nil if it does not exist any more.
    ///
    /// - Parameter side: The edge in pixels of the square in which it will be displayed. The picture may have any size.
    func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]?
}

extension PlaybackSource {
    /// The default for sources that do not push.
    public func polling(of zone: ZoneID) -> PollingNeed { .regular }

    /// The default for sources that cannot tell without an attempt: nil.
    public func refusal(of control: PlaybackControl, in zone: ZoneID) async -> String? { nil }

    /// The default for sources that notice no changes of their zones: a stream that ends immediately.
    public func listChanges() -> AsyncStream<Void> {
        AsyncStream { $0.finish() }
    }

    /// The default for sources that cannot push: a stream that ends immediately.
    public func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        AsyncStream { $0.finish() }
    }
}
