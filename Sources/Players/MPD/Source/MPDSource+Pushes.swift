import Clocks
import FoundationEssentials
import Playback

extension MPDSource {
    /// The daemon tells all that changes.
    public func isDrivenByPushes(_ zone: ZoneID) -> Bool { true }

    /// What concerns what is shown; the daemon keeps the rest to itself.
    private static let subsystems = ["player", "mixer", "options", "playlist"]

    /// Full readings: one as soon as the daemon can be reached, and one after each change.
    ///
    /// When the daemon is lost, a reading says so once, and the next full one comes when it is there again. For a zone that is not this
    /// daemon's the stream ends at once.
    public func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        AsyncStream(bufferingPolicy: .bufferingNewest(4)) { continuation in
            guard zone == address.zone else { return continuation.finish() }
            let task = Task {
                await self.follow { continuation.yield($0) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func follow(_ yield: @Sendable (Reading) -> Void) async {
        var delay = limits.reconnecting.lowerBound
        var (wasReached, isLossTold) = (false, false)
        while !Task.isCancelled {
            var isReached = false
            let outcome = await followOneConnection { reading in
                isReached = true
                yield(reading)
            }
            guard !Task.isCancelled else { return }
            logger.debug("the connection for changes has ended", metadata: ["address": "\(address)", "error": "\(outcome)"])
            if isReached {
                (wasReached, isLossTold) = (true, false)
                delay = limits.reconnecting.lowerBound
            }
            if !isLossTold {
                var reading = Reading(zone: address.zone, stamp: Stamp(.steady, .push))
                reading.connection = wasReached ? .stale : .offline
                yield(reading)
                isLossTold = true
            }
            try? await Task.sleep(for: delay)
            delay = min(delay * 2, limits.reconnecting.upperBound)
        }
    }

    /// Yields readings until the connection has ended.
    ///
    /// - Returns: Why it did.
    private func followOneConnection(_ yield: (Reading) -> Void) async -> SourceError {
        var patient = limits
        // It ends with the stream, and not while a reading takes its time.
        patient.lingering = .seconds(3600)
        let connection = MPDConnection(to: address, limits: patient)
        defer { connection.close() }
        do throws(SourceError) {
            // From here on the daemon keeps in mind what changes until it is asked, so that nothing is lost while it is read.
            let opened = try await talk(over: connection) { (session) throws(MPDError) in session.serial }
            while true {
                var reading = try await read(address.zone)
                reading.stamp.authority = .push
                yield(reading)
                // A change is read at once, and those of a swarm behind it together.
                try? await Task.sleep(for: limits.gathering)
                try await talk(over: connection) { (session) throws(MPDError) in
                    guard session.serial == opened else { throw .closed("the daemon ended the connection") }
                    _ = try session.awaitChange(of: Self.subsystems)
                }
            }
        } catch {
            return error
        }
    }

    private func talk<Value: Sendable>(
        over connection: MPDConnection, _ body: @escaping @Sendable (MPDSession) throws(MPDError) -> Value
    ) async throws(SourceError) -> Value {
        do throws(MPDError) {
            return try await connection.run(body)
        } catch {
            throw SourceError(error, address: address)
        }
    }
}
