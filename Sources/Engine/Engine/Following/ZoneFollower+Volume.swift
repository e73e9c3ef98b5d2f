import FoundationEssentials
import SubdialBasics
import SubdialConcurrency
import SubdialPlayback

/// Volume changes, of which a wheel sends many small ones while a hi-fi must receive one.
///
/// The changes are gathered, shown immediately, and sent as one absolute volume after a moment without further changes.
extension ZoneFollower {
    /// The time without further turns after which the volume is sent.
    private static let quietTime = Duration.milliseconds(120)
    /// The interval at which a volume that is being sent is shown again, so that no older one replaces it.
    private static let showingTime = Duration.milliseconds(500)
    /// The maximum number of attempts to set a volume that is being changed from elsewhere.
    private static let maximumAttempts = 4

    /// Changes the volume together with all concurrent changes, and returns after the source has accepted it.
    ///
    /// A burst counts from a volume that is read when it begins, unless the displayed volume was set by this engine a moment ago. An older reading is
    /// not used: someone else may have changed the volume since, and counting from it could make the zone much louder than intended. For the same
    /// reason the source sets nothing if the volume is another one when the burst arrives; the burst then counts from that one.
    ///
    /// - Throws: The source's error, `SourceError.refused`, or `cancelled` if the follower is stopped before the volume is sent.
    func change(_ turn: VolumeTurn) async throws(SourceError) -> VolumeOutcome {
        guard !isStopped else { throw .cancelled }
        let result = await withCheckedContinuation { continuation in
            add(VolumeBurst.Waiter(turn: turn, continuation: continuation))
        }
        return try result.get()
    }

    private func add(_ waiter: VolumeBurst.Waiter) {
        if burst == nil { startBurst() }
        guard let number = burst?.number else { return }
        burst?.waiters.append(waiter)
        burst?.isQuiet = false
        publishBurst()
        burst?.timer?.cancel()
        burst?.timer = tasks.add { [clock] in
            guard (try? await clock.sleep(for: Self.quietTime)) != nil else { return }
            await self.becomeQuiet(number)
        }
    }

    private func startBurst() {
        nextBurst += 1
        burst = VolumeBurst(number: nextBurst)
        if state.connection.value == .live { burst?.shown = state.volume }
        let stamp = state.volumeValue.stamp
        if stamp.authority == .control, stamp.holdsUntil > .now, let own = state.volume {
            burst?.base = own
        } else {
            readBase(of: nextBurst)
        }
    }

    private func readBase(of number: Int) { tasks.add { await self.findBase(of: number) } }

    /// Reads the volume from which a burst counts.
    private func findBase(of number: Int) async {
        do throws(SourceError) {
            let reading = try await source.read(zone)
            merge(reading)
            if let refusal = reading.volumeRefusal { throw .refused(refusal) }
            guard burst?.number == number else { return }
            burst?.stepRefusal = reading.stepRefusal
            let scale = reading.volumeScale ?? nil
            if scale?.unit == .incremental {
                burst?.isBlind = true
            } else if let scale, let value = reading.volumeValue {
                burst?.base = Volume(value: value, scale: scale, isMuted: reading.isMuted ?? state.isMuted.value)
            }
            publishBurst()
            sendIfReady()
        } catch {
            guard burst?.number == number, let failed = burst else { return }
            failed.timer?.cancel()
            burst = nil
            revert(to: failed.shown)
            for waiter in failed.waiters { waiter.resume(.failure(error)) }
            await refresh(correcting: true)
        }
    }

    /// Ends the burst without sending it, because the follower is stopped.
    func cancelBurst() {
        guard let burst else { return }
        self.burst = nil
        for waiter in burst.waiters { waiter.resume(.failure(.cancelled)) }
    }

    private func becomeQuiet(_ number: Int) {
        // The sleep may have ended just before the next turn cancelled the task.
        guard !Task.isCancelled, burst?.number == number else { return }
        burst?.isQuiet = true
        sendIfReady()
    }

