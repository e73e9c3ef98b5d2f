/// The audio devices of a machine, and the streams of programs that play or record.
public struct Mixer: Hashable, Sendable {
    /// The channels: outputs, inputs, then playing and recording streams.
    public var channels: [MixerChannel]
    /// The sound server's name.
    public var server: String

    /// Makes a mixer.
    public init(channels: [MixerChannel], server: String) {
        self.channels = channels
        self.server = server
    }

    /// The channel with that id or name; nil if there is none.
    ///
    /// `output` and `input` are the default devices. Names are compared ignoring case.
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
        /// A playback device.
        case output
        /// A recording device.
        case input
        /// A stream of a program that plays.
        case playback
        /// A stream of a program that records.
        case recording

        /// True for devices.
        public var isDevice: Bool { self == .output || self == .input }
    }

    /// The id: the kind, a colon, and the server's name or index.
    public var id: String
    /// The kind.
    public var kind: Kind
    /// The display name of the device or program.
    public var name: String
    /// The stream's title according to the program; empty if unknown.
    public var detail: String
    /// The icon name in the freedesktop icon naming specification; empty if there is none.
    public var icon: String
    /// The volume, 1 for 100 %; may exceed 1.
    public var volume: Double
    /// True if the channel is muted.
    public var isMuted: Bool
    /// True for the default device of new streams.
    public var isDefault: Bool
    /// True while audio passes through the channel.
    public var isActive: Bool
    /// The id of a stream's device; empty for devices.
    public var device: String
    /// The level in dB, ``MeterBallistics/floor`` for silence; nil where it is not measured.
    public var level: Double?
    /// The held peak in dB; nil where it is not measured.
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
