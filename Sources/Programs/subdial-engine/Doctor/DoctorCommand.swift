import ArgumentParser
import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialBridge
import SubdialDocuments
import SubdialEngine
import SubdialEngineWire
import SubdialFeeds
import SubdialHTTP
import SubdialLibrary
import SubdialMQTT
import SubdialPlayback
import SubdialServe
import SubdialSystem
import SubdialWidgets

/// `subdial doctor`: checks the installation, the configuration and the sources, and prints remedies.
struct DoctorCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check the installation, the sources and the configuration, and print a remedy for each problem.",
        discussion: "The command connects to the followed sources. A missing optional part is not a failure.")

    static let manual = CommandManual(
        "installing",
        [
            "subdial doctor": "Check the installation",
            "subdial doctor --bar waybar": "Print the configuration for Waybar",
        ])

    @OptionGroup var global: GlobalOptions

    @Option(
        help: ArgumentHelp("Print the text for the configuration of a bar; 'subdial feed --list' lists the formats.", valueName: "NAME"),
        completion: CompletedValues.bars)
    var bar: String?

    func run(in context: CommandContext) async throws -> ExitStatus {
        if let bar {
            let setup = try BarSetup.named(bar)
            if let place = setup.place { context.complain("paste this into \(place):") }
            await context.write(setup.text + "\n")
            return .done
        }
        var report = DoctorReport()
        report.good("version", SubdialVersion.line)
        let configuration = checkConfiguration(context, &report)
        checkResources(configuration, &report)
        if let configuration {
            let faults = ConfigurationFaults(configuration, in: context).all
            for fault in faults { report.bad(fault.key, fault.message) }
            await DoctorSources(configuration: configuration, context: context).check(&report)
            checkCover(configuration, &report)
            await DoctorServing(configuration: configuration, context: context, hasBroker: !faults.contains { $0.key == "mqtt" }).check(
                &report)
        }
        checkFolders(context, &report)
        if let problem = MusicFileReader().problem {
            report.bad("music files", "\(problem): install libtag1v5 or libtag2; if subdial-tags is missing, install subdial again")
        }
        DoctorBars(environment: context.environment).check(&report)
        checkEngine(context, &report)
        await context.write(report.text, global.general.color)
        return report.isHealthy ? .done : .unavailable
    }

    private func checkConfiguration(_ context: CommandContext, _ report: inout DoctorReport) -> Configuration? {
        do {
            let configuration = try global.configuration(in: context)
            let check = ConfigurationCheck(path: configuration.path)
            if let problem = check.problems.first {
                report.bad("configuration", "\(problem.text(in: configuration.path)); 'subdial config check' tells all")
            } else {
                report.good("configuration", check.isThere ? configuration.path : "there is no \(configuration.path), and none is needed")
            }
            return configuration
        } catch {
            report.bad("configuration", "\(error)")
            return nil
        }
    }

    private func checkResources(_ configuration: Configuration?, _ report: inout DoctorReport) {
        do {
            let resources = try ResourceFolder.find(executable: CommandContext.executable, userPath: configuration?.templates)
            report.good("templates", [resources.userPath, resources.path].compactMap { $0 }.joined(separator: ", "))
            let renderer = try WidgetRenderer(resources: resources)
            report.good("fonts", "Inter and its fallbacks")
            report.good("widgets", renderer.kinds.joined(separator: ", "))
            if let theme = configuration?.theme, (try? Theme(named: theme, in: resources)) != nil { report.good("theme", theme) }
        } catch {
            report.bad("pictures", "\(error)")
        }
    }

    private func checkCover(_ configuration: Configuration, _ report: inout DoctorReport) {
        guard let art = configuration.art else { return }
        do throws(ArtError) {
            try art.tryOut()
            report.good("cover", art.path ?? "kept in a folder of Subdial's own")
        } catch {
            report.bad("cover", "\(error)")
        }
    }

    /// Checks the state and cache folders.
    ///
    /// Without them a feed has no line after a restart before the source has responded, and no cached covers.
    private func checkFolders(_ context: CommandContext, _ report: inout DoctorReport) {
        let folders = UserFolders(environment: context.environment)
        for (name, folder) in [("state", folders.state), ("cache", folders.cache)] {
            do {
                try folder.file("doctor").tryOut()
                report.good(name, folder.path)
            } catch {
                report.bad(name, "\(error)")
            }
        }
    }

    private func checkEngine(_ context: CommandContext, _ report: inout DoctorReport) {
        do {
            let place = try SocketPlace.of(user: geteuid()) { context.environment[$0] }
            guard var engine = try EngineConnection(to: place) else {
                return report.good("engine", "not running; the first bar starts it at \(place.socket)")
            }
            // A listening socket is not enough: a stopped process still listens.
            try engine.greet()
            report.good("engine", "running at \(place.socket)")
        } catch {
            report.bad("engine", "\(error)")
        }
    }
}

