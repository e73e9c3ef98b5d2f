import Widgets

/// One snapshot: a case with one entry in one look.
public struct SnapshotSpec: Hashable, Sendable {
    /// What names it: case, entry and look, such as `hero/playing.systemSmall.iphone-15.dark`.
    ///
    /// Words of a look that are what everyone draws stand in no name, so that a matrix can grow without renaming what was there:
    /// `fullColor`, `default`, the device's own text size, English.
    public let id: String
    /// The name that it had where those words stood in names; nil where that is the same.
    public let formerID: String?
    /// The index of its case in the suite.
    public let caseIndex: Int
    /// The entry file, from the root.
    public let entry: String
    /// The words of its look.
    public let family: String, device: String, appearance: String, mode: String, theme: String
    /// nil for the device's own.
    public let typeSize: String?
    /// nil for English.
    public let language: String?
    /// nil for a placement, direction or redaction that nobody chose.
    public let placement: String?, direction: String?, redaction: String?

    /// Makes a snapshot; its entry may be one that a judge has been given under that path.
    public init(
        id: String, formerID: String? = nil, caseIndex: Int = 0, entry: String, family: String, device: String, appearance: String,
        mode: String, theme: String, typeSize: String? = nil, language: String? = nil, placement: String? = nil, direction: String? = nil,
        redaction: String? = nil
    ) {
        self.id = id
        self.formerID = formerID == id ? nil : formerID
        self.caseIndex = caseIndex
        self.entry = entry
        self.family = family
        self.device = device
        self.appearance = appearance
        self.mode = mode
        self.theme = theme
        self.typeSize = typeSize
        self.language = language
        self.placement = placement
        self.direction = direction
        self.redaction = redaction
    }
}

extension SnapshotSuite {
    /// Every snapshot of the suite, in its order.
    ///
    /// - Throws: That a word of a matrix is none, or that two snapshots would have the same name.
    public func snapshots(catalog: DeviceCatalog, familiesOfKind: (String) -> [WidgetFamily]) throws -> [SnapshotSpec] {
        var specs: [SnapshotSpec] = []
        for (index, snapshotCase) in cases.enumerated() {
            for family in try families(of: snapshotCase, familiesOfKind) {
                for device in try devices(for: family, snapshotCase, catalog) {
                    specs += looks(snapshotCase, index, family, device)
                }
            }
        }
        var seen: Set<String> = []
        for spec in specs where !seen.insert(spec.id).inserted {
            throw SnapshotError.suite(path: path, reason: "two snapshots would be called '\(spec.id)'; give their entries other names")
        }
        return specs
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
        // A device that does not have a family has no snapshot of it.
        return try names.map(catalog.device).filter { $0.places[family] != nil }
    }

    private func looks(_ snapshotCase: Case, _ index: Int, _ family: WidgetFamily, _ device: Device) -> [SnapshotSpec] {
        var specs: [SnapshotSpec] = []
        let matrix = snapshotCase.matrix
        for entry in snapshotCase.entries {
            let name = SuiteReader.name(of: entry)
            for appearance in matrix.appearances {
                for mode in matrix.modes {
                    for theme in matrix.themes {
                        for more in matrix.others {
                            let words =
                                [name, family.rawValue, device.id, appearance]
                                + [mode == "fullColor" ? nil : mode, theme == "default" ? nil : theme].compactMap { $0 }
                            func id(_ more: [String]) -> String { "\(snapshotCase.id)/\((words + more).joined(separator: "."))" }
                            specs.append(
                                SnapshotSpec(
                                    id: id(more.words(on: device)), formerID: id(more.formerWords), caseIndex: index,
                                    entry: absolute(entry), family: family.rawValue, device: device.id, appearance: appearance,
                                    mode: mode, theme: theme, typeSize: more.typeSize, language: more.language,
                                    placement: more.placement, direction: more.direction, redaction: more.redaction))
                        }
                    }
                }
            }
        }
        return specs
    }
}

extension SnapshotMatrix {
    /// The words of a look that may be left out.
    fileprivate struct Others {
        var typeSize: String?, language: String?, placement: String?, direction: String?, redaction: String?

        /// The words that stand in names; usual words do not.
        func words(on device: Device) -> [String] {
            let usual: [(String?, String)] = [
                (typeSize, device.typeSize.rawValue), (language, Strings.standardLanguage), (placement, "standard"),
                (direction, "leftToRight"), (redaction, "none"),
            ]
            return usual.compactMap { $0.0 == $0.1 ? nil : $0.0 }
        }

        /// The words that stood in names of earlier versions.
        var formerWords: [String] { [typeSize, language].compactMap { $0 } + words(among: [placement, direction, redaction]) }

        private func words(among others: [String?]) -> [String] {
            others.compactMap { $0 }.filter { !["standard", "leftToRight", "none"].contains($0) }
        }
    }

    /// Every combination of the words that may be left out.
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

/// Which snapshots of a suite a run is about.
public struct SnapshotSelection: Hashable, Sendable {
    /// Texts of which a name has to contain one, or with `*` match it as a whole; none for all.
    public var filters: [String]
    /// The shard, 1 to ``shards``.
    public var shard: Int
    /// Into how many parts the suite is divided.
    public var shards: Int

    /// Makes a selection; without anything said all are selected.
    public init(filters: [String] = [], shard: Int = 1, shards: Int = 1) {
        self.filters = filters
        self.shard = shard
        self.shards = shards
    }

    /// Whether every snapshot is selected.
    public var isComplete: Bool { filters.isEmpty && shards == 1 }

    /// Whether a snapshot of this name is selected.
    ///
    /// To which shard it belongs follows from its name alone, so that a new one moves no other: FNV-1a of 64 bits, finished as MurmurHash3
    /// is, for its low bits alone are not mixed well enough.
    public func selects(_ id: String) -> Bool {
        var hash = id.stableHash
        hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
        hash ^= hash >> 33
        guard hash % UInt64(max(1, shards)) == UInt64(shard - 1) else { return false }
        return filters.isEmpty || filters.contains { $0.contains("*") ? Self.matches(id[...], $0[...]) : id.contains($0) }
    }

    private static func matches(_ text: Substring, _ pattern: Substring) -> Bool {
        guard let star = pattern.firstIndex(of: "*") else { return text == pattern }
        guard text.hasPrefix(pattern[..<star]) else { return false }
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        var rest = text.dropFirst(parts[0].count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return parts.last.map { rest.hasSuffix($0) } ?? true
    }
}
