import ArgumentParser
import FoundationEssentials
import Logging
import SubdialBridge
import SubdialEngine
import SubdialEngineWire
import SubdialPlayback
import SubdialSimulator
import SubdialSnapshots
import SubdialSystem
import SubdialWidgets

/// The root command.
struct SubdialCommand: DocumentedCommand {
    static let configuration = CommandConfiguration(
        commandName: "subdial",
        abstract: "Show the playback and other live data as lines in status bars and as pictures of widgets.",
        discussion: """
            Without configuration, Subdial follows the players of the desktop. feed, control, zones, status and metadata use a background \
            process, the engine, which the first of them starts. The options below are accepted by every command; those of a source have \
            an effect only for commands that follow one.
            """,
        version: SubdialVersion.line,
        subcommands: [
            DemoCommand.self, FeedCommand.self, RenderCommand.self, ActivityCommand.self, TimelineCommand.self, ZonesCommand.self,
            StatusCommand.self, MetadataCommand.self,
            ControlCommand.self, DiscoverCommand.self, ExprCommand.self, KindCommand.self, MatchCommand.self, LibraryCommand.self,
            HistoryCommand.self, MixerCommand.self, ConsoleCommand.self, MQTTBrokerCommand.self,
            TemplateCommand.self,
            SnapshotCommand.self,
            SimulateCommand.self,
            EngineCommand.self, ConfigCommand.self, DoctorCommand.self, ServeCommand.self, PreviewCommand.self, MirrorCommand.self,
            FrontsCommand.self,
            RenderWorkerCommand.self,
            SnapshotWorkerCommand.self,
            ManualPagesCommand.self,
        ]
    )

    static let manual = CommandManual(
        "installing",
        [
            "subdial demo": "See the main features with a simulated bridge",
            "subdial feed --once --text '{{ artist }} – {{ title }}'": "Print the current track",
            "subdial feed --format waybar --width 50": "Write lines for Waybar",
            "subdial render --family systemMedium --watch -o ~/.cache/now-playing.png": "Keep a picture of the playback up to date",
        ])

    @OptionGroup var global: GlobalOptions
}

/// `subdial snapshot`: snapshot tests of widgets.
struct SnapshotCommand: DocumentedCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot",
        abstract: "Compare pictures of widgets with references: record, check and review snapshots.",
        subcommands: [
            SnapshotInitCommand.self, SnapshotRecordCommand.self, SnapshotCheckCommand.self, SnapshotReviewCommand.self,
            SnapshotPendingCommand.self, SnapshotAcceptCommand.self, SnapshotRejectCommand.self, SnapshotCompareCommand.self,
            SnapshotMergeCommand.self, SnapshotFontsCommand.self,
        ])

    static let manual = CommandManual(
        "snapshots",
        [
            "subdial snapshot init": "Create a suite for the templates in this folder",
            "subdial snapshot record": "Record the references",
            "subdial snapshot check": "Compare with the references",
            "subdial snapshot review": "Decide on each difference",
        ])
}

/// `subdial-engine render-worker`: draws the pictures whose numbers the parent process sends.
struct RenderWorkerCommand: InternalAction {
    static let configuration = CommandConfiguration(
        commandName: "render-worker", abstract: "Draw pictures for 'subdial render'.", shouldDisplay: false)

    func run(in context: CommandContext) async throws -> ExitStatus {
        guard let first = readLine() else { return .done }
        let head = try JSONDecoder().decode(WorkerHead.self, from: Data(first.utf8))
        let resources = try ResourceFolder.find(executable: CommandContext.executable, userPath: head.setting.userTemplates)
        let renderer = try WidgetRenderer(resources: resources)
        let subject = try head.subject.subject(resources.kinds.schemas)
        while let line = readLine() {
            guard let index = Int(line), head.jobs.indices.contains(index) else { return .badData }
            var report: PictureReport
            do {
                report = try head.jobs[index].draw(subject, head.setting, on: WidgetCanvas(renderer)) { _ in }
                // Workers do not report the next change, and report tap regions only on request.
                if !head.setting.tellsRegions { report = PictureReport(problems: report.problems) }
            } catch {
                let failure = CommandFailure(error)
                report = PictureReport(status: failure.status.rawValue, message: failure.message)
            }
            await context.print(try WorkerAnswer(index, report).line())
        }
        return .done
    }
}

/// `subdial-engine snapshot-worker`: judges the snapshots whose numbers the parent process sends.
struct SnapshotWorkerCommand: InternalAction {
    static let configuration = CommandConfiguration(
        commandName: "snapshot-worker", abstract: "Compare snapshots for 'subdial snapshot'.", shouldDisplay: false)

