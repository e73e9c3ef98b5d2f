import Playback

extension BridgeClient {
    /// Readings after each change that the bridge reports.
    ///
    /// The stream of a bridge without events ends. All followed zones share one connection.
    public func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        AsyncStream(bufferingPolicy: .bufferingNewest(4)) { continuation in
            let task = Task {
                // Events arrive in bursts: all events during one reading result in only one more.
                for await _ in await events.triggers(for: zone, of: self) {
                    // The bridge responds from its cache even after an event, so that the reading counts as a poll.
                    if let reading = try? await read(zone) { continuation.yield(reading) }
                    guard (try? await Task.sleep(for: limits.eventPause)) != nil else { break }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
