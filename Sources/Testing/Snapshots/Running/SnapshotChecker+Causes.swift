import SubdialGLib
import SubdialTemplates
import SubdialWidgets

// Where the cause of a difference or of an error is, and which snapshots differ for the same one.

extension SnapshotChecker {
    /// Finds the node of the template whose change is the cause of others, its line, and the cause.
    ///
    /// All changes are parts of the cause, so that the first snapshot of a row shows those of the others. A snapshot in which only the picture
    /// differs has none, nor has one with a reference that is missing or unusable.
    func locate(
        _ changes: [SnapshotLevel: [SnapshotChange]], _ findings: Findings, _ prepared: PreparedWidget, _ look: WidgetLook,
        _ snapshotCase: SnapshotSuite.Case, _ result: inout SnapshotCase
    ) throws {
        let (tree, layout) = (changes[.tree] ?? [], changes[.layout] ?? [])
        guard !tree.isEmpty || !layout.isEmpty else { return }
        let inTree = NodePlaces(prepared.expandedText, prepared.expandedPaths)
        let inLayout = NodePlaces(prepared.layout.text, prepared.layout.paths)
        // The nodes of views have no line: their locations tell them apart.
        let isOfViews = snapshotCase.template.map { drawings[$0] != nil } ?? false
        let moved = inLayout.cause(of: layout, at: .layout)
        if let node = inTree.cause(of: tree, at: .tree).flatMap(inTree.path) ?? moved.flatMap(inLayout.path) {
            let (file, position) = prepared.place(of: node)
            if !isOfViews { result.change = line(position.line, of: file) }
        }
        guard findings.unusable.isEmpty, findings.missing.isEmpty else { return }
        func part(_ change: SnapshotChange, _ places: NodePlaces) -> String {
            guard let path = places.path(of: change) else { return "\(change.node ?? "") \(change.kind)" }
            let (file, position) = prepared.place(of: path)
            return "\(file):\(position.line):\(position.column)\(isOfViews ? " \(path)" : "") \(change.kind)"
        }
        var parts = findings.differing.map(\.rawValue) + (try inputs(of: look))
        parts += tree.map { part($0, inTree) } + layout.filter { !$0.kind.isEmpty }.map { part($0, inLayout) }
        // Without a change of the tree, nothing else says which node has moved others.
        if tree.isEmpty, let moved = moved ?? layout.first { parts.append("moved \(part(moved, inLayout))") }
        result.cause = SHA256.hex(parts.joined(separator: "\0\0").utf8)
    }

    /// What a picture depends on beside its tree and layout: the tree does not say whether it has changed.
    private func inputs(of look: WidgetLook) throws -> [String] {
        var inputs: [String] = []
        if let backdrop = look.backdrop { inputs.append("\(PixelDigest(try bitmap(ofBackdrop: suite.absolute(backdrop))))") }
        // A file has the colours of a theme, for each appearance.
        if look.themeName != Theme.standard { inputs.append("\(look.themeName) \(look.appearance)") }
        if let palette = look.panel?.paletteFile { inputs.append(palette) }
        return inputs
    }

    /// The line of a template or an entry with an error; nil if it is not known.
    func place(of error: any Error) -> SourceLine? {
        switch error {
        case WidgetError.template(let error): error.problems.first.flatMap { line($0.position.line, of: $0.file) }
        case SnapshotError.suite(let path, _): path == suite.path ? nil : line(1, of: path)
        default: nil
        }
    }

    /// A line of a file of the user; nil for a file that Subdial has brought along.
    private func line(_ line: Int, of file: String) -> SourceLine? {
        guard file.hasPrefix("/"), file.hasPrefix("\(suite.folder)/") || !renderer.isShipped(file) else { return nil }
        return SourceLine(file: file, line: line)
    }
}
