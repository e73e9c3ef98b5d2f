import SubdialWidgets

extension SnapshotSuite {
    /// All snapshots of the suite, in order.
    ///
    /// - Throws: An error for an invalid value of a matrix, or for two snapshots with the same name.
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
