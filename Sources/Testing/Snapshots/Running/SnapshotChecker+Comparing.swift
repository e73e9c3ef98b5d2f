import FoundationEssentials
import SubdialDrawing
import SubdialExpressions
import SubdialLayout
import SubdialWidgets

extension SnapshotChecker {
    /// The comparison results of a snapshot by level.
    struct Findings {
        var differing: [SnapshotLevel] = []
        var missing: [SnapshotLevel] = []
        /// The invalid references.
        var unusable: [(level: SnapshotLevel, reference: UnusableReference)] = []
        /// The levels with references in the form of an earlier version, which are recorded in the present one.
        var former: [SnapshotLevel] = []
        /// The picture beside its reference; nil if they were not compared.
        var pixels: Pixels?

        /// The levels whose references are overwritten in the mode ``RecordMode/changed``.
        fileprivate var changed: [SnapshotLevel] { differing + unusable.map(\.level) + former }

        /// True if all levels match their references.
        var isEmpty: Bool { changed.isEmpty && missing.isEmpty }
    }

    /// The result of a comparison of a picture with its reference.
    enum Pixels {
        /// Every pixel is equal.
        case equal
        /// Pixels differ, and the suite permits it by its threshold, its limits or its masks.
        case permitted
        /// Pixels differ.
        case different(Compared)
    }

    /// Sets the status of the snapshot, and writes references according to the mode.
    func compare(
        _ spec: SnapshotSpec, _ findings: Findings, _ bitmap: Bitmap?, _ texts: [SnapshotLevel: String], _ result: inout SnapshotCase
    ) throws {
        let levels = suite.levels(of: spec)
        func record(_ levels: some Sequence<SnapshotLevel>) throws {
            let start = ContinuousClock.now
            defer { result.recording = (ContinuousClock.now - start) / .seconds(1) }
            for level in levels.sorted(by: { $0.rawValue < $1.rawValue }) {
                let bytes = try level == .picture ? bitmap.map { try ReferencePNG.encode($0) } ?? [] : Array((texts[level] ?? "").utf8)
                try references.write(bytes, spec.id, level)
            }
        }
        if !findings.changed.isEmpty {
            guard mode == .changed || mode == .all else {
                result.status = findings.unusable.isEmpty ? .failed : .error
                result.message = message(findings, result.message)
                let causes = Set(findings.unusable.map(\.reference.cause))
                if findings.differing.isEmpty, causes.count == 1, let cause = causes.first { result.cause = cause }
                write(spec, bitmap, texts, &result)
                return
            }
            try record(Set(findings.changed).union(findings.missing))
            result.status = .updated
            result.message = "recorded anew: \(findings.changed.map(\.rawValue).joined(separator: ", "))"
            (result.expected, result.difference) = (nil, nil)
            return
        }
        if !findings.missing.isEmpty {
            guard mode != .never else {
                result.status = .missing
                result.message = "\(missing(findings.missing, of: levels, spec)); \(advice)"
                write(spec, bitmap, texts, &result)
                return
            }
            try record(findings.missing)
            result.status = findings.missing.count == levels.count ? .new : .updated
            result.message = findings.missing.count == levels.count ? "recorded" : "recorded: \(Self.list(findings.missing))"
        }
    }

    /// The message about differing and unusable references, in one sentence; `told` is the message about the pixels.
    private func message(_ findings: Findings, _ told: String) -> String {
        let others = findings.differing.filter { $0 != .picture }
        var parts = told.isEmpty ? [] : [told]
        if !others.isEmpty {
            let words = "the \(Self.list(others)) differ\(others.count == 1 ? "s" : "")"
            switch findings.pixels {
            case .equal: parts.append("\(words), the picture does not")
            case .permitted: parts.append("\(words), the picture no more than the suite permits")
            case .different, nil: parts.append(words)
            }
        }
        parts += findings.unusable.map { "the reference \($0.reference.description)" }
        if !findings.missing.isEmpty { parts.append("there is no \(Self.list(findings.missing)) to compare with") }
        if findings.unusable.contains(where: \.reference.isToBeRecorded) { parts.append(advice) }
        return parts.joined(separator: "; ")
    }

    private func missing(_ missing: [SnapshotLevel], of levels: Set<SnapshotLevel>, _ spec: SnapshotSpec) -> String {
        guard missing.count < levels.count else { return "there is no reference" }
        let files = missing.map { references.place(spec.id, $0) }.joined(separator: ", ")
        return "of the reference \(missing.count == 1 ? "a file is" : "files are") missing: \(files)"
    }

    private static func list(_ levels: [SnapshotLevel]) -> String { levels.map(\.rawValue).joined(separator: " and ") }

    /// Writes the drawn snapshot for a review; a write error only extends the message.
    private func write(_ spec: SnapshotSpec, _ bitmap: Bitmap?, _ texts: [SnapshotLevel: String], _ result: inout SnapshotCase) {
        guard let output else { return }
        do {
            try write(spec, bitmap, texts, to: output, &result)
        } catch {
            result.message += "; its pictures are not kept: \(error)"
        }
    }

