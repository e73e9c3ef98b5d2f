import Drawing
import Files
import FoundationEssentials
import Layout
import Timeline
import Widgets

/// Draws snapshots and compares them with their references.
public final class SnapshotJudge {
    private let suite: SnapshotSuite
    private let references: ReferenceFolder
    private let mode: RecordMode
    /// Where the pictures of what differs go.
    private let output: String
    private let renderer: WidgetRenderer
    private let schemas: EntrySchemas
    private var entries: [String: (entry: Entry, folder: String)] = [:]

    /// Makes a judge.
    ///
    /// - Parameters:
    ///   - mode: Which references it writes.
    ///   - output: The folder in which pictures of what differs are put, under `expected`, `actual` and `difference`.
    ///   - schemas: The kinds that entry files may be of.
    public init(
        _ suite: SnapshotSuite, references: ReferenceFolder, mode: RecordMode, output: String, resources: ResourceFolder,
        schemas: EntrySchemas
    ) throws {
        self.schemas = schemas
        self.suite = suite
        self.references = references
        self.mode = mode
        self.output = output
        renderer = try WidgetRenderer(resources: resources)
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
        var result = SnapshotCase(id: spec.id, group: suite.cases[spec.caseIndex].id, status: .passed, source: suite.path)
        do {
            try judge(spec, &result)
        } catch {
            result.status = .error
            result.message = "\(error)"
        }
        let (seconds, attoseconds) = (clock.now - start).components
        result.duration = Double(seconds) + Double(attoseconds) * 1e-18
        return result
    }

    private func judge(_ spec: SnapshotSpec, _ result: inout SnapshotCase) throws {
        let snapshotCase = suite.cases[spec.caseIndex]
        let prepared = try prepare(spec, snapshotCase)
        let picture = try renderer.draw(prepared)
        let texts = [SnapshotLevel.tree: prepared.expandedText, .layout: prepared.layout.text]
        var differing: [SnapshotLevel] = []
        var missing: [SnapshotLevel] = []
        for level in [SnapshotLevel.tree, .layout] where snapshotCase.levels.contains(level) {
            guard let file = references.file(spec.id, level) else {
                missing.append(level)
                continue
            }
            let (old, new) = (try text(file), texts[level] ?? "")
            guard old != new else { continue }
            differing.append(level)
            result.nodeChanges += level == .tree ? NodeChanges.tree(old, new) : NodeChanges.layout(old, new)
        }
        if snapshotCase.levels.contains(.picture) {
            if let file = references.file(spec.id, .picture) {
                if try !matches(file, picture, prepared, snapshotCase, spec, &result) { differing.append(.picture) }
            } else {
                missing.append(.picture)
            }
        }
        try settle(spec, differing, missing, picture.bitmap, texts, &result)
    }

    /// Decides what becomes of the snapshot, and writes what is to be written.
    private func settle(
        _ spec: SnapshotSpec, _ differing: [SnapshotLevel], _ missing: [SnapshotLevel], _ bitmap: Bitmap, _ texts: [SnapshotLevel: String],
        _ result: inout SnapshotCase
    ) throws {
        let levels = suite.cases[spec.caseIndex].levels
        func write(_ levels: some Sequence<SnapshotLevel>) throws {
            for level in levels.sorted(by: { $0.rawValue < $1.rawValue }) {
                let bytes = try level == .picture ? ReferencePNG.encode(bitmap) : Array((texts[level] ?? "").utf8)
                try AtomicFile.write(bytes, to: references.place(spec.id, level))
            }
        }
        if !differing.isEmpty {
            guard mode == .changed || mode == .all else {
                result.status = .failed
                let others = differing.filter { $0 != .picture }.map(\.rawValue)
                if !others.isEmpty {
                    let told = "\(others.joined(separator: " and ")) differ\(others.count == 1 ? "s" : "")"
                    result.message = result.message.isEmpty ? "the \(told), the picture does not" : "\(result.message); the \(told)"
                }
                try keep(spec, bitmap, texts, &result)
                return
            }
            try write(Set(differing).union(missing))
            result.status = .updated
            result.message = "recorded anew: \(differing.map(\.rawValue).joined(separator: ", "))"
            (result.expected, result.difference) = (nil, nil)
            return
        }
        if !missing.isEmpty {
            guard mode != .never else {
                result.status = .missing
                result.message = "there is no reference; record it with 'subdial snapshot record'"
                try keep(spec, bitmap, texts, &result)
                return
            }
            try write(missing)
            result.status = missing.count == levels.count ? .new : .updated
            result.message = "recorded"
        }
    }

