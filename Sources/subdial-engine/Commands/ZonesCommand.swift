import ArgumentParser
import Engine

/// `subdial zones`: which zones there are.
struct ZonesCommand: SubdialAction {
    static let configuration = CommandConfiguration(commandName: "zones", abstract: "List the zones, with what each does.")

    @OptionGroup var global: GlobalOptions

    @Flag(help: "As JSON.")
    var json = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        let configuration = try global.configuration(in: context)
        let zones = try await ZonesList(at: global.bridge(configuration), in: context.hub)
        await context.write(json ? zones.json : zones.text)
        return .done
    }
}
