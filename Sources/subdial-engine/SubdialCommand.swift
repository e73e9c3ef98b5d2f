import ArgumentParser
import EngineWire

/// The root command.
struct SubdialCommand: DocumentedCommand {
    static let configuration = CommandConfiguration(
        commandName: "subdial",
        abstract: "Now-playing and other live data as status bar lines and widget pictures.",
        discussion: """
            Every command takes --bridge, --zone, --config and --log-level; \
            SUBDIAL_BRIDGE, SUBDIAL_ZONE, SUBDIAL_CONFIG and SUBDIAL_LOG_LEVEL say the same.
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
