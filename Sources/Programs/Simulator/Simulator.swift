import Glibc
import Hummingbird
import Logging
import NIOCore
import SubdialHTTP
import SubdialSystem

/// A simulated bridge that speaks either dialect of the bridge's HTTP protocol and plays a scenario.
///
/// It listens on 127.0.0.1 only. Any number of simulators can run in one process.
package struct Simulator: Sendable {
    private let stage: Stage
    private let dialect: Dialect
    private let port: Int
    private let logger: Logger

    /// Makes a simulator whose scenario starts now; it does not listen yet.
    ///
    /// - Parameters:
    ///   - scenario: The zones, their events and the faults.
    ///   - dialect: The bridge to simulate.
    ///   - port: The port to listen on, or 0 for any free port.
    ///   - speed: The speed of the scenario; nil for the scenario's own.
    ///   - clock: The underlying clock of the scenario, such as a ``SteppedClock``.
    ///   - logger: The logger; nothing is printed.
    package init(
        scenario: Scenario,
        dialect: Dialect = .rust,
        port: Int = 0,
        speed: Double? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        logger: Logger = Logger(label: "simulator", factory: { _ in SwiftLogNoOpLogHandler() })
    ) {
        self.dialect = dialect
        self.port = port
        self.logger = logger
        let speed = speed.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } ?? scenario.speed
        stage = Stage(scenario: scenario, dialect: dialect, clock: ScriptClock(clock, speed: speed))
    }

    /// Serves until its task is cancelled; call it only once.
    ///
    /// Then all connections are closed, including those that a fault keeps open.
    ///
    /// - Parameter onListening: Called with the port as soon as connections are accepted.
    package func run(onListening: @escaping @Sendable (_ port: Int) async -> Void = { _ in }) async throws(SimulatorError) {
        let application = Application(
            responder: BridgeResponder(stage: stage, dialect: dialect),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in await onListening(channel.localAddress?.port ?? 0) },
            logger: logger
        )
        do {
            try await GracefulService.run(application, logger: logger) { [stage] in await stage.close() }
        } catch {
            await stage.close()
            let reason = (error as? IOError).map { SystemError(code: $0.errnoCode).description }
            throw .cannotListen(port: port, reason: reason ?? "\(error)")
        }
        await stage.close()
    }
}
