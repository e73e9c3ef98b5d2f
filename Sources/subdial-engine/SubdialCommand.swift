import ArgumentParser
import EngineWire

/// The root command.
struct SubdialCommand: ParsableCommand {
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
        ]
    )

    @OptionGroup var global: GlobalOptions
}
