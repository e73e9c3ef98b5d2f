import ArgumentParser

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
