import Playback

extension BridgeClient {
    /// Readings taken when the bridge tells that something has changed.
    ///
    /// Bridges that cannot tell end the stream. All zones that are followed share one connection.
    public func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        AsyncStream(bufferingPolicy: .bufferingNewest(4)) { continuation in
            let task = Task {
                // Events come in swarms: while one reading is under way, all that arrive ask for just one more.
                for await _ in await events.triggers(for: zone, of: self) {
                    // A bridge answers from what it remembers, also behind an event: it is a poll like any other.
                    if let reading = try? await read(zone) { continuation.yield(reading) }
                    guard (try? await Task.sleep(for: limits.eventPause)) != nil else { break }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
