import Drawing
import Files
import FoundationEssentials
import Layout
import Timeline
import Widgets

/// Draws snapshots and compares them with their references.
public final class SnapshotJudge {
    let suite: SnapshotSuite
    let references: ReferenceFolder
    let mode: RecordMode
    /// Where the pictures of what differs go.
    let output: String
    private let renderer: WidgetRenderer
    private let schemas: EntrySchemas
    /// The advice that ends messages about a missing or unusable reference.
    let advice: String
    private var entries: [String: (entry: Entry, folder: String)] = [:]
    /// The faces that cases have told of.
    private var toldFaces: Set<FontFace> = []

    /// Makes a judge.
    ///
    /// - Parameters:
    ///   - mode: Which references it writes.
    ///   - output: The folder in which pictures of what differs are put, under `expected`, `actual` and `difference`.
    ///   - schemas: The kinds that entry files may be of.
    ///   - advice: What messages tell whose reference is missing or cannot be used.
    public init(
        _ suite: SnapshotSuite, references: ReferenceFolder, mode: RecordMode, output: String, renderer: WidgetRenderer,
        schemas: EntrySchemas, advice: String = "record it with 'subdial snapshot record'"
    ) {
        self.schemas = schemas
        self.advice = advice
        self.suite = suite
        self.references = references
        self.mode = mode
        self.output = output
        self.renderer = renderer
        renderer.recordsFaces = true
    }

    /// Has snapshots whose entry is said to be at `path` show this one.
    ///
    /// - Parameter folder: What the entry's artwork is relative to.
    public func show(_ entry: Entry, folder: String, as path: String) {
        entries[path] = (entry, folder)
    }

    /// What became of a snapshot.
    ///
    /// What cannot be drawn or compared is an error, never a pass.
    public func judge(_ spec: SnapshotSpec) -> SnapshotCase {
        let clock = ContinuousClock()
        let start = clock.now
        let snapshotCase = suite.cases[spec.caseIndex]
        var result = SnapshotCase(id: spec.id, group: snapshotCase.id, status: .passed, source: suite.path)
        result.line = snapshotCase.line
        do {
            try judge(spec, &result)
        } catch {
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

    /// Lays a snapshot out, and neither draws nor compares it.
    public func layOut(_ spec: SnapshotSpec) throws { _ = try prepare(spec, suite.cases[spec.caseIndex]) }

    private func judge(_ spec: SnapshotSpec, _ result: inout SnapshotCase) throws {
        let snapshotCase = suite.cases[spec.caseIndex]
        let prepared = try prepare(spec, snapshotCase)
        let picture = try renderer.draw(prepared)
        // A placeholder must not become a reference because a file was forgotten.
        let unusable = renderer.unusablePictures(of: prepared, countsAddresses: true)
        guard unusable.isEmpty else { throw SnapshotError.pictures(unusable) }
        let hidden = Set(snapshotCase.masks.compactMap { if case .node(let id) = $0 { id } else { nil } })
        result.unmatchedMasks = unmatched(hidden, prepared)
        let texts = [SnapshotLevel.tree: prepared.expandedText, .layout: prepared.layout.text]
        var findings = Findings()
        for level in [SnapshotLevel.tree, .layout] where snapshotCase.levels.contains(level) {
            switch references.text(spec.id, level) {
            case .absent: findings.missing.append(level)
            case .unusable(let path, let reason): findings.unusable.append((level, "\(path) \(reason)"))
            case .content(let text, _):
                let (old, new) = (MaskedTree.text(text, hiding: hidden), MaskedTree.text(texts[level] ?? "", hiding: hidden))
                guard old != new else { continue }
                findings.differing.append(level)
                result.nodeChanges += level == .tree ? NodeChanges.tree(old, new) : NodeChanges.layout(old, new)
            }
        }
        if snapshotCase.levels.contains(.picture) {
            switch references.picture(spec.id) {
            case .absent: findings.missing.append(.picture)
            case .unusable(let path, let reason): findings.unusable.append((.picture, "\(path) \(reason)"))
            case .content(let png, let path):
                let compared: Compared?
                do throws(ImageError) {
                    compared = try compare(png, picture, masks(snapshotCase.masks, prepared, picture), snapshotCase, &result)
                } catch {
                    findings.unusable.append((.picture, "\(path) is no whole PNG (\(error))"))
                    break
                }
                guard let compared else { break }
                findings.differing.append(.picture)
                keep(compared, spec, png, &result)
            }
        }
        try settle(spec, findings, picture.bitmap, texts, &result)
    }

    private func prepare(_ spec: SnapshotSpec, _ snapshotCase: SnapshotSuite.Case) throws -> PreparedWidget {
        let (entry, folder) = try entry(spec.entry)
        guard let family = WidgetFamily(rawValue: spec.family) else {
            throw WidgetError.unknown("family", spec.family, among: WidgetFamily.allCases.map(\.rawValue))
        }
        let device = try renderer.catalog.device(spec.device)
        var environment = WidgetEnvironment(
            family: family, device: device, appearance: try word(spec.appearance, "appearance"), mode: try word(spec.mode, "mode"),
            typeSize: try spec.typeSize.map { (w) throws in try word(w, "type size") as TypeSize }, now: entry.date)
        if let language = spec.language { environment.language = language }
        if let placement = spec.placement { environment.placement = try word(placement, "placement") }
        if let direction = spec.direction { environment.direction = try word(direction, "direction") as LayoutDirection }
        if let redaction = spec.redaction, redaction != "none" { environment.redaction = [try word(redaction, "redaction")] }
        let file = snapshotCase.template.map(suite.absolute)
        if let file, !FileManager.default.fileExists(atPath: file) { throw SnapshotError.missing(path: file, what: "template") }
        return try renderer.layOut(
            entry, kind: snapshotCase.kind ?? WidgetRenderer.standardKind, templateFile: file, theme: spec.theme, in: environment,
            folder: folder)
    }

    private func word<T: RawRepresentable & CaseIterable>(_ text: String, _ what: String) throws -> T where T.RawValue == String {
        guard let word = T(rawValue: text) else { throw WidgetError.unknown(what, text, among: T.allCases.map(\.rawValue)) }
        return word
    }

    private func entry(_ path: String) throws -> (Entry, String) {
        if let known = entries[path] { return known }
        let entry: Entry
        do {
            entry = try Entry(parsing: try text(path, as: "entry file"), schemas: schemas)
        } catch let error as EntryError {
            throw SnapshotError.suite(path: path, reason: error.description)
        }
        let known = (entry, String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
        entries[path] = known
        return known
    }

    private func text(_ path: String, as what: String) throws(SnapshotError) -> String {
        guard let data = FileManager.default.contents(atPath: path) else { throw .missing(path: path, what: what) }
        return String(decoding: data, as: UTF8.self)
    }
}
