/// Detects whether a player sends a track in pieces, and limits the time for which a line waits for the rest.
///
/// Measured: VLC sends a track as a whole. mpv sends the name of the file, and 100 ms later its tags.
struct TrackPieces {
    /// The maximum times for which a piece is held back.
    struct Patience {
        /// For a player that is not known to send the rest.
        var usual: Duration
        /// For a player that has sent the rest of the last piece.
        var learned: Duration
    }

    private let patience: Patience
    /// The time of the first piece of the incomplete track; nil for a complete track.
    private var began: MonotonicTime?
    /// True if the player has sent the rest of the last piece in time.
    private(set) var isLearned: Bool

    /// Creates the state of a player.
    ///
    /// - Parameter isLearned: True if an earlier instance of the player has sent the rest of a piece.
    init(_ patience: Patience, isLearned: Bool = false) {
        self.patience = patience
        self.isLearned = isLearned
    }

    private var wait: Duration { isLearned ? patience.learned : patience.usual }

    /// Records metadata that the player has sent.
    mutating func apply(_ metadata: MPRISMetadata, after old: MPRISMetadata, at now: MonotonicTime) {
        guard metadata.track != old.track else { return }
        guard metadata.isPiece else {
            if let began { isLearned = now <= began + patience.learned }
            began = nil
            return
        }
        // The pieces of skipped tracks together wait no longer than one.
        if let began, now < began + wait { return }
        // A radio station's titles, which never have an artist, are not pieces.
        if began != nil { isLearned = false }
        began = now
    }

    /// Returns the time until which the track is held back; nil if it is complete, or the time is over.
    func deadline(at now: MonotonicTime) -> MonotonicTime? {
        guard let began, now < began + wait else { return nil }
        return began + wait
    }
}

extension MPRISMetadata {
    /// True if the track may be only a piece: no title, or a title without an artist.
    fileprivate var isPiece: Bool { track.map { $0.title.isEmpty || $0.artist.isEmpty } ?? true }
}
