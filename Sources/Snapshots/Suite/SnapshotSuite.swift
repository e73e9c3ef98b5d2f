/// What a suite file says: templates, entries, looks, and how strictly they are compared.
public struct SnapshotSuite: Hashable, Sendable {
    /// One case: a template or a kind with entries, in every look of its matrix.
    public struct Case: Hashable, Sendable {
        /// What names it; snapshots' names begin with it.
        public var id: String
        /// A template file, relative to the suite; nil for a kind.
        public var template: String?
        /// A kind of widget; nil for a template file.
        public var kind: String?
        /// Entry files, relative to the suite.
        public var entries: [String]
        /// The looks.
        public var matrix: SnapshotMatrix
        /// How pixels are compared.
        public var sensitivity: PixelSensitivity
        /// How much may differ.
        public var limits: PictureLimits
        /// What is not compared.
        public var masks: [SnapshotMask]
        /// What is compared.
        public var levels: Set<SnapshotLevel>
        /// The line of the suite file that it stands on; nil where it stands in none.
        public var line: Int?

        /// Makes a case.
        public init(
            id: String, template: String? = nil, kind: String? = nil, entries: [String] = [], matrix: SnapshotMatrix = .standard,
            sensitivity: PixelSensitivity = .perceived(), limits: PictureLimits = PictureLimits(), masks: [SnapshotMask] = [],
            levels: Set<SnapshotLevel> = Set(SnapshotLevel.allCases)
        ) {
            self.id = id
            self.template = template
            self.kind = kind
            self.entries = entries
            self.matrix = matrix
            self.sensitivity = sensitivity
            self.limits = limits
            self.masks = masks
            self.levels = levels
        }
    }

    /// Its name in reports.
    public var name: String
    /// The suite file.
    public var path: String
    /// Where references are, relative to the suite.
    public var references: String
    /// The folder whose fonts are used, and no others, relative to the suite; nil for the fonts of the system.
    public var fonts: String?
    /// The cases, in the file's order.
    public var cases: [Case]
    /// A hash of the file's text, to tell that two runs are of the same suite; nil for a suite without a file.
    public internal(set) var hash: String?

    /// Makes a suite.
    public init(name: String, path: String, references: String, cases: [Case]) {
        self.name = name
        self.path = path
        self.references = references
        self.cases = cases
    }

    /// The suite's own folder, which paths in it start from.
    public var folder: String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// The folder of ``fonts``, from the root.
    public var fontFolder: String? { fonts.map(absolute) }

    /// A path of the suite, from the root or from where the suite's own path starts.
    func absolute(_ written: String) -> String {
        written.hasPrefix("/") ? written : "\(folder)/\(written)"
    }
}

/// What of a snapshot is compared.
public enum SnapshotLevel: String, Hashable, Sendable, CaseIterable {
    /// The template with every expression evaluated.
    case tree
    /// Where each node stands.
    case layout
    /// The pixels.
    case picture
}
