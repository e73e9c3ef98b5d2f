import FoundationEssentials
import SubdialBasics
import SubdialBridge
import SubdialEngine
import SubdialPlayback

/// Queries each followed source, and looks up the configured zone.
struct DoctorSources {
    let configuration: Configuration
    let context: CommandContext

    func check(_ report: inout DoctorReport) async {
        let address: String?
        // A setting that leads to no source is a fault of the configuration.
        do { address = try configuration.addressIfAny() } catch { return }
        guard let address else {
            guard configuration.kinds.isEmpty, configuration.displays.isEmpty else {
                return report.good("source", "none, and none is needed for kinds and displays; now-playing is offline")
            }
            return await findBridges(&report)
        }
        for part in address.split(separator: " ").map(String.init) { await check(part, &report) }
        await checkZone(address, &report)
    }

    private func check(_ address: String, _ report: inout DoctorReport) async {
        do {
            let bridge = try await context.hub.bridge(at: address)
            if let bridge {
                let status = try await bridge.status()
                let version = [status.service, status.version].compactMap { $0 }.joined(separator: " ")
                report.good("bridge", "\(bridge.address.text), \(version.isEmpty ? "of an unknown version" : version)")
            }
            let zones = try await context.hub.source(at: address).zones()
            for source in await bridge?.awaySources(of: zones) ?? [] {
                report.warning(
                    "bridge",
                    "it has no connection to \(source), whose zones have no new data: see whether \(source) runs, and whether it permits the bridge"
                )
            }
            for warning in try await context.hub.messageWarnings(at: address) { report.warning("messages", warning) }
            let names = zones.map(\.name).joined(separator: ", ")
            switch Self.name(of: address) {
            case "bridge" where zones.isEmpty: report.bad("zones", "the bridge knows none yet")
            case "bridge": report.good("zones", names)
            // The first zone is an alias of the active player.
            case "players" where zones.count < 2: report.good("players", "none is running")
            case "players": report.good("players", zones.dropFirst().map(\.name).joined(separator: ", "))
            case let name: report.good(name, zones.isEmpty ? "nothing has been said yet" : "\(names), \(zones[0].status.rawValue)")
            }
        } catch {
            report.bad(Self.name(of: address), "\(error)")
        }
    }

    private static func name(of address: String) -> String {
        for (prefix, name) in [("mpris", "players"), ("mpd", "mpd"), ("vlc", "vlc"), ("file", "messages")]
        where address == prefix || address.hasPrefix(prefix + ":") {
            return name
        }
        return "bridge"
    }

    private func checkZone(_ address: String, _ report: inout DoctorReport) async {
        guard let zone = configuration.zone else { return }
        do {
            let found = try await context.hub.zone(zone, at: address, rules: configuration.zones)
            report.good("zone", found.name == zone ? zone : "\(zone): \(found.name)")
        } catch {
            report.bad("zone", CommandFailure(error).message)
        }
    }

    private func findBridges(_ report: inout DoctorReport) async {
        let found = (try? await Discovery(logger: context.logger).bridges(within: .seconds(2))) ?? []
        guard !found.isEmpty else {
            return report.bad(
                "source",
                "there is no session bus (DBUS_SESSION_BUS_ADDRESS), and no bridge is set; for the players of this desktop, start the session "
                    + "with dbus-run-session; for a bridge, write 'bridge: http://HOST:8088' in \(configuration.path); to try without one, run "
                    + "'subdial simulate'")
        }
        for bridge in found.sorted() {
            report.bad(
                "source",
                "none is set; \(bridge.name) is on this network: write 'bridge: \(bridge.address.text)' in \(configuration.path)")
        }
    }
}
