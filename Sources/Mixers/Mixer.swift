/// The devices of a machine, and the streams of programs that play or record.
public struct Mixer: Hashable, Sendable {
    /// The channels: outputs, inputs, then playing and recording streams.
    public var channels: [MixerChannel]
    /// The sound server's own name.
    public var server: String

    /// Makes a mixer.
    public init(channels: [MixerChannel], server: String) {
        self.channels = channels
        self.server = server
    }

    /// The channel of that id, or the only one of that kind of device that is the default; nil where there is none.
    ///
    /// `output` and `input` are the default devices; names count in any case.
    public func channel(_ text: String) -> MixerChannel? {
        switch text {
        case "output": channels.first { $0.kind == .output && $0.isDefault }
        case "input": channels.first { $0.kind == .input && $0.isDefault }
        default:
            channels.first { $0.id == text } ?? channels.first { $0.name.lowercased() == text.lowercased() }
        }
    }
}

/// A device or a stream of a mixer.
public struct MixerChannel: Hashable, Sendable {
    /// The kind of a channel.
    public enum Kind: String, Sendable, CaseIterable {
        /// A device that sounds.
        case output
        /// A device that listens.
        case input
        /// A program that plays.
        case playback
        /// A program that records.
        case recording

        /// True for devices.
        public var isDevice: Bool { self == .output || self == .input }
    }

    /// The identity: the kind, a colon, and the server's name or number.
    public var id: String
    /// The kind.
    public var kind: Kind
    /// The name for people: of the device, or of the program.
    public var name: String
    /// The stream's title by the program's own word; empty where it does not tell.
    public var detail: String
    /// The icon's name by the freedesktop naming specification; empty where none is told.
    public var icon: String
    /// The volume, 1 for 100 %; may be above it.
    public var volume: Double
    /// True while it is silenced.
    public var isMuted: Bool
    /// True for the device that new streams get.
    public var isDefault: Bool
    /// True while something passes through it.
    public var isActive: Bool
    /// The id of a stream's device; empty for devices.
    public var device: String
    /// The level in dB, ``MeterBallistics/floor`` for silence; nil where it is not measured.
    public var level: Double?
    /// The highest level of late in dB; nil where it is not measured.
    public var peak: Double?

    /// Makes a channel.
    public init(
        id: String, kind: Kind, name: String, detail: String = "", icon: String = "", volume: Double, isMuted: Bool,
        isDefault: Bool = false,
        isActive: Bool, device: String = "", level: Double? = nil, peak: Double? = nil
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.detail = detail
        self.icon = icon
        self.volume = volume
        self.isMuted = isMuted
        self.isDefault = isDefault
        self.isActive = isActive
        self.device = device
        self.level = level
        self.peak = peak
    }
}