/// Searches the default configuration files of bars for feeds.
struct DoctorBars {
    let environment: [String: String]

    /// The paths in the configuration folder, and in the home folder, by bar.
    private static let places: [(bar: String, inConfiguration: [String], inHome: [String])] = [
        ("waybar", ["waybar/config.jsonc", "waybar/config"], []), ("sway", ["sway/config"], []),
        ("i3", ["i3/config"], [".i3/config"]), ("i3blocks", ["i3blocks/config"], [".i3blocks.conf"]),
        ("i3status-rust", ["i3status-rust/config.toml"], []), ("polybar", ["polybar/config.ini", "polybar/config"], []),
        ("xmobar", ["xmobar/xmobarrc", "xmobar/.xmobarrc"], [".xmobarrc"]), ("yambar", ["yambar/config.yml"], []),
        ("eww", ["eww/eww.yuck"], []), ("tmux", ["tmux/tmux.conf"], [".tmux.conf"]),
        ("conky", ["conky/conky.conf"], [".conkyrc"]), ("zsh", [], [".zshrc"]), ("bash", [], [".bashrc"]),
    ]

    /// The maximum size of a searched file, in bytes.
    private static let maximumLength = 1 << 20

    fileprivate func check(_ report: inout DoctorReport) {
        guard let home = environment["HOME"] else { return }
        let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.config"
        for place in Self.places {
            for path in place.inConfiguration.map({ "\(folder)/\($0)" }) + place.inHome.map({ "\(home)/\($0)" }) {
                let formats = Self.formats(in: path)
                guard !formats.isEmpty else { continue }
                let unknown = formats.compactMap { format -> String? in
                    do throws(FeedError) { _ = try FeedFormat.named(format) } catch { return error.description }
                    return nil
                }
                if let problem = unknown.first {
                    report.bad(place.bar, "\(path): \(problem)")
                } else {
                    report.good(place.bar, "\(path), --format \(Set(formats).sorted().joined(separator: ", "))")
                }
            }
        }
    }

    /// The formats of the feeds in a file; empty if it does not exist.
    private static func formats(in path: String) -> [String] {
        guard let version = FileVersion(path: path, followsLinks: true), version.size <= maximumLength,
            let data = FileManager.default.contents(atPath: path)
        else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").flatMap { line -> [String] in
            let line = line.drop { $0 == " " || $0 == "\t" }
            let isComment = ["#", "//", ";", "--"].contains { line.hasPrefix($0) }
            return isComment ? [] : feeds(in: line)
        }
    }

    /// The format of each feed on a line: the value of `--format`, or the default.
    private static func feeds(in line: Substring) -> [String] {
        line.split(separator: "subdial").dropFirst().compactMap { command in
            let words = command.split { " \t'\"`;|)&=,]".contains($0) }.map(String.init)
            guard let feed = words.firstIndex(of: "feed"), words[..<feed].allSatisfy({ !$0.contains("/") || $0.hasPrefix("http") }) else {
                return nil
            }
            guard let option = words[feed...].firstIndex(of: "--format"), option + 1 < words.count else { return "plain" }
            return words[option + 1]
        }
    }
}

/// Queries each followed source, and looks up the configured zone.
struct DoctorSources {
    let configuration: Configuration
    let context: CommandContext

    fileprivate func check(_ report: inout DoctorReport) async {
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
                "there is no session bus to find players on, and no bridge is set: write 'bridge: http://HOST:8088' in "
                    + "\(configuration.path); to try without one, run 'subdial simulate'")
        }
        for bridge in found.sorted() {
            report.bad(
                "source",
                "none is set; \(bridge.name) is on this network: write 'bridge: \(bridge.address.text)' in \(configuration.path)")
        }
    }
}

/// Checks the configured widget server and broker, and the displays that fetch from the server.
struct DoctorServing {
    /// The timeout for a server and a broker.
    private static let patience = Duration.seconds(5)
    /// The battery charge below which a display needs charging, in per cent.
    private static let lowCharge = 20.0
    /// The multiple of the sleep time, and the additional seconds, after which a display counts as missing.
    private static let missed = (sleeps: 3.0, seconds: 3600.0)

    let configuration: Configuration
    let context: CommandContext
    /// True if the broker's settings are usable.
    let hasBroker: Bool

    fileprivate func check(_ report: inout DoctorReport) async {
        guard configuration.serve != ServeSettings() || !configuration.displays.isEmpty || configuration.mqtt != nil else { return }
        await checkServer(&report)
        checkDisplays(&report)
        if let mqtt = configuration.mqtt, hasBroker { await checkBroker(mqtt, &report) }
    }

