import Drawing
import FoundationEssentials
import JSON
import Kinds
import Timeline
import Widgets

/// Draws snapshots and compares them with their references.
public final class SnapshotJudge {
    let suite: SnapshotSuite
    let references: ReferenceFolder
    let mode: RecordMode
    /// Where the pictures of what differs go.
    let output: String
    let renderer: WidgetRenderer
    let schemas: EntrySchemas
    /// The kinds that make entries of documents; nil where there are none.
    let kinds: KindLibrary?
    /// The advice that ends messages about a missing or unusable reference.
    let advice: String
    /// Scenes by the case and the file that they are of.
    var scenes: [SceneKey: SnapshotScene] = [:]
    /// Entries that were given, by the paths of files that there need not be.
    var entries: [String: (entries: [Entry], folder: String)] = [:]
    /// Templates that were given, by the paths of files that there need not be.
    var templates: [String: JSONValue] = [:]
    /// True where a mask of no node is an error of its snapshot, and nothing is written then.
    public var requiresMasks = false
    /// The reason why the last snapshot could not be drawn or compared; nil where it could.
    public private(set) var error: (any Error)?
    /// The last backdrop, with its path.
    var backdrop: (path: String, bitmap: Bitmap)?
    /// The faces that cases have told of.
    private var toldFaces: Set<FontFace> = []

    /// Makes a judge.
    ///
    /// - Parameters:
    ///   - mode: Which references it writes.
    ///   - output: The folder in which pictures of what differs are put, under `expected`, `actual` and `difference`.
    ///   - schemas: The kinds that entry files may be of.
    ///   - kinds: The kinds that make entries of documents.
    ///   - advice: What messages tell whose reference is missing or cannot be used.
    public init(
        _ suite: SnapshotSuite, references: ReferenceFolder, mode: RecordMode, output: String, renderer: WidgetRenderer,
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

    /// Has snapshots whose entries are said to be at `path` show these.
    ///
    /// - Parameter folder: What the entries' artwork is relative to.
    public func show(_ given: [Entry], folder: String, as path: String) {
        entries[path] = (given, folder)
        scenes = [:]
    }

    /// Has cases whose template is said to be at `path` be drawn by this one, which a program has built.
    public func draw(by template: JSONValue, as path: String) { templates[path] = template }

    /// What became of a snapshot.
    ///
    /// What cannot be drawn or compared is an error, never a pass.
    public func judge(_ spec: SnapshotSpec) -> SnapshotCase {
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
        // Fonts are held while they are noted: no longer than for one snapshot.
        renderer.forgetUsedFaces()
        if !new.isEmpty { result.newFaces = new.sorted() }
        toldFaces.formUnion(new)
        let (seconds, attoseconds) = (clock.now - start).components
        result.duration = Double(seconds) + Double(attoseconds) * 1e-18
        return result
    }

    /// Lays a snapshot out, and neither draws nor compares it; a text needs no layout.
    public func layOut(_ spec: SnapshotSpec) throws {
        if spec.content == .widget { _ = try prepare(spec, suite.cases[spec.caseIndex]) }
    }

    private func judge(_ spec: SnapshotSpec, _ result: inout SnapshotCase) throws {
        guard spec.content == .widget else { return try judgeText(spec, &result) }
        let snapshotCase = suite.cases[spec.caseIndex]
        let prepared = try prepare(spec, snapshotCase)
        // A placeholder must not become a reference because a file was forgotten.
        let unusable = renderer.unusablePictures(of: prepared, countsAddresses: true)
        guard unusable.isEmpty else { throw SnapshotError.pictures(unusable) }
        let hidden = hidden(in: snapshotCase)
        result.unmatchedMasks = unmatched(hidden, prepared)
        if requiresMasks, let mask = result.unmatchedMasks?.first { throw mask }
        let texts = [SnapshotLevel.tree: prepared.expandedText, .layout: prepared.layout.text]
        var findings = Findings()
        for level in [SnapshotLevel.tree, .layout] where snapshotCase.levels.contains(level) {
            compare(spec, level, texts[level] ?? "", hiding: hidden, &findings, &result)
        }
        // Where texts alone are compared, a picture is drawn only to be looked at.
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

    /// Compares a text with its reference, without what masks cover.
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
