import FoundationEssentials
import SubdialExpressions
import SubdialFeeds
import SubdialKinds

/// The content of a suite file: templates, entries, looks, and the permitted differences.
package struct SnapshotSuite: Hashable, Sendable {
    /// One case: a template or a kind with entries, in every look of its matrix.
    package struct Case: Hashable, Sendable {
        /// The id; snapshots' ids begin with it.
        package var id: String
        /// The path of a template file, relative to the suite; nil for a kind.
        package var template: String?
        /// A kind of widget; nil for a template file.
        package var kind: String?
        /// The paths of entry files, relative to the suite.
        package var entries: [String]
        /// The paths of source documents in place of entry files, relative to the suite.
        package var documents: [String] = []
        /// The start date: when documents were received, and to which moments are relative; nil for the date of the entry.
        package var date: Date?
        /// The values of the kind's parameters and fields, as set by `--set`.
        package var values: [Setting] = []
        /// The names of the bar formats whose lines are compared.
        package var bars: [String] = []
        /// The settings of the lines.
        package var lineSettings = FeedSettings()
        /// The looks.
        package var matrix: SnapshotMatrix
        /// The sensitivity of the pixel comparison.
        package var sensitivity: PixelSensitivity
        /// The permitted differences.
        package var limits: PictureLimits
        /// The masks.
        package var masks: [SnapshotMask]
        /// The compared levels.
        package var levels: Set<SnapshotLevel>
        /// The line number in the suite file; nil if it is not in one.
        package var line: Int?

        /// A value of a parameter or a field.
        package struct Setting: Hashable, Sendable {
            /// The name.
            package var name: String
            /// The value.
            package var value: Value

            /// Makes a setting.
            package init(name: String, value: Value) {
                self.name = name
                self.value = value
            }
        }

        /// The files of the case: documents, or else entry files.
        var subjects: [String] { documents.isEmpty ? entries : documents }

        /// Makes a case.
        package init(
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
    package var name: String
    /// The path of the suite file.
    package var path: String
    /// The folder of the references, relative to the suite.
    package var references: String
    /// The folder whose fonts are used exclusively, relative to the suite; nil for the system's fonts.
    package var fonts: String?
    /// The cases, in the file's order.
    package var cases: [Case]
    /// A hash of the file's text, which shows that two runs are of the same suite; nil for a suite without a file.
    package internal(set) var hash: String?

    /// Makes a suite.
    package init(name: String, path: String, references: String, cases: [Case]) {
        self.name = name
        self.path = path
        self.references = references
        self.cases = cases
    }

    /// The suite's folder, to which its paths are relative.
    package var folder: String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// The resolved path of ``fonts``.
    package var fontFolder: String? { fonts.map(absolute) }

    /// A path of the suite, resolved against the suite's folder.
    func absolute(_ written: String) -> String {
        written.hasPrefix("/") ? written : "\(folder)/\(written)"
    }
}

/// A level at which a snapshot is compared.
package enum SnapshotLevel: String, Hashable, Sendable, Codable, CaseIterable {
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
    package static let ofWidgets: Set<SnapshotLevel> = [.tree, .layout, .picture]
}
