import FoundationEssentials
import SubdialBasics
import SubdialDrawing
import SubdialExpressions
import SubdialPlayback
import SubdialSnapshots
import SubdialWidgets
import Synchronization

/// The settings of a process that judges snapshots, equal for all of them.
struct SnapshotOutcome: Codable {
    let suite: String
    let references: String
    let platforms: [String]
    let platform: String?
    let mode: RecordMode
    let output: String
    let userTemplates: String?
    /// The time zones of cases that name none; nil for UTC.
    let timeZones: TimeZones?
    /// The ids of the snapshots, in the order of their numbers.
    var ids: [String]
    /// The former names of references, by current name.
    let formerIDs: [String: String]
    /// The folder of the cached pictures of the suite's store; nil if it has none.
    let cache: String?

    /// The references with which snapshots are compared.
    var referenceFolder: ReferenceFolder {
        var folder = ReferenceFolder(path: references, platforms: platforms, platform: platform)
        folder.formerIDs = formerIDs
        folder.cache = cache.map { PictureCache(path: $0) }
        return folder
    }

    /// Creates the judge.
    func judge(_ suite: SnapshotSuite, _ resources: ResourceFolder) throws -> SnapshotChecker {
        try SnapshotChecker(
            suite, references: referenceFolder, mode: mode, output: RunFolder(path: output),
            renderer: WidgetRenderer(resources: resources, fontFolder: suite.fontFolder),
            schemas: resources.kinds.schemas, kinds: resources.kinds)
    }
}

/// Runs a suite, or the selected part of it.
struct SnapshotRunner {
    let suite: SnapshotSuite
    let selection: SnapshotSelection
    let judgement: SnapshotOutcome
    let resources: ResourceFolder
    /// All snapshots of the suite, selected or not.
    let all: [SnapshotSpec]
    let selected: [SnapshotSpec]

