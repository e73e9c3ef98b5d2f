import Expressions
import Feeds
import FoundationEssentials

/// The content of a suite file: templates, entries, looks, and the permitted differences.
public struct SnapshotSuite: Hashable, Sendable {
    /// One case: a template or a kind with entries, in every look of its matrix.
    public struct Case: Hashable, Sendable {
        /// The id; snapshots' ids begin with it.
        public var id: String
        /// The path of a template file, relative to the suite; nil for a kind.
        public var template: String?
        /// A kind of widget; nil for a template file.
        public var kind: String?
        /// The paths of entry files, relative to the suite.
        public var entries: [String]
        /// The paths of source documents in place of entry files, relative to the suite.
        public var documents: [String] = []
        /// The start date: when documents were received, and to which moments are relative; nil for the date of the entry.
        public var date: Date?
        /// The values of the kind's parameters and fields, as set by `--set`.
        public var values: [Setting] = []
        /// The names of the bar formats whose lines are compared.
        public var bars: [String] = []
        /// The settings of the lines.
        public var lineSettings = FeedSettings()
        /// The looks.
        public var matrix: SnapshotMatrix
        /// The sensitivity of the pixel comparison.
        public var sensitivity: PixelSensitivity
        /// The permitted differences.
        public var limits: PictureLimits
        /// The masks.
        public var masks: [SnapshotMask]
        /// The compared levels.
        public var levels: Set<SnapshotLevel>
        /// The line number in the suite file; nil if it is not in one.
        public var line: Int?

        /// A value of a parameter or a field.
        public struct Setting: Hashable, Sendable {
            /// The name.
            public var name: String
            /// The value.
            public var value: Value

            /// Makes a setting.
            public init(name: String, value: Value) {
                self.name = name
                self.value = value
            }
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

    /// The name in reports.
    public var name: String
    /// The path of the suite file.
    public var path: String
    /// The folder of the references, relative to the suite.
    public var references: String
    /// The folder whose fonts are used exclusively, relative to the suite; nil for the system's fonts.
    public var fonts: String?
    /// The cases, in the file's order.
    public var cases: [Case]
    /// A hash of the file's text, which shows that two runs are of the same suite; nil for a suite without a file.
    public internal(set) var hash: String?

    /// Makes a suite.
    public init(name: String, path: String, references: String, cases: [Case]) {
        self.name = name
        self.path = path
        self.references = references
        self.cases = cases
    }

    /// The suite's folder, to which its paths are relative.
    public var folder: String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// The resolved path of ``fonts``.
    public var fontFolder: String? { fonts.map(absolute) }

    /// A path of the suite, resolved against the suite's folder.
    func absolute(_ written: String) -> String {
        written.hasPrefix("/") ? written : "\(folder)/\(written)"
    }
}

/// A level at which a snapshot is compared.
public enum SnapshotLevel: String, Hashable, Sendable, Codable, CaseIterable {
    /// The template with every expression evaluated.
    case tree
    /// The frame of each node.
    case layout
    /// The pixels.
    case picture
    /// The lines of bars.
    case line
    /// The future entries, and the times of changes.
    case timeline

    /// The levels at which a widget is compared.
    public static let ofWidgets: Set<SnapshotLevel> = [.tree, .layout, .picture]
}
