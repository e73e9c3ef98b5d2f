import Foundation

/// A track, and how far it is.
struct Track: Codable, Hashable, Sendable {
    var title: String
    var artist: String
    var album = ""
    var cover: Cover?
    var position: Position?

    /// Where a track is.
    enum Position: Codable, Hashable, Sendable {
        /// It began and ends at these dates if nobody stops it: the system draws its progress without new entries.
        case running(start: Date, end: Date)
        case held(elapsed: TimeInterval, length: TimeInterval)
    }

    var isPlaying = false

    /// The end of what runs.
    var end: Date? { if case .running(_, let end) = position { end } else { nil } }

    /// The names alone, for a room whose bridge does not answer any more.
    var namesAlone: Track {
        var track = self
        (track.cover, track.position, track.isPlaying) = (nil, nil, false)
        return track
    }
}

extension Track {
    init(_ answer: NowPlaying, cover: Cover?, at date: Date) {
        self.init(title: answer.title, artist: answer.artist, album: answer.album, cover: cover, isPlaying: answer.isPlaying)
        // Some bridges give the length of an earlier track: such a line would run over its end.
        guard let elapsed = answer.position, let length = answer.length, length > 0, elapsed <= length else { return }
        let start = date.addingTimeInterval(-elapsed)
        position =
            answer.isPlaying ? .running(start: start, end: start.addingTimeInterval(length)) : .held(elapsed: elapsed, length: length)
    }
}
