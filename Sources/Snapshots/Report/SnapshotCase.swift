import Drawing

/// Where a reference is.
public struct ReferencePlace: Hashable, Sendable, Codable {
    /// The folder of references.
    public var folder: String
    /// The name within it, without the endings of files.
    public var id: String

    /// Makes a place.
    public init(folder: String, id: String) {
        self.folder = folder
        self.id = id
    }
}

/// One case of a run.
public struct SnapshotCase: Hashable, Sendable, Codable {
    /// What names it, alone in its suite.
    public var id: String
    /// What it is listed under.
    public var group: String
    /// What became of it.
    public var status: SnapshotStatus
    /// Why, in a sentence or more; empty where there is nothing to say.
    public var message: String
    /// How long it took, in seconds.
    public var duration: Double
    /// What has changed in the tree of nodes, a line each.
    public var nodeChanges: [String]
    /// What was known of its fonts that may explain a difference, a line each.
    public var fontWarnings: [String]
    /// How much may differ; nil where nothing was compared.
    public var limits: PictureLimits?
    /// How much differs; nil where nothing was compared.
    public var counts: DifferenceCounts?
    /// The file that defines the case, for those who want to go there.
    public var source: String?
    /// The line of that file; nil where it is not known.
    public var line: Int?
    /// The path of the picture as it should be.
    public var expected: String?
    /// The path of the picture as it is.
    public var actual: String?
    /// The path of the picture of what differs.
    public var difference: String?
    /// The path of a bar's lines or of a timeline as they should be; nil for widgets, which have pictures.
    public var expectedText: String?
    /// The path of such a text as it is.
    public var actualText: String?
    /// The faces that were used here for the first time in the process that drew it; nil in reports.
    public var newFaces: [FontFace]?
    /// Where its reference is, where that is not the run's own folder and its own name.
    public var reference: ReferencePlace?
    /// The masks whose node it does not have; nil where it has all.
    public var unmatchedMasks: [UnmatchedMask]?

    /// Creates a case; what is left out does not exist.
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

    /// The message, the changed nodes and the warnings of fonts, a line each.
    var details: String {
        ((message.isEmpty ? [] : [message]) + nodeChanges + fontWarnings).joined(separator: "\n")
    }
}
