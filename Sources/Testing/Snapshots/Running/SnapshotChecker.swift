import FoundationEssentials
import SubdialBasics
import SubdialDrawing
import SubdialExpressions
import SubdialFeeds
import SubdialKinds
import SubdialLayout
import SubdialTimeline
import SubdialWidgets

/// Draws snapshots and compares them with their references.
package final class SnapshotChecker {
    let suite: SnapshotSuite
    let references: ReferenceFolder
    let mode: RecordMode
    /// The folder for the pictures of differences; nil if none are kept.
    let output: RunFolder?
    let renderer: WidgetRenderer
    let schemas: EntrySchemas
    /// The kinds that create entries from documents; nil if there are none.
    let kinds: KindLibrary?
    /// The advice at the end of messages about a missing or unusable reference.
    let advice: String
    /// The cached scenes, by case and file.
    var scenes: [SceneKey: SnapshotScene] = [:]
    /// The entries set by ``use(_:folder:as:)``, by path; the files need not exist.
    var entries: [String: (entries: [Entry], folder: String)] = [:]
    /// The timelines set by ``use(_:asked:as:)``, by path; the files need not exist.
    var timelines: [String: (timeline: Timeline, asked: ClosedRange<Date>?)] = [:]
    /// The drawings set by ``draw(by:as:)``, by the path that stands for a template.
    var drawings: [String: Drawing] = [:]
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
        _ suite: SnapshotSuite, references: ReferenceFolder, mode: RecordMode, output: RunFolder?, renderer: WidgetRenderer,
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
    package func use(_ given: [Entry], folder: String, as path: String) {
        entries[path] = (given, folder)
        scenes = [:]
    }

    /// Uses this timeline of a provider for snapshots whose entry file is `path`.
    ///
    /// - Parameter asked: The time in which the provider was asked: a timeline that begins then has no date in its text.
    package func use(_ timeline: Timeline, asked: ClosedRange<Date>?, as path: String) {
        timelines[path] = (timeline, asked)
        scenes = [:]
    }

    /// Lays out a widget without a template, such as a view, in a look.
    ///
    /// - Parameters:
    ///   - start: The date to which moments are relative; nil for the drawing's own.
    ///   - environment: The environment of the look, given the date to which its moment is relative.
    package typealias Drawing = (
        _ renderer: WidgetRenderer, _ look: WidgetLook, _ start: Date?, _ environment: (Date) throws -> WidgetEnvironment
    ) throws -> PreparedWidget

    /// Uses this drawing for cases whose template is `path`; they need no entries.
    package func draw(by drawing: @escaping Drawing, as path: String) { drawings[path] = drawing }

    /// The widget of a snapshot, without drawing or comparing it; nil for a text.
    package func prepared(_ spec: SnapshotSpec) throws -> PreparedWidget? {
        try spec.look.map { try prepare(spec, $0, suite.cases[spec.caseIndex]) }
    }

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
            result.change = place(of: error)
            result.cause = result.message
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
    package func layOut(_ spec: SnapshotSpec) throws { _ = try prepared(spec) }

    private func judge(_ spec: SnapshotSpec, _ result: inout SnapshotCase) throws {
        guard let look = spec.look else { return try judgeText(spec, &result) }
        let snapshotCase = suite.cases[spec.caseIndex]
        let prepared = try prepare(spec, look, snapshotCase)
        // A missing file must not make a placeholder the reference.
        let unusable = renderer.unusablePictures(of: prepared, countsAddresses: true)
        guard unusable.isEmpty else { throw SnapshotError.pictures(unusable) }
        // Nor must a box.
        let boxes = renderer.missingGlyphs(of: prepared)
        guard boxes.isEmpty else { throw SnapshotError.glyphs(boxes) }
        let hidden = hidden(in: snapshotCase)
        result.unmatchedMasks = unmatched(hidden, snapshotCase.masks, prepared)
        if requiresMasks, let mask = result.unmatchedMasks?.first { throw mask }
        let texts = [SnapshotLevel.tree: TreeText.text(prepared.expandedText), .layout: prepared.layout.text]
        var findings = Findings()
        var changes: [SnapshotLevel: [SnapshotChange]] = [:]
        for level in [SnapshotLevel.tree, .layout] where snapshotCase.levels.contains(level) {
            changes[level] = compare(spec, level, texts[level] ?? "", hiding: hidden, &findings, &result)
        }
        // If only texts are compared, a picture is drawn for the report only.
        let isPictured = snapshotCase.levels.contains(.picture)
        guard isPictured || !findings.isEmpty else { return }
        let drawn = try draw(prepared, look)
        if isPictured {
            switch references.picture(spec.id) {
            case .absent: findings.missing.append(.picture)
            case .unusable(let reference): findings.unusable.append((.picture, reference))
            case .content(.stored(let picture), _) where picture.pixels == PixelDigest(drawn.bitmap).description: findings.pixels = .equal
            case .content(let picture, let path):
                guard let png = references.png(spec.id) else {
                    // It is compared again when it is here.
                    if case .stored(let awaited) = picture { result.awaited = awaited }
                    return
                }
                let pixels: Pixels
                do throws(ImageError) {
                    pixels = try compare(png, drawn.bitmap, masks(snapshotCase.masks, prepared, drawn), snapshotCase, &result)
                } catch {
                    findings.unusable.append((.picture, UnusableReference(path: path, reason: "is no whole PNG (\(error))")))
                    break
                }
                findings.pixels = pixels
                guard case .different(let compared) = pixels else { break }
                findings.differing.append(.picture)
                write(compared, spec, png, &result)
            }
        }
        try locate(changes, findings, prepared, look, snapshotCase, &result)
        try compare(spec, findings, drawn.bitmap, texts, &result)
    }

    /// The names of masked nodes and fields.
    private func hidden(in snapshotCase: SnapshotSuite.Case) -> Set<String> {
        Set(snapshotCase.masks.compactMap { if case .node(let id) = $0 { id } else { nil } })
    }

    /// Compares a text with its reference, without masked parts.
    ///
    /// - Returns: The changes; none if the texts are equal or cannot be compared.
    @discardableResult private func compare(
        _ spec: SnapshotSpec, _ level: SnapshotLevel, _ text: String, hiding hidden: Set<String>, _ findings: inout Findings,
        _ result: inout SnapshotCase
    ) -> [SnapshotChange] {
        switch references.text(spec.id, level) {
        case .absent: findings.missing.append(level)
        case .unusable(let reference): findings.unusable.append((level, reference))
        case .content(let reference, _):
            let reference = level.current(reference, besides: text)
            let text = level.text(text, inFormOf: reference)
            let (old, new) = (level.text(reference, hiding: hidden), level.text(text, hiding: hidden))
            guard old != new else {
                guard level.isFormer(reference) else { break }
                if mode == .changed || mode == .all { findings.former.append(level) } else { result.hasFormerTree = true }
                break
            }
            findings.differing.append(level)
            let changes = level.changes(from: old, to: new)
            result.nodeChanges += changes.summary
            return changes
        }
        return []
    }
}

