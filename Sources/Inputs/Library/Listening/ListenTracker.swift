import FoundationEssentials
import SubdialPlayback

/// Decides which tracks have been heard, from what zones play.
///
/// Time counts while a track is seen to play: pauses do not, and a seek neither adds to it nor begins the track anew. A track that begins
/// again after its end is heard again.
package struct ListenTracker: Sendable {
    /// A zone at one moment.
    package struct Observation: Hashable, Sendable {
        /// The zone's identity among all that are observed.
        package var key: String
        /// The zone's name for people.
        fileprivate var zone: String
        /// The source's kind; nil where not known.
        fileprivate var source: String?
        /// The loaded track; nil for none.
        fileprivate var track: Track?
        /// True while it is heard.
        fileprivate var isPlaying: Bool
        /// Seconds into the track; nil where not known.
        fileprivate var position: Double?
        /// Seconds on a clock that stands still while the machine sleeps.
        fileprivate var instant: Double
        /// The wall clock's time.
        fileprivate var date: Date

        /// Makes an observation.
        package init(
            key: String, zone: String, source: String? = nil, track: Track?, isPlaying: Bool, position: Double? = nil, instant: Double,
            date: Date
        ) {
            self.key = key
            self.zone = zone
            self.source = source
            self.track = track
            self.isPlaying = isPlaying
            self.position = position
            self.instant = instant
            self.date = date
        }
    }

    /// An event that an observation, or the passing of time, brings.
    package enum Event: Hashable, Sendable {
        /// A track has begun to play in the zone.
        case began(Listen, key: String)
        /// A track counts as heard.
        case counted(Listen, key: String)
    }

    private struct Session {
        var listen: Listen
        /// Seconds that were heard.
        var heard = 0.0
        var isPlaying = true
        var isCounted = false
        /// The position at ``instant``; nil where not known.
        var position: Double?
        /// The time of the last observation.
        var instant: Double
        var date: Date
        /// The time at which it was paused; nil while it plays.
        var paused: Double?

        /// Seconds of listening that are missing; nil where none is, or nothing plays.
        var missing: Double? { isPlaying && !isCounted ? max(0, Listen.threshold(length: listen.track.length) - heard) : nil }

        mutating func pass(to instant: Double, date: Date) {
            let passed = max(0, instant - self.instant)
            if isPlaying {
                heard += passed
                position? += passed
                listen.heardUntil = max(listen.heardUntil, date)
            }
            (self.instant, self.date) = (max(instant, self.instant), date)
        }
    }

    /// The tolerance of reported positions in seconds: less for a short track.
    private static func tolerance(length: Double) -> Double { min(3, length / 4) }
    /// Seconds of a pause after which a track begins anew.
    private static let longestPause = 3600.0

    private var sessions: [String: Session] = [:]

    /// Makes a tracker that has seen nothing.
    package init() {}

    /// The moment at which the next track counts if nothing changes; nil where none is on its way.
    package var nextInstant: Double? {
        sessions.values.compactMap { session in session.missing.map { session.instant + $0 } }.min()
    }

    /// Takes note that time has passed, with no news of any zone.
    package mutating func advance(to instant: Double, date: Date) -> [Event] {
        var events: [Event] = []
        for key in sessions.keys.sorted() {
            sessions[key]?.pass(to: instant, date: date)
            events += count(key)
        }
        return events
    }

    /// Takes note of a zone.
    package mutating func observe(_ seen: Observation) -> [Event] {
        sessions[seen.key]?.pass(to: seen.instant, date: seen.date)
        var events = count(seen.key)
        guard let track = seen.track, !track.title.isEmpty else {
            sessions[seen.key] = nil
            return events
        }
        if var session = sessions[seen.key], session.listen.track.isContinued(by: track), !isRestart(of: session, seen),
            seen.instant - (session.paused ?? seen.instant) <= Self.longestPause
        {
            // Players report album and length later than the title.
            session.listen.track.complete(with: track)
            session.isPlaying = seen.isPlaying
            session.paused = seen.isPlaying ? nil : session.paused ?? seen.instant
            session.position = seen.position
            sessions[seen.key] = session
        } else if seen.isPlaying {
            let listen = Listen(track: track, started: seen.date, heardUntil: seen.date, source: seen.source, zone: seen.zone)
            sessions[seen.key] = Session(listen: listen, position: seen.position, instant: seen.instant, date: seen.date)
            events.append(.began(listen, key: seen.key))
        } else {
            // A track that is loaded and does not play has not begun.
            sessions[seen.key] = nil
        }
        return events + count(seen.key)
    }

    /// Forgets a zone that is not to be recorded any more.
    package mutating func forget(_ key: String) { sessions[key] = nil }

    /// The listen that goes on in a zone; nil where none does.
    package func playing(_ key: String) -> Listen? {
        sessions[key].flatMap { $0.isPlaying ? $0.listen : nil }
    }

    /// True while a zone that began earlier plays the same music.
    package func isHeardElsewhere(_ listen: Listen, than key: String) -> Bool {
        sessions.contains { other, session in
            other != key && session.isPlaying && session.listen.track.isHeardAs(listen.track)
                && (session.listen.started, other) < (listen.started, key)
        }
    }

    private mutating func count(_ key: String) -> [Event] {
        guard var session = sessions[key], let missing = session.missing, missing <= 0 else { return [] }
        session.isCounted = true
        sessions[key] = session
        return [.counted(session.listen, key: key)]
    }

    /// True where the track has come to its end and begun anew.
    private func isRestart(of session: Session, _ seen: Observation) -> Bool {
        guard session.isCounted, let expected = session.position, let position = seen.position, let length = session.listen.track.length,
            length >= Listen.shortestLength, expected >= length - Self.tolerance(length: length)
        else { return false }
        return position <= max(0, expected - length) + Self.tolerance(length: length)
    }
}

extension Track {
    /// True if `other` is this track, possibly with more details.
    fileprivate func isContinued(by other: Track) -> Bool {
        // A name that the source no longer reports is kept.
        func agrees(_ mine: String, _ its: String) -> Bool { mine == its || mine.isEmpty || its.isEmpty }
        return title == other.title && agrees(artist, other.artist) && agrees(album, other.album)
    }

    fileprivate mutating func complete(with other: Track) {
        if !other.artist.isEmpty { artist = other.artist }
        if !other.album.isEmpty { album = other.album }
        length = other.length ?? length
    }
}
