/// The rule by which an engine that nobody needs ends: no front was attached for the whole idle timeout.
///
/// ``EngineServer`` waits for the timeout, and ``ServerControl/end(inPeriod:)`` applies the rule. Idle periods have numbers, so that a timeout
/// that expires late does not end a later period.
struct IdleEnd {
    private var expiredPeriod: Int?

    /// True if no attached front keeps the engine running.
    ///
    /// Observers, such as `subdial engine status`, do not.
    static func isIdle(_ sessions: [FrontSession]) -> Bool { sessions.allSatisfy(\.isObserver) }

    /// Records that the timeout has expired in an idle period.
    mutating func expire(period: Int) { expiredPeriod = period }

    /// True if the engine must end in this period.
    func isDue(inPeriod period: Int, _ sessions: [FrontSession]) -> Bool { expiredPeriod == period && Self.isIdle(sessions) }
}
