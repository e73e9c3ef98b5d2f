import HTTP
import Playback

/// The bridge's events, for all zones that are followed: one connection, however many they are.
///
/// Events are taken as a sign that something has changed, never as what it has changed to: dialects and versions differ in what they tell.
actor BridgeEvents {
    private struct Listener {
        let zone: ZoneID
        let continuation: AsyncStream<Void>.Continuation
    }

    private var listeners: [Int: Listener] = [:]
    private var nextListener = 0
    private var listening: Task<Void, Never>?
    /// Whether the bridge is one that has no events.
    private var isSilent = false

    /// Tells when the zone should be read again: once at first, and after each gap in the events.
    ///
    /// It ends where the bridge has no events. All that come while nobody takes them are one.
    func triggers(for zone: ZoneID, of client: BridgeClient) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        guard !isSilent else {
            continuation.finish()
            return stream
        }
        let number = nextListener
        nextListener += 1
        listeners[number] = Listener(zone: zone, continuation: continuation)
        continuation.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
        if listening == nil {
            listening = Task { await listen(client) }
        } else {
            continuation.yield()
        }
        return stream
    }

    private func forget(_ number: Int) {
        listeners[number] = nil
        guard listeners.isEmpty else { return }
        listening?.cancel()
        listening = nil
    }

    private func listen(_ client: BridgeClient) async {
        let limits = client.limits
        var delay = limits.reopening.lowerBound
        while !Task.isCancelled {
            let opened = ContinuousClock.now
            do throws(HTTPError) {
                let stream = try await client.openEvents()
                // The older dialect has no events, and says so. Anything else may be over soon.
                if stream.head.status == 404 { return endForGood() }
                guard stream.head.isSuccess else { throw .other("status \(stream.head.status)") }
                // What happened before was told to nobody.
                tell { _ in true }
                var parser = EventStreamParser()
                var flood = EventFlood(rate: limits.eventRate)
                for try await bytes in stream {
                    if let pause = flood.take(bytes.count, at: .now) {
                        // What is held back meanwhile keeps its sender waiting.
                        take(.everything, client)
                        try? await Task.sleep(for: pause)
                    }
                    for data in parser.take(bytes) { take(BridgeEvent(data: data), client) }
                }
            } catch {
                client.logger.debug("the event stream has ended", metadata: ["error": "\(error)"])
            }
            if .now - opened > .seconds(5) { delay = limits.reopening.lowerBound }
            try? await Task.sleep(for: delay)
            delay = min(delay * 2, limits.reopening.upperBound)
        }
    }

    private func take(_ event: BridgeEvent?, _ client: BridgeClient) {
        switch event {
        case nil: break
        case .everything:
            // Whether the bridge still has its hi-fi is among what has changed.
            client.forgetStatus()
            tell { _ in true }
        case .zone(let changed): tell { $0 == changed }
        // Which zone an output belongs to is told by the reading.
        case .output(let output): tell { output == $0.rawValue || $0.isRoon && output.hasPrefix("roon:") }
        }
    }

    private func tell(_ concerns: (ZoneID) -> Bool) {
        for listener in listeners.values where concerns(listener.zone) { listener.continuation.yield() }
    }

    private func endForGood() {
        isSilent = true
        for listener in listeners.values { listener.continuation.finish() }
        listeners.removeAll()
        listening = nil
    }
}
