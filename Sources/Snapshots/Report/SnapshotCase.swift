import Drawing

/// The location of a reference.
public struct ReferencePlace: Hashable, Sendable, Codable {
    /// The folder of references.
    public var folder: String
    /// The name within the folder, without file extensions.
    public var id: String

    /// Makes a place.
    public init(folder: String, id: String) {
        self.folder = folder
        self.id = id
    }
}

/// The result of one snapshot.
public struct SnapshotCase: Hashable, Sendable, Codable {
    /// The id, unique in its suite.
    public var id: String
    /// The group in which it is listed.
    public var group: String
    /// The status.
    public var status: SnapshotStatus
    /// The explanation of the status, in one or more sentences; empty if there is nothing to explain.
    public var message: String
    /// The duration, in seconds.
    public var duration: Double
    /// The changes in the tree of nodes, one line each.
    public var nodeChanges: [String]
    /// The warnings about fonts that may explain a difference, one line each.
    public var fontWarnings: [String]
    /// The permitted differences; nil if nothing was compared.
    public var limits: PictureLimits?
    /// The counts of differences; nil if nothing was compared.
    public var counts: DifferenceCounts?
    /// The path of the file that defines the case.
    public var source: String?
    /// The line in that file; nil if unknown.
    public var line: Int?
    /// The path of the expected picture.
    public var expected: String?
    /// The path of the actual picture.
    public var actual: String?
    /// The path of the difference picture.
    public var difference: String?
    /// The path of the expected lines or timeline; nil for widgets, which have pictures.
    public var expectedText: String?
    /// The path of the actual lines or timeline.
    public var actualText: String?
    /// The levels of a failed snapshot whose drawn files can become references; nil for others.
    public var drawnLevels: [SnapshotLevel]?
    /// The faces that this process used for the first time in this snapshot; nil in reports.
    public var newFaces: [FontFace]?
    /// The location of its reference, if it differs from the run's folder and the id.
    public var reference: ReferencePlace?
    /// The masks without a matching node; nil if all match.
    public var unmatchedMasks: [UnmatchedMask]?

    /// Creates a result; omitted values are empty or nil.
    public init(
        id: String, group: String = "", status: SnapshotStatus, message: String = "", duration: Double = 0, nodeChanges: [String] = [],
        fontWarnings: [String] = [], limits: PictureLimits? = nil, counts: DifferenceCounts? = nil, source: String? = nil,
        expected: String? = nil, actual: String? = nil, difference: String? = nil
    ) {
        self.id = id
        self.group = group
        self.status = status
        self.message = message
        self.duration = duration
        self.nodeChanges = nodeChanges
        self.fontWarnings = fontWarnings
        self.limits = limits
        self.counts = counts
        self.source = source
        self.expected = expected
        self.actual = actual
        self.difference = difference
    }

    /// The message, the node changes and the font warnings, one line each.
    var details: String {
        ((message.isEmpty ? [] : [message]) + nodeChanges + fontWarnings).joined(separator: "\n")
    }
}
