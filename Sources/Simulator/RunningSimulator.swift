/// A simulator that accepts connections.
public struct RunningSimulator: Sendable {
    /// The port it listens on.
    public let port: Int

    /// Its address, without a slash at the end.
    public var baseURL: String { "http://127.0.0.1:\(port)" }
}

/// Runs a simulator on a free port for as long as the closure takes, and stops it then.
///
/// The parameters are those of ``Simulator/init(scenario:dialect:port:speed:clock:logger:)``.
public func withSimulator<Value: Sendable>(
    scenario: Scenario,
    dialect: Dialect = .rust,
    port: Int = 0,
    speed: Double? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    _ body: @Sendable (RunningSimulator) async throws -> Value
) async throws -> Value {
    let simulator = Simulator(scenario: scenario, dialect: dialect, port: port, speed: speed, clock: clock)
    let (ports, listening) = AsyncStream.makeStream(of: Int.self)
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
            defer { listening.finish() }
            try await simulator.run { listening.yield($0) }
        }
        guard let port = await ports.first(where: { _ in true }) else {
            // It ended before it listened, and its error says why.
            try await group.waitForAll()
            throw SimulatorError.cannotListen(port: port, reason: "it ended at once")
        }
        let value = try await body(RunningSimulator(port: port))
        group.cancelAll()
        try await group.waitForAll()
        return value
    }
}
