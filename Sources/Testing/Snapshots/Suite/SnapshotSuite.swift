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

    /// The maximum size of a suite file that a report names, in bytes.
    static let maximumBytes = 16 << 20

    /// The resolved path of ``fonts``.
    package var fontFolder: String? { fonts.map(absolute) }

    /// The resolved path of ``references``.
    package var referenceFolder: String { absolute(references) }

    /// True if the references are below the suite's folder, and not behind a link.
    var keepsItsReferences: Bool {
        guard !references.hasPrefix("/"), let folder = try? ConfinedFolder(folder) else { return false }
        let plain = references.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
        return (try? ConfinedPath(plain)).map(folder.isFree) ?? false
    }

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

    private func widgets(
        _ snapshotCase: Case, _ index: Int, _ catalog: DeviceCatalog, _ familiesOfKind: (String) -> [WidgetFamily]
    ) throws -> [SnapshotSpec] {
        var specs: [SnapshotSpec] = []
        let details = snapshotCase.matrix.details
        var hasLeftOut = false
        let families = try families(of: snapshotCase, familiesOfKind)
        for family in families {
            // The device's own inks, and another size, apply only to the family of panels.
            let fitting = family == .panel ? details : details.filter { $0.panel?.isForPanelsAlone != true }
            hasLeftOut = hasLeftOut || fitting.count < details.count
            for device in try devices(for: family, snapshotCase, catalog) {
                specs += looks(snapshotCase, index, family, device, fitting)
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
            let devices = snapshotCase.matrix.devices.map { "none of its families is on \($0.joined(separator: ", "))" }
            let kind = snapshotCase.kind.map { "the kind '\($0)' has no templates" }
            let reason = families.isEmpty ? kind ?? "it has no families" : devices ?? "it has no looks"
            throw SnapshotError.suite(path: path, reason: "the case '\(snapshotCase.id)' has no snapshot: \(reason)")
        }
        return specs
    }

    /// The snapshots of texts; of the look, only the time zone affects them.
    private func texts(_ snapshotCase: Case, _ index: Int) -> [SnapshotSpec] {
        let bars = snapshotCase.levels.contains(.line) ? snapshotCase.bars : []
        let contents =
            bars.map { (word: Optional($0), content: SnapshotSpec.Content.lines(bar: $0)) }
            + (snapshotCase.levels.contains(.timeline) ? [(word: nil, content: .timeline)] : [])
        return snapshotCase.subjects.flatMap { subject in
            contents.flatMap { word, content in
                (snapshotCase.matrix.timeZones.map { $0.map(Optional.some) } ?? [nil]).map { zone in
                    var details = LookDetails()
                    details.timeZone = zone
                    let name = [SuiteReader.name(of: subject), word, details.zoneWord].compactMap { $0 }.joined(separator: ".")
                    return SnapshotSpec(
                        id: "\(snapshotCase.id)/\(name)", caseIndex: index, entry: absolute(subject), details: details, content: content)
                }
            }
        }
    }

    private func families(of snapshotCase: Case, _ familiesOfKind: (String) -> [WidgetFamily]) throws -> [WidgetFamily] {
        let named = try snapshotCase.matrix.families?.map { word in
            guard let family = WidgetFamily(rawValue: word) else {
                throw SnapshotError.suite(
                    path: path, reason: "\(WidgetError.unknown("family", word, among: WidgetFamily.allCases.map(\.rawValue)))")
            }
            return family
        }
        if let named { return named }
        if let kind = snapshotCase.kind { return familiesOfKind(kind) }
        let name = SuiteReader.name(of: snapshotCase.template ?? "").prefix { $0 != "-" }
        guard let family = WidgetFamily(rawValue: String(name)) else {
            throw SnapshotError.suite(
                path: path, reason: "the case '\(snapshotCase.id)' needs 'matrix: { families: … }', as its template is not named for one")
        }
        return [family]
    }

    private func devices(for family: WidgetFamily, _ snapshotCase: Case, _ catalog: DeviceCatalog) throws -> [Device] {
        guard let names = snapshotCase.matrix.devices else { return [try catalog.standardDevice(for: family)] }
        // A device without the family has no snapshot of it.
        return try names.map(catalog.device).filter { $0.places[family] != nil }
    }

    private func looks(
        _ snapshotCase: Case, _ index: Int, _ family: WidgetFamily, _ device: Device, _ details: [LookDetails]
    ) -> [SnapshotSpec] {
        var specs: [SnapshotSpec] = []
        let matrix = snapshotCase.matrix
        for entry in snapshotCase.subjects {
            let name = SuiteReader.name(of: entry)
            for appearance in matrix.appearances {
                for mode in matrix.modes {
                    for theme in matrix.themes {
                        let words =
                            [name, family.rawValue, device.id, appearance]
                            + [mode == "fullColor" ? nil : mode, theme == "default" ? nil : theme].compactMap { $0 }
                        for more in matrix.others {
                            for details in details {
                                func id(_ more: [String]) -> String {
                                    "\(snapshotCase.id)/\((words + more + details.words(deviceScale: device.scale)).joined(separator: "."))"
                                }
                                specs.append(
                                    SnapshotSpec(
                                        id: id(more.words(on: device)), formerID: id(more.formerWords), caseIndex: index,
                                        entry: absolute(entry), family: family.rawValue, device: device.id, appearance: appearance,
                                        mode: mode, theme: theme, typeSize: more.typeSize, language: more.language,
                                        placement: more.placement, direction: more.direction, redaction: more.redaction,
                                        details: details))
                            }
                        }
                    }
                }
            }
        }
        return specs
    }
}

