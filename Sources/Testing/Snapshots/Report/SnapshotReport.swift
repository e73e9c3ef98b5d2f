/// The results of a snapshot run, from which all report formats are made.
///
/// Paths are used as written; only ``HTMLReport`` loads the files.
package struct SnapshotReport: Hashable, Sendable, Codable {
    /// The name of the suite.
    package var suite: String
    /// The platform on which the pictures were drawn, such as `linux-x86_64`.
    package var platform: String
    /// The start of the run, in ISO 8601.
    package var date: String
    /// The duration of the run, in seconds.
    package var duration: Double
    /// The warnings about the run as a whole, such as a font that differs from the lock.
    package var warnings: [String]
    /// The cases, in display order.
    package var cases: [SnapshotCase]

    /// Creates a report.
    package init(suite: String, platform: String, date: String, duration: Double, warnings: [String] = [], cases: [SnapshotCase]) {
        self.suite = suite
        self.platform = platform
        self.date = date
        self.duration = duration
        self.warnings = warnings
        self.cases = cases
    }

    /// True if no case has failed.
    package var passed: Bool { !cases.contains { $0.status.isFailure } }

    /// The number of cases with that status.
    package func count(of status: SnapshotStatus) -> Int { cases.count { $0.status == status } }
}
