import ArgumentParser

/// `subdial snapshot`: snapshot tests of widgets.
struct SnapshotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot",
        abstract: "Test that widgets look as they did: record references, check against them, review what differs.",
        subcommands: [
            SnapshotInitCommand.self, SnapshotRecordCommand.self, SnapshotCheckCommand.self, SnapshotReviewCommand.self,
            SnapshotPendingCommand.self, SnapshotAcceptCommand.self, SnapshotRejectCommand.self, SnapshotCompareCommand.self,
            SnapshotMergeCommand.self, SnapshotFontsCommand.self,
        ])

    @OptionGroup var global: GlobalOptions
}
