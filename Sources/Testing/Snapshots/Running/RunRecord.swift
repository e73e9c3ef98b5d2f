import FoundationEssentials

/// The suite, shard, platform and fonts of a run; stored with the report, so that the runs of shards can be merged.
package struct RunRecord: Hashable, Sendable, Codable {
    /// The path of the suite file.
    package var suite: String
    /// The path of the suite file relative to the working folder of the run; nil if it is not below that.
    private var relativeSuite: String?
    /// A hash of the suite file; shards of one run have the same hash, on any machine and in any folder.
    private var suiteHash: String?
    /// The folder of the references.
    package var references: String
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
    /// The former names of references, by current name; nil if none were renamed.
    package var formerIDs: [String: String]?
    /// The id of a test run, equal in all its processes; nil if one process is the whole run.
    package var session: String?

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

    /// True if both are shards of one run.
    ///
    /// A run that could not read its suite has no hash of it; the name of the file then has to suffice.
    func belongs(with other: RunRecord) -> Bool {
        guard shards == other.shards else { return false }
        guard let suiteHash, let otherHash = other.suiteHash else { return suite.lastComponent == other.suite.lastComponent }
        return suiteHash == otherHash
    }

    /// The record adapted to a machine or a folder in which the suite has another path.
    ///
    /// - Parameters:
    ///   - suite: The suite file here; nil to search at the recorded path, and then below `folder`.
    ///   - folder: The current folder.
    /// - Returns: The record with local paths and true; or the unchanged record and false, if the suite does not exist here.
    package func located(suite: String?, in folder: String) -> (record: RunRecord, isHere: Bool) {
        let places = suite.map { [$0] } ?? [self.suite] + (relativeSuite.map { ["\(folder)/\($0)"] } ?? [])
        guard let place = places.first(where: FileManager.default.fileExists), let found = try? SnapshotSuite(path: place) else {
            return (self, false)
        }
        var record = self
        record.suite = place
        record.references = found.absolute(found.references)
        return (record, true)
    }
}

extension String {
    /// The part of a path after the last slash.
    fileprivate var lastComponent: Substring { self[(lastIndex(of: "/").map(index(after:)) ?? startIndex)...] }
}
