import SubdialBasics
import SubdialDrawing
import SubdialSystem

/// The snapshots of the last run that need a decision.
package struct SnapshotReview: Sendable {
    /// The output folder of the run.
    package let folder: RunFolder
    /// The record of the run.
    package let record: RunRecord
    private var report: SnapshotReport

    /// Reads the output of a run.
    package init(_ folder: RunFolder) throws(SnapshotError) {
        self.folder = folder
        report = try folder.report()
        record = try folder.record()
    }

    /// The drawn snapshots that differ, or whose reference is missing or unusable.
    package var pending: [SnapshotCase] { report.cases.filter { $0.status.isFailure && ($0.actual != nil || $0.actualText != nil) } }

    /// The pending snapshot with an id.
    ///
    /// - Throws: ``SnapshotError/unknownID(_:hint:)`` if there is none.
    package func pending(_ id: String) throws(SnapshotError) -> SnapshotCase {
        let pending = pending
        guard let found = pending.first(where: { $0.id == id }) else {
            let hint = Suggestion.hint(for: id, among: pending.map(\.id))
            throw .unknownID(id, hint: hint.isEmpty ? " that is pending; 'subdial snapshot pending' lists the pending ones" : hint)
        }
        return found
    }

    /// The pictures of a snapshot that the report shows: of what is expected, of the difference, and of what was drawn.
    package func pictures(of snapshot: SnapshotCase) -> [Bitmap] {
        [snapshot.expected, snapshot.difference, snapshot.actual].compactMap { $0.flatMap { try? folder.drawn($0, .picture).bitmap } }
    }

    /// Checks that a snapshot can be accepted; nothing is written.
    ///
    /// - Throws: ``SnapshotError`` if it cannot.
    package func check(_ id: String, in own: ReviewedReferences) throws(SnapshotError) { _ = try drawn(try pending(id), own) }

    /// Makes the drawn snapshot the reference, under its current name.
    package mutating func accept(_ id: String, in own: ReviewedReferences) throws {
        let snapshot = try pending(id)
        let (place, files) = try drawn(snapshot, own)
        var written: [(SnapshotLevel, [UInt8])] = []
        // The fast-compressed picture is encoded again with its digest.
        for (level, file) in files { written.append((level, try file.bitmap.map(ReferencePNG.encode) ?? file.bytes)) }
        try place.folder.renameFormer(place.id)
        for (level, bytes) in written { try place.folder.write(bytes, place.id, level, replacesUsed: true) }
        try resolve(snapshot.id, .updated, "accepted")
        try recordFonts(place)
    }

    /// The place of a snapshot's reference, and the files that become it.
    private func drawn(
        _ snapshot: SnapshotCase, _ own: ReviewedReferences
    ) throws(SnapshotError) -> (place: ReviewedReferences.Place, files: [(SnapshotLevel, RunFolder.DrawnFile)]) {
        guard snapshot.drawnLevels != nil else {
            throw .report(
                path: folder.path, reason: "the report does not list the files of '\(snapshot.id)'; run 'subdial snapshot check' again")
        }
        let place = try own.place(of: snapshot, in: folder)
        var files: [(SnapshotLevel, RunFolder.DrawnFile)] = []
        for level in place.levels.sorted(by: { $0.rawValue < $1.rawValue }) {
            files.append((level, try folder.drawn(file(of: snapshot, level), level)))
        }
        return (place, files)
    }

    /// The path of the drawn snapshot in the folder.
    private func file(of snapshot: SnapshotCase, _ level: SnapshotLevel) -> String {
        "\(snapshot.place(in: "actual")).\(ReferenceFolder.endings[level] ?? "")"
    }

    /// Adds the fonts of the run to the list next to references; if all snapshots of a complete run match, they are the list.
    private func recordFonts(_ place: ReviewedReferences.Place) throws {
        guard !record.fonts.isEmpty else { return }
        let isWhole = record.isUnfiltered && record.shards == 1 && report.passed && place.isOfRun
        // An invalid list is written anew.
        let known = isWhole ? nil : try? FontManifest.recorded(folder: place.folder.path)
        try (known?.updated(with: record.fonts) ?? FontManifest(record.fonts)).write(folder: place.folder.path)
    }

    /// Keeps the reference; the snapshot is no longer pending.
    package mutating func reject(_ id: String) throws {
        let snapshot = try pending(id)
        for level in SnapshotLevel.allCases { try folder.remove(file(of: snapshot, level)) }
        try resolve(id, nil, "rejected")
    }

    private mutating func resolve(_ id: String, _ status: SnapshotStatus?, _ message: String) throws {
        guard let index = report.cases.firstIndex(where: { $0.id == id }) else { return }
        if let status { report.cases[index].status = status }
        report.cases[index].message = [message, report.cases[index].message].filter { !$0.isEmpty }.joined(separator: ": ")
        if status == nil { (report.cases[index].actual, report.cases[index].actualText) = (nil, nil) }
        try folder.write(report, record)
    }
}