    /// Shows the result of the turns so far.
    private func publishBurst() {
        if let target = burst?.target { publish(target.value) }
    }

    private func publish(_ value: Double) {
        var reading = Reading(zone: zone, stamp: Stamp(.now, .control))
        reading.volumeValue = value
        expect(reading)
    }

    /// Restores the displayed volume after a change that failed or was not sent.
    private func revert(to volume: Volume?) {
        guard let volume else { return }
        var reading = Reading(zone: zone, stamp: Stamp(.now, .correction))
        reading.volumeValue = volume.value
        expect(reading)
    }

    /// Sends the volume if the turns have ended, the zone has reported the volume from which they count, and nothing else is being sent.
    private func sendIfReady() {
        guard sending == nil, !isStepping, let ready = burst, ready.isQuiet else { return }
        if ready.isBlind {
            burst = nil
            return step(ready)
        }
        guard let base = ready.base else { return }
        burst = nil
        let sent = accepted(ready, on: base.scale)
        guard !sent.waiters.isEmpty, let target = sent.target else {
            let name = "'\(state.name.value)'"
            for waiter in sent.waiters { waiter.resume(.failure(.refused("that is no volume of \(name)"))) }
            return revert(to: base)
        }
        // An unchanged volume is not sent: if someone has turned it up beyond the range, sending it could bring it back into the range.
        guard target.value != base.value else {
            revert(to: base)
            return finish(sent, at: target, from: base)
        }
        sending = target
        tasks.add { [sent] in await self.send(target, for: sent) }
    }

    /// Sends the turns as relative steps to a zone that does not report its volume.
    private func step(_ ready: VolumeBurst) {
        let sent = accepted(ready, on: .incremental)
        isStepping = true
        tasks.add { [sent] in await self.sendSteps(of: sent.waiters) }
    }

    /// The burst without the turns that the zone does not permit, whose callers receive the reason.
    private func accepted(_ ready: VolumeBurst, on scale: VolumeScale) -> VolumeBurst {
        var accepted = ready
        accepted.waiters.removeAll { waiter in
            if waiter.turn.isStep, let refusal = ready.stepRefusal {
                waiter.resume(.failure(.refused(refusal)))
                return true
            }
            guard let refusal = waiter.turn.refusal(on: scale) else { return false }
            waiter.resume(.failure(.refused("the volume of '\(state.name.value)' stays as it is: \(refusal)")))
            return true
        }
        return accepted
    }

    private func sendSteps(of waiters: [VolumeBurst.Waiter]) async {
        let turns = waiters.map(\.turn)
        let clicks = VolumeTurn.clicks(of: turns)
        var result: Result<VolumeOutcome, SourceError> = .success(
            VolumeOutcome(zone: state.name.value, change: .steps(clicks, of: VolumeTurn.requestedClicks(of: turns))))
        do throws(SourceError) {
            if clicks != 0 { try await source.perform(.volume(.by(Double(clicks))), in: zone, showing: state) }
        } catch {
            result = .failure(error)
        }
        isStepping = false
        for waiter in waiters { waiter.resume(result) }
        sendIfReady()
    }

    private func send(_ target: Volume, for sent: VolumeBurst) async {
        publish(target.value)
        let result = await perform(target, from: sent.base ?? target)
        sending = nil
        switch result {
        case .success:
            publishAgain(target)
            finish(sent, at: target, from: sent.base ?? target)
            sendIfReady()
            confirm()
            await refresh()
        case .failure(.overtaken) where sent.attempts < Self.maximumAttempts:
            tryAgain(sent)
        case .failure(let error):
            for waiter in sent.waiters { waiter.resume(.failure(error)) }
            revert(to: sent.base)
            if let next = burst {
                // The next burst counted from a volume that was not set.
                burst?.base = nil
                burst?.shown = sent.base
                readBase(of: next.number)
            } else {
                await refresh(correcting: true)
            }
        }
    }

