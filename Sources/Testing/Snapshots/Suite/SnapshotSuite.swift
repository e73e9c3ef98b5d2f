import FoundationEssentials
import SubdialExpressions
import SubdialFeeds
import SubdialKinds
import SubdialSystem
import SubdialWidgets

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
        package var matrix: LookMatrix
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
            id: String, template: String? = nil, kind: String? = nil, entries: [String] = [], matrix: LookMatrix = .ofSuites,
            sensitivity: PixelSensitivity = .exact, limits: PictureLimits = PictureLimits(), masks: [SnapshotMask] = [],
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
    /// The store of the pictures: an address, or a folder relative to the suite; nil if they are beside the texts.
    package var store: String?
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

    /// The folder of the references of a suite that names none.
    static let defaultReferences = "References"
    /// The name of the file of a suite, if no other is given.
    package static let defaultFile = "snapshots.yaml"

    /// The maximum size of a suite file that a report names, in bytes.
    static let maximumBytes = 16 << 20

    /// The resolved path of ``fonts``.
    package var fontFolder: String? { fonts.map(absolute) }

    /// The resolved path of ``references``.
    package var referenceFolder: String { absolute(references) }

    /// True if the references are below the suite's folder, and not behind a link.
    var keepsItsReferences: Bool {
        guard !references.hasPrefix("/"), referenceFolder.hasPrefix("\(folder)/"), let confined = try? ConfinedFolder(folder) else {
            return false
        }
        return (try? ConfinedPath(String(referenceFolder.dropFirst(folder.count + 1)))).map(confined.isFree) ?? false
    }

    /// A path of the suite, resolved against the suite's folder.
    package func absolute(_ written: String) -> String {
        let path = written.hasPrefix("/") ? written : "\(folder)/\(written)"
        return path.hasPrefix("/") ? path.plainPath : path
    }
}

extension LookMatrix {
    /// The looks of a case without a matrix, in the family of its template's file name or in all families of its kind.
    package static let ofSuites = {
        var matrix = LookMatrix()
        matrix.set(.appearance, [Appearance.dark, .light]) { $0.appearance = $1 }
        return matrix
    }()
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

extension SnapshotSuite {
    /// All snapshots of the suite, with the devices and kinds of `resources`.
    ///
    /// - Throws: As ``snapshots(catalog:familiesOfKind:)``.
    package func snapshots(with resources: ResourceFolder) throws -> [SnapshotSpec] {
        try snapshots(catalog: try WidgetRenderer.catalog(resources)) { kind in
            WidgetFamily.allCases.filter { resources.text("\(kind)/\($0.rawValue).yaml") != nil }
        }
    }

    /// The levels at which a snapshot is compared.
    func levels(of spec: SnapshotSpec) -> Set<SnapshotLevel> {
        switch spec.content {
        case .widget: cases[spec.caseIndex].levels.intersection(SnapshotLevel.ofWidgets)
        case .lines: [.line]
        case .timeline: [.timeline]
        }
    }

    /// All snapshots of the suite, in order.
    ///
    /// - Throws: An error for an invalid value of a matrix, for two snapshots with the same name, or for a name that leads out of a folder.
    package func snapshots(catalog: DeviceCatalog, familiesOfKind: (String) -> [WidgetFamily]) throws -> [SnapshotSpec] {
        var specs: [SnapshotSpec] = []
        for (index, snapshotCase) in cases.enumerated() {
            if !snapshotCase.levels.isDisjoint(with: SnapshotLevel.ofWidgets) {
                specs += try widgets(snapshotCase, index, catalog, familiesOfKind)
            }
            specs += texts(snapshotCase, index)
        }
        var seen: Set<String> = []
        for spec in specs where !seen.insert(spec.id).inserted {
            throw SnapshotError.suite(
                path: path, reason: "two snapshots would be called '\(spec.id)'; give their entries, backdrops or palettes other names")
        }
        for spec in specs {
            do throws(ConfinedPathError) {
                for id in [spec.id, spec.formerID].compactMap({ $0 }) { _ = try ConfinedPath(id) }
            } catch {
                throw SnapshotError.suite(
                    path: path,
                    reason: "the snapshot '\(spec.id.shown)' would be no file of its references: \(error); give its case another id")
            }
        }
        return specs
    }

