import FoundationEssentials
import SubdialPlayback
import SubdialTimeline

let minute = 60.0
let hour = 3600.0

/// Encodes and decodes `value`, like a restart.
func restarted<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
}

extension ActivityAttributes {
    static let livingRoom = ActivityAttributes(zoneID: ZoneID("roon:1601bb42"), zoneName: "Living Room")
}

extension ActivityContent {
    /// The content of the playing track So What, stale `staleDate` seconds after ``start``; nil for never.
    static func soWhat(_ line1: String = "So What", staleDate: Double? = nil, score: Double = 0) -> ActivityContent {
        ActivityContent(
            state: ActivityContentState(line1: line1, line2: "Miles Davis", isPlaying: true, seekPosition: 104, length: 562),
            staleDate: staleDate.map(at), relevanceScore: score)
    }
}

extension Activity {
    /// An activity of the living room, requested at ``start``.
    static func livingRoom(_ content: ActivityContent = .soWhat(), start delay: Double? = nil) throws -> Activity {
        let attributes = ActivityAttributes.livingRoom
        return try Activity(
            id: ActivityID(zone: attributes.zoneID, start: at(0)), attributes: attributes, content: content, at: at(0),
            start: delay.map(at))
    }

    /// An activity of a zone, requested `seconds` after ``start``.
    static func of(_ zone: String, at seconds: Double = 0, score: Double = 0, staleDate: Double? = nil) throws -> Activity {
        try Activity(
            id: ActivityID(zone: ZoneID(zone), start: at(seconds)), attributes: ActivityAttributes(zoneID: ZoneID(zone), zoneName: zone),
            content: .soWhat(staleDate: staleDate, score: score), at: at(seconds))
    }
}

extension NowPlaying {
    /// Returns an entry `seconds` after ``start``, with the usual defaults of these tests.
    static func of(
        _ title: String?, _ status: PlaybackStatus = .playing, at seconds: Double, position: Double? = nil,
        freshness: Freshness = .live, zone: String = "den", artist: String = "A"
    ) -> NowPlaying {
        NowPlaying(
            date: at(seconds), zone: Subject(id: zone), status: status, track: title.map { Track(title: $0, artist: artist, length: 300) },
            position: position, freshness: freshness)
    }
}
