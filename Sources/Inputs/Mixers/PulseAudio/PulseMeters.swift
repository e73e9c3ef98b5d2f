import SubdialBasics
import SubdialCLibraries

/// The peak meters of a connection: record streams with which the server sends the highest amplitude of each interval.
///
/// Use it only on the loop's thread, or with its lock.
final class PulseMeters {
    /// A measurable signal.
    struct Target: Hashable {
        /// The channel's id.
        let id: String
        /// The source to record: an output's monitor, or an input.
        let source: String
        /// The playback stream to measure on that monitor; nil for the whole monitor.
        let stream: UInt32?
    }

    /// The maximum number of meters: each one is a stream on the server.
    static let limit = 32
    /// The amplitude of ``MeterBallistics/floor``; lower ones are not reported, so that silence causes no wake-ups.
    private static let silence: Float = 0.001

    private let pulse: subdial_pulse_functions
    private let context: OpaquePointer
    /// Measurements per second.
    private let rate: UInt32
    private let heard: (_ id: String, _ amplitude: Double) -> Void
    private var streams: [Target: PulseMeterStream] = [:]

    /// Makes meters without targets.
    ///
    /// - Parameters:
    ///   - rate: Measurements per second, 1 to 60.
    ///   - heard: Receives the amplitude of a channel that is not silent, 1 for full scale.
    init(
        _ pulse: subdial_pulse_functions, context: OpaquePointer, rate: Double, heard: @escaping (_ id: String, _ amplitude: Double) -> Void
    ) {
        self.pulse = pulse
        self.context = context
        self.rate = UInt32(saturating: min(max(1, rate), 60))
        self.heard = heard
    }

    /// Starts and stops meters so that exactly these targets are measured.
    func follow(_ targets: some Sequence<Target>) {
        let wanted = Set(targets.prefix(Self.limit))
        for (target, stream) in streams where !wanted.contains(target) {
            end(stream)
            streams[target] = nil
        }
        for target in wanted where streams[target] == nil { streams[target] = startStream(target) }
    }

    /// Stops all meters.
    func close() { follow([]) }

    private func startStream(_ target: Target) -> PulseMeterStream? {
        var format = pa_sample_spec(format: PA_SAMPLE_FLOAT32LE, rate: rate, channels: 1)
        guard let stream = pulse.stream_new(context, "Peak meter", &format, nil) else { return nil }
        let meter = PulseMeterStream(stream, target, self)
        let this = Unmanaged.passUnretained(meter).toOpaque()
        pulse.stream_set_state_callback(stream, { _, this in PulseMeterStream.from(this)?.stateHasChanged() }, this)
        pulse.stream_set_read_callback(stream, { _, _, this in PulseMeterStream.from(this)?.canBeRead() }, this)
        var buffer = pa_buffer_attr()
        (buffer.maxlength, buffer.fragsize) = (UInt32.max, UInt32(MemoryLayout<Float>.size))
        // Unused devices stay suspended, and a stream that moves to another device gets a new meter.
        let flags =
            PA_STREAM_PEAK_DETECT.rawValue | PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_DONT_MOVE.rawValue
            | PA_STREAM_DONT_INHIBIT_AUTO_SUSPEND.rawValue
        let isMonitor = target.stream.map { pulse.stream_set_monitor_stream(stream, $0) >= 0 } ?? true
        guard isMonitor, pulse.stream_connect_record(stream, target.source, &buffer, pa_stream_flags_t(rawValue: flags)) >= 0 else {
            end(meter)
            return nil
        }
        return meter
    }

    private func end(_ meter: PulseMeterStream) {
        pulse.stream_set_state_callback(meter.stream, nil, nil)
        pulse.stream_set_read_callback(meter.stream, nil, nil)
        _ = pulse.stream_disconnect(meter.stream)
        pulse.stream_unref(meter.stream)
    }

    fileprivate func stateHasChanged(_ meter: PulseMeterStream) {
        let state = pulse.stream_get_state(meter.stream)
        guard state == PA_STREAM_FAILED || state == PA_STREAM_TERMINATED, streams[meter.target] === meter else { return }
        // The next change of the mixer starts a new meter if the target still exists.
        streams[meter.target] = nil
        end(meter)
    }

    fileprivate func canBeRead(_ meter: PulseMeterStream) {
        var highest: Float = 0
        while pulse.stream_readable_size(meter.stream) > 0 {
            var (data, length) = (UnsafeRawPointer?.none, 0)
            guard pulse.stream_peek(meter.stream, &data, &length) >= 0, length > 0 else { break }
            for offset in stride(from: 0, to: length - length % MemoryLayout<Float>.size, by: MemoryLayout<Float>.size) {
                // Without data it is a gap in the recording.
                guard let sample = data?.loadUnaligned(fromByteOffset: offset, as: Float.self), sample.isFinite else { continue }
                highest = max(highest, sample.magnitude)
            }
            _ = pulse.stream_drop(meter.stream)
        }
        if highest > Self.silence { heard(meter.target.id, Double(highest)) }
    }
}

/// A record stream that measures a channel.
private final class PulseMeterStream {
    let stream: OpaquePointer
    let target: PulseMeters.Target
    private unowned let meters: PulseMeters

    init(_ stream: OpaquePointer, _ target: PulseMeters.Target, _ meters: PulseMeters) {
        self.stream = stream
        self.target = target
        self.meters = meters
    }

    static func from(_ pointer: UnsafeMutableRawPointer?) -> PulseMeterStream? {
        pointer.map { Unmanaged<PulseMeterStream>.fromOpaque($0).takeUnretainedValue() }
    }

    func stateHasChanged() { meters.stateHasChanged(self) }
    func canBeRead() { meters.canBeRead(self) }
}