    /// The warning about names that differ in case alone, which a checkout on macOS or Windows makes one file; empty if there are none.
    package func nameClashes(_ specs: [SnapshotSpec]) -> [String] {
        let names = Dictionary(grouping: specs.map(\.id)) { $0.lowercased() }.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
        guard let first = names.first else { return [] }
        let rest = names.count > 1 ? ", and \(names.count - 1) names more" : ""
        return [
            "\(first.map { "'\($0)'" }.joined(separator: " and "))\(rest) are one file where names have no case, as on macOS and Windows; "
                + "give their cases or entries other names"
        ]
    }

    private func widgets(
        _ snapshotCase: Case, _ index: Int, _ catalog: DeviceCatalog, _ familiesOfKind: (String) -> [WidgetFamily]
    ) throws -> [SnapshotSpec] {
        var specs: [SnapshotSpec] = []
        var hasLeftOut = false
        let families = try families(of: snapshotCase, familiesOfKind)
        for family in families {
            let all = snapshotCase.matrix.looks(WidgetLook(family: family), over: LookAxis.all.filter { $0 != .family && $0 != .device })
            // The device's own inks, and another size, apply only to the family of panels.
            let fitting = family == .panel ? all : all.filter { $0.panel?.isForPanelsAlone != true }
            hasLeftOut = hasLeftOut || fitting.count < all.count
            for device in try devices(for: family, snapshotCase, catalog) {
                specs += looks(snapshotCase, index, device, fitting)
            }
        }
        guard !specs.isEmpty || !hasLeftOut else {
            throw SnapshotError.suite(
                path: path,
                reason:
                    "the panels of the case '\(snapshotCase.id)' are for the family panel; give its 'families', or a depth or a palette alone"
            )
        }
        // A case without snapshots would pass with any template.
        guard !specs.isEmpty || snapshotCase.subjects.isEmpty else {
            let named = snapshotCase.matrix[.device]?.compactMap(\.device).joined(separator: ", ")
            let devices = named.map { "none of its families is on \($0)" }
            let kind = snapshotCase.kind.map { "the kind '\($0)' has no templates" }
            let reason = families.isEmpty ? kind ?? "it has no families" : devices ?? "it has no looks"
            throw SnapshotError.suite(path: path, reason: "the case '\(snapshotCase.id)' has no snapshot: \(reason)")
        }
        return specs
    }

    /// The snapshots of texts; of the look, only the time zone affects them.
    private func texts(_ snapshotCase: Case, _ index: Int) -> [SnapshotSpec] {
        let bars = snapshotCase.levels.contains(.line) ? snapshotCase.bars : []
        var contents: [(word: String?, content: (TimeZones) -> SnapshotSpec.Content)] = []
        for bar in bars { contents.append((bar, { .lines(bar: bar, $0) })) }
        if snapshotCase.levels.contains(.timeline) { contents.append((nil, { .timeline($0) })) }
        let zones = snapshotCase.matrix[.timeZone]?.map(\.timeZones) ?? [TimeZones()]
        return snapshotCase.subjects.flatMap { subject in
            contents.flatMap { word, content in
                zones.map { zone in
                    let name = [subject.nameOfFile, word, zone.nameWord].compactMap { $0 }.joined(separator: ".")
                    return SnapshotSpec(
                        id: "\(snapshotCase.id)/\(name)", caseIndex: index, entry: absolute(subject), content: content(zone))
                }
            }
        }
    }

