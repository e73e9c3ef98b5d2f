/// All that is known of a run of snapshot cases: what every report is made from.
///
/// Paths are as the one who writes them has them; only ``HTMLReport`` asks for what is behind them.
public struct SnapshotReport: Hashable, Sendable, Codable {
    /// The name of the suite.
    public var suite: String
    /// What the pictures were drawn on, such as `linux-x86_64`.
    public var platform: String
    /// When the run began, in ISO 8601.
    public var date: String
    /// How long it took, in seconds.
    public var duration: Double
    /// What should be known of the run as a whole, such as a font that is not the locked one.
    public var warnings: [String]
    /// The cases, in the order in which they are to be read.
    public var cases: [SnapshotCase]

    /// Creates a report.
    public init(suite: String, platform: String, date: String, duration: Double, warnings: [String] = [], cases: [SnapshotCase]) {
        self.suite = suite
        self.platform = platform
        self.date = date
        self.duration = duration
        self.warnings = warnings
        self.cases = cases
    }

    /// Whether no case has failed.
    public var passed: Bool { !cases.contains { $0.status.isFailure } }

    /// The number of cases with that status.
    public func count(of status: SnapshotStatus) -> Int { cases.count { $0.status == status } }
}
