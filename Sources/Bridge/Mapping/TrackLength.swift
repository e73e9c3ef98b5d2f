import Playback

/// Tells a track's own length from one that a bridge has kept from the track before.
///
/// The newer dialect learns a Roon track's length only when it first sees the zone, and repeats that length for every track that follows.
struct TrackLength {
    private var track: Track?
    /// The length that has been seen with more than one track.
    private var frozen: Double?

    /// The reading without its track's length where that cannot be trusted.
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
