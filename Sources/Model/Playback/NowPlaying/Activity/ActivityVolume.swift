import SubdialBasics
import SubdialDocuments
import SubdialTimeline

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

    var json: JSONValue {
        ["isMuted": .bool(isMuted), "level": .double(level), "text": .string(text)]
    }

    init(_ fields: Fields) throws(EntryError) {
        guard let level = try fields.number("level") else {
            throw .wrong(path: "state.volume.level", reason: "the level is missing, from 0 to 1")
        }
        self.init(level: level, text: try fields.text("text") ?? "", isMuted: try fields.truth("isMuted") ?? false)
    }
}
