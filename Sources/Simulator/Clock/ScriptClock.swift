/// The clock a scenario runs on: another clock's time since the start, run `speed` times as fast.
struct ScriptClock: Sendable {
    /// How many scenario seconds pass in one second of the underlying clock.
    let speed: Double
    /// Time since the start, as the underlying clock tells it.
    let elapsed: @Sendable () -> Duration
    /// Waits until that much has elapsed on the underlying clock; throws when cancelled.
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

    /// Waits for so long on the underlying clock: for what a network does, which no scenario's speed changes.
    func pause(for duration: Duration) async throws { try await sleep(elapsed() + duration) }
}
