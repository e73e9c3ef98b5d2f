import FoundationEssentials
import SubdialExpressions
import SubdialFeeds
import SubdialKinds
import SubdialTimeline

extension SnapshotJudge {
    /// Creates the text of a snapshot and compares it with its reference.
    func judgeText(_ spec: SnapshotSpec, _ result: inout SnapshotCase) throws {
        let hidden = hidden(in: suite.cases[spec.caseIndex])
        let made = try text(of: spec)
        var findings = Findings()
        result.unmatchedMasks = unmatched(hidden, among: made.names)
        if requiresMasks, let mask = result.unmatchedMasks?.first { throw mask }
        compare(spec, made.level, made.text, hiding: hidden, &findings, &result)
        try settle(spec, findings, nil, [made.level: made.text], &result)
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
        guard spec.content == .widget else {
            let made = try text(of: spec)
            if let mask = unmatched(hidden, among: made.names)?.first { throw mask }
            return made.level.text(made.text, hiding: hidden)
        }
        let prepared = try prepare(spec, suite.cases[spec.caseIndex])
        if let mask = unmatched(hidden, prepared)?.first { throw mask }
        return level.text(level == .tree ? prepared.expandedText : prepared.layout.text, hiding: hidden)
    }

    /// The text of lines or of a timeline, and the names that masks can hide in it.
    private func text(of spec: SnapshotSpec) throws -> (level: SnapshotLevel, text: String, names: Set<String>) {
        let snapshotCase = suite.cases[spec.caseIndex]
        let scene = try scene(of: spec)
        guard case .lines(let bar) = spec.content else {
            let told = TimelineText(scene.timeline)
            return (.timeline, told.text, told.names)
        }
        let lines = BarLines(
            scene.timeline, options: try options(of: bar, snapshotCase, scene, spec.details.timeZones), start: scene.start,
            moments: snapshotCase.matrix.moments ?? [0])
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
            controlCommand: kind == nil ? "subdial control" : "subdial control --kind \(name)",
            clicks: kind == nil ? ClickActions.standard : [:], timeZones: timeZones)
        let schema = scene.timeline.entries.first?.schema
        if let warning = schema.flatMap({ options.warnings($0).first }) {
            throw SnapshotError.suite(path: suite.path, reason: "the case '\(snapshotCase.id)': \(warning)")
        }
        return options
    }
}
