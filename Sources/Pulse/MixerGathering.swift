import CPulse
import Mixers

/// Makes a mixer of the server's answers.
struct MixerGathering {
    private let pulse: subdial_pulse_functions
    private var server = ""
    private var defaults: [MixerChannel.Kind: String] = [:]
    private var channels: [MixerChannel] = []
    /// The ids of devices by their numbers.
    private var outputs: [UInt32: String] = [:]
    private var inputs: [UInt32: String] = [:]

    /// The most channels; a server of a studio has some hundreds.
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
        add(
            MixerChannel(
                id: id, kind: .output, name: text(info.description), icon: property("device.icon_name", info.proplist),
                volume: volume(&info.volume), isMuted: info.mute != 0, isDefault: text(info.name) == defaults[.output],
                isActive: info.state == PA_SINK_RUNNING))
    }

    mutating func add(source info: UnsafePointer<pa_source_info>?) {
        guard var info = info?.pointee else { return }
        let id = "input:\(text(info.name))"
        inputs[info.index] = id
        // A monitor is an output once more.
        guard info.monitor_of_sink == UInt32.max else { return }
        add(
            MixerChannel(
                id: id, kind: .input, name: text(info.description), icon: property("device.icon_name", info.proplist),
                volume: volume(&info.volume), isMuted: info.mute != 0, isDefault: text(info.name) == defaults[.input],
                isActive: info.state == PA_SOURCE_RUNNING))
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
        // Meters of mixers record too, and are none of a user's programs.
        guard property("application.id", info.proplist) != "org.PulseAudio.pavucontrol", program != "Subdial" else { return }
        add(
            MixerChannel(
                id: "recording:\(info.index)", kind: .recording, name: program.isEmpty ? text(info.name) : program, detail: text(info.name),
                icon: property("application.icon_name", info.proplist), volume: info.has_volume != 0 ? volume(&info.volume) : 1,
                isMuted: info.mute != 0, isActive: info.corked == 0, device: inputs[info.source] ?? ""))
    }

    var mixer: Mixer { Mixer(channels: channels, server: server) }

    private mutating func add(_ channel: MixerChannel) {
        if channels.count < Self.limit { channels.append(channel) }
    }

    private func volume(_ levels: inout pa_cvolume) -> Double {
        // Two digits of a per cent: what was set as 40 % is told as that.
        (Double(pulse.cvolume_max(&levels)) / Double(PA_VOLUME_NORM) * 10_000).rounded() / 10_000
    }

    private func property(_ name: String, _ list: OpaquePointer?) -> String { text(list.flatMap { pulse.proplist_gets($0, name) }) }

    /// The text on one line, without controls; programs name their streams as they like.
    private func text(_ pointer: UnsafePointer<CChar>?) -> String {
        guard let pointer else { return "" }
        let scalars = String(cString: pointer).unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(400)
        return String(String.UnicodeScalarView(scalars))
    }
}
