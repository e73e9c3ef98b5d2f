import FoundationEssentials
import SubdialGLib
import SubdialSystem

/// The suite, shard, platform and fonts of a run; stored with the report, so that the runs of shards can be merged.
package struct RunRecord: Hashable, Sendable, Codable {
    /// The path of the suite file.
    package var suite: String
    /// The path of the suite file relative to the working folder of the run; nil if it is not below that.
    private var relativeSuite: String?
    /// A hash of the suite file; shards of one run have the same hash, on any machine and in any folder.
    private var suiteHash: String?
    /// The folder of the references on the machine of the run; a review finds its own by the suite.
    private var references: String
    /// The platform names, most specific first.
    package var platforms: [String]
    /// The shard, from 1, and the number of shards.
    package var shard: Int, shards: Int
    /// True if no filter was applied.
    package var isUnfiltered: Bool
    /// The number of snapshots of each case in the whole suite, by the case's id; nil if unknown.
    package var caseSizes: [String: Int]?
    /// The fonts that the pictures were drawn with.
    package var fonts: [FontRecord]
    /// The id of a test run, equal in all its processes; nil if one process is the whole run.
    package var session: String?
    /// The id of the CI run, equal in all its jobs and attempts; nil elsewhere.
    package var ciRun: String?

    /// The maximum numbers of shards, platforms and fonts.
    package static let maximumShards = 10_000
    private static let (maximumPlatforms, maximumFonts) = (16, 10_000)

    /// Makes a record.
    package init(
        suite: String, relativeSuite: String? = nil, suiteHash: String? = nil, references: String, platforms: [String], shard: Int = 1,
        shards: Int = 1, isUnfiltered: Bool, fonts: [FontRecord]
    ) {
        self.suite = suite
        self.relativeSuite = relativeSuite
        self.suiteHash = suiteHash
        self.references = references
        self.platforms = platforms
        self.shard = shard
        self.shards = shards
        self.isUnfiltered = isUnfiltered
        self.fonts = fonts
    }

    /// True if the run has started: an error may have prevented it before its references were known.
    package var hasStarted: Bool { !references.isEmpty }

    /// The id of the CI run in an environment of GitHub or GitLab; nil elsewhere.
    package static func ciRun(in environment: [String: String]) -> String? {
        ["GITHUB_RUN_ID", "CI_PIPELINE_ID"].compactMap { environment[$0] }.first { !$0.isEmpty }
    }

    /// Checks that a shard is of the same CI run as the others: a machine may have those of an earlier one.
    ///
    /// Another run than that of the shards may merge them all, as a workflow that another one starts does.
    ///
    /// - Parameters:
    ///   - runs: The CI runs of all shards.
    ///   - merging: The CI run that merges them, whose own shards count in a mix; nil elsewhere.
    /// - Throws: ``SnapshotError/report(path:reason:)`` for a shard of another run.
    package func check(isOfOneOf runs: Set<String>, mergedBy merging: String?, in folder: RunFolder) throws(SnapshotError) {
        guard runs.count > 1, let ciRun, ciRun != merging else { return }
        let others = runs.subtracting([ciRun]).sorted().map(\.shown).joined(separator: ", ")
        throw .report(
            path: folder.path,
            reason: "this report is of the CI run \(ciRun.shown), and others are of \(others); "
                + "remove what an earlier run has left, and merge the shards of one run")
    }

    /// True if both are shards of one run.
    ///
    /// A run that could not read its suite has no hash of it; the name of the file then has to suffice.
    func belongs(with other: RunRecord) -> Bool {
        guard shards == other.shards else { return false }
        guard let suiteHash, let otherHash = other.suiteHash else { return suite.lastComponent == other.suite.lastComponent }
        return suiteHash == otherHash
    }

    /// The suite of the run on this machine, whose names and folders count, and not those of the record.
    ///
    /// A suite that nobody has named must be below the current folder, and its references below its own: one that came with a report
    /// cannot change anything but what came with it.
    ///
    /// - Parameters:
    ///   - written: The suite file here; nil to search at the recorded path, and then below `folder`.
    ///   - folder: The current folder.
    /// - Returns: nil if the suite does not exist here.
    /// - Throws: ``SnapshotError`` for a suite that cannot be read, or whose references are elsewhere.
    package func suite(named written: String?, in folder: String) throws(SnapshotError) -> SnapshotSuite? {
        if let written { return try SnapshotSuite(path: written) }
        for place in [suite] + (relativeSuite.map { ["\(folder)/\($0)"] } ?? []) {
            guard let path = ConfinedFolder.place(of: place, within: folder), let file = FileVersion(path: path),
                file.size <= SnapshotSuite.maximumBytes
            else { continue }
            let found = try SnapshotSuite(path: path)
            guard found.keepsItsReferences else {
                throw .suite(
                    path: path,
                    reason: "its references are not below its own folder; if it is yours, name it by '--suite' and the report by '--output'"
                )
            }
            return found
        }
        return nil
    }

    /// The record for a machine or a folder in which the suite has another path.
    package func located(at found: SnapshotSuite) -> RunRecord {
        var record = self
        (record.suite, record.references) = (found.path, found.referenceFolder)
        return record
    }

    /// Checks a record that may come from others.
    ///
    /// - Throws: `refused` with the entry that breaks a rule.
    func check() throws(ReportError) {
        for (entry, text) in [("suite", suite), ("relativeSuite", relativeSuite ?? ""), ("references", references)] {
            guard text.isSafeInLine else { throw .refused(entry: entry, reason: "'\(text.shown)' has a control character") }
        }
        guard (1...Self.maximumShards).contains(shards), (1...shards).contains(shard) else {
            throw .refused(entry: "shard", reason: "there is no shard \(shard) of \(shards)")
        }
        try ReportReading.check("platforms", count: platforms.count, limit: Self.maximumPlatforms)
        for (index, platform) in platforms.enumerated() where !ReferenceFolder.isPlatform(platform) {
            throw .refused(entry: "platforms[\(index)]", reason: "'\(platform.shown)' is no name of a platform")
        }
        try ReportReading.check("fonts", count: fonts.count, limit: Self.maximumFonts)
        for (index, font) in fonts.enumerated() where !font.isValid {
            throw .refused(entry: "fonts[\(index)]", reason: "'\(font.name.shown)' is no font of a file with a SHA-256")
        }
    }
}

extension FontRecord {
    /// True for texts that can be written into a list of fonts.
    fileprivate var isValid: Bool {
        sha256.isSHA256 && !file.isEmpty && !file.utf8.contains(UInt8(ascii: "/"))
            && [family, style, file, version].allSatisfy { $0.utf8.count <= 1024 && $0.isSafeInLine }
    }
}

extension String {
    /// The part of a path after the last slash.
    var lastComponent: Substring { self[(lastIndex(of: "/").map(index(after:)) ?? startIndex)...] }
}
