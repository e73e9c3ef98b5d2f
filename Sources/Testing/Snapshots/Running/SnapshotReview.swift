import SubdialBasics
import SubdialDrawing
import SubdialSystem

/// The snapshots of the last run that need a decision.
package struct SnapshotReview: Sendable {
    /// The output folder of the run.
    package let folder: RunFolder
    /// The record of the run.
    package let record: RunRecord
    /// The report with the decisions so far.
    package private(set) var report: SnapshotReport

    /// Reads the output of a run.
    package init(_ folder: RunFolder) throws(SnapshotError) {
        self.folder = folder
        report = try folder.report()
        record = try folder.record()
    }

    /// The drawn snapshots that differ, or whose reference is missing or unusable.
    package var pending: [SnapshotCase] { report.cases.filter { $0.status.isFailure && ($0.actual != nil || $0.actualText != nil) } }

    /// The pending snapshots with these ids, each once.
    ///
    /// - Throws: ``SnapshotError/unknownID(_:hint:)`` if there is none of an id.
    private func pending(_ ids: [String]) throws(SnapshotError) -> [SnapshotCase] {
        let pending = Dictionary(pending.map { ($0.id, $0) }) { first, _ in first }
        var seen: Set<String> = []
        var found: [SnapshotCase] = []
        for id in ids where seen.insert(id).inserted {
            guard let snapshot = pending[id] else { throw unknown(id) }
            found.append(snapshot)
        }
        return found
    }

    /// The ids of the pending snapshots that have one of these names, or match one with `*`.
    ///
    /// - Throws: ``SnapshotError/unknownID(_:hint:)`` for a name or a pattern of none.
    package func ids(named names: [String]) throws(SnapshotError) -> [String] {
        let known = pending.map(\.id)
        var chosen: Set<String> = []
        for name in names {
            // A name with a star of its own is that snapshot.
            let found =
                known.contains(name) || !SnapshotSelection.isPattern(name)
                ? known.filter { $0 == name } : known.filter { SnapshotSelection.matches($0, pattern: name) }
            guard !found.isEmpty else { throw unknown(name) }
            chosen.formUnion(found)
        }
        return known.filter(chosen.contains)
    }

    private func unknown(_ id: String) -> SnapshotError {
        let hint = Suggestion.hint(for: id, among: pending.map(\.id))
        return .unknownID(id, hint: hint.isEmpty ? " that is pending; 'subdial snapshot pending' lists the pending ones" : hint)
    }

    /// The pictures of a snapshot that the report shows: of what is expected, of the difference, and of what was drawn.
    package func pictures(of snapshot: SnapshotCase) -> [Bitmap] {
        [snapshot.expected, snapshot.difference, snapshot.actual].compactMap { $0.flatMap { try? folder.drawn($0, .picture).bitmap } }
    }

    /// Makes the drawn snapshots the references, under their current names.
    ///
    /// All are checked before the first reference is written.
    ///
    /// - Parameter accepted: Called after each snapshot whose references are written.
    package mutating func accept(_ ids: [String], in own: ReviewedReferences, accepted: (String) -> Void = { _ in }) throws {
        let snapshots = try pending(ids)
        for snapshot in snapshots { _ = try drawn(snapshot, own) }
        var done: [String] = []
        // What was written is not pending any more, also if a later file cannot be written.
        defer { try? resolve(done, .updated, "accepted") }
        var places: [ReviewedReferences.Place] = []
        for snapshot in snapshots {
            let (place, files) = try drawn(snapshot, own)
            var written: [(SnapshotLevel, [UInt8])] = []
            // The fast-compressed picture is encoded again with its digest.
            for (level, file) in files { written.append((level, try file.bitmap.map(ReferencePNG.encode) ?? file.bytes)) }
            try place.folder.renameFormer(place.id)
            for (level, bytes) in written { try place.folder.write(bytes, place.id, level, replacesUsed: true) }
            if !places.contains(where: { $0.folder.path == place.folder.path }) { places.append(place) }
            done.append(snapshot.id)
            accepted(snapshot.id)
        }
        try resolve(done, .updated, "accepted")
        done = []
        for place in places { try recordFonts(place) }
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

    /// Keeps the references; the snapshots are no longer pending.
    package mutating func reject(_ ids: [String]) throws {
        for snapshot in try pending(ids) {
            for level in SnapshotLevel.allCases { try folder.remove(file(of: snapshot, level)) }
        }
        try resolve(ids, nil, "rejected")
    }

    private mutating func resolve(_ ids: [String], _ status: SnapshotStatus?, _ message: String) throws {
        guard !ids.isEmpty else { return }
        let ids = Set(ids)
        for index in report.cases.indices where ids.contains(report.cases[index].id) {
            if let status { report.cases[index].status = status }
            report.cases[index].message = [message, report.cases[index].message].filter { !$0.isEmpty }.joined(separator: ": ")
            if status == nil { (report.cases[index].actual, report.cases[index].actualText) = (nil, nil) }
        }
        try folder.write(report, record)
    }
}
