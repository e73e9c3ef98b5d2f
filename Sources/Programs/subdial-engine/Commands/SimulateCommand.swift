import ArgumentParser
import FoundationEssentials
import Logging
import SubdialBasics
import SubdialBridge
import SubdialEngine
import SubdialEngineWire
import SubdialPlayback
import SubdialSimulator
import SubdialSnapshots
import SubdialSystem
import SubdialWidgets

/// `subdial simulate`: runs a simulated bridge.
struct SimulateCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Run a simulated bridge that plays a scenario, on this machine only.")

    static let manual = CommandManual(
        "players",
        [
            "subdial simulate": "Run a simulated bridge on port 8088",
            "subdial simulate --port 0 --scenario busy": "Run another scenario on a free port",
            "subdial simulate --list": "List the scenarios",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions

    @Option(help: ArgumentHelp("The port; 0 selects a free port.", valueName: "N"))
    var port = 8088

    @Option(help: ArgumentHelp("The dialect of the bridge.", valueName: "NAME"))
    var dialect = Dialect.rust

    @Option(help: ArgumentHelp("The name of a scenario, or a file.", valueName: "NAME"), completion: CompletedValues.scenarios)
    var scenario = Scenarios.standard

    @Option(help: ArgumentHelp("The speed factor of the scenario.", valueName: "N"))
    var speed: Double?

    @Flag(help: "List the scenarios.")
    var list = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        let scenarios = try Scenarios(global.configuration(in: context))
        if list {
            await context.write(try scenarios.listing())
            return .done
        }
        guard (0...65535).contains(port) else { throw CommandFailure(.wrongUsage, "--port takes 0 to 65535, not \(port)") }
        if let speed, !(speed > 0 && speed.isFinite) { throw CommandFailure(.wrongUsage, "--speed takes a number above 0, not \(speed)") }
        let simulator = Simulator(
            scenario: try scenarios.load(scenario, in: context), dialect: dialect, port: port, speed: speed, logger: context.logger)
        do {
            try await simulator.run { context.writeLine("listening on http://127.0.0.1:\($0)") }
        } catch {
            throw CommandFailure(.unavailable, "\(error)")
        }
        return .done
    }
}
