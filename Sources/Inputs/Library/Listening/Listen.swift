import FoundationEssentials
import SubdialPlayback

/// A track that was heard, or is being heard.
package struct Listen: Hashable, Sendable {
    /// The track.
    package var track: Track
    /// The moment at which it began to play, by the wall clock.
    package var started: Date
    /// The moment up to which it is known to have played; for one that counts the moment at which it began to count.
    package var heardUntil: Date
    /// The source's kind, such as `roon` or `spotify`; nil where not known.
    package var source: String?
    /// The zone's name for people.
    package var zone: String

    /// Makes a listen.
    package init(track: Track, started: Date, heardUntil: Date, source: String?, zone: String) {
        self.track = track
        self.started = started
        self.heardUntil = heardUntil
        self.source = source
        self.zone = zone
    }

    /// Seconds of listening from which a track counts: half its length, or four minutes, whichever comes first.
    ///
    /// ListenBrainz's rule for submissions. A track of unknown length counts after four minutes.
    package static func threshold(length: Double?) -> Double {
        guard let length, length >= shortestLength else { return longestThreshold }
        return min(length / 2, longestThreshold)
    }

    /// Seconds; a shorter length is a source's mistake, and counts as unknown.
    static let shortestLength = 2.0
    /// Four minutes.
    private static let longestThreshold = 240.0
}

extension Track {
    /// True if two sources may report the same music as these tracks: title and artist are equal, in any case and spacing.
    ///
    /// A missing artist matches any. The album does not count, because sources name editions differently.
    package func isHeardAs(_ other: Track) -> Bool {
        if title == other.title, artist == other.artist { return true }
        return title.folded == other.title.folded && (artist.isEmpty || other.artist.isEmpty || artist.folded == other.artist.folded)
    }
}

extension String {
    /// The text in lower case with single spaces, by which titles and names are compared.
    package var folded: String { lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
