import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialTimeline

/// The dynamic state of a live activity: the track and its playback.
///
/// Positions are relative to the creation of the state, which an ``Activity`` stores as ``Activity/updated``.
public struct ActivityContentState: Hashable, Sendable {
    /// The title, or the first available of artist, album and zone name.
    public let line1: String
    /// The next available of title, artist and album after `line1`; empty for none.
    public let line2: String
    /// True if the position advances.
    public let isPlaying: Bool
    /// The volume; nil for a fixed one.
    public let volume: ActivityVolume?
    /// The location of the cover; nil for none.
    public let artwork: String?
    /// The position in the track in seconds, to the millisecond, 0 or more; nil if it is unknown.
    public let seekPosition: Double?
    /// The length of the track in seconds; nil if it is unknown.
    public let length: Double?
    /// The entry as in its file, for kinds other than `now-playing`; nil for music.
    public let entry: JSONValue?

    /// Creates a state with unmodified texts; invalid positions and lengths become nil.
    public init(
        line1: String, line2: String = "", isPlaying: Bool, volume: ActivityVolume? = nil, artwork: String? = nil,
        seekPosition: Double? = nil, length: Double? = nil, entry: JSONValue? = nil
    ) {
        self.entry = entry
        self.line1 = line1
        self.line2 = line2
        self.isPlaying = isPlaying
        self.volume = volume
        self.artwork = artwork
        self.seekPosition = seekPosition.flatMap { $0.isFinite ? (max(0, $0) * 1000).rounded() / 1000 : nil }
        self.length = length.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }

    /// The state a number of seconds later without further events: the position advances during playback, up to the end of the track.
    public func advanced(by seconds: Double) -> ActivityContentState {
        guard isPlaying, let seekPosition, seconds > 0 else { return self }
        return with(isPlaying: true, seekPosition: min(seekPosition + seconds, max(seekPosition, length ?? .infinity)))
    }

    /// The same track, paused.
    public var paused: ActivityContentState { with(isPlaying: false, seekPosition: seekPosition) }

    private func with(isPlaying: Bool, seekPosition: Double?) -> ActivityContentState {
        ActivityContentState(
            line1: line1, line2: line2, isPlaying: isPlaying, volume: volume, artwork: artwork, seekPosition: seekPosition,
            length: length, entry: entry)
    }
}

extension ActivityContentState {
    /// The tolerance in seconds before a position counts as a seek, as sources report whole seconds.
    private static let seekTolerance = 1.5

    /// True if the state looks different from `other` at the same time; positions within 1.5 seconds look equal.
    public func looksDifferent(from other: ActivityContentState) -> Bool {
        guard line1 == other.line1, line2 == other.line2, isPlaying == other.isPlaying, volume == other.volume, artwork == other.artwork,
            length == other.length, content == other.content
        else { return true }
        switch (seekPosition, other.seekPosition) {
        case (nil, nil): return false
        case (let position?, let before?): return abs(position - before) > Self.seekTolerance
        default: return true
        }
    }

    /// True if the track differs from that of `other`.
    ///
    /// A second line that is added later, or removed, does not indicate a different track.
    public func isAnotherTrack(than other: ActivityContentState) -> Bool {
        line1 != other.line1 || line2 != other.line2 && !line2.isEmpty && !other.line2.isEmpty
    }

    /// The visible members of the entry, which exclude its times.
    private var content: [JSONMember] {
        guard case .object(let members)? = entry else { return [] }
        return members.filter { !["date", "lastContact"].contains($0.key) }
    }
}

extension ActivityContentState {
    /// The maximum size of the first line in JSON, in bytes.
    static let line1Limit = 1024
    /// The maximum size of the second line in JSON, in bytes.
    private static let line2Limit = 768
    /// The maximum size of the cover's URL in JSON, in bytes.
    private static let artworkLimit = 1024

    /// The maximum size of an entry of another kind in JSON, in bytes; longer entries are shortened.
    static let entryLimit = 2560