    private func families(of snapshotCase: Case, _ familiesOfKind: (String) -> [WidgetFamily]) throws -> [WidgetFamily] {
        if let named = snapshotCase.matrix[.family] { return named.map(\.family) }
        if let kind = snapshotCase.kind { return familiesOfKind(kind) }
        let name = (snapshotCase.template ?? "").nameOfFile.prefix { $0 != "-" }
        guard let family = WidgetFamily(rawValue: String(name)) else {
            throw SnapshotError.suite(
                path: path, reason: "the case '\(snapshotCase.id)' needs 'matrix: { families: … }', as its template is not named for one")
        }
        return [family]
    }

    private func devices(for family: WidgetFamily, _ snapshotCase: Case, _ catalog: DeviceCatalog) throws -> [Device] {
        guard let looks = snapshotCase.matrix[.device] else { return [try catalog.standardDevice(for: family)] }
        // A device without the family has no snapshot of it.
        return try looks.compactMap(\.device).map(catalog.device).filter { $0.places[family] != nil }
    }

    private func looks(_ snapshotCase: Case, _ index: Int, _ device: Device, _ looks: [WidgetLook]) -> [SnapshotSpec] {
        let namesDevice = snapshotCase.matrix[.device] != nil
        return snapshotCase.subjects.flatMap { entry in
            looks.map { look in
                var look = look
                if namesDevice { look.device = device.id }
                func id(_ naming: LookNaming) -> String {
                    "\(snapshotCase.id)/\(([entry.nameOfFile] + look.words(naming)).joined(separator: "."))"
                }
                return SnapshotSpec(
                    id: id(.suite(device)), formerID: id(.formerSuite(device)), caseIndex: index, entry: absolute(entry),
                    content: .widget(look))
            }
        }
    }
}

extension SnapshotLevel {
    /// A text of this level in the form of this version.
    package func current(_ text: String) -> String {
        switch self {
        case .tree: FormerTreeText.tree(text)
        case .layout: FormerTreeText.layout(text)
        case .line, .timeline, .picture: text
        }
    }

    /// A reference in the form of this version, with its names quoted as in the text with which it is compared.
    package func current(_ reference: String, besides text: String) -> String {
        self == .tree || self == .layout ? current(FormerNames(in: text).quoted(in: reference)) : current(reference)
    }

    /// A text of this level in the form of this version, without the masked parts.
    func text(_ text: String, hiding names: Set<String>) -> String {
        let text = current(text)
        return switch self {
        case .tree, .layout: MaskedTree.text(text, hiding: names)
        case .line: BarLines.text(text, hiding: names)
        case .timeline: TimelineText.text(text, hiding: names)
        case .picture: text
        }
    }

    /// The differences between two different texts of this level, at least one.
    package func changes(from old: String, to new: String) -> [SnapshotChange] {
        let changes: [SnapshotChange] =
            switch self {
            case .tree: NodeChanges.tree(old, new)
            case .layout: NodeChanges.layout(old, new)
            case .line: BarLines.changes(old, new).map { SnapshotChange($0) }
            case .timeline: TimelineChanges.changes(old, new).map { SnapshotChange($0) }
            case .picture: []
            }
        return changes.isEmpty ? NodeChanges.line(old, new) : changes
    }
}

/// Removes masked nodes from a tree's text.
enum MaskedTree {
    /// The text in which each masked node, with its children, is replaced by a line with only its id.
    ///
    /// - Parameter ids: The ids of masked nodes; if empty, the text is unchanged.
    static func text(_ text: String, hiding ids: Set<String>) -> String {
        guard !ids.isEmpty else { return text }
        var hidden: Int?
        var output: [String] = []
        for raw in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let line = NodeLine(raw)
            if let indent = hidden, line.indent > indent, !raw.isEmpty { continue }
            hidden = nil
            if let id = line.id, ids.contains(id) {
                hidden = line.indent
                output.append("\(raw.prefix(line.indent))\(line.kind) #\(id)")
            } else {
                output.append(String(raw))
            }
        }
        return output.joined(separator: "\n")
    }
}
