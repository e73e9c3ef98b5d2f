/// The pieces in which a player sends a track, and for how long a line waits for the rest.
///
/// Measured: VLC sends a track whole. mpv sends the name of the file, and 100 ms later its tags.
struct TrackPieces {
    /// How long a piece is held back at most.
    struct Patience {
        /// Of a player that is not known to send the rest.
        var usual: Duration
        /// Of a player that has sent the rest of the last one.
        var learned: Duration
    }

    private let patience: Patience
    /// When the first piece came of the track that is not whole yet.
    private var began: MonotonicTime?
    /// True where the player has sent the rest of the last piece in time.
    private(set) var isLearned: Bool

    /// - Parameter isLearned: True where the player, when it last ran, has sent the rest of a piece.
    init(_ patience: Patience, isLearned: Bool = false) {
        self.patience = patience
        self.isLearned = isLearned
    }

    private var wait: Duration { isLearned ? patience.learned : patience.usual }

    /// Takes note of the metadata that the player has sent.
    mutating func take(_ metadata: MPRISMetadata, after old: MPRISMetadata, at now: MonotonicTime) {
        guard metadata.track != old.track else { return }
        guard metadata.isPiece else {
            if let began { isLearned = now <= began + patience.learned }
            began = nil
            return
        }
        // Pieces of tracks that are skipped wait no longer than one.
        if let began, now < began + wait { return }
        // The titles of a radio station, which have no artist at all, are no pieces.
        if began != nil { isLearned = false }
        began = now
    }

    /// Until when the track is held back; nil where it is whole, or has been held back for long enough.
    func deadline(at now: MonotonicTime) -> MonotonicTime? {
        guard let began, now < began + wait else { return nil }
        return began + wait
    }
}

extension MPRISMetadata {
    /// True where the track may be but a piece: no title, or a title without its artist.
    var isPiece: Bool { track.map { $0.title.isEmpty || $0.artist.isEmpty } ?? true }
}