    /// Draws and compares; the caller writes the report.
    ///
    /// - Parameters:
    ///   - date: The start of the run.
    ///   - store: The store of the suite's pictures; nil if they are beside the texts.
    ///   - workingFolder: The folder in which it was started.
    ///   - needsObsolete: True if it is an error that obsolete references are not known.
    func run(
        processes: Int?, store: SuiteStore?, date: String, workingFolder: String, needsObsolete: Bool
    ) async throws -> (SnapshotReport, RunRecord) {
        let clock = ContinuousClock()
        let start = clock.now
        let lock = try FontManifest.lock(ofSuite: suite.path)
        if let lock { try check(lock) }
        let recorded = try recordedFonts()
        if judgement.mode != .never { try judgement.referenceFolder.renameFormer() }
        let progress = ProgressLine(total: selected.count)
        var cases = try await judge(Array(selected.indices), processes, progress)
        if let store { try await judgeAwaited(&cases, store, processes, progress) }
        if judgement.mode != .never { _ = try await store?.transfer.send() }
        progress.finish()

        let used = Set(cases.flatMap { $0.newFaces ?? [] })
        let hasFormerTrees = cases.contains { $0.hasFormerTree == true }
        for index in cases.indices { (cases[index].newFaces, cases[index].hasFormerTree) = (nil, nil) }
        let fonts = FontManifest(FontRecord.records(used))
        let hasWritten = cases.contains { $0.status == .new || $0.status == .updated }
        // References whose pixels are those of the fonts here need no other fonts, though they were recorded with some.
        let areOwn = judgement.mode == .changed || judgement.mode == .all ? !cases.contains(where: \.status.isFailure) : recorded == nil
        let recordsFonts = judgement.mode != .never && (hasWritten || areOwn)
        var warnings: [String] = []
        if !recordsFonts, let recorded {
            let faces = try WidgetRenderer(resources: resources, fontFolder: suite.fontFolder).faces
            warnings += recorded.differences(among: faces).map { "other fonts than the references were recorded with: \($0)" }
        }
        if let lock {
            let known = Set(lock.fonts)
            warnings += fonts.fonts.filter { !known.contains($0) }.map {
                "\($0.name) is used and not in the lock; 'subdial snapshot fonts lock' adds it"
            }
        }
        if recordsFonts {
            do {
                // A part of a suite uses only a part of its fonts.
                let all = selection.isComplete ? fonts : recorded?.updated(with: fonts.fonts) ?? fonts
                try all.write(folder: judgement.references)
            } catch {
                // A read-only folder is an error only if references were written.
                guard !hasWritten else { throw error }
                warnings.append("\(error)")
            }
        }
        if judgement.mode == .never, judgement.referenceFolder.usesFormerNames {
            warnings.append("some references have names of an earlier version; 'subdial snapshot record' renames them")
        }
        if hasFormerTrees {
            warnings.append("some trees are of version 0.1.0, without the digests of pictures; 'subdial snapshot record' adds them")
        }
        let (seconds, attoseconds) = (clock.now - start).components
        var report = SnapshotReport(
            suite: suite.name, platform: judgement.platforms.first ?? "", date: date,
            duration: Double(seconds) + Double(attoseconds) * 1e-18, warnings: warnings, cases: cases)
        let sizes = Dictionary(all.map { (suite.cases[$0.caseIndex].id, 1) }, uniquingKeysWith: +)
        report.addUnmatchedMasks(sizes)
        for index in report.cases.indices where report.cases[index].status == .failed { report.cases[index].fontWarnings = warnings }
        report.warnings += suite.nameClashes(all)
        if selection.isComplete {
            switch obsolete(workingFolder) {
            case .names(let names): report.addObsolete(names)
            case .unknown(let reason): report.addUnknownObsolete(reason, isError: needsObsolete)
            }
        }
        let below = suite.path.hasPrefix(workingFolder + "/") ? String(suite.path.dropFirst(workingFolder.count + 1)) : nil
        var record = RunRecord(
            suite: suite.path, relativeSuite: below, suiteHash: suite.hash, references: judgement.references,
            platforms: judgement.platforms, shard: selection.shard, shards: selection.shards, isUnfiltered: selection.filters.isEmpty,
            fonts: fonts.fonts)
        record.caseSizes = sizes
        return (report, record)
    }

    /// The fonts of the recording; nil if there is no valid list and one is written.
    private func recordedFonts() throws -> FontManifest? {
        do throws(SnapshotError) {
            return try FontManifest.recorded(folder: judgement.references)
        } catch {
            guard judgement.mode != .never else { throw error }
            return nil
        }
    }

    /// Checks the installed fonts against the lock, before anything is drawn.
    private func check(_ lock: FontManifest) throws {
        let differences = lock.differences(among: try WidgetRenderer(resources: resources, fontFolder: suite.fontFolder).faces)
        guard differences.isEmpty else { throw SnapshotError.fonts(path: FontManifest.lockPath(ofSuite: suite.path), differences) }
    }

    /// All faces that the suite uses.
    ///
    /// Nothing is compared or written.
    func faces() throws -> Set<FontFace> {
        let renderer = try WidgetRenderer(resources: resources, fontFolder: suite.fontFolder)
        renderer.recordsFaces = true
        let judge = SnapshotChecker(
            suite, references: ReferenceFolder(path: judgement.references + "/.none", platforms: []), mode: .never,
            output: nil, renderer: renderer, schemas: resources.kinds.schemas, kinds: resources.kinds)
        for spec in all { try judge.layOut(spec) }
        return renderer.usedFaces
    }

    private func obsolete(_ workingFolder: String) -> SharedReferences.Obsolete {
        SharedReferences(suite, judgement.referenceFolder, keeping: Set(all.map(\.id)), resources, workingFolder: workingFolder).obsolete
    }