    /// Creates the state of `entry` at `now`.
    ///
    /// No title can exceed the payload limit: lines are shortened between grapheme clusters, to 1024 and 768 bytes of JSON including an ellipsis.
    /// A cover whose URL takes more than 1024 bytes, such as a data URL, is omitted, as part of a URL is useless. With a zone's name of
    /// 256 bytes, about 800 bytes remain for the zone's ID, the only text that can be too long.
    public init(_ entry: NowPlaying, at now: Date) {
        let track = entry.track
        let lines = [track?.title, track?.artist, track?.album].compactMap { $0?.unlessBlank }
        let length = entry.length(at: now)
        self.init(
            line1: (lines.first ?? entry.zone?.name ?? "").shortened(toJSONBytes: Self.line1Limit),
            line2: (lines.dropFirst().first ?? "").shortened(toJSONBytes: Self.line2Limit),
            isPlaying: entry.status == .playing,
            volume: entry.volume.map(ActivityVolume.init),
            artwork: entry.cover?.location.flatMap {
                $0.utf8.count <= Self.artworkLimit && $0.jsonByteCount <= Self.artworkLimit ? $0 : nil
            },
            seekPosition: entry.elapsed(at: now).map { min($0, length ?? $0) },
            length: length)
    }
}

extension ActivityContentState {
    /// The state as JSON, with sorted keys; unknown values are omitted.
    public var json: JSONValue {
        var members: [JSONMember] = []
        if let artwork { members.append(JSONMember("artwork", .string(artwork))) }
        if let entry { members.append(JSONMember("entry", entry)) }
        members.append(JSONMember("isPlaying", .bool(isPlaying)))
        if let length { members.append(JSONMember("length", .double(length))) }
        members.append(JSONMember("line1", .string(line1)))
        members.append(JSONMember("line2", .string(line2)))
        if let seekPosition { members.append(JSONMember("seekPosition", .double(seekPosition))) }
        if let volume { members.append(JSONMember("volume", volume.json)) }
        return .object(members)
    }

    /// Reads a state; null members count as absent, and unknown keys are ignored.
    ///
    /// - Throws: `wrong` with the path of the first invalid value; `line1` and `isPlaying` are required.
    public init(_ json: JSONValue) throws(ActivityError) {
        let fields = Fields(value: json, path: "state")
        do throws(EntryError) {
            guard case .object = json else { throw .wrong(path: "state", reason: "an object should stand here, not \(json.kind)") }
            guard let line1 = try fields.text("line1") else {
                throw .wrong(path: "state.line1", reason: "the first line is missing, e.g. the title")
            }
            guard let isPlaying = try fields.truth("isPlaying") else {
                throw .wrong(path: "state.isPlaying", reason: "true or false is missing here")
            }
            self.init(
                line1: line1, line2: try fields.text("line2") ?? "", isPlaying: isPlaying, volume: try Self.volume(fields),
                artwork: try fields.text("artwork"), seekPosition: try fields.number("seekPosition"), length: try fields.number("length"),
                entry: try fields.object("entry")?.value)
        } catch {
            throw ActivityError(error)
        }
    }

    private static func volume(_ fields: Fields) throws(EntryError) -> ActivityVolume? {
        guard let volume = try fields.object("volume") else { return nil }
        return try ActivityVolume(volume)
    }
}

extension ActivityContentState: Codable {
    /// Decodes a state.
    public init(from decoder: any Decoder) throws { try self.init(JSONValue(from: decoder)) }
    /// Encodes ``json``; the order of the keys depends on the encoder.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

/// The volume of a zone as shown by a live activity.
public struct ActivityVolume: Hashable, Sendable {
    /// The position of the volume in its range, 0 to 1.
    public let level: Double
    /// The volume as text, as on the display of the zone: `−23.5 dB`, `47`.
    public let text: String
    /// True if the zone is muted.
    public let isMuted: Bool

    /// Creates a volume; `level` is limited to its range.
    public init(level: Double, text: String, isMuted: Bool = false) {
        self.level = level.isFinite ? min(max(level, 0), 1).withoutFloatNoise : 0
        self.text = text
        self.isMuted = isMuted
    }

    /// Creates the displayed form of `volume`.
    public init(_ volume: Volume) {
        self.init(level: volume.ratio, text: volume.text, isMuted: volume.isMuted)
    }

    fileprivate var json: JSONValue {
        ["isMuted": .bool(isMuted), "level": .double(level), "text": .string(text)]
    }

    init(_ fields: Fields) throws(EntryError) {
        guard let level = try fields.number("level") else {
            throw .wrong(path: "state.volume.level", reason: "the level is missing, from 0 to 1")
        }
        self.init(level: level, text: try fields.text("text") ?? "", isMuted: try fields.truth("isMuted") ?? false)
    }
}
