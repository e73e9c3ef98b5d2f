import JSON
import Playback
import Timeline

/// How loud a zone is, as far as a live activity shows it.
public struct ActivityVolume: Hashable, Sendable {
    /// Where the volume stands in its range, 0 to 1.
    public let level: Double
    /// The volume as the zone's own display writes it: `−23.5 dB`, `47`.
    public let text: String
    /// Whether the zone is silenced.
    public let isMuted: Bool

    /// Makes a volume; `level` is kept within its range.
    public init(level: Double, text: String, isMuted: Bool = false) {
        self.level = level.isFinite ? min(max(level, 0), 1).withoutFloatNoise : 0
        self.text = text
        self.isMuted = isMuted
    }

    /// What is shown of `volume`.
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
