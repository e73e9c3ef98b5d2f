import Expressions
import Feeds
import FoundationEssentials

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
        /// Documents of the kind's source in place of entry files, relative to the suite.
        public var documents: [String] = []
        /// The beginning: when documents came, and what moments count from; nil for the date of the entry.
        public var date: Date?
        /// Parameters and fields of the kind that are set, as `--set` does it.
        public var values: [Setting] = []
        /// The formats of bars whose lines are held.
        public var bars: [String] = []
        /// How the lines are wanted.
        public var lineSettings = FeedSettings()
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

        /// A value by the name of a parameter or a field.
        public struct Setting: Hashable, Sendable {
            /// The name.
            public var name: String
            /// The value.
            public var value: Value
        }

        /// The files of the case: documents, or else entry files.
        var subjects: [String] { documents.isEmpty ? entries : documents }

        /// Makes a case.
        public init(
            id: String, template: String? = nil, kind: String? = nil, entries: [String] = [], matrix: SnapshotMatrix = .standard,
            sensitivity: PixelSensitivity = .perceived(), limits: PictureLimits = PictureLimits(), masks: [SnapshotMask] = [],
            levels: Set<SnapshotLevel> = SnapshotLevel.ofWidgets
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
    /// The lines that bars get.
    case line
    /// The entries to come, and when something changes.
    case timeline

    /// The levels at which a widget is compared.
    public static let ofWidgets: Set<SnapshotLevel> = [.tree, .layout, .picture]
}