extension SnapshotMatrix {
    /// The optional values of a look.
    fileprivate struct Others {
        var typeSize: String?, language: String?, placement: String?, direction: String?, redaction: String?

        /// The name components; default values have none.
        func words(on device: Device) -> [String] {
            let usual: [(String?, String)] = [
                (typeSize, device.typeSize.rawValue), (language, Strings.standardLanguage), (placement, "standard"),
                (direction, "leftToRight"), (redaction, "none"),
            ]
            return usual.compactMap { $0.0 == $0.1 ? nil : $0.0 }
        }

        /// The name components in earlier versions.
        var formerWords: [String] { [typeSize, language].compactMap { $0 } + words(among: [placement, direction, redaction]) }

        private func words(among others: [String?]) -> [String] {
            others.compactMap { $0 }.filter { !["standard", "leftToRight", "none"].contains($0) }
        }
    }

    /// Every combination of the optional values.
    fileprivate var others: [Others] {
        let lists: [(WritableKeyPath<Others, String?>, [String]?)] = [
            (\.typeSize, typeSizes), (\.language, languages), (\.placement, placements), (\.direction, directions),
            (\.redaction, redactions),
        ]
        return lists.reduce([Others()]) { all, list in
            guard let words = list.1 else { return all }
            return all.flatMap { others in
                words.map { word in
                    var others = others
                    others[keyPath: list.0] = word
                    return others
                }
            }
        }
    }
}

extension SnapshotLevel {
    /// A text of this level without the masked parts.
    func text(_ text: String, hiding names: Set<String>) -> String {
        switch self {
        case .tree, .layout: MaskedTree.text(text, hiding: names)
        case .line: BarLines.text(text, hiding: names)
        case .timeline: TimelineText.text(text, hiding: names)
        case .picture: text
        }
    }

    /// The differences between two texts of this level, one line each.
    package func changes(from old: String, to new: String) -> [String] {
        switch self {
        case .tree: NodeChanges.tree(old, new)
        case .layout: NodeChanges.layout(old, new)
        case .line: BarLines.changes(old, new)
        case .timeline: TimelineChanges.changes(old, new)
        case .picture: []
        }
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
