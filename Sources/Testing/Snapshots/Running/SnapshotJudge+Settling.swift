import FoundationEssentials
import SubdialDrawing
import SubdialSystem

extension SnapshotJudge {
    /// The comparison results of a snapshot by level.
    struct Findings {
        var differing: [SnapshotLevel] = []
        var missing: [SnapshotLevel] = []
        /// The invalid references, with the reason.
        var unusable: [(level: SnapshotLevel, reason: String)] = []

        /// The levels whose references are overwritten in the mode ``RecordMode/changed``.
        var changed: [SnapshotLevel] { differing + unusable.map(\.level) }

        /// True if all levels match their references.
        var isEmpty: Bool { changed.isEmpty && missing.isEmpty }
    }

    /// The levels at which a snapshot is compared.
    private func levels(of spec: SnapshotSpec) -> Set<SnapshotLevel> {
        switch spec.content {
        case .widget: suite.cases[spec.caseIndex].levels.intersection(SnapshotLevel.ofWidgets)
        case .lines: [.line]
        case .timeline: [.timeline]
        }
    }

    /// Sets the status of the snapshot, and writes references according to the mode.
    func settle(
        _ spec: SnapshotSpec, _ findings: Findings, _ bitmap: Bitmap?, _ texts: [SnapshotLevel: String], _ result: inout SnapshotCase
    ) throws {
        let levels = levels(of: spec)
        func write(_ levels: some Sequence<SnapshotLevel>) throws {
            for level in levels.sorted(by: { $0.rawValue < $1.rawValue }) {
                let bytes = try level == .picture ? bitmap.map { try ReferencePNG.encode($0) } ?? [] : Array((texts[level] ?? "").utf8)
                try ReferenceFolder.write(bytes, to: references.place(spec.id, level))
            }
        }
        if !findings.changed.isEmpty {
            guard mode == .changed || mode == .all else {
                result.status = findings.unusable.isEmpty ? .failed : .error
                result.message = message(findings, result.message, comparesPicture: levels.contains(.picture))
                keep(spec, bitmap, texts, &result)
                return
            }
            try write(Set(findings.changed).union(findings.missing))
            result.status = .updated
            result.message = "recorded anew: \(findings.changed.map(\.rawValue).joined(separator: ", "))"
            (result.expected, result.difference) = (nil, nil)
            return
        }
        if !findings.missing.isEmpty {
            guard mode != .never else {
                result.status = .missing
                result.message = "\(missing(findings.missing, of: levels, spec)); \(advice)"
                keep(spec, bitmap, texts, &result)
                return
            }
            try write(findings.missing)
            result.status = findings.missing.count == levels.count ? .new : .updated
            result.message = findings.missing.count == levels.count ? "recorded" : "recorded: \(Self.list(findings.missing))"
        }
    }

    /// The message about differing and unusable references, in one sentence; `told` is the message about the pixels.
    private func message(_ findings: Findings, _ told: String, comparesPicture: Bool) -> String {
        let others = findings.differing.filter { $0 != .picture }
        var parts = told.isEmpty ? [] : [told]
        if !others.isEmpty {
            let words = "the \(Self.list(others)) differ\(others.count == 1 ? "s" : "")"
            parts.append(
                told.isEmpty && comparesPicture && findings.unusable.isEmpty && !findings.missing.contains(.picture)
                    ? "\(words), the picture does not" : words
            )
        }
        parts += findings.unusable.map { "the reference \($0.reason)" }
        if !findings.missing.isEmpty { parts.append("there is no \(Self.list(findings.missing)) to compare with") }
        if !findings.unusable.isEmpty { parts.append(advice) }
        return parts.joined(separator: "; ")
    }

    private func missing(_ missing: [SnapshotLevel], of levels: Set<SnapshotLevel>, _ spec: SnapshotSpec) -> String {
        guard missing.count < levels.count else { return "there is no reference" }
        let files = missing.map { references.place(spec.id, $0) }.joined(separator: ", ")
        return "of the reference \(missing.count == 1 ? "a file is" : "files are") missing: \(files)"
    }

    private static func list(_ levels: [SnapshotLevel]) -> String { levels.map(\.rawValue).joined(separator: " and ") }

    /// Writes the drawn snapshot for a review; a write error only extends the message.
    private func keep(_ spec: SnapshotSpec, _ bitmap: Bitmap?, _ texts: [SnapshotLevel: String], _ result: inout SnapshotCase) {
        guard let output else { return }
        do {
            try write(spec, bitmap, texts, to: output, &result)
        } catch {
            result.message += "; its pictures are not kept: \(error)"
        }
    }

    /// Uses fast compression; an accepted picture is compressed again.
    private func write(
        _ spec: SnapshotSpec, _ bitmap: Bitmap?, _ texts: [SnapshotLevel: String], to output: String, _ result: inout SnapshotCase
    ) throws {
        let levels = levels(of: spec)
        result.drawnLevels = levels.sorted { $0.rawValue < $1.rawValue }
        for level in levels.subtracting([.picture]) {
            let path = "\(spec.id).\(ReferenceFolder.endings[level] ?? "")"
            try AtomicFile.write(Array((texts[level] ?? "").utf8), to: "\(output)/actual/\(path)")
            if bitmap == nil { result.actualText = "actual/\(path)" }
            guard bitmap == nil, case .content(let text, _) = references.text(spec.id, level) else { continue }
            try AtomicFile.write(Array(text.utf8), to: "\(output)/expected/\(path)")
            result.expectedText = "expected/\(path)"
        }
        guard let bitmap else { return }
        let path = "actual/\(spec.id).png"
        try AtomicFile.write(PNG.encode(bitmap), to: "\(output)/\(path)")
        result.actual = path
        guard result.expected == nil, case .content(let png, _) = references.picture(spec.id) else { return }
        try AtomicFile.write(png, to: "\(output)/expected/\(spec.id).png")
        result.expected = "expected/\(spec.id).png"
    }

    /// Writes the reference and the difference picture for the report, unless the reference is about to be recorded.
    func keep(_ comparison: Compared, _ spec: SnapshotSpec, _ png: [UInt8], _ result: inout SnapshotCase) {
        guard let output, mode == .never || mode == .missing else { return }
        do {
            try AtomicFile.write(png, to: "\(output)/expected/\(spec.id).png")
            result.expected = "expected/\(spec.id).png"
            guard let difference = comparison.result.sketch(comparison.expected, comparison.actual) else { return }
            try AtomicFile.write(PNG.encode(difference), to: "\(output)/difference/\(spec.id).png")
            result.difference = "difference/\(spec.id).png"
        } catch {
            // The actual picture cannot be written either, and reports the error.
        }
    }
}
