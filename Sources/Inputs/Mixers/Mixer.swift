/// The audio devices of a machine, and the streams of programs that play or record.
package struct Mixer: Hashable, Sendable {
    /// The channels: outputs, inputs, then playing and recording streams.
    package var channels: [MixerChannel]
    /// The sound server's name.
    package var server: String

    /// Makes a mixer.
    package init(channels: [MixerChannel], server: String) {
        self.channels = channels
        self.server = server
    }

    /// The channel with that id or name; nil if there is none.
    ///
    /// `output` and `input` are the default devices. Names are compared ignoring case.
    package func channel(_ text: String) -> MixerChannel? {
        switch text {
        case "output": channels.first { $0.kind == .output && $0.isDefault }
        case "input": channels.first { $0.kind == .input && $0.isDefault }
        default:
            channels.first { $0.id == text } ?? channels.first { $0.name.lowercased() == text.lowercased() }
        }
    }
}

/// A device or a stream of a mixer.
package struct MixerChannel: Hashable, Sendable {
    /// The kind of a channel.
    package enum Kind: String, Sendable, CaseIterable {
        /// A playback device.
        case output
        /// A recording device.
        case input
        /// A stream of a program that plays.
        case playback
        /// A stream of a program that records.
        case recording

        /// True for devices.
        package var isDevice: Bool { self == .output || self == .input }
    }

    /// The id: the kind, a colon, and the server's name or index.
    package var id: String
    /// The kind.
    package var kind: Kind
    /// The display name of the device or program.
    package var name: String
    /// The stream's title according to the program; empty if unknown.
    package var detail: String
    /// The icon name in the freedesktop icon naming specification; empty if there is none.
    package var icon: String
    /// The volume, 1 for 100 %; may exceed 1.
    package var volume: Double
    /// True if the channel is muted.
    package var isMuted: Bool
    /// True for the default device of new streams.
    package var isDefault: Bool
    /// True while audio passes through the channel.
    package var isActive: Bool
    /// The id of a stream's device; empty for devices.
    package var device: String
    /// The id of a stream's process as the program reports it; nil for devices, and if it is not known.
    package var process: Int?
    /// The file name of a stream's program; empty for devices, and if it is not known.
    package var binary: String
    /// The level in dB, ``MeterBallistics/floor`` for silence; nil where it is not measured.
    package var level: Double?
    /// The held peak in dB; nil where it is not measured.
    package var peak: Double?

    /// Makes a channel.
    package init(
        id: String, kind: Kind, name: String, detail: String = "", icon: String = "", volume: Double, isMuted: Bool,
        isDefault: Bool = false,
        isActive: Bool, device: String = "", process: Int? = nil, binary: String = "", level: Double? = nil, peak: Double? = nil
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
        self.process = process
        self.binary = binary
        self.level = level
        self.peak = peak
    }
}
