// A release build without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    import SubdialSystem
    import SubdialDrawing
    import FoundationEssentials
    import Glibc
    import SubdialSnapshots
    import Synchronization

    /// The report of a test run: an HTML page and the files for `subdial snapshot review`, updated as assertions fail.
    ///
    /// A run may have several processes, one for each testing library: processes with the same parent process share one report.
    final class TestReport: Sendable {
        static let shared = TestReport()

        /// The folder: that of `SUBDIAL_SNAPSHOT_REPORT`, or one below the package's build folder.
        let folder: RunFolder

        /// The use of the folder in this run; other tests wait for its start, because clearing would remove their pictures.
        private enum Usage {
            case open, begun
            /// The folder cannot be used, for this reason.
            case impossible(String)
        }

        private let usage = Mutex(Usage.open)

        private struct State {
            /// The unwritten cases, by id; nil for one that passed, which replaces an earlier failure.
            var waiting: [String: SnapshotCase?] = [:]
            /// The faces of failed snapshots: accepting them records these.
            var faces: Set<FontFace> = []
            var lastWrite: ContinuousClock.Instant?
        }

        private let state = Mutex(State())
        private let turn = Mutex(())
        /// The minimum interval between two writes during a run; at the end of the process the rest is written.
        private static let pause = Duration.seconds(1)
        /// The maximum wait for another process of the run, in seconds.
        private static let longestWait = 60

        private init() {
            let environment = ProcessInfo.processInfo.environment
            folder = RunFolder(
                path: environment["SUBDIAL_SNAPSHOT_REPORT"] ?? "\(FileManager.default.currentDirectoryPath)/.build/snapshot-report")
        }

        /// Removes the files of an earlier run, once.
        ///
        /// - Returns: The reason why the folder cannot be used; nil if it can. It is no fault of a test that passes.
        @discardableResult func start() -> String? {
            usage.withLock { usage in
                if case .open = usage {
                    do {
                        try locked {
                            if (try? folder.record())?.session != Self.session { try folder.clear() }
                        }
                        atexit { TestReport.shared.write() }
                        usage = .begun
                    } catch {
                        usage = .impossible("\(error)")
                    }
                }
                if case .impossible(let reason) = usage { return reason }
                return nil
            }
        }

        /// Records the result of a snapshot.
        ///
        /// - Parameter faces: The faces that it was drawn with.
        func add(_ result: SnapshotCase, drawnWith faces: [FontFace] = []) {
            let isDue = state.withLock { state in
                if result.status.isFailure { state.faces.formUnion(faces) }
                state.waiting[result.id] = .some(result.status.isFailure || result.status == .new ? result : nil)
                guard result.status.isFailure else { return false }
                let now = ContinuousClock.now
                guard state.lastWrite.map({ now - $0 > Self.pause }) ?? true else { return false }
                state.lastWrite = now
                return true
            }
            if isDue { write() }
        }

        /// Writes the unwritten results, merged with those of other processes of the run.
        func write() {
            let (waiting, faces) = state.withLock { state in
                defer { (state.waiting, state.faces) = ([:], []) }
                return (state.waiting, state.faces)
            }
            guard !waiting.isEmpty, start() == nil else { return }
            do {
                try locked {
                    var cases = Dictionary(((try? folder.report())?.cases ?? []).map { ($0.id, $0) }) { first, _ in first }
                    for (id, result) in waiting { cases[id] = result }
                    let report = SnapshotReport(
                        suite: "Swift tests", platform: ReferenceFolder.currentPlatforms.first ?? "", date: Date.now.formatted(.iso8601),
                        duration: cases.values.map(\.duration).reduce(0, +), cases: cases.values.sorted { $0.id < $1.id })
                    guard !report.cases.isEmpty || FileManager.default.fileExists(atPath: folder.path) else { return }
                    var record = RunRecord(
                        suite: "", references: "", platforms: ReferenceFolder.currentPlatforms, isUnfiltered: false, fonts: [])
                    record.session = Self.session
                    record.fonts = FontManifest((try? folder.record())?.fonts ?? []).updated(with: FontRecord.records(faces)).fonts
                    try folder.write(report, record)
                }
            } catch {
                // The tests have failed already; the missing report is only mentioned.
                LostFailure.complain("subdial: the report of snapshots cannot be written: \(error)\n")
            }
        }

        /// What the processes of a run have used, in a file of the folder.
        private struct Used: Codable {
            var session: String
            var hasPassed: Bool
            var usages: [ObsoleteReferences.Usage]
            /// The references that were told as obsolete.
            var told: Set<ReferencePlace> = []
        }

        private var usedFile: String { "\(folder.path)/.used" }

        /// What the processes of this run have used so far; nil if this one is the first.
        private func used() -> Used? {
            let known = FileManager.default.contents(atPath: usedFile).flatMap { try? JSONDecoder().decode(Used.self, from: $0) }
            return known?.session == Self.session ? known : nil
        }

        /// The references that no process of the run has told as obsolete, which this one does.
        func untold(_ references: [ReferencePlace]) throws -> [ReferencePlace] {
            var untold = references
            try locked {
                guard var all = used() else { return }
                untold.removeAll(where: all.told.contains)
                all.told.formUnion(untold)
                try AtomicFile.write([UInt8](try JSONEncoder().encode(all)), to: usedFile)
            }
            return untold
        }

        /// Adds what this process has used to what earlier ones of the run have.
        ///
        /// - Returns: Both; nil if one of the processes has not passed.
        func merge(_ usages: [ObsoleteReferences.Usage], passed: Bool) throws -> [ObsoleteReferences.Usage]? {
            guard start() == nil else { return nil }
            var all = Used(session: Self.session, hasPassed: passed, usages: usages)
            try locked {
                if let known = used() {
                    all.told = known.told
                    all.hasPassed = all.hasPassed && known.hasPassed
                    for usage in known.usages {
                        guard let index = all.usages.firstIndex(where: { $0.file == usage.file }) else {
                            all.usages.append(usage)
                            continue
                        }
                        all.usages[index].ids.formUnion(usage.ids)
                        all.usages[index].functions.formUnion(usage.functions)
                    }
                }
                try AtomicFile.write([UInt8](try JSONEncoder().encode(all)), to: usedFile)
            }
            return all.hasPassed ? all.usages : nil
        }

        /// Runs `work` exclusively among all tests of the run, in this process and others.
        ///
        /// Without the folder it is exclusive in this process only.
        func alone(_ work: () throws -> Void) throws {
            try turn.withLock { _ in try start() == nil ? locked(work) : work() }
        }

        /// Runs `work` exclusively among the processes of the run.
        private func locked(_ work: () throws -> Void) throws {
            try AtomicFile.makeFolder(folder.path)
            guard let lock = try FileLock.acquire("\(folder.path)/.lock", waiting: Self.longestWait) else {
                throw WaitedTooLong(path: folder.path)
            }
            try work()
            _ = consume lock
        }

        private struct WaitedTooLong: Error, CustomStringConvertible {
            let path: String
            var description: String { "\(path) has been in use by another process for \(TestReport.longestWait) seconds" }
        }

        /// The id and the start time of the parent process, equal for all processes of a run.
        private static let session: String = {
            let parent = getppid()
            let status = FileManager.default.contents(atPath: "/proc/\(parent)/stat").map { String(decoding: $0, as: UTF8.self) } ?? ""
            // After the name, which may contain any character, the fields begin with the third; the start time is the twenty-second.
            let fields = status[(status.lastIndex(of: ")") ?? status.startIndex)...].split(separator: " ")
            return "\(parent)-\(fields.count > 20 ? String(fields[20]) : "0")"
        }()
    }
#endif