    func run(in context: CommandContext) async throws -> ExitStatus {
        guard let first = readLine() else { return .done }
        let judgement = try JSONDecoder().decode(SnapshotOutcome.self, from: Data(first.utf8))
        let resources = try ResourceFolder.find(executable: CommandContext.executable, userPath: judgement.userTemplates)
        let suite = try SnapshotSuite(path: judgement.suite)
        let specs = try SnapshotRunner(
            suitePath: judgement.suite, selection: SnapshotSelection(), mode: .never, output: judgement.output,
            platform: judgement.platform,
            resources: resources
        ).all
        let byID = Dictionary(specs.map { ($0.id, $0) }) { first, _ in first }
        let judge = try judgement.judge(suite, resources)
        let encoder = JSONEncoder()
        while let line = readLine() {
            guard let index = Int(line), judgement.ids.indices.contains(index), let spec = byID[judgement.ids[index]] else {
                return .badData
            }
            await context.print("\(index) " + String(decoding: try encoder.encode(judge.judge(spec)), as: UTF8.self))
        }
        return .done
    }
}

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

extension Dialect: ExpressibleByArgument {}

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

/// `subdial snapshot init`: creates a suite.
struct SnapshotInitCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Create a suite for the templates and entries of a folder.",
        discussion: "The command finds entry files in the folder, in 'entries' and in 'Fixtures/entries'.")

    static let manual = CommandManual(
        "snapshots",
        [
            "subdial snapshot init": "Create snapshots.yaml in the current folder",
            "subdial snapshot init widgets": "Create it in another folder",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions

    @Argument(help: ArgumentHelp("The folder.", valueName: "DIR"), completion: .directory)
    var folder = "."

    func run(in context: CommandContext) async throws -> ExitStatus {
        let root = context.path(folder)
        let path = "\(root)/snapshots.yaml"
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(.cannotWrite, "\(path) is there already, and stays as it is")
        }
        let templates = Self.files(in: root, ending: ".yaml").filter { file in
            let name = file.split(separator: "/").last.map(String.init) ?? file
            return WidgetFamily(rawValue: String(name.prefix { $0 != "." && $0 != "@" })) != nil
        }
        guard !templates.isEmpty else {
            throw CommandFailure(
                .missingInput, "\(folder): there is no template here that is named for a family, such as systemMedium.yaml")
        }
        let entries = ["", "entries/", "Fixtures/entries/"].flatMap { place in
            Self.files(in: "\(root)/\(place)", ending: ".json", isDeep: false).map { place + $0 }
        }.filter { $0 != "fonts.json" }
        try AtomicFile.write(Array(SnapshotStarter.text(templates: templates, entries: entries).utf8), to: path)
        await context.write("\(path)\n")
        return .done
    }

    private static func files(in folder: String, ending: String, isDeep: Bool = true) -> [String] {
        guard isDeep else {
            return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(ending) }.sorted()
        }
        return ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []).filter {
            $0.hasSuffix(ending) && !$0.contains("/.") && !$0.hasPrefix(".")
        }.sorted()
    }
}

/// The text of a starter suite.
enum SnapshotStarter {
    static func text(templates: [String], entries: [String]) -> String {
        func list(_ files: [String]) -> String { files.map { "  - \($0)\n" }.joined() }
        return """
            # Snapshots of these widgets. 'subdial snapshot record' draws them, 'subdial snapshot check' compares them with what was drawn.
            name: Widgets

            # Where the references are, beside this file.
            references: References

            templates:
            \(list(templates))
            # Each entry is drawn with each template.
            entries:
            \(entries.isEmpty ? "  []  # such as entries/playing.json; Documentation tells what stands in one\n" : list(entries))
            # Every combination of these is drawn. More keys: families, typeSizes, languages, tints, backdrops, panels, moments, ….
            matrix:
              appearances: [dark, light]
              modes: [fullColor]
              themes: [default]
              # devices: [iphone-15, ipad-pro-11]

            # How much may differ; nothing where nothing is said. More keys: exact, includeAA, maxDifferentRatio.
            compare:
              threshold: 0.1
              maxDifferentPixels: 0
              # window: { size: 20, limit: 4 }

            # Cases of their own, with other entries, looks or limits, and parts that are not compared:
            # cases:
            #   - id: hero
            #     template: systemMedium.yaml
            #     entries: [entries/playing.json]
            #     masks: [{ node: progress }, { x: 0, y: 0, width: 20, height: 20 }]
            #   - id: bar
            #     entries: [entries/playing.json]
            #     bars: [waybar, tmux]

            """
    }
}
