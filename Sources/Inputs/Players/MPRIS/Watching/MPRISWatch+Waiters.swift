import FoundationEssentials
import SubdialPlayback

extension MPRISWatch {
    /// A caller that waits until the state of a zone is known.
    struct Waiter {
        let zone: ZoneID
        /// The time at which the caller gets a result at the latest.
        let deadline: MonotonicTime
        let give: (Result<MPRISWatch, SourceError>) -> Void
    }

    /// Calls `give` as soon as the state of the zone is known, or with the reason why it is not.
    func whenSettled(_ zone: ZoneID, _ give: @escaping (Result<MPRISWatch, SourceError>) -> Void) {
        // Players that did not reply before are queried again.
        for player in players.values where player.isSilent && !player.isRead && (zone == player.zone || zone == MPRISSource.countedZone) {
            if questions[player.name]?.all == false { readAll(of: player) }
        }
        waiting.append(Waiter(zone: zone, deadline: .now + options.answerTime, give: give))
    }

    /// The time at which the next waiter times out.
    var waitingDeadline: MonotonicTime? {
        var times = waiting.map(\.deadline)
        if case .connected(let since) = phase, waiting.contains(where: { $0.zone == MPRISSource.countedZone }) {
            times.append(since + options.settlingTime)
        }
        return times.min()
    }

    /// Completes the waiters whose zone is settled or whose deadline has passed.
    func answerWaiting(at now: MonotonicTime) {
        let ready = waiting.filter { isSettled($0.zone, at: now) || $0.deadline <= now }
        guard !ready.isEmpty else { return }
        waiting.removeAll { isSettled($0.zone, at: now) || $0.deadline <= now }
        for waiter in ready {
            switch phase {
            case .offline(let failure, _) where failure.isOfLibrary: waiter.give(.failure(.noLibrary(failure.message)))
            case .offline(let failure, _): waiter.give(.failure(.unreachable(address: Self.busName, reason: failure.message)))
            case .connecting: waiter.give(.failure(.unreachable(address: Self.busName, reason: "it does not answer")))
            case .connected: waiter.give(.success(self))
            }
        }
    }

    private static let busName = "the session bus"

    /// The zone of the active player, then those of all players by name.
    var zones: [Zone] {
        let current = counted
        let first = Zone(
            id: MPRISSource.countedZone, name: MPRISSource.countedName, source: MPRISPlayer.source, status: current?.status ?? .stopped,
            volume: current?.listed.volume)
        return [first] + listed.filter { ranking.admits($0.name) }.map(\.listed).sortedByName()
    }

    /// The player of the zone; throws if there is none.
    func existingPlayer(of zone: ZoneID) throws(SourceError) -> MPRISPlayer {
        if let player = player(of: zone) { return player }
        if zone == MPRISSource.countedZone {
            throw .refused(
                listed.isEmpty
                    ? "no player is running; start one, and try again"
                    : "none of the players that count is running; there are \(listed.map(\.name).sorted().joined(separator: ", "))")
        }
        throw .zoneMissing(zone.rawValue, known: zones.map(\.id.rawValue))
    }
}
