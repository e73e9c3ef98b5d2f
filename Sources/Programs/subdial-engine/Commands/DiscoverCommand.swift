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

/// `subdial discover`: lists the bridges that announce themselves on the local network.
struct DiscoverCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "discover", abstract: "List the bridges on the local network with their state.",
        discussion: "Bridges announce themselves over multicast DNS. This machine needs the Avahi daemon (avahi-daemon).")

    static let manual = CommandManual(
        "players",
        [
            "subdial discover": "List the bridges on the local network",
            "subdial discover --timeout 10 --json": "Search for ten seconds, for a script",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions

    @Option(help: ArgumentHelp("The maximum time of the search.", valueName: "SECONDS"))
    var timeout = 2.0

    @Flag(help: "Print JSON.")
    var json = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        guard timeout > 0, timeout <= 600 else {
            throw CommandFailure(.wrongUsage, "--timeout takes seconds, more than 0 and up to 600, not \(timeout)")
        }
        let bridges: [DiscoveredBridge]
        do {
            bridges = try await Discovery(logger: context.logger).bridges(within: .seconds(timeout))
        } catch {
            throw CommandFailure(.unavailable, error.description)
        }
        let list = BridgeList(bridges)
        await context.write(json ? list.json : list.text)
        guard !bridges.isEmpty else {
            throw CommandFailure(
                .unavailable,
                "no bridge has announced itself on this network; see that one runs on it, look longer with --timeout SECONDS, "
                    + "or give its address with --bridge URL")
        }
        return .done
    }
}