    // MARK: The server

    private func checkServer(_ report: inout DoctorReport) async {
        let listen: ListenAddress
        do {
            listen = try configuration.serve.listen.map { text throws(ServeError) in try ListenAddress(text) } ?? .standard
        } catch {
            return report.bad("serve", "\(error)")
        }
        guard listen.port != 0 else { return report.good("serve", "takes a free port when it starts") }
        let address = "http://\(listen.here)"
        do {
            var request = HTTPRequest(url: address + "/widgets.json", timeout: Self.patience)
            request.maximumBody = 1 << 20
            request.maximumRedirects = 0
            let answer = try await HTTPClient().send(request)
            // A server with a token reveals only its identity.
            let isAsked = answer.status == 401 && answer.head["WWW-Authenticate"]?.contains("\"subdial\"") == true
            let version = try? JSONValue(parsing: answer.body)["version"]?.string
            guard isAsked || (answer.status == 200 && version != nil) else { return occupied(listen, &report) }
            report.good("serve", "answers at \(address)" + (version.map { ", version \($0)" } ?? ", and asks for its token"))
        } catch HTTPError.refused {
            report.good("serve", "nothing listens on \(listen); 'subdial serve' does while it runs")
        } catch HTTPError.timedOut {
            report.bad("serve", "what listens on \(listen) does not answer")
        } catch HTTPError.notHTTP, HTTPError.reset, HTTPError.truncated {
            occupied(listen, &report)
        } catch {
            report.bad("serve", "\(address): \(error)")
        }
    }

    private func occupied(_ listen: ListenAddress, _ report: inout DoctorReport) {
        report.bad("serve", "another program listens on \(listen): write another 'listen' under 'serve' in \(configuration.path)")
    }

    // MARK: Displays

    private func checkDisplays(_ report: inout DoctorReport) {
        let known = SeenDisplay.all(in: UserFolders(environment: context.environment).displays)
        for display in configuration.displays {
            guard let found = known.first(where: { $0.id == display.id }), let seen = found.seen else {
                report.good("displays", "\(display.name) has not asked yet: type the server's address into its settings")
                continue
            }
            let age = max(0, Date.now.timeIntervalSince(seen))
            let charge = found.charge.map { Int(saturating: $0.rounded()) }
            let battery = charge.map { ", its battery is at \($0) %" } ?? ""
            if age > Self.missed.sleeps * Double(found.sleep) + Self.missed.seconds {
                report.bad(
                    "displays", "\(display.name) last asked \(Self.text(age)) ago\(battery): see whether it is on, and reaches the server")
            } else if let charge = found.charge, charge < Self.lowCharge {
                report.bad("displays", "\(display.name) asked \(Self.text(age)) ago\(battery): charge it")
            } else {
                report.good("displays", "\(display.name) asked \(Self.text(age)) ago\(battery)")
            }
        }
    }

    private static func text(_ seconds: Double) -> String {
        switch seconds {
        case ..<120: "\(Int(saturating: seconds)) s"
        case ..<7200: "\(Int(saturating: seconds / 60)) min"
        case ..<172_800: "\(Int(saturating: seconds / 3600)) h"
        default: "\(Int(saturating: seconds / 86_400)) days"
        }
    }

    // MARK: The broker

    private func checkBroker(_ settings: MQTTSettings, _ report: inout DoctorReport) async {
        do {
            let client = MQTTClient(try MQTTAddress(settings.broker), try settings.options())
            try client.start()
            let state = await client.settled(within: Self.patience)
            await client.stop()
            switch state {
            case .connected(let version): report.good("mqtt", "\(settings.broker), MQTT \(version)")
            case .away(let error): report.bad("mqtt", "\(error)")
            case .connecting, .stopped: report.bad("mqtt", "the MQTT broker at \(settings.broker) does not answer")
            }
        } catch {
            report.bad("mqtt", "\(error)")
        }
    }
}

/// The results of the checks, one line each.
struct DoctorReport {
    private(set) var text = StyledText()
    private(set) var isHealthy = true

    /// Adds a successful or unnecessary check.
    fileprivate mutating func good(_ name: String, _ detail: String) { add("✓", .good, name, detail) }

    /// Adds a check that shows a fault elsewhere, with its remedy.
    fileprivate mutating func warning(_ name: String, _ detail: String) { add("!", .warning, name, detail) }

    /// Adds a failed check, with its remedy.
    fileprivate mutating func bad(_ name: String, _ detail: String) {
        add("✗", .bad, name, detail)
        isHealthy = false
    }

    private mutating func add(_ sign: String, _ emphasis: Emphasis, _ name: String, _ detail: String) {
        text.append(sign, emphasis)
        text += " \(name.padded(columns: 13)) \(detail)\n"
    }
}