extension SnapshotChecker {
    /// A picture that differs, with its reference.
    struct Compared {
        let result: PictureComparison
        let expected: StraightPixels
        let actual: StraightPixels
    }

    /// Compares the picture with its reference.
    ///
    /// If the digests are equal, nothing is decoded.
    private func compare(
        _ png: [UInt8], _ bitmap: Bitmap, _ masks: [PixelRect], _ snapshotCase: SnapshotSuite.Case, _ result: inout SnapshotCase
    ) throws(ImageError) -> Pixels {
        if let digest = ReferencePNG.digest(in: png), digest == PixelDigest(bitmap) { return .equal }
        let (expected, actual) = (StraightPixels(try PNG.decodeStraight(png)), StraightPixels(bitmap))
        guard expected != actual else { return .equal }
        let comparison = PictureComparer(sensitivity: snapshotCase.sensitivity, limits: snapshotCase.limits, masks: masks)
            .compare(expected, actual)
        result.counts = comparison.counts
        result.limits = snapshotCase.limits
        guard !comparison.passed else { return .permitted }
        result.message = comparison.message ?? ""
        return .different(Compared(result: comparison, expected: expected, actual: actual))
    }

    /// The masks in pixels; node masks use the nodes' current frames.
    private func masks(_ masks: [SnapshotMask], _ prepared: PreparedWidget, _ drawn: Drawn) -> [PixelRect] {
        let scale = Double(drawn.width) / max(1, drawn.canvas.width)
        func pixels(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PixelRect {
            // Bounded values prevent overflow; no picture is that large.
            let (x, y, width, height) = (x.bounded, y.bounded, width.bounded, height.bounded)
            let (left, top) = (Int(saturating: (x * scale).rounded(.down)), Int(saturating: (y * scale).rounded(.down)))
            let (right, bottom) = (
                Int(saturating: ((x + width) * scale).rounded(.up)), Int(saturating: ((y + height) * scale).rounded(.up))
            )
            return PixelRect(x: left, y: top, width: right - left, height: bottom - top).turned(drawn)
        }
        return masks.flatMap { mask -> [PixelRect] in
            switch mask {
            case .rectangle(let x, let y, let width, let height): [pixels(x, y, width, height)]
            case .node(let id):
                prepared.layout.frames(of: id).map { pixels($0.minX, $0.minY, $0.size.width, $0.size.height) }
            }
        }
    }

    /// The masks without a matching node in the widget, and those outside its picture.
    ///
    /// A single entry may lack the node, and a small device the place, but the whole case should not.
    private func unmatched(_ ids: Set<String>, _ masks: [SnapshotMask], _ prepared: PreparedWidget) -> [UnmatchedMask]? {
        guard !masks.isEmpty else { return nil }
        let nodes =
            ids.isEmpty ? nil : unmatched(ids, among: prepared.layout.ids.union(NodeLine.lines(prepared.expandedText).compactMap(\.id)))
        let size = prepared.canvas
        let rectangles = masks.compactMap { mask -> UnmatchedMask? in
            guard case .rectangle(let x, let y, let width, let height) = mask else { return nil }
            guard x >= size.width || y >= size.height || width <= 0 || height <= 0 else { return nil }
            return UnmatchedMask(
                node: "{ x: \(x.shortText), y: \(y.shortText), width: \(width.shortText), height: \(height.shortText) }", hint: "",
                picture: "\(size.width.shortText) × \(size.height.shortText)")
        }
        let all = (nodes ?? []) + rectangles
        return all.isEmpty ? nil : all
    }

    /// The masks whose name is not in `known`.
    private func unmatched(_ ids: Set<String>, among known: Set<String>) -> [UnmatchedMask]? {
        let unmatched = ids.subtracting(known).sorted().map { UnmatchedMask(node: $0, hint: Suggestion.hint(for: $0, among: known)) }
        return unmatched.isEmpty ? nil : unmatched
    }
}

extension PixelRect {
    /// The position of the rectangle in a picture that was rotated clockwise.
    fileprivate func turned(_ drawn: SnapshotChecker.Drawn) -> PixelRect {
        switch drawn.rotation {
        case .none: self
        case .quarter: PixelRect(x: drawn.height - y - height, y: x, width: height, height: width)
        case .half: PixelRect(x: drawn.width - x - width, y: drawn.height - y - height, width: width, height: height)
        case .threeQuarters: PixelRect(x: y, y: drawn.width - x - width, width: height, height: width)
        }
    }
}

extension PlacedNode {
    /// The ids of all nodes.
    fileprivate var ids: Set<String> { children.reduce(into: id.map { [$0] } ?? []) { $0.formUnion($1.ids) } }