    /// Puts what was drawn where a review finds it.
    private func keep(_ spec: SnapshotSpec, _ bitmap: Bitmap, _ texts: [SnapshotLevel: String], _ result: inout SnapshotCase) throws {
        let levels = suite.cases[spec.caseIndex].levels
        for level in [SnapshotLevel.tree, .layout] where levels.contains(level) {
            try AtomicFile.write(
                Array((texts[level] ?? "").utf8), to: "\(output)/actual/\(spec.id).\(ReferenceFolder.endings[level] ?? "")")
        }
        let path = "actual/\(spec.id).png"
        try AtomicFile.write(ReferencePNG.encode(bitmap), to: "\(output)/\(path)")
        result.actual = path
        guard result.expected == nil, let file = references.file(spec.id, .picture), let bytes = FileManager.default.contents(atPath: file)
        else { return }
        try AtomicFile.write(Array(bytes), to: "\(output)/expected/\(spec.id).png")
        result.expected = "expected/\(spec.id).png"
    }

    /// Whether the picture is what it should be.
    ///
    /// Where the digests are equal, nothing is decoded.
    private func matches(
        _ file: String, _ picture: Picture, _ prepared: PreparedWidget, _ snapshotCase: SnapshotSuite.Case, _ spec: SnapshotSpec,
        _ result: inout SnapshotCase
    ) throws -> Bool {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw SnapshotError.reference(path: file, reason: "the reference cannot be read")
        }
        let png = [UInt8](data)
        if let digest = ReferencePNG.digest(in: png), digest == PixelDigest(picture.bitmap) { return true }
        let expected: Bitmap
        do {
            expected = try PNG.decode(png)
        } catch {
            throw SnapshotError.reference(path: file, reason: "the reference is no whole PNG (\(error)); record it anew")
        }
        guard expected != picture.bitmap else { return true }
        let comparer = PictureComparer(
            sensitivity: snapshotCase.sensitivity, limits: snapshotCase.limits, masks: masks(snapshotCase.masks, prepared, picture))
        let comparison = comparer.compare(expected, picture.bitmap)
        result.counts = comparison.counts
        result.limits = snapshotCase.limits
        guard !comparison.passed else { return true }
        result.message = comparison.message ?? ""
        result.expected = "expected/\(spec.id).png"
        result.difference = "difference/\(spec.id).png"
        guard mode == .never || mode == .missing else { return false }
        try AtomicFile.write(png, to: "\(output)/expected/\(spec.id).png")
        try AtomicFile.write(PNG.encode(comparison.difference(over: expected)), to: "\(output)/difference/\(spec.id).png")
        try AtomicFile.write(
            PNG.encode(comparison.sideBySide(expected, picture.bitmap)), to: "\(output)/side-by-side/\(spec.id).png")
        return false
    }

    /// Masks in pixels; those of nodes from where the nodes stand now.
    private func masks(_ masks: [SnapshotMask], _ prepared: PreparedWidget, _ picture: Picture) -> [PixelRect] {
        let scale = Double(picture.bitmap.width) / max(1, picture.canvas.width)
        func pixels(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PixelRect {
            let (left, top) = (Int(saturating: (x * scale).rounded(.down)), Int(saturating: (y * scale).rounded(.down)))
            let (right, bottom) = (
                Int(saturating: ((x + width) * scale).rounded(.up)), Int(saturating: ((y + height) * scale).rounded(.up))
            )
            return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
        }
        return masks.flatMap { mask -> [PixelRect] in
            switch mask {
            case .rectangle(let x, let y, let width, let height): [pixels(x, y, width, height)]
            case .node(let id):
                prepared.layout.frames(of: id).map { pixels($0.minX, $0.minY, $0.size.width, $0.size.height) }
            }
        }
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

    private func text(_ path: String, as what: String = "reference") throws(SnapshotError) -> String {
        guard let data = FileManager.default.contents(atPath: path) else { throw .missing(path: path, what: what) }
        return String(decoding: data, as: UTF8.self)
    }
}

extension PlacedNode {
    /// Where the nodes with this id stand.
    func frames(of id: String) -> [Layout.Rect] {
        (self.id == id ? [frame] : []) + children.flatMap { $0.frames(of: id) }
    }
}