    /// Fetches the pictures of the store without which snapshots cannot be compared, and compares those.
    private func judgeAwaited(
        _ cases: inout [SnapshotCase], _ store: SuiteStore, _ processes: Int?, _ progress: ProgressLine
    ) async throws {
        let awaiting = cases.indices.filter { cases[$0].awaited != nil }
        guard !awaiting.isEmpty else { return }
        let problems = try await store.transfer.fetch(Set(awaiting.compactMap { cases[$0].awaited }))
        let results = try await judge(awaiting, processes, progress)
        for (index, result) in zip(awaiting, results) {
            cases[index] = result
            guard let awaited = result.awaited else { continue }
            cases[index].awaited = nil
            cases[index].status = .error
            cases[index].message = problems[awaited] ?? "its picture \(awaited.path) cannot be used"
        }
    }

    /// Judges the snapshots with these numbers among the selected ones.
    private func judge(_ indices: [Int], _ processes: Int?, _ progress: ProgressLine) async throws -> [SnapshotCase] {
        let selected = indices.map { self.selected[$0] }
        let pool = WorkerPool(count: WorkerPool.count(forJobs: selected.count, limit: processes), arguments: ["snapshot-worker"])
        guard pool.count > 1 else {
            let judge = try judgement.judge(suite, resources)
            return selected.map { spec in
                let result = judge.judge(spec)
                progress.advance(spec.id)
                return result
            }
        }
        let results = Results(count: selected.count)
        var judgement = judgement
        judgement.ids = selected.map(\.id)
        try await pool.work(jobs: selected.count, head: JSONEncoder().encode(judgement)) { index, answer in
            results.set(try JSONDecoder().decode(SnapshotCase.self, from: Data(answer.utf8)), at: index)
            if selected.indices.contains(index) { progress.advance(selected[index].id) }
            return true
        }
        // A snapshot without a result must not count as passed.
        let answers = results.all
        guard answers.count == selected.count else {
            throw CommandFailure(.badData, "of \(selected.count) snapshots only \(answers.count) were judged; try '--processes 1'")
        }
        return answers
    }
}

extension SnapshotRunner {
    /// Reads the suite and selects snapshots.
    ///
    /// - Parameter environment: The environment that says where the cache of the suite's store is; nil if references are not read.
    init(
        suitePath: String, selection: SnapshotSelection, mode: RecordMode, output: String, platform: String?, timeZones: TimeZones? = nil,
        resources: ResourceFolder, environment: [String: String]? = nil
    ) throws {
        let suite = try SnapshotSuite(path: suitePath)
        let all = try suite.snapshots(with: resources).map { spec in
            guard let timeZones, suite.cases[spec.caseIndex].matrix[.timeZone] == nil else { return spec }
            return spec.shown(in: timeZones)
        }
        let selected = all.filter { selection.selects($0.id) }
        let platforms =
            platform.map { [$0] + ReferenceFolder.currentPlatforms.filter { $0 != platform } } ?? ReferenceFolder.currentPlatforms
        self.init(
            suite: suite, selection: selection,
            judgement: SnapshotOutcome(
                suite: suite.path, references: suite.referenceFolder, platforms: platforms, platform: platform, mode: mode, output: output,
                userTemplates: resources.userPath, timeZones: timeZones, ids: selected.map(\.id),
                formerIDs: Dictionary(all.compactMap { spec in spec.formerID.map { (spec.id, $0) } }) { first, _ in first },
                cache: environment.flatMap { SuiteStore.cache(of: suite, $0) }?.path),
            resources: resources, all: all, selected: selected)
    }
}

/// The results so far.
private final class Results: Sendable {
    private let content: Mutex<[SnapshotCase?]>

    init(count: Int) { content = Mutex(Array(repeating: nil, count: count)) }

    func set(_ result: SnapshotCase, at index: Int) {
        content.withLock { if $0.indices.contains(index) { $0[index] = result } }
    }

    var all: [SnapshotCase] { content.withLock { $0.compactMap { $0 } } }
}