    /// The frames of all nodes with this id.
    fileprivate func frames(of id: String) -> [Rect] {
        (self.id == id ? [frame] : []) + children.flatMap { $0.frames(of: id) }
    }
}

extension Double {
    /// The number limited to ±1,000,000; 0 for NaN.
    fileprivate var bounded: Double { isNaN ? 0 : min(max(self, -1e6), 1e6) }
}

extension SnapshotChecker {
    /// Creates the text of a snapshot and compares it with its reference.
    private func judgeText(_ spec: SnapshotSpec, _ result: inout SnapshotCase) throws {
        let hidden = hidden(in: suite.cases[spec.caseIndex])
        let made = try text(of: spec)
        var findings = Findings()
        result.unmatchedMasks = unmatched(hidden, among: made.names)
        if requiresMasks, let mask = result.unmatchedMasks?.first { throw mask }
        compare(spec, made.level, made.text, hiding: hidden, &findings, &result)
        try compare(spec, findings, nil, [made.level: made.text], &result)
    }

    /// The text of a snapshot: a level of a widget, the lines of a bar, or a timeline.
    ///
    /// Masked nodes and fields are omitted.
    ///
    /// - Parameter level: The level of a widget; other snapshots have one text.
    /// - Throws: The error that prevents it, or an unmatched mask.
    package func text(of spec: SnapshotSpec, level: SnapshotLevel) throws -> String {
        defer { renderer.forgetUsedFaces() }
        let hidden = hidden(in: suite.cases[spec.caseIndex])
        guard let look = spec.look else {
            let made = try text(of: spec)
            if let mask = unmatched(hidden, among: made.names)?.first { throw mask }
            return made.level.text(made.text, hiding: hidden)
        }
        let prepared = try prepare(spec, look, suite.cases[spec.caseIndex])
        if let mask = unmatched(hidden, suite.cases[spec.caseIndex].masks, prepared)?.first { throw mask }
        return level.text(level == .tree ? TreeText.text(prepared.expandedText) : prepared.layout.text, hiding: hidden)
    }

