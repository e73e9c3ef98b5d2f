import FoundationEssentials
import Logging
import SubdialConcurrency
import SubdialPlayback
import SubdialTimeline

/// The polls of the source: in a loop, and on request.
extension ZoneFollower {
    /// The seconds for which a reading counts as current.
    private static let freshTime = 3.0
    /// The minimum number of seconds between two polls.
    private static let shortestPause = 0.05

    /// Records an access, and starts polling unless it is running.
    func look() {
        loop.touch()
        guard !isPolling, !isStopped else { return }
        isPolling = true
        tasks.add { await self.poll() }
    }

    /// Polls the source, unless its last answer is at most ``freshTime`` seconds old.
    ///
    /// - Throws: The error of the poll, such as that of a missing zone.
    func renew() async throws(SourceError) {
        if lastError == nil, hasAsked, Date.steady.timeIntervalSince(state.lastContact) < Self.freshTime { return }
        await readOnce()
        if let lastError { throw lastError }
    }

    /// Wakes the polling loop before the next reload date.
    ///
    /// - Parameter correcting: True to poll first with a reading that overrides the expected result of a control.
    func refresh(correcting: Bool = false) async {
        if correcting { await readOnce(correcting: true) }
        loop.wake(asking: true)
    }

    /// Polls the source after it has had time to execute a control, so that its reading replaces the expected result.
    ///
    /// A source that only pushes reports nothing if it did not execute the control, or if the change was reverted meanwhile.
    func confirm() {
        guard !isStopped else { return }
        confirming?.cancel()
        confirming = tasks.add { [clock] in
            guard (try? await clock.sleep(for: .seconds(PlaybackState.settlingTime + 0.05))) != nil, !Task.isCancelled else { return }
            await self.readOnce()
        }
    }

    /// Polls the source once.
    ///
    /// - Parameter correcting: True if the reading overrides the expected result of a control.
    func readOnce(correcting: Bool = false) async {
        do throws(SourceError) {
            var reading = try await source.read(zone)
            if correcting { reading.stamp.authority = .correction }
            (failures, lastError) = (0, nil)
            hasAsked = true
            merge(reading)
        } catch {
            guard error != .cancelled else { return }
            if failures == 0 { logger.warning("\(error)", metadata: ["zone": "\(zone)"]) }
            (failures, lastError) = (failures + 1, error)
            hasAsked = true
            var reading = Self.unconfirmed(state, at: .steady)
            if case .zoneMissing = error { reading.connection = .zoneMissing }
            merge(reading)
        }
    }

    /// Returns a reading that marks the state as unconfirmed at `now`.
    static func unconfirmed(_ state: PlaybackState, at now: Date) -> Reading {
        var reading = Reading(zone: state.zone, stamp: Stamp(now, .poll))
        reading.connection = state.lastContact == .distantPast ? .offline : .stale
        return reading
    }

    /// Polls while there are subscribers, and for a time after the last access.
    private func poll() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.takePushes() }
            await loop.run(asking: true) {
                !audience.isEmpty
            } turn: { isAsked in
                await pollIfDue(isAsked: isAsked)
            }
            group.cancelAll()
        }
        (isPolling, pollDate) = (false, nil)
        // The next subscriber waits for a new answer, and sees until then that the state is stale.
        hasAsked = false
        merge(Self.unconfirmed(state, at: .steady))
        history?.leave(zone, at: address)
        // A subscriber may have arrived meanwhile.
        guard audience.isEmpty || isStopped else { return look() }
        audience.note(nil)
        logger.debug("nobody looks at the zone any more", metadata: ["zone": "\(zone)"])
        await becameIdle()
    }

    private func takePushes() async {
        for await reading in source.pushes(of: zone) {
            merge(reading)
            guard source.polling(of: zone) != .none else { continue }
            // The date of the next poll depends on the reading, and on the state of the source's connection.
            pollDate = nil
            loop.wake()
        }
    }

    /// Polls the source if its time has come.
    ///
    /// - Returns: The date of the next poll; nil if the source reports all changes by itself.
    private func pollIfDue(isAsked: Bool) async -> Date? {
        if isAsked || pollDate.map({ $0 <= .steady }) ?? false {
            pollDate = nil
            await readOnce()
        }
        guard source.polling(of: zone) != .none else { return nil }
        let date = pollDate ?? max(timeline().reloadDate ?? .distantFuture, .steady.addingTimeInterval(Self.shortestPause))
        pollDate = date
        return date
    }
}
