import FoundationEssentials
import SubdialConcurrency
import SubdialPlayback

extension MPDSource {
    /// None: the daemon reports all changes.
    package func polling(of zone: ZoneID) -> PollingNeed { .none }

    /// The subsystems that affect a reading; the daemon reports no others.
    private static let subsystems = ["player", "mixer", "options", "playlist"]

    /// Full readings: one when the daemon is reached, and one after each change.
    ///
    /// When the connection to the daemon is lost, one reading reports that; the next full reading follows when the daemon is back. If the daemon
    /// has answered a query meanwhile, the connection is tried at once, and its failure is reported again: the query's reading said that the daemon
    /// is there. For a zone of another daemon the stream ends immediately.
    package func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
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
        var (wasReached, isReported) = (false, false)
        while !Task.isCancelled {
            let before = lastAnswer.value
            var isReached = false
            let outcome = await followOneConnection { reading in
                isReached = true
                yield(reading)
            }
            guard !Task.isCancelled else { return }
            logger.debug("the connection for changes has ended", metadata: ["address": "\(address)", "error": "\(outcome)"])
            let answer = lastAnswer.value
            wasReached = wasReached || isReached
            if isReached || answer != before { isReported = false }
            // An answer during a failed attempt may be newer than the failure.
            if !isReached, answer != before { continue }
            if !isReported {
                delay = limits.reconnecting.lowerBound
                var reading = Reading(zone: address.zone, stamp: Stamp(.steady, .push))
                reading.connection = wasReached || answer != nil ? .stale : .offline
                yield(reading)
                isReported = true
            }
            if await pause(for: delay, orUntilAnswerAfter: answer) { isReported = false }
            delay = min(delay * 2, limits.reconnecting.upperBound)
        }
    }

    /// Waits for `delay`, or until the daemon answers a query, or until the task is cancelled.
    ///
    /// - Returns: True if it has answered one.
    private func pause(for delay: Duration, orUntilAnswerAfter last: ContinuousClock.Instant?) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                try? await Task.sleep(for: delay)
                return false
            }
            group.addTask { [lastAnswer] in
                for await answer in lastAnswer.values() where answer != last { return true }
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    /// Yields readings until the connection ends.
    ///
    /// - Returns: The reason why it ended.
    private func followOneConnection(_ yield: (Reading) -> Void) async -> SourceError {
        var patient = limits
        // The connection ends with the stream, and not because a reading takes long.
        patient.lingering = .seconds(3600)
        let connection = MPDConnection(to: address, limits: patient)
        defer { connection.close() }
        do throws(SourceError) {
            // From here on the daemon records changes for this session until `idle` reports them, so that none is lost during a reading.
            let opened = try await talk(over: connection) { (session) throws(MPDError) in session.serial }
            while true {
                var reading = try await reading()
                reading.stamp.authority = .push
                yield(reading)
                // The first change is read at once, and those that follow it shortly are read together.
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