    /// The text of lines or of a timeline, and the names that masks can hide in it.
    private func text(of spec: SnapshotSpec) throws -> (level: SnapshotLevel, text: String, names: Set<String>) {
        let snapshotCase = suite.cases[spec.caseIndex]
        let scene = try scene(of: spec)
        guard case .lines(let bar, let timeZones) = spec.content else {
            let told = TimelineText(scene.timeline, asked: scene.asked)
            return (.timeline, told.text, told.names)
        }
        let lines = BarLines(
            scene.timeline, options: try options(of: bar, snapshotCase, scene, timeZones), start: scene.start,
            moments: snapshotCase.matrix[.moment]?.map(\.moment) ?? [0])
        return (.line, lines.text, lines.names)
    }

    /// The options for the lines of a bar, as in `subdial feed`: the case's settings take precedence over the kind's.
    private func options(
        of bar: String, _ snapshotCase: SnapshotSuite.Case, _ scene: SnapshotScene, _ timeZones: TimeZones
    ) throws -> FeedOptions {
        let name = scene.timeline.entries.first?.kind ?? ""
        let kind = try kind(name)
        let options = try FeedOptions(
            format: bar, settings: snapshotCase.lineSettings.merged(over: kind?.feed ?? FeedSettings()),
            controlCommand: ClickCommand(subject: kind == nil ? [] : ["--kind", name]),
            clicks: kind == nil ? ClickActions.standard : [:], timeZones: timeZones)
        let schema = scene.timeline.entries.first?.schema
        if let warning = schema.flatMap({ options.warnings($0).first }) {
            throw SnapshotError.suite(path: suite.path, reason: "the case '\(snapshotCase.id)': \(warning)")
        }
        return options
    }
}
