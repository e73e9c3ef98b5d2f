import SubdialConcurrency
import SubdialDocuments
import SubdialHTTP
import SubdialPlayback
import Synchronization

/// The events of a bridge for all followed zones, over one connection.
///
/// An event only indicates that something has changed. Its content is not used, because it differs among dialects and versions.
final class BridgeEvents: Sendable {
    private struct State {
        /// The task that follows the events; nil if no zone is followed.
        var listening: Task<Void, Never>?
        /// The pause until the next attempt to open the stream; nil while there is none.
        var pause: Task<Void, Never>?
    }

    private let subscribers = Subscribers<ZoneID, Void>()
    private let state = Mutex(State())

    /// Returns a stream that signals when to read the zone again: at the start, after its events, and after each gap in the events.
    ///
    /// Signals that are not consumed are merged into one. A bridge without events sends none.
    func triggers(for zone: ZoneID, of client: BridgeClient) -> AsyncStream<Void> {
        state.withLock { state in
            let stream = subscribers.stream(for: zone, first: client.isListening ? () : nil) { [weak self] in self?.stopIfUnused() }
            // Within the lock, so that the task does not end between its check and the new subscriber.
            if state.listening == nil { state.listening = Task { await listen(client) } }
            return stream
        }
    }

    /// Tries now to open the stream if it is closed, because the bridge has changed.
    func reconsider() { state.withLock { $0.pause }?.cancel() }

    /// Closes the connection after the last subscriber has left.
    private func stopIfUnused() {
        let task = state.withLock { state -> Task<Void, Never>? in
            // Another subscriber may have come meanwhile.
            guard subscribers.isEmpty else { return nil }
            defer { state.listening = nil }
            return state.listening
        }
        task?.cancel()
    }

    private func listen(_ client: BridgeClient) async {
        let limits = client.limits
        var delay = limits.reopening.lowerBound
        while !Task.isCancelled {
            var longest = limits.reopening.upperBound
            switch await follow(client) {
            case .worked: delay = limits.reopening.lowerBound
            // The older dialect has none, and so have newer ones for a moment, while they start behind another server.
            case .none: (delay, longest) = (max(delay, limits.withoutEvents.lowerBound), limits.withoutEvents.upperBound)
            case .failed(let error): client.logger.debug("the event stream has ended", metadata: ["error": "\(error)"])
            }
            if client.setListening(isListening: false) {
                // Until the stream is open again, the zones are polled.
                publish { _ in true }
            }
            delay = await pause(for: min(delay, longest)) ? limits.reopening.lowerBound : min(delay * 2, longest)
        }
    }

    /// How an attempt to follow the events has ended.
    private enum Outcome {
        /// The stream was open, and had content.
        case worked
        /// The bridge has no events.
        case none
        case failed(HTTPError)
    }

    /// Opens the stream, and publishes its events until it ends.
    private func follow(_ client: BridgeClient) async -> Outcome {
        var hasContent = false
        do throws(HTTPError) {
            let stream = try await client.openEvents()
            if stream.head.status == 404 { return .none }
            guard stream.head.isSuccess else { throw .other("status \(stream.head.status)") }
            client.setListening(isListening: true)
            // Changes before the connection were not reported.
            publish { _ in true }
            var parser = EventStreamParser()
            var flood = EventFlood(rate: client.limits.eventRate)
            for try await bytes in stream {
                hasContent = true
                if let pause = flood.spend(bytes.count, at: .now) {
                    // Unread data makes the sender wait.
                    receive(.everything, client)
                    try? await Task.sleep(for: pause)
                }
                for data in parser.parse(bytes) { receive(BridgeEvent(data: data), client) }
            }
        } catch {
            return hasContent ? .worked : .failed(error)
        }
        return hasContent ? .worked : .failed(.other("it had no content"))
    }

    /// Waits; returns true if ``reconsider()`` has ended the pause.
    private func pause(for delay: Duration) async -> Bool {
        let sleeping = Task { _ = try? await Task.sleep(for: delay) }
        state.withLock { $0.pause = sleeping }
        await withTaskCancellationHandler {
            await sleeping.value
        } onCancel: {
            sleeping.cancel()
        }
        state.withLock { $0.pause = nil }
        return sleeping.isCancelled
    }

    private func receive(_ event: BridgeEvent?, _ client: BridgeClient) {
        switch event {
        case nil: break
        case .everything:
            // The status contains Roon's connection, which may have changed.
            client.forgetStatus()
            publish { _ in true }
        case .zone(let changed): publish { $0 == changed }
        case .named(let changed, let name):
            client.receive(name: name, of: changed)
            publish { $0 == changed }
        case .listed(let changed):
            client.reportListChange()
            publish { $0 == changed }
        case .position(let zone, let seconds): if client.isJump(to: seconds, in: zone) { publish { $0 == zone } }
        // Only a reading shows to which zone an output belongs.
        case .output(let output): publish { output == $0.rawValue || $0.isRoon && output.hasPrefix("roon:") }
        }
    }

    private func publish(_ concerns: (ZoneID) -> Bool) {
        subscribers.send { concerns($0) ? () : nil }
    }
}

/// Detects events above a maximum rate.
struct EventFlood {
    /// The maximum rate in bytes per second.
    let rate: Int
    private var began = ContinuousClock.now
    private var count = 0

    init(rate: Int) { self.rate = rate }

    /// Counts received bytes.
    ///
    /// - Returns: The time to stop reading; nil if the rate is not exceeded.
    mutating func spend(_ bytes: Int, at now: ContinuousClock.Instant) -> Duration? {
        if now - began >= .seconds(1) { (began, count) = (now, 0) }
        count += bytes
        guard count > rate else { return nil }
        let rest = Duration.seconds(1) - (now - began)
        (began, count) = (now + rest, 0)
        return rest
    }
}

/// An event of a bridge, which indicates data to request again.
enum BridgeEvent: Equatable {
    /// A change of the zone.
    case zone(ZoneID)
    /// A change of the zone, or of its name.
    case named(ZoneID, String)
    /// The zone has come or gone, or has another volume control.
    case listed(ZoneID)
    /// A change of an output's volume. Only on some sources, the output's id is that of the zone.
    case output(String)
    /// The position of the zone's track in seconds, which is also sent while it only advances.
    case position(ZoneID, Double)
    /// A change that concerns every zone, such as a connected or disconnected hi-fi.
    case everything

    /// Parses the data of a server-sent event; nil for events without a visible change.
    init?(data: String) {
        guard let json = try? JSONValue(parsing: data), let type = json["type"]?.string else { return nil }
        let payload = json["payload"]
        let zone = payload?["zone_id"]?.string ?? payload?["zone"]?["zone_id"]?.string
        switch type {
        case "SeekPositionChanged":
            guard let zone, let seconds = payload?["position"]?.number, seconds.isFinite else { return nil }
            self = .position(ZoneID(zone), seconds)
        case "VolumeChanged":
            guard let output = payload?["output_id"]?.string ?? zone else { return nil }
            self = .output(output)
        case "RoonConnected", "RoonDisconnected", "LmsConnected", "LmsDisconnected", "AdapterStopped",
            "AdapterConnected", "AdapterDisconnected", "ZonesFlushed", "ShuttingDown":
            self = .everything
        case "ZoneDiscovered", "ZoneRemoved":
            guard let zone else { return nil }
            self = .listed(ZoneID(zone))
        default:
            guard let zone else { return nil }
            if let name = payload?["display_name"]?.string, !name.isEmpty {
                self = .named(ZoneID(zone), name)
            } else {
                self = .zone(ZoneID(zone))
            }
        }
    }
}
