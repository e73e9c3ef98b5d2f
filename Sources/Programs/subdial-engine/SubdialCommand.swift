import ArgumentParser
import SubdialEngineWire

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
