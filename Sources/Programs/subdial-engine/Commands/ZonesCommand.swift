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

/// `subdial zones`: lists the zones.
struct ZonesCommand: SubdialAction {
    static let configuration = CommandConfiguration(commandName: "zones", abstract: "List the zones with their playback.")

    static let manual = CommandManual(
        "players",
        [
            "subdial zones": "List the zones with their playback",
            "subdial control zone \"$(subdial zones --menu | rofi -dmenu)\"": "Select a zone in a menu",
        ])

    @OptionGroup var global: GlobalOptions

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Print one name per line, for rofi, wofi, fuzzel, dmenu and fzf; 'subdial control zone' accepts such a line.")
    var menu = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        let configuration = try global.configuration(in: context)
        guard !(json && menu) else { throw CommandFailure(.wrongUsage, "--json and --menu exclude each other") }
        let zones = try await ZonesList(at: global.address(configuration), in: context.hub, rules: configuration.zones)
        guard !json, !menu else {
            await context.write(json ? zones.json : zones.menu)
            return .done
        }
        var text = StyledText()
        for line in zones.text.split(separator: "\n") {
            // The mark of the selected zone.
            text.append(String(line.prefix(1)), .good)
            text += "\(line.dropFirst())\n"
        }
        await context.write(text, global.general.color)
        return .done
    }
}
