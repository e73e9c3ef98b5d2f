import SubdialPlayback

/// Detects a length that a bridge repeats from a previous track.
///
/// The newer dialect reads the length of a Roon track only when it first sees the zone, and repeats that length for all later tracks.
struct TrackLength {
    private var track: Track?
    /// The length that was reported for more than one track.
    private var frozen: Double?

    /// Returns the reading, without the length of its track if that is unreliable.
    mutating func checked(_ reading: Reading) -> Reading {
        guard let told = reading.track, let current = told else { return reading }
        if let track, !track.isSame(as: current), current.length != nil { frozen = current.length == track.length ? current.length : nil }
        track = current
        guard let frozen, current.length == frozen else { return reading }
        var reading = reading
        reading.track = .some(Track(title: current.title, artist: current.artist, album: current.album))
        return reading
    }
}
