/// A simulator that accepts connections.
package struct RunningSimulator: Sendable {
    /// The port on which it listens.
    package let port: Int

    fileprivate let stage: SimulatedBridge

    /// The base URL, without a trailing slash.
    package var baseURL: String { "http://127.0.0.1:\(port)" }

    /// The changes of the volumes that the devices really have, in their order, until now on the scenario's clock.
    ///
    /// The first of each zone is that of the start. A control that is answered is part of it, unless the scenario delays controls.
    package func levels() async -> [LevelChange] { await stage.levels() }
}

/// Runs a simulator on a free port until the closure returns, then stops it.
///
/// The parameters are those of ``Simulator/init(scenario:dialect:port:speed:clock:logger:)``.
package func withSimulator<Value: Sendable>(
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
            // The simulator ended before it was listening; waiting rethrows its error.
            try await group.waitForAll()
            throw SimulatorError.cannotListen(port: port, reason: "it ended at once")
        }
        let value = try await body(RunningSimulator(port: port, stage: simulator.stage))
        group.cancelAll()
        try await group.waitForAll()
        return value
    }
}

/// The reason why a simulator could not run.
package enum SimulatorError: Error, Equatable, CustomStringConvertible {
    /// The port is in use, or the process lacks the permission to use it.
    case cannotListen(port: Int, reason: String)

    /// The problem and its remedy, on one line.
    package var description: String {
        switch self {
        case .cannotListen(let port, let reason):
            "cannot listen on 127.0.0.1:\(port): \(reason); choose another port, or 0 for any free one"
        }
    }
}
