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
            SnapshotCommand.self, WidgetCommand.self,
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
            Init.command, List.command, Record.command, Check.command, Review.command, Pending.command, Accept.command, Reject.command,
            Compare.command, Merge.command, Comment.command, SnapshotFontsCommand.self,
            SnapshotStoreCommand.self,
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
                if !head.setting.tellsRegions { report = PictureReport(problems: report.problems, pictures: report.pictures) }
            } catch {
                let failure = CommandFailure(error)
                report = PictureReport(status: failure.exitStatus.rawValue, message: failure.message)
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
            platform: judgement.platform, timeZones: judgement.timeZones, resources: resources
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

extension Dialect: ExpressibleByArgument {}

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
            \(list(entries))
            # Every combination of these is drawn. More keys: families, typeSizes, languages, tints, backdrops, panels, moments, ….
            matrix:
              appearances: [dark, light]
              modes: [fullColor]
              themes: [default]
              # devices: [iphone-15, ipad-pro-11]

            # Cases of their own, with other entries or looks, and parts that are not compared:
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