    /// Lets the turns count from the volume that the zone has now, before those that have followed.
    private func tryAgain(_ sent: VolumeBurst) {
        revert(to: sent.base)
        if burst == nil {
            nextBurst += 1
            burst = VolumeBurst(number: nextBurst)
            burst?.isQuiet = true
        }
        guard let number = burst?.number else { return }
        burst?.waiters.insert(contentsOf: sent.waiters, at: 0)
        burst?.attempts = sent.attempts + 1
        burst?.base = nil
        burst?.shown = nil
        readBase(of: number)
    }

    /// Sends the volume to the source, and shows it until the source has answered.
    private func perform(_ target: Volume, from base: Volume) async -> Result<Void, SourceError> {
        await withDiscardingTaskGroup { group in
            // A bridge may take many seconds to answer, and earlier readings contain the old volume.
            group.addTask { [clock] in
                while (try? await clock.sleep(for: Self.showingTime)) != nil { await self.publishAgain(target) }
            }
            defer { group.cancelAll() }
            do throws(SourceError) {
                try await source.perform(.volume(.to(target.value), from: base), in: zone, showing: state)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
    }

    /// Reports the outcome to all who have turned.
    private func finish(_ burst: VolumeBurst, at target: Volume, from base: Volume) {
        for waiter in burst.waiters {
            let bound = waiter.turn.bound(on: target.scale, from: base.value)
            waiter.resume(.success(VolumeOutcome(zone: state.name.value, change: .set(target, bound: bound))))
        }
    }

    private func publishAgain(_ target: Volume) {
        if burst == nil { publish(target.value) } else { publishBurst() }
    }

    /// Shows the pending volume in place of the source's reports: players report each step of a wheel again, with a delay.
    func keepShowingVolume() {
        if let sending { publishAgain(sending) } else { publishBurst() }
    }
}

/// The outcome of a volume change.
package struct VolumeOutcome: Hashable, Sendable {
    /// What was requested from the zone, for all changes of the same moment together.
    package enum Change: Hashable, Sendable {
        /// A volume, and the user's rule that limited it; nil if none did.
        case set(Volume, bound: VolumeBound?)
        /// A number of the zone's own steps, negative for quieter, and the number that was wanted.
        case steps(Int, of: Int)
    }

    /// The zone's name.
    package let zone: String
    /// The change.
    package let change: Change
}

/// Changes of a zone's volume that follow each other so closely that they are combined.
struct VolumeBurst {
    /// A caller that waits for the outcome of its change.
    struct Waiter {
        let turn: VolumeTurn
        let continuation: CheckedContinuation<Result<VolumeOutcome, SourceError>, Never>

        fileprivate func resume(_ result: Result<VolumeOutcome, SourceError>) { continuation.resume(returning: result) }
    }

    /// The number that identifies the burst.
    let number: Int
    var waiters: [Waiter] = []
    /// The volume that was shown before the burst; nil if there was none, or it was not reliable.
    var shown: Volume?
    /// The volume from which the turns count; nil until the zone has reported it.
    var base: Volume?
    /// True if the zone has reported that its volume moves in steps and has no known level.
    var isBlind = false
    /// The reason why the zone cannot be moved by steps; nil if it can.
    var stepRefusal: String?
    /// The number of attempts that were overtaken by changes from elsewhere.
    var attempts = 0
    /// True if no turn has followed for ``ZoneFollower/quietTime``.
    var isQuiet = false
    var timer: Task<Void, Never>?

    private var turns: [VolumeTurn] { waiters.map(\.turn) }

    /// The result of the turns so far; nil until the volume from which they count is known.
    fileprivate var target: Volume? {
        guard var volume = base ?? shown, let value = volume.scale.target(of: turns, from: volume.value) else { return nil }
        volume.value = value
        return volume
    }
}
