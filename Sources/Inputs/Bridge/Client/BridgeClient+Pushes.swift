import FoundationEssentials
import SubdialConcurrency
import SubdialPlayback

extension BridgeClient {
    /// The seconds by which the position of an event may differ from the expected one: both are whole seconds, and the event may be late.
    private static let positionTolerance = 2.5

    /// Occasional while the event stream is open: events can be lost, as the bridge drops them for slow readers.
    package func polling(of zone: ZoneID) -> PollingNeed { memory.withLock { $0.isListening } ? .occasional : .regular }

    /// Readings after each change that the bridge reports.
    ///
    /// When the event stream ends, one reading is stale if the bridge does not respond. The stream of a bridge without events ends. All followed
    /// zones share one connection.
    package func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        AsyncStream(bufferingPolicy: .bufferingNewest(4)) { continuation in
            let task = Task {
                var last: Reading?
                // Events arrive in bursts: all events during one reading result in only one more.
                for await _ in events.triggers(for: zone, of: self) {
                    let isChanged = await push(zone, after: &last, to: continuation)
                    if !isChanged {
                        guard (try? await Task.sleep(for: limits.eventLag)) != nil else { break }
                        _ = await push(zone, after: &last, to: continuation)
                    }
                    guard (try? await Task.sleep(for: limits.eventPause)) != nil else { break }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Reads the zone and yields the reading; returns false if it says the same as the last one.
    private func push(_ zone: ZoneID, after last: inout Reading?, to continuation: AsyncStream<Reading>.Continuation) async -> Bool {
        do throws(SourceError) {
            // The bridge responds from its cache even after an event, so that the reading counts as a poll.
            let reading = try await read(zone)
            continuation.yield(reading)
            let isChanged = last.map { !reading.isSame(as: $0) } ?? true
            last = reading
            return isChanged
        } catch {
            guard error != .cancelled, !memory.withLock({ $0.isListening }) else { return true }
            var reading = Reading(zone: zone, stamp: Stamp(.steady, .poll))
            reading.connection = .stale
            continuation.yield(reading)
            return true
        }
    }

    /// Notes that the event stream is open, or is not.
    ///
    /// - Returns: True if that has changed.
    @discardableResult
    func note(isListening: Bool) -> Bool {
        memory.withLock { memory in
            defer { memory.isListening = isListening }
            return memory.isListening != isListening
        }
    }

    /// True if a position differs from that of the last reading by more than the time since then.
    func isJump(to seconds: Double, in zone: ZoneID) -> Bool {
        guard let (position, isRunning) = memory.withLock({ $0.positions[zone] }) else { return false }
        return abs(position.seconds(at: .steady, running: isRunning) - seconds) > Self.positionTolerance
    }
}

extension Reading {
    /// True if another reading has the same visible values, apart from an advancing position.
    fileprivate func isSame(as other: Reading) -> Bool {
        status == other.status && track == other.track && volumeValue == other.volumeValue && isMuted == other.isMuted
            && name == other.name && artwork == other.artwork && connection == other.connection
    }
}