    /// Uses fast compression; an accepted picture is compressed again.
    private func write(
        _ spec: SnapshotSpec, _ bitmap: Bitmap?, _ texts: [SnapshotLevel: String], to output: RunFolder, _ result: inout SnapshotCase
    ) throws {
        let levels = suite.levels(of: spec)
        result.drawnLevels = levels.sorted { $0.rawValue < $1.rawValue }
        for level in levels.subtracting([.picture]) {
            let path = "\(spec.id).\(ReferenceFolder.endings[level] ?? "")"
            try output.write(Array((texts[level] ?? "").utf8), to: "actual/\(path)")
            if bitmap == nil { result.actualText = "actual/\(path)" }
            guard bitmap == nil, case .content(let text, _) = references.text(spec.id, level) else { continue }
            try output.write(Array(text.utf8), to: "expected/\(path)")
            result.expectedText = "expected/\(path)"
        }
        guard let bitmap else { return }
        let path = "actual/\(spec.id).png"
        try output.write(try PNG.encode(bitmap), to: path)
        result.actual = path
        guard result.expected == nil, let png = references.png(spec.id) else { return }
        try output.write(png, to: "expected/\(spec.id).png")
        result.expected = "expected/\(spec.id).png"
    }

    /// Writes the reference and the difference picture for the report, unless the reference is about to be recorded.
    func write(_ comparison: Compared, _ spec: SnapshotSpec, _ png: [UInt8], _ result: inout SnapshotCase) {
        guard let folder = output, mode == .never || mode == .missing else { return }
        do {
            try folder.write(png, to: "expected/\(spec.id).png")
            result.expected = "expected/\(spec.id).png"
            guard let difference = comparison.result.sketch(comparison.expected, comparison.actual) else { return }
            try folder.write(try PNG.encode(difference), to: "difference/\(spec.id).png")
            result.difference = "difference/\(spec.id).png"
        } catch {
            // The actual picture cannot be written either, and reports the error.
        }
    }
}

extension SnapshotChecker {
    /// The drawn pixels of a snapshot.
    struct Drawn {
        let bitmap: Bitmap
        /// The size of the picture before its rotation for a panel.
        let width: Int, height: Int
        let rotation: InkRotation
        /// The size of the layout's coordinate space, in points.
        let canvas: Size
    }

    /// Lays out the widget of a snapshot.
    func prepare(_ spec: SnapshotSpec, _ look: WidgetLook, _ snapshotCase: SnapshotSuite.Case) throws -> PreparedWidget {
        func environment(_ start: Date) throws -> WidgetEnvironment {
            try WidgetEnvironment(
                look, on: look.device(in: renderer.catalog), at: start.addingTimeInterval(look.moment),
                backdrop: look.backdrop.map { try bitmap(ofBackdrop: suite.absolute($0)) })
        }
        if let drawing = snapshotCase.template.flatMap({ drawings[$0] }) {
            return try drawing(renderer, look, snapshotCase.date, environment)
        }
        let scene = try scene(of: spec)
        let now = scene.start.addingTimeInterval(look.moment)
        guard let entry = scene.timeline.entry(at: now) else {
            throw SnapshotError.suite(path: spec.entry, reason: "there is no entry in it")
        }
        return try renderer.layOut(
            entry, template: try template(snapshotCase), theme: look.themeName, in: try environment(scene.start), folder: scene.folder)
    }

    private func template(_ snapshotCase: SnapshotSuite.Case) throws(SnapshotError) -> TemplateReference {
        let file = snapshotCase.template.map(suite.absolute)
        if let file, !FileManager.default.fileExists(atPath: file) { throw .missing(path: file, what: "template") }
        return TemplateReference(file: file, orKind: snapshotCase.kind)
    }

    func bitmap(ofBackdrop path: String) throws(WidgetError) -> Bitmap {
        if let backdrop, backdrop.path == path { return backdrop.bitmap }
        let bitmap = try Backdrop.bitmap(at: path)
        backdrop = (path, bitmap)
        return bitmap
    }

    /// Draws the laid-out widget; for a panel in its inks and rotation.
    func draw(_ prepared: PreparedWidget, _ look: WidgetLook) throws -> Drawn {
        let picture = try renderer.draw(prepared)
        guard let panel = look.panel else {
            return Drawn(
                bitmap: picture.bitmap, width: picture.bitmap.width, height: picture.bitmap.height, rotation: .none, canvas: picture.canvas)
        }
        let own = look.family == .panel ? try look.device(in: renderer.catalog).panel : nil
        let options: PanelOptions
        let palettes = try renderer.palettes
        let file = try panel.paletteFile.map(suite.absolute).map { path in try InkPalettes.palette(at: path, as: path) }
        do throws(InkError) {
            options = try panel.options(palettes, own: file).over(own)
        } catch {
            throw SnapshotError.suite(path: suite.path, reason: error.description)
        }
        // The panel receives the file, so the comparison uses only what the file can contain.
        let bytes = try PanelFile.bytes(of: picture.bitmap, photographs: prepared.photographs, options)
        return Drawn(
            bitmap: try PNG.decode(bytes), width: picture.bitmap.width, height: picture.bitmap.height,
            rotation: options.rotation ?? .none, canvas: picture.canvas)
    }
}
