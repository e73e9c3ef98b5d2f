import FoundationEssentials

/// The suite, shard, platform and fonts of a run: kept with the report, so that the runs of shards can be merged.
public struct RunRecord: Hashable, Sendable, Codable {
    /// The suite file.
    public var suite: String
    /// The suite file from the folder in which the run was started; nil where it is not below that.
    public var relativeSuite: String?
    /// A hash of what the suite file said: shards of one run have the same, on whichever machines and in whichever folders they ran.
    public var suiteHash: String?
    /// The folder of the references.
    public var references: String
    /// The words for the platform, the most special first.
    public var platforms: [String]
    /// Which shard of how many.
    public var shard: Int, shards: Int
    /// True where nothing was filtered out.
    public var isUnfiltered: Bool
    /// The fonts that the pictures were drawn with.
    public var fonts: [FontRecord]
    /// The names that references had before, by those of now; nil where none had another.
    public var formerIDs: [String: String]?
    /// The id of a test run, equal in all its processes; nil where one process is the whole run.
    public var session: String?

    /// Makes a record.
    public init(
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

    /// True where both are shards of one run.
    func belongs(with other: RunRecord) -> Bool {
        guard shards == other.shards else { return false }
        guard let suiteHash, let otherHash = other.suiteHash else { return suite == other.suite }
        return suiteHash == otherHash
    }

    /// The record for a machine or a folder in which the suite stands elsewhere.
    ///
    /// - Parameters:
    ///   - suite: The suite file here; nil to look where the run had it, and then below `folder`.
    ///   - folder: The folder in which this is asked.
    /// - Returns: The record with paths of here, and true; or as it is, and false, where there is no such suite here.
    public func located(suite: String?, in folder: String) -> (record: RunRecord, isHere: Bool) {
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
