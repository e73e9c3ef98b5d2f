/// The clock of a scenario: the time of an underlying clock since the start, multiplied by `speed`.
struct ScriptClock: Sendable {
    /// Scenario seconds per second of the underlying clock.
    private let speed: Double
    /// The time since the start on the underlying clock.
    let elapsed: @Sendable () -> Duration
    /// Sleeps until this much time has elapsed on the underlying clock; throws if cancelled.
    let sleep: @Sendable (_ until: Duration) async throws -> Void

    init(_ clock: some Clock<Duration>, speed: Double) {
        let origin = clock.now
        self.speed = speed
        self.elapsed = { origin.duration(to: clock.now) }
        self.sleep = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
    }

    /// Scenario time since the start.
    var now: Duration { elapsed() * speed }

    /// The underlying clock's time at which the scenario's clock will show `time`.
    func elapsed(at time: Duration) -> Duration { time / speed }

    /// Sleeps for a duration of the underlying clock: for network delays, which do not depend on the scenario's speed.
    func pause(for duration: Duration) async throws { try await sleep(elapsed() + duration) }
}
