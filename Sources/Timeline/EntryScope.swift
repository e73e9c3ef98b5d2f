import Expressions
import FoundationEssentials
import JSON
import Playback

/// What an expression sees of an entry at a moment.
///
/// Subdial's own names, playerctl's with playerctl's meaning, and the entry's metadata, which win.
public struct EntryScope: Scope, Sendable {
    /// The entry whose fields the names stand for; of a locked zone only what may be seen.
    public let entry: Entry
    /// The moment at which positions and ages are told.
    public let now: Date
    /// The cover's colours, where there is a picture to draw.
    public let palette: Value
    /// The zones in which dates are told.
    public var timeZones = TimeZones()
    private let ownNames: [String]
    private let isForTemplate: Bool

    /// Makes the scope of a feed, or with `palette` that of a template, which knows ``templateNames`` too.
    public init(_ entry: Entry, at now: Date, palette: Value? = nil) {
        self.entry = entry.disclosed
        self.now = now
        self.palette = palette ?? .missing
        isForTemplate = palette != nil
        ownNames = palette == nil ? Self.feedNames : Self.feedNames + Self.templateNames
    }

    /// The names that feeds and templates know.
    public static let feedNames = [
        "title", "artist", "album", "zone", "zone_id", "source", "elapsed", "length", "remaining", "progress", "volume_text", "muted",
        "connection", "player", "status", "position", "volume", "playerName", "playerInstance", "loop", "shuffle", "age",
        "xesam:title", "xesam:artist", "xesam:album", "mpris:length", "mpris:artUrl",
    ]

    /// The names that only templates know.
    public static let templateNames = [
        "playing", "paused", "stopped", "loading", "stale", "offline", "zone_missing", "started", "ends", "paused_at", "palette", "artwork",
        "volume_ratio", "now", "locked", "queue",
    ]

    /// The names to suggest: those of the feed or template, and the keys of the entry's metadata.
    public var names: [String] { ownNames + entry.metadata.keys }

    /// The value of `name` at `now`; nil where there is no such name, `.missing` for any unknown one with a colon.
    public func value(of name: String) -> Value? {
        if let raw = entry.metadata[name] { return Value(raw) }
        if let value = playerctlValue(of: name) { return value }
        guard let value = ownValue(of: name) else {
            // A metadata key that this track happens not to have.
            return name.contains(":") ? .missing : nil
        }
        return value
    }

    /// As playerctl has them in lines, and as JSON has them in templates.
    public var dialect: Dialect { isForTemplate ? .standard : .playerctl }

    /// When what `name` stands for prints otherwise by itself.
    public func nextChange(of name: String) -> Date? {
        switch name {
        case "elapsed", "remaining", "position": entry.nextSecond(after: now)
        // Percents, and the halves at which rounding goes up.
        case "progress": entry.nextProgress(after: now, steps: 200)
        case "age": entry.nextAge(after: now)
        case "now": now.nextSecond
        default: nil
        }
    }

    /// How fast what `name` stands for grows, in units a second; nil where it stands still, or does not grow evenly.
    public func rate(of name: String) -> Double? {
        guard name == "progress", let length = entry.length(at: now), entry.nextProgress(after: now, steps: 1) != nil else { return nil }
        return 1 / length
    }

    private func ownValue(of name: String) -> Value? {
        switch name {
        case "title": text(entry.track?.title)
        case "artist": text(entry.track?.artist)
        case "album": text(entry.track?.album)
        case "zone": text(entry.zone?.name)
        case "zone_id": text(entry.zone?.id)
        case "source": text(entry.zone?.source)
        case "player": text(entry.zone?.source ?? entry.zone?.name)
        case "elapsed": elapsed.map(Value.duration) ?? .missing
        case "length": entry.length(at: now).map(Value.duration) ?? .missing
        case "remaining": remaining.map(Value.duration) ?? .missing
        case "progress": entry.progress(at: now).map(Value.double) ?? .missing
        case "volume_text": text(entry.volume?.text)
        case "muted": .bool(entry.volume?.isMuted ?? false)
        case "connection": .string(entry.connection.rawValue)
        case "age": .string(Self.age(entry.age(at: now)))
        case "playing": .bool(entry.status == .playing)
        case "paused": .bool(entry.status == .paused)
        case "stopped": .bool(entry.status == .stopped || entry.track == nil && entry.status != .loading)
        case "loading": .bool(entry.status == .loading)
        case "stale": .bool(entry.connection == .stale)
        case "offline": .bool(entry.connection == .offline)
        case "zone_missing": .bool(entry.connection == .zoneMissing)
        case "started": entry.started.map(Value.date) ?? .missing
        case "ends": entry.ends.map(Value.date) ?? .missing
        case "paused_at": entry.isRunning ? .missing : .date(entry.date)
        case "palette": palette
        case "artwork": text(entry.artwork)
        case "volume_ratio": entry.volume.map { .double($0.ratio) } ?? .missing
        case "now": .date(now)
        case "locked": .bool(entry.zone?.isLocked ?? false)
        case "queue": .list(entry.queue.map(\.value))
        default: nil
        }
    }

    private func playerctlValue(of name: String) -> Value? {
        switch name {
        case "status": .string(entry.status.mprisName)
        case "position": elapsed.map { .integer(Int64(saturating: ($0 * 1e6).rounded())) } ?? .missing
        case "mpris:length": entry.track?.length.map { .integer(Int64(saturating: ($0 * 1e6).rounded())) } ?? .missing
        case "volume": entry.volume.map { .double($0.fraction) } ?? .missing
        case "playerName", "playerInstance": text(entry.zone?.source ?? entry.zone?.id)
        case "loop", "shuffle": .missing
        case "xesam:title": text(entry.track?.title)
        case "xesam:artist": text(entry.track?.artist)
        case "xesam:album": text(entry.track?.album)
        case "mpris:artUrl": text(entry.artwork)
        default: nil
        }
    }

    /// Past its end by the clock, a track is just late in being replaced.
    private var elapsed: Double? {
        entry.elapsed(at: now).map { min($0, entry.length(at: now) ?? $0) }
    }

    /// In whole seconds, so that it changes when `elapsed` does, and both make up the length.
    private var remaining: Double? {
        guard let elapsed, let length = entry.length(at: now) else { return nil }
        return max(0, length.rounded(.down) - elapsed.rounded(.down))
    }

    fileprivate static func text(_ text: String?) -> Value {
        guard let text, !text.isEmpty else { return .missing }
        return .string(text)
    }

    private func text(_ text: String?) -> Value { Self.text(text) }

    /// How long ago something was, in words: `just now`, `2 min ago`, `3 h ago`, `5 d ago`.
    static func age(_ seconds: Double) -> String {
        switch seconds {
        case ..<60: "just now"
        case ..<3600: "\(Int(saturating: seconds / 60)) min ago"
        case ..<86400: "\(Int(saturating: seconds / 3600)) h ago"
        default: "\(Int(saturating: seconds / 86400)) d ago"
        }
    }
}

extension Entry.QueuedTrack {
    /// What `track.title` and its like stand for in a loop over the queue.
    fileprivate var value: Value {
        .map([
            "title": EntryScope.text(track.title), "artist": EntryScope.text(track.artist), "album": EntryScope.text(track.album),
            "length": track.length.map(Value.duration) ?? .missing, "artwork": EntryScope.text(artwork),
        ])
    }
}
