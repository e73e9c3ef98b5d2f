import SubdialCLibraries

/// Collects the server's answers into a mixer.
struct MixerGathering {
    private let pulse: subdial_pulse_functions
    private var server = ""
    private var defaults: [MixerChannel.Kind: String] = [:]
    private var channels: [MixerChannel] = []
    /// The ids of devices by their indices.
    private var outputs: [UInt32: String] = [:]
    private var inputs: [UInt32: String] = [:]
    /// The monitor sources of outputs, by the outputs' ids.
    private var monitors: [String: String] = [:]

    /// The maximum number of channels; a studio's server has some hundreds.
    private static let limit = 500

    init(_ pulse: subdial_pulse_functions) { self.pulse = pulse }

    mutating func add(server info: UnsafePointer<pa_server_info>?) {
        guard let info = info?.pointee else { return }
        server = text(info.server_name)
        defaults = [.output: text(info.default_sink_name), .input: text(info.default_source_name)]
    }

    mutating func add(sink info: UnsafePointer<pa_sink_info>?) {
        guard var info = info?.pointee else { return }
        let id = "output:\(text(info.name))"
        outputs[info.index] = id
        monitors[id] = text(info.monitor_source_name)
        add(
            MixerChannel(
                id: id, kind: .output, name: text(info.description), icon: property("device.icon_name", info.proplist),
                volume: volume(&info.volume), isMuted: info.mute != 0, isDefault: text(info.name) == defaults[.output], isActive: false))
    }

    mutating func add(source info: UnsafePointer<pa_source_info>?) {
        guard var info = info?.pointee else { return }
        let id = "input:\(text(info.name))"
        inputs[info.index] = id
        // A monitor source belongs to an output and is not an input.
        guard info.monitor_of_sink == UInt32.max else { return }
        add(
            MixerChannel(
                id: id, kind: .input, name: text(info.description), icon: property("device.icon_name", info.proplist),
                volume: volume(&info.volume), isMuted: info.mute != 0, isDefault: text(info.name) == defaults[.input], isActive: false))
    }

    mutating func add(playback info: UnsafePointer<pa_sink_input_info>?) {
        guard var info = info?.pointee else { return }
        let program = property("application.name", info.proplist)
        add(
            MixerChannel(
                id: "playback:\(info.index)", kind: .playback, name: program.isEmpty ? text(info.name) : program, detail: text(info.name),
                icon: property("application.icon_name", info.proplist), volume: info.has_volume != 0 ? volume(&info.volume) : 1,
                isMuted: info.mute != 0, isActive: info.corked == 0, device: outputs[info.sink] ?? ""))
    }

    mutating func add(recording info: UnsafePointer<pa_source_output_info>?) {
        guard var info = info?.pointee else { return }
        let program = property("application.name", info.proplist)
        // The meters of mixers record too, but are not streams of the user.
        guard property("application.id", info.proplist) != "org.PulseAudio.pavucontrol", program != "Subdial" else { return }
        add(
            MixerChannel(
                id: "recording:\(info.index)", kind: .recording, name: program.isEmpty ? text(info.name) : program, detail: text(info.name),
                icon: property("application.icon_name", info.proplist), volume: info.has_volume != 0 ? volume(&info.volume) : 1,
                isMuted: info.mute != 0, isActive: info.corked == 0, device: inputs[info.source] ?? ""))
    }

    /// The mixer; with `isMetered`, measurable channels start at the level of silence.
    func mixer(isMetered: Bool) -> Mixer {
        // The server's own device state also counts meters.
        let used = Set(channels.lazy.filter { !$0.kind.isDevice && $0.isActive }.map(\.device))
        var mixer = Mixer(channels: channels, server: server)
        for index in mixer.channels.indices where mixer.channels[index].kind.isDevice {
            mixer.channels[index].isActive = used.contains(mixer.channels[index].id)
        }
        guard isMetered else { return mixer }
        let measured = Set(meterTargets(of: mixer).map(\.id))
        for index in mixer.channels.indices where measured.contains(mixer.channels[index].id) {
            (mixer.channels[index].level, mixer.channels[index].peak) = (MeterBallistics.floor, MeterBallistics.floor)
        }
        return mixer
    }

    /// The signals to measure, in the order of importance, up to the limit.
    ///
    /// A microphone is measured only while a program records from it, and never opened just for its meter.
    func meterTargets(of mixer: Mixer) -> [PulseMeters.Target] {
        let targets = mixer.ranked.compactMap { channel -> PulseMeters.Target? in
            let word = String(channel.id.drop { $0 != ":" }.dropFirst())
            switch channel.kind {
            case .output: return monitors[channel.id].map { .init(id: channel.id, source: $0, stream: nil) }
            case .input: return channel.isActive ? .init(id: channel.id, source: word, stream: nil) : nil
            case .playback:
                guard channel.isActive, let monitor = monitors[channel.device], let number = UInt32(word) else { return nil }
                return .init(id: channel.id, source: monitor, stream: number)
            case .recording: return nil
            }
        }
        return Array(targets.prefix(PulseMeters.limit))
    }

    private mutating func add(_ channel: MixerChannel) {
        if channels.count < Self.limit { channels.append(channel) }
    }

    private func volume(_ levels: inout pa_cvolume) -> Double {
        // Rounded to 0.01 %, so that a volume set to 40 % is reported as 40 %.
        (Double(pulse.cvolume_max(&levels)) / Double(PA_VOLUME_NORM) * 10_000).rounded() / 10_000
    }

    private func property(_ name: String, _ list: OpaquePointer?) -> String { text(list.flatMap { pulse.proplist_gets($0, name) }) }

    /// The text on one line without control characters, since programs choose the names of their streams.
    private func text(_ pointer: UnsafePointer<CChar>?) -> String {
        guard let pointer else { return "" }
        let scalars = String(cString: pointer).unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(400)
        return String(String.UnicodeScalarView(scalars))
    }
}
