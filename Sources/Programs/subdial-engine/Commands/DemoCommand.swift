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

/// `subdial demo`: shows the main features with a simulated bridge.
struct DemoCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Run a simulated bridge, draw every widget, print ten lines, and exit.")

    static let manual = CommandManual(
        "installing",
        [
            "subdial demo": "Draw every widget into the folder Output, and print ten lines",
            "subdial demo --output /tmp/widgets": "Draw into another folder",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions

    @Option(help: ArgumentHelp("The folder for the pictures and their contact sheet.", valueName: "DIR"))
    var output = "Output"

    func run(in context: CommandContext) async throws -> ExitStatus {
        let configuration = try global.configuration(in: context)
        let resources = try Resources.folder(configuration)
        let scenario = try Scenarios(configuration).load(Scenarios.standard, in: context)
        let demo = Demo(resources: resources, folder: context.path(output), shownFolder: output, context: context)
        try await withSimulator(scenario: scenario) { simulator in
            try await demo.run(against: simulator.baseURL)
        }
        return .done
    }
}
