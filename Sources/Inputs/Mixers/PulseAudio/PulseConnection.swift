import FoundationEssentials
import SubdialBasics
import SubdialCLibraries
import Synchronization

/// A connection to PulseAudio or to PipeWire's pulse server, on a thread of libpulse.
///
/// It delivers the whole mixer after connecting and after each change that the server signals, without polling. All calls hold the main
/// loop's lock, and callbacks run while it is held.
final class PulseConnection: @unchecked Sendable {
    /// The functions of the library.
    private let pulse: subdial_pulse_functions
    private let loop: OpaquePointer
    private let context: OpaquePointer
    private let inbox: PulseInbox

    // Everything below is used on the loop's thread, or with its lock.
    private var gathering: MixerCollector?
    private var isOutdated = false
    private var hasEnded = false
    private var replies: [ObjectIdentifier: PulseReply] = [:]
    private var meters: PulseMeters?

    /// Connects and delivers news to `inbox`.
    ///
    /// - Parameters:
    ///   - server: The server's address in the form of `PULSE_SERVER`; nil for libpulse's default.
    ///   - rate: Peak levels per second, 1 to 60; 0 for none.
    /// - Throws: If libpulse cannot be loaded, or the connection cannot be created.
    init(server: String?, meters rate: Double = 0, inbox: PulseInbox) throws(PulseError) {
        guard let functions = subdial_pulse()?.pointee else { throw .noLibrary(reason: String(cString: subdial_pulse_failure())) }
        pulse = functions
        self.inbox = inbox
        guard let loop = functions.threaded_mainloop_new() else { throw .unreachable(reason: "no main loop can be made") }
        let properties = functions.proplist_new()
        _ = functions.proplist_sets(properties, "application.name", "Subdial")
        _ = functions.proplist_sets(properties, "application.id", "subdial")
        let context = functions.context_new_with_proplist(functions.threaded_mainloop_get_api(loop), "Subdial", properties)
        if let properties { functions.proplist_free(properties) }
        guard let context else {
            functions.threaded_mainloop_free(loop)
            throw .unreachable(reason: "no connection can be made")
        }
        (self.loop, self.context) = (loop, context)
        if rate > 0 {
            meters = PulseMeters(functions, context: context, rate: rate) { id, amplitude in
                inbox.change { $0.peaks[id] = max($0.peaks[id] ?? 0, amplitude) }
            }
        }
        let this = Unmanaged.passUnretained(self).toOpaque()
        functions.context_set_state_callback(context, { _, this in PulseConnection.from(this)?.stateHasChanged() }, this)
        functions.context_set_subscribe_callback(context, { _, _, _, this in PulseConnection.from(this)?.mixerHasChanged() }, this)
        // The connection never starts a server, since a machine may have no sound on purpose.
        let code = functions.context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil)
        guard code >= 0, functions.threaded_mainloop_start(loop) >= 0 else {
            let reason = Self.words(of: functions.context_errno(context), functions)
            close()
            throw .unreachable(reason: reason)
        }
    }

    deinit { close() }

    private var isClosed = false

    /// Closes the connection; nothing is delivered afterwards.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        pulse.threaded_mainloop_lock(loop)
        pulse.context_set_state_callback(context, nil, nil)
        pulse.context_set_subscribe_callback(context, nil, nil)
        meters?.close()
        pulse.context_disconnect(context)
        failReplies(.unreachable(reason: "the connection was closed"))
        pulse.threaded_mainloop_unlock(loop)
        pulse.threaded_mainloop_stop(loop)
        pulse.context_unref(context)
        pulse.threaded_mainloop_free(loop)
    }

    private static func from(_ pointer: UnsafeMutableRawPointer?) -> PulseConnection? {
        pointer.map { Unmanaged<PulseConnection>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func words(of code: Int32, _ pulse: subdial_pulse_functions) -> String {
        pulse.strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }

    // MARK: On the loop's thread

    private func stateHasChanged() {
        switch pulse.context_get_state(context) {
        case PA_CONTEXT_READY:
            let mask =
                PA_SUBSCRIPTION_MASK_SINK.rawValue | PA_SUBSCRIPTION_MASK_SOURCE.rawValue | PA_SUBSCRIPTION_MASK_SINK_INPUT.rawValue
                | PA_SUBSCRIPTION_MASK_SOURCE_OUTPUT.rawValue | PA_SUBSCRIPTION_MASK_SERVER.rawValue
            drop(pulse.context_subscribe(context, pa_subscription_mask_t(rawValue: mask), nil, nil))
            gather()
        case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED:
            guard !hasEnded else { return }
            hasEnded = true
            let error = PulseError.unreachable(reason: Self.words(of: pulse.context_errno(context), pulse))
            failReplies(error)
            inbox.change { $0.error = error }
        default: break
        }
    }

    private func mixerHasChanged() {
        // A change during a query causes another query afterwards.
        if gathering == nil { gather() } else { isOutdated = true }
    }

    private func gather() {
        isOutdated = false
        gathering = MixerCollector(pulse)
        let this = Unmanaged.passUnretained(self).toOpaque()
        // Replies arrive in the order of the requests, so that the end of the last list completes the query.
        drop(pulse.context_get_server_info(context, { _, info, this in PulseConnection.from(this)?.gathering?.add(server: info) }, this))
        drop(
            pulse.context_get_sink_info_list(
                context, { _, info, _, this in PulseConnection.from(this)?.gathering?.add(sink: info) }, this))
        drop(
            pulse.context_get_source_info_list(
                context, { _, info, _, this in PulseConnection.from(this)?.gathering?.add(source: info) }, this))
        drop(
            pulse.context_get_sink_input_info_list(
                context, { _, info, _, this in PulseConnection.from(this)?.gathering?.add(playback: info) }, this))
        drop(
            pulse.context_get_source_output_info_list(
                context,
                { _, info, end, this in
                    guard let connection = PulseConnection.from(this) else { return }
                    if end == 0 { connection.gathering?.add(recording: info) } else { connection.hasGathered() }
                }, this))
    }

    private func hasGathered() {
        guard let gathering else { return }
        self.gathering = nil
        let mixer = gathering.mixer(isMetered: meters != nil)
        meters?.follow(gathering.meterTargets(of: mixer))
        inbox.change { $0.mixer = mixer }
        if isOutdated { gather() }
    }

    private func drop(_ operation: OpaquePointer?) {
        if let operation { pulse.operation_unref(operation) }
    }

    // MARK: Changes

    /// Changes a channel, and returns after the server has confirmed it.
    ///
    /// - Parameter maximum: The maximum to which a volume is raised, 1 for 100 %.
    func perform(_ change: MixerChange, on channel: MixerChannel, maximum: Double) async throws(PulseError) {
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Void, PulseError>, Never>) in
            pulse.threaded_mainloop_lock(loop)
            defer { pulse.threaded_mainloop_unlock(loop) }
            guard !hasEnded, !isClosed else {
                return continuation.resume(returning: .failure(.unreachable(reason: "the connection has ended")))
            }
            let reply = PulseReply { result in continuation.resume(returning: result) }
            replies[ObjectIdentifier(reply)] = reply
            reply.connection = self
            guard let operation = startOperation(change, on: channel, maximum: maximum, reply: Unmanaged.passUnretained(reply).toOpaque())
            else {
                replies[ObjectIdentifier(reply)] = nil
                return continuation.resume(returning: .failure(.refused(reason: "'\(channel.name)' cannot be changed so")))
            }
            pulse.operation_unref(operation)
        }
        try result.get()
    }

    private func startOperation(
        _ change: MixerChange, on channel: MixerChannel, maximum: Double, reply: UnsafeMutableRawPointer
    ) -> OpaquePointer? {
        let done: pa_context_success_cb_t = { _, success, pointer in
            guard let pointer else { return }
            Unmanaged<PulseReply>.fromOpaque(pointer).takeUnretainedValue().arrived(success != 0)
        }
        let word = String(channel.id.drop { $0 != ":" }.dropFirst())
        let number = UInt32(word) ?? UInt32.max
        if let volume = change.volume(of: channel, maximum: maximum) {
            // A single level for all channels of the device, which keeps its balance.
            var levels = pa_cvolume()
            levels.channels = 1
            withUnsafeMutableBytes(of: &levels.values) { $0.storeBytes(of: pa_volume_t(PA_VOLUME_NORM), as: pa_volume_t.self) }
            _ = pulse.cvolume_scale(&levels, pa_volume_t(UInt32(saturating: (volume * Double(PA_VOLUME_NORM)).rounded())))
            return switch channel.kind {
            case .output: pulse.context_set_sink_volume_by_name(context, word, &levels, done, reply)
            case .input: pulse.context_set_source_volume_by_name(context, word, &levels, done, reply)
            case .playback: pulse.context_set_sink_input_volume(context, number, &levels, done, reply)
            case .recording: pulse.context_set_source_output_volume(context, number, &levels, done, reply)
            }
        }
        switch change {
        case .mute(let wanted):
            let mute: Int32 = (wanted ?? !channel.isMuted) ? 1 : 0
            return switch channel.kind {
            case .output: pulse.context_set_sink_mute_by_name(context, word, mute, done, reply)
            case .input: pulse.context_set_source_mute_by_name(context, word, mute, done, reply)
            case .playback: pulse.context_set_sink_input_mute(context, number, mute, done, reply)
            case .recording: pulse.context_set_source_output_mute(context, number, mute, done, reply)
            }
        case .move(let device):
            let name = String(device.drop { $0 != ":" }.dropFirst())
            return switch channel.kind {
            case .playback: pulse.context_move_sink_input_by_name(context, number, name, done, reply)
            case .recording: pulse.context_move_source_output_by_name(context, number, name, done, reply)
            case .output, .input: nil
            }
        case .makeDefault:
            return switch channel.kind {
            case .output: pulse.context_set_default_sink(context, word, done, reply)
            case .input: pulse.context_set_default_source(context, word, done, reply)
            case .playback, .recording: nil
            }
        case .volume, .volumeStep: return nil
        }
    }

    fileprivate func hasReplied(_ reply: PulseReply, _ success: Bool) {
        guard replies.removeValue(forKey: ObjectIdentifier(reply)) != nil else { return }
        reply.give(success ? .success(()) : .failure(.refused(reason: Self.words(of: pulse.context_errno(context), pulse))))
    }

    private func failReplies(_ error: PulseError) {
        let waiting = replies.values
        replies = [:]
        for reply in waiting { reply.give(.failure(error)) }
    }
}

/// The pending reply to a change.
private final class PulseReply: @unchecked Sendable {
    unowned(unsafe) var connection: PulseConnection?
    let give: (Result<Void, PulseError>) -> Void

    init(_ give: @escaping (Result<Void, PulseError>) -> Void) { self.give = give }

    func arrived(_ success: Bool) { connection?.hasReplied(self, success) }
}

/// Collects the server's answers into a mixer.
struct MixerCollector {
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
                isMuted: info.mute != 0, isActive: info.corked == 0, device: outputs[info.sink] ?? "",
                process: Int(property("application.process.id", info.proplist)),
                binary: property("application.process.binary", info.proplist)))
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
    fileprivate func mixer(isMetered: Bool) -> Mixer {
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
    fileprivate func meterTargets(of mixer: Mixer) -> [PulseMeters.Target] {
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
