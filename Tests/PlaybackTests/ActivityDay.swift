import FoundationEssentials
import SubdialPlayback
import SubdialTimeline
import Testing

/// A day of updates, one per line, and the resulting events of the live activities.
struct ActivityDay {
    /// Midnight before ``start``.
    private static let midnight = Date(timeIntervalSince1970: 1_767_830_400)

    /// True to encode and decode all activities after each line.
    var restarts = false
    /// True to advance the activities at each announced time; false to advance them only at updates.
    var wakes = false
    private(set) var text = ""
    private var activities = LiveActivities()
    private var rooms: [String: NowPlaying] = [:]

    /// Processes a line: `07:15 kitchen volume 30`.
    mutating func take(_ line: Substring) throws {
        let words = line.split(separator: " ").map(String.init)
        let now = try Self.date(words[0])
        while wakes, let wake = activities.nextWake(after: activities.clock), wake < now { note(activities.advance(to: wake)) }
        switch (words[1], words[2]) {
        case ("nothing", _): note(try activities.apply(nil, at: now))
        case (let room, "wiped"):
            let activity = try #require(activities.activities.first { $0.attributes.zoneName == room })
            note(activities.dismiss(activity.id, at: now))
        case (let room, _):
            let entry = Self.entry(
                rooms[room] ?? NowPlaying(date: now, zone: .init(id: room), status: .stopped), Array(words.dropFirst(2)), at: now)
            rooms[room] = entry
            note(try activities.apply(entry, at: now))
        }
        if restarts { activities = try restarted(activities) }
    }

    /// Advances the time to the end of the next day.
    mutating func pass() {
        note(activities.advance(to: Self.midnight.addingTimeInterval(48 * hour)))
    }

    private mutating func note(_ events: [ActivityEvent]) {
        for event in events {
            let name = event.id.rawValue.replacing(/@\d+-\d+-(\d+)T(\d+:\d+)(:00)?Z?/) { "@" + $0.2 }
            let reason = event.reason.map { " (\($0.rawValue))" } ?? ""
            if !text.isEmpty { text += "\n" }
            text += "\(event.date.iso8601.dropFirst(11).dropLast()) \(event.kind.rawValue)\(reason) \(name)"
        }
    }

    private static func date(_ clock: String) throws -> Date {
        let parts = clock.split(separator: ":").compactMap { Double($0) }
        try #require(parts.count >= 2)
        return midnight.addingTimeInterval(parts[0] * hour + parts[1] * minute + (parts.count > 2 ? parts[2] : 0))
    }

    private static func entry(_ before: NowPlaying, _ words: [String], at now: Date) -> NowPlaying {
        var entry = before
        let track = words.count > 1 ? Track(title: words[1], artist: "Radio", length: 24 * hour) : nil
        // A room plays on while it cannot be reached.
        var room = before
        room.freshness = .live
        entry.position = room.elapsed(at: now) ?? 0
        entry.date = now
        entry.freshness = .live
        switch words[0] {
        case "plays": (entry.status, entry.track) = (.playing, track)
        case "loads": (entry.status, entry.track) = (.loading, track)
        case "pauses": entry.status = .paused
        case "volume":
            entry.volume = Volume(
                value: Double(words[1]) ?? 0, scale: VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .number))
        case "seeks": entry.position = Double(words[1])
        case "goes": entry.freshness = .offline
        case "is": entry.freshness = .missing
        default: (entry.status, entry.track, entry.position) = (.stopped, nil, nil)
        }
        if let shown = before.track, let track = entry.track, !track.isSame(as: shown) { entry.position = 0 }
        return entry
    }
}
