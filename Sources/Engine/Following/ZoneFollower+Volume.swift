import Clocks
import FoundationEssentials
import Playback

/// A wheel sends many small changes, and a hi-fi is to get one: they are gathered, shown at once, and sent as one absolute volume when
/// nobody has turned for a moment.
extension ZoneFollower {
    /// How long nobody may have turned before the volume is sent.
    static let quietTime = Duration.milliseconds(120)
    /// How often the volume that is being sent is shown anew, so that nothing older takes its place.
    private static let showingTime = Duration.milliseconds(500)

    /// Changes the volume together with all others who do so now, and returns once the source has accepted it.
    ///
    /// What a burst counts from is read when it begins, unless the volume shown is this engine's own from a moment ago: what was read
    /// before may have been changed by someone else since, and counting from there could make it much louder than anyone wanted.
    func change(_ turn: VolumeTurn) async throws(SourceError) -> VolumeOutcome {
        let result = await withCheckedContinuation { continuation in
            add(VolumeBurst.Waiter(turn: turn, continuation: continuation))
        }
        return try result.get()
    }

    private func add(_ waiter: VolumeBurst.Waiter) {
        if burst == nil { beginBurst() }
        guard let number = burst?.number else { return }
        burst?.waiters.append(waiter)
        burst?.isQuiet = false
        showBurst()
        burst?.timer?.cancel()
        burst?.timer = Task { [clock] in
            guard (try? await clock.sleep(for: Self.quietTime)) != nil else { return }
            // One that has slept to its end while the next turn came is cancelled as well.
            guard !Task.isCancelled else { return }
            self.becomeQuiet(number)
        }
    }

    private func beginBurst() {
        nextBurst += 1
        burst = VolumeBurst(number: nextBurst)
        if state.connection.value == .live { burst?.shown = state.volume }
        let stamp = state.volumeValue.stamp
        if stamp.authority == .control, stamp.holdsUntil > .steady, let own = state.volume {
            burst?.base = own
        } else {
            readBase(of: nextBurst)
        }
    }

    private func readBase(of number: Int) {
        Task {
            do throws(SourceError) {
                let reading = try await source.read(zone)
                merge(reading)
                if let refusal = reading.volumeRefusal { throw .refused(refusal) }
                guard burst?.number == number else { return }
                let scale = reading.volumeScale ?? nil
                if scale?.unit == .incremental {
                    burst?.isBlind = true
                } else if let scale, let value = reading.volumeValue {
                    burst?.base = Volume(value: value, scale: scale, isMuted: reading.isMuted ?? state.isMuted.value)
                }
                showBurst()
                sendIfReady()
            } catch {
                guard burst?.number == number, let failed = burst else { return }
                failed.timer?.cancel()
                burst = nil
                takeBack(to: failed.shown)
                for waiter in failed.waiters { waiter.tell(.failure(error)) }
                await refresh(correcting: true)
            }
        }
    }

    private func becomeQuiet(_ number: Int) {
        guard burst?.number == number else { return }
        burst?.isQuiet = true
        sendIfReady()
    }

    /// Shows where the turns so far lead.
    private func showBurst() {
        if let target = burst?.target { show(target.value) }
    }

    private func show(_ value: Double) {
        var reading = Reading(zone: zone, stamp: Stamp(.steady, .control))
        reading.volumeValue = value
        expect(reading)
    }

    /// Shows again what was shown before a volume that is not going to come.
    private func takeBack(to volume: Volume?) {
        guard let volume else { return }
        var reading = Reading(zone: zone, stamp: Stamp(.steady, .correction))
        reading.volumeValue = volume.value
        expect(reading)
    }

    /// Sends the volume once nobody turns any more, the zone has told what the turns count from, and nothing else is on its way.
    private func sendIfReady() {
        guard sending == nil, !isStepping, let ready = burst, ready.isQuiet else { return }
        if ready.isBlind {
            burst = nil
            return step(ready)
        }
        guard let base = ready.base else { return }
        burst = nil
        var sent = ready
        sent.waiters.removeAll { waiter in
            guard let refusal = waiter.turn.refusal(on: base.scale) else { return false }
            waiter.tell(.failure(.refused("the volume of '\(state.name.value)' stays as it is: \(refusal)")))
            return true
        }
        guard !sent.waiters.isEmpty, let target = sent.target else { return takeBack(to: base) }
        // Sending it nevertheless could bring a volume back into the range that someone has turned up beyond it.
        guard target.value != base.value else {
            takeBack(to: base)
            return finish(sent, at: target, from: base)
        }
        sending = target
        Task { await send(target, for: sent) }
    }

    /// Moves a volume that the zone does not tell.
    private func step(_ ready: VolumeBurst) {
        let scale = VolumeScale(minimum: 0, maximum: 0, step: 1, unit: .incremental)
        var waiters = ready.waiters
        waiters.removeAll { waiter in
            guard let refusal = waiter.turn.refusal(on: scale) else { return false }
            waiter.tell(.failure(.refused("the volume of '\(state.name.value)' stays as it is: \(refusal)")))
            return true
        }
        let clicks = VolumeTurn.clicks(of: waiters.map(\.turn))
        isStepping = true
        Task {
            var result: Result<VolumeOutcome, SourceError> = .success(
                VolumeOutcome(zone: state.name.value, volume: Volume(value: 0, scale: scale), bound: nil))
            do throws(SourceError) {
                if clicks != 0 { try await source.perform(.volume(.by(Double(clicks))), in: zone, showing: state) }
            } catch {
                result = .failure(error)
            }
            isStepping = false
            for waiter in waiters { waiter.tell(result) }
            sendIfReady()
        }
    }

    private func send(_ target: Volume, for sent: VolumeBurst) async {
        show(target.value)
        // A bridge may take many seconds to say that it is done, and what was read before tells the old volume.
        let showing = Task { [clock] in
            while (try? await clock.sleep(for: Self.showingTime)) != nil { showAgain(target) }
        }
        let result: Result<Void, SourceError>
        do throws(SourceError) {
            try await source.perform(.volume(.to(target.value)), in: zone, showing: state)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        showing.cancel()
        sending = nil
        switch result {
        case .success:
            showAgain(target)
            finish(sent, at: target, from: sent.base ?? target)
            sendIfReady()
            confirm()
            await refresh()
        case .failure(let error):
            for waiter in sent.waiters { waiter.tell(.failure(error)) }
            takeBack(to: sent.base)
            if let next = burst {
                // It counted from what did not come about.
                burst?.base = nil
                burst?.shown = sent.base
                readBase(of: next.number)
            } else {
                await refresh(correcting: true)
            }
        }
    }

    /// Tells those who have turned what came of it.
    private func finish(_ burst: VolumeBurst, at target: Volume, from base: Volume) {
        for waiter in burst.waiters {
            let bound = waiter.turn.bound(on: target.scale, from: base.value)
            waiter.tell(.success(VolumeOutcome(zone: state.name.value, volume: target, bound: bound)))
        }
    }

    private func showAgain(_ target: Volume) {
        if burst == nil { show(target.value) } else { showBurst() }
    }

    /// Puts the volume that is on its way over what the source tells meanwhile: players tell each step of a wheel once more, late.
    func keepShowingVolume() {
        if let sending { showAgain(sending) } else { showBurst() }
    }
}
