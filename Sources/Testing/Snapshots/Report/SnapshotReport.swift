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

    /// The part of the work, up to 1, that was to compress and write references; nil if none were written.
    package var recordingShare: Double? {
        let recorded = cases.compactMap(\.recording).reduce(0, +)
        let total = cases.map(\.duration).reduce(0, +)
        return recorded > 0 && total > 0 ? min(1, recorded / total) : nil
    }
}

extension SnapshotReport {
    /// Adds references without a snapshot; call it only if the run covered all snapshots.
    package mutating func addObsolete(_ ids: [String]) {
        cases += ids.map { id in
            SnapshotCase(
                id: id, group: "obsolete", status: .obsolete, message: "its references belong to no snapshot; --prune removes them")
        }
    }

    /// Says that obsolete references are not known, and why.
    ///
    /// - Parameter isError: True if the run has to know them.
    package mutating func addUnknownObsolete(_ reason: String, isError: Bool) {
        if isError {
            cases.append(SnapshotCase(id: "obsolete references", status: .error, message: "which they are is not known: \(reason)"))
        } else {
            warnings.append("\(reason); what is obsolete was not looked for")
        }
    }

    /// Turns the snapshots of a case into errors if a mask's node occurs in none of them: its name must be wrong.
    ///
    /// A case of which only a part was drawn is not judged, because another snapshot may have the node.
    ///
    /// - Parameter sizes: The number of snapshots of each case in the whole suite.
    package mutating func addUnmatchedMasks(_ sizes: [String: Int]) {
        for (group, indices) in Dictionary(grouping: cases.indices, by: { cases[$0].group }) {
            guard sizes[group] == indices.count, let first = indices.first, !indices.contains(where: { cases[$0].status == .error }) else {
                continue
            }
            for mask in cases[first].unmatchedMasks ?? [] {
                let isNowhere = indices.allSatisfy { cases[$0].unmatchedMasks?.contains { $0.node == mask.node } == true }
                guard isNowhere else { continue }
                for index in indices {
                    cases[index].status = .error
                    cases[index].message = mask.description
                    (cases[index].change, cases[index].cause) = (nil, mask.description)
                }
            }
        }
    }

    /// Merges the reports of shards, and lists the shards without a report.
    ///
    /// The report contains the errors of shards that could not start.
    ///
    /// - Throws: ``SnapshotError`` if they are not shards of one run, or if a shard or a snapshot occurs twice.
    package static func merged(
        _ parts: [(report: SnapshotReport, record: RunRecord)]
    ) throws(SnapshotError) -> (report: SnapshotReport, record: RunRecord, absent: [Int]) {
        // A shard that could not start knows neither the suite's name nor its references.
        guard let first = parts.first(where: \.record.hasStarted) ?? parts.first else {
            throw .report(path: "merge", reason: "name the folders of the shards")
        }
        var seen: Set<Int> = []
        for part in parts {
            guard part.record.belongs(with: first.record) else {
                throw .report(path: part.record.suite, reason: "this run is none of \(first.record.suite) in \(first.record.shards) shards")
            }
            guard seen.insert(part.record.shard).inserted else {
                throw .report(path: part.record.suite, reason: "shard \(part.record.shard) is named twice")
            }
        }
        var ids: Set<String> = []
        for item in parts.flatMap(\.report.cases) where item.status != .obsolete && !ids.insert(item.id).inserted {
            throw .report(path: first.record.suite, reason: "the snapshot '\(item.id)' is in two shards")
        }
        var report = first.report
        report.cases = parts.flatMap(\.report.cases).filter { $0.status != .obsolete }.sorted { $0.id < $1.id }
        report.addUnmatchedMasks(first.record.caseSizes ?? [:])
        report.duration = parts.map(\.report.duration).reduce(0, +)
        report.warnings = parts.flatMap(\.report.warnings).reduce(into: []) { all, one in if !all.contains(one) { all.append(one) } }
        var record = first.record
        (record.shard, record.shards) = (1, 1)
        record.fonts = FontManifest(parts.flatMap(\.record.fonts)).fonts
        record.isUnfiltered = parts.allSatisfy(\.record.isUnfiltered)
        return (report, record, (1...max(1, first.record.shards)).filter { !seen.contains($0) })
    }
}
