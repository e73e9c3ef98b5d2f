import Synchronization

/// Limits how often clients without a key cause work within a minute.
final class StrangerRate: Sendable {
    /// The maximum for one address, and for all addresses together.
    static let (maximumOfOne, maximum) = (16, 32)
    private static let period = Duration.seconds(60)

    private let admitted = Mutex<[(address: PeerAddress, time: ContinuousClock.Instant)]>([])

    /// True if the client may cause work now; it then counts as done.
    ///
    /// The limit of an address does not apply to programs on this machine, because one of them may be a proxy for all displays.
    func admits(_ address: PeerAddress, at now: ContinuousClock.Instant = .now) -> Bool {
        admitted.withLock { admitted in
            admitted.removeAll { $0.time + Self.period <= now }
            guard admitted.count < Self.maximum, address.isLocal || admitted.count(where: { $0.address == address }) < Self.maximumOfOne
            else {
                return false
            }
            admitted.append((address, now))
            return true
        }
    }
}
