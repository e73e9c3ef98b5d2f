import FoundationEssentials
import SubdialDocuments
import SubdialDrawing
import SubdialKinds
import SubdialTimeline
import SubdialWidgets

/// Draws snapshots and compares them with their references.
package final class SnapshotJudge {
    let suite: SnapshotSuite
    let references: ReferenceFolder
    let mode: RecordMode
    /// The folder for the pictures of differences; nil if none are kept.
    let output: String?
    let renderer: WidgetRenderer
    let schemas: EntrySchemas
    /// The kinds that create entries from documents; nil if there are none.
    let kinds: KindLibrary?
    /// The advice at the end of messages about a missing or unusable reference.
    let advice: String
    /// The cached scenes, by case and file.
    var scenes: [SceneKey: SnapshotScene] = [:]
    /// The entries set by ``show(_:folder:as:)``, by path; the files need not exist.
    var entries: [String: (entries: [Entry], folder: String)] = [:]
    /// The templates set by ``draw(by:as:)``, by path; the files need not exist.
    var templates: [String: JSONValue] = [:]
    /// True if an unmatched mask is an error of its snapshot; then nothing is written.
    package var requiresMasks = false
    /// The error because of which the last snapshot could not be drawn or compared; nil if there was none.
    package private(set) var error: (any Error)?
    /// The last loaded backdrop, with its path.
    var backdrop: (path: String, bitmap: Bitmap)?
    /// The faces that earlier results have reported.
    private var toldFaces: Set<FontFace> = []

    /// Makes a judge.
    ///
    /// - Parameters:
    ///   - mode: The references that it writes.
    ///   - output: The folder for pictures of differences, which go into `expected`, `actual` and `difference`; nil to keep none.
    ///   - schemas: The schemas of entry files.
    ///   - kinds: The kinds that create entries from documents.
    ///   - advice: The end of messages about a missing or unusable reference.
    package init(
        _ suite: SnapshotSuite, references: ReferenceFolder, mode: RecordMode, output: String?, renderer: WidgetRenderer,
        schemas: EntrySchemas, kinds: KindLibrary? = nil, advice: String = "record it with 'subdial snapshot record'"
    ) {
        self.schemas = schemas
        self.kinds = kinds
        self.advice = advice
        self.suite = suite
        self.references = references
        self.mode = mode
        self.output = output
        self.renderer = renderer
        renderer.recordsFaces = true
    }

    /// Uses these entries for snapshots whose entry file is `path`.
    ///
    /// - Parameter folder: The folder to which the entries' artwork paths are relative.
    package func show(_ given: [Entry], folder: String, as path: String) {
        entries[path] = (given, folder)
        scenes = [:]
    }

    /// Uses this template, which a program has built, for cases whose template is `path`.
    package func draw(by template: JSONValue, as path: String) { templates[path] = template }

    /// Draws and compares a snapshot.
    ///
    /// A snapshot that cannot be drawn or compared is an error, never a pass.
    package func judge(_ spec: SnapshotSpec) -> SnapshotCase {
        let clock = ContinuousClock()
        let start = clock.now
        let snapshotCase = suite.cases[spec.caseIndex]
        var result = SnapshotCase(id: spec.id, group: snapshotCase.id, status: .passed, source: suite.path)
        result.line = snapshotCase.line
        error = nil
        do {
            try judge(spec, &result)
        } catch {
            self.error = error
            result.status = .error
            result.message = "\(error)"
        }
        let new = renderer.usedFaces.subtracting(toldFaces)
        // The renderer retains fonts while it records them, so the record is cleared after each snapshot.
        renderer.forgetUsedFaces()
        if !new.isEmpty { result.newFaces = new.sorted() }
        toldFaces.formUnion(new)
        let (seconds, attoseconds) = (clock.now - start).components
        result.duration = Double(seconds) + Double(attoseconds) * 1e-18
        return result
    }

    /// Lays out a snapshot without drawing or comparing it; a text needs no layout.
    package func layOut(_ spec: SnapshotSpec) throws {
        if spec.content == .widget { _ = try prepare(spec, suite.cases[spec.caseIndex]) }
    }

    private func judge(_ spec: SnapshotSpec, _ result: inout SnapshotCase) throws {
        guard spec.content == .widget else { return try judgeText(spec, &result) }
        let snapshotCase = suite.cases[spec.caseIndex]
        let prepared = try prepare(spec, snapshotCase)
        // A missing file must not make a placeholder the reference.
        let unusable = renderer.unusablePictures(of: prepared, countsAddresses: true)
        guard unusable.isEmpty else { throw SnapshotError.pictures(unusable) }
        // Nor must a box.
        let boxes = renderer.missingGlyphs(of: prepared)
        guard boxes.isEmpty else { throw SnapshotError.glyphs(boxes) }
        let hidden = hidden(in: snapshotCase)
        result.unmatchedMasks = unmatched(hidden, prepared)
        if requiresMasks, let mask = result.unmatchedMasks?.first { throw mask }
        let texts = [SnapshotLevel.tree: prepared.expandedText, .layout: prepared.layout.text]
        var findings = Findings()
        for level in [SnapshotLevel.tree, .layout] where snapshotCase.levels.contains(level) {
            compare(spec, level, texts[level] ?? "", hiding: hidden, &findings, &result)
        }
        // If only texts are compared, a picture is drawn for the report only.
        let isPictured = snapshotCase.levels.contains(.picture)
        guard isPictured || !findings.isEmpty else { return }
        let drawn = try draw(prepared, spec)
        if isPictured {
            switch references.picture(spec.id) {
            case .absent: findings.missing.append(.picture)
            case .unusable(let path, let reason): findings.unusable.append((.picture, "\(path) \(reason)"))
            case .content(let png, let path):
                let compared: Compared?
                do throws(ImageError) {
                    compared = try compare(png, drawn.bitmap, masks(snapshotCase.masks, prepared, drawn), snapshotCase, &result)
                } catch {
                    findings.unusable.append((.picture, "\(path) is no whole PNG (\(error))"))
                    break
                }
                guard let compared else { break }
                findings.differing.append(.picture)
                keep(compared, spec, png, &result)
            }
        }
        try settle(spec, findings, drawn.bitmap, texts, &result)
    }

    /// The names of masked nodes and fields.
    func hidden(in snapshotCase: SnapshotSuite.Case) -> Set<String> {
        Set(snapshotCase.masks.compactMap { if case .node(let id) = $0 { id } else { nil } })
    }

    /// Compares a text with its reference, without masked parts.
    func compare(
        _ spec: SnapshotSpec, _ level: SnapshotLevel, _ text: String, hiding hidden: Set<String>, _ findings: inout Findings,
        _ result: inout SnapshotCase
    ) {
        switch references.text(spec.id, level) {
        case .absent: findings.missing.append(level)
        case .unusable(let path, let reason): findings.unusable.append((level, "\(path) \(reason)"))
        case .content(let reference, _):
            let (old, new) = (level.text(reference, hiding: hidden), level.text(text, hiding: hidden))
            guard old != new else { return }
            findings.differing.append(level)
            result.nodeChanges += level.changes(from: old, to: new)
        }
    }
}
