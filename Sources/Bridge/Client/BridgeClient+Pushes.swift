import FoundationEssentials
import HTTP
import Playback

extension BridgeClient {
    /// Readings taken when the bridge tells that something has changed.
    ///
    /// Bridges that cannot tell end the stream.
    public func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        AsyncStream(bufferingPolicy: .bufferingNewest(4)) { continuation in
            let task = Task {
                await self.followEvents(of: zone) { continuation.yield($0) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func followEvents(of zone: ZoneID, _ yield: @escaping @Sendable (Reading) -> Void) async {
        // Events come in swarms: while one reading is under way, all that arrive ask for just one more.
        let (triggers, trigger) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let reading = Task {
            for await _ in triggers {
                guard var reading = try? await self.read(zone) else { continue }
                reading.stamp.authority = .push
                yield(reading)
            }
        }
        defer { reading.cancel() }
        var delay = limits.reopening.lowerBound
        while !Task.isCancelled {
            let opened = ContinuousClock.now
            do throws(HTTPError) {
                let stream = try await openEvents()
                // The older dialect has no events, and says so. Anything else may be over soon.
                if stream.head.status == 404 { return }
                guard stream.head.isSuccess else { throw .other("status \(stream.head.status)") }
                // What happened before was told to nobody.
                trigger.yield()
                var parser = EventStreamParser()
                for try await bytes in stream {
                    for data in parser.take(bytes) {
                        let event = BridgeEvent(data: data)
                        // Whether the bridge still has its hi-fi is among what has changed.
                        if event == .everything { forgetStatus() }
                        if concerns(event, zone) { trigger.yield() }
                    }
                }
            } catch {
                logger.debug("the event stream has ended", metadata: ["error": "\(error)"])
            }
            if .now - opened > .seconds(5) { delay = limits.reopening.lowerBound }
            try? await Task.sleep(for: delay)
            delay = min(delay * 2, limits.reopening.upperBound)
        }
    }

    private func concerns(_ event: BridgeEvent?, _ zone: ZoneID) -> Bool {
        switch event {
        case nil: false
        case .everything: true
        case .zone(let changed): changed == zone
        // Which zone an output belongs to is told by the reading.
        case .output(let output): output == zone.rawValue || zone.isRoon && output.hasPrefix("roon:")
        }
    }
}
