import Clocks
import Expressions
import FoundationEssentials
import Glibc
import HTTP
import JSON
import Kinds
import Logging
import Timeline

/// Keeps the data of one instance up to date for all who look at it: one question at a time, however many they are.
///
/// It asks as the kind says, and only while somebody looks or has just looked.
actor DataFollower {
    /// Seconds after which the clock is looked at again: it may have been set.
    private static let longestWait = 3600.0
    /// Documents of a burst are waited for as long.
    static let burst = Duration.milliseconds(100)
    /// Seconds between two looks for whether a kind is trusted by now.
    private static let trustPause = 2.0
    /// Time between two looks for a file that is not there.
    private static let missingFilePause = Duration.seconds(2)

    nonisolated let instance: KindInstance
    private let reading: DataReading
    private let pictures: PictureFetcher
    private let store: DataStore
    private let logger: Logger
    private let lingering: Duration
    /// Called once nobody has looked for a while.
    private let becameIdle: @Sendable () -> Void

    private var state = DataState()
    private var documents: [String: Value] = [:]
    private var previous: (documents: [String: Value], date: Date)?
    private var validators: [String: URLReader.Validators] = [:]
    private var questions: [Date] = []
    private var after: Date?
    private var failures = 0
    private var retryAfter: Double?
    /// When the last question ended, by the wall clock.
    private var ended: Date?
    /// True once the source has answered, or failed to.
    private(set) var hasAsked = false
    /// The last error; nil after a good answer.
    private(set) var lastError: KindError?
    /// Rows that were left out of the last good answer, and why: a line each.
    private(set) var warnings: [String] = []
    private var pushed: [String: Value] = [:]
    private var watchers: [Int: AsyncStream<EntryFrame>.Continuation] = [:]
    private var nextWatcher = 0
    private var lastLook = ContinuousClock.now
    private var asking: Task<Void, Never>?
    private var wakeUp: AsyncStream<Bool>.Continuation?
    private var question: Task<Void, Never>?

    init(
        _ instance: KindInstance, http: HTTPClient, trust: KindTrust, store: DataStore, pictures: PictureFetcher, logger: Logger,
        lingering: Duration,
        becameIdle: @escaping @Sendable () -> Void = {}
    ) {
        self.instance = instance
        reading = DataReading(instance: instance, http: http, trust: trust)
        self.store = store
        var pictures = pictures
        pictures.ownHosts = instance.hosts
        self.pictures = pictures
        self.logger = logger
        self.lingering = lingering
        self.becameIdle = becameIdle
        if let kept = store.kept(instance) {
            documents = kept.documents.mapValues(Value.init)
            validators = kept.validators
            questions = kept.questions
            after = kept.after
            // A file costs nobody anything: it is read anew.
            ended = instance.isPolled ? kept.received : nil
            state.received = kept.received
            state.entries = (try? instance.maker.entries(of: documents, received: kept.received).entries) ?? []
            if state.entries.isEmpty { (state.received, ended) = (nil, nil) }
        }
    }

    /// The timeline from now on, on the steady time line.
    func frame() -> EntryFrame {
        let timeline = state.timeline(
            at: .now, instance.kind.refresh, schema: instance.kind.schema, subject: instance.subject, next: nextQuestion)
        return EntryFrame(
            timeline.dated(later: -Date.wallOffset), isAnswer: hasAsked || state.received != nil,
            pictures: DataPictures(folder: instance.folder))
    }

    /// Frames from now on, the first at once.
    func frames() -> AsyncStream<EntryFrame> {
        let (stream, continuation) = AsyncStream<EntryFrame>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = nextWatcher
        nextWatcher += 1
        watchers[number] = continuation
        continuation.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
        continuation.yield(frame())
        look()
        return stream
    }

    /// Notes that somebody looks, and sees to it that the source is asked.
    func look() {
        lastLook = .now
        guard asking == nil else { return }
        asking = Task { await ask() }
    }

    /// Returns once the source has answered, or has failed to; at once where what is known still holds.
    func settle() async {
        look()
        if isTrustedNow { return await askOnce() }
        if hasAsked || !isDue { return }
        for await _ in frames() where hasAsked { return }
    }

    /// Asks the source now, and returns once it has answered or failed to.
    func refresh() async {
        await askOnce()
        wakeUp?.yield(false)
    }

    /// Takes a document that came by itself.
    func take(_ bytes: [UInt8], of source: KindSource) async {
        do throws(KindError) {
            pushed[source.name] = try source.format.value(of: bytes)
        } catch {
            return fail(error, retryAfter: nil)
        }
        await askLocally()
    }

    /// True while nobody looks.
    var isIdle: Bool { asking == nil && watchers.isEmpty }

    /// Asks no more, and lets all who look go.
    func stop() async {
        asking?.cancel()
        question?.cancel()
        let under = [asking, question].compactMap { $0 }
        for watcher in watchers.values { watcher.finish() }
        watchers.removeAll()
        for task in under { await task.value }
    }

    private func forget(_ number: Int) {
        watchers[number] = nil
        lastLook = .now
        if watchers.isEmpty { wakeUp?.yield(false) }
    }

    /// When the source is to be asked again, by the wall clock; nil for never.
    private var nextQuestion: Date? {
        guard let ended else { return hasAsked ? nil : .now }
        guard instance.asksByTime else { return nil }
        // Trust comes by another process, and is looked for without asking anybody.
        if lastError?.isUntrusted == true { return ended.addingTimeInterval(Self.trustPause) }
        let refresh = instance.kind.refresh
        let zones = instance.timeZones
        let next = refresh.next(
            after: ended, failures: failures, retryAfter: retryAfter, last: state.entries.last?.date, wanted: after, random: spread
        ) { date in zones.midnight(before: date, in: refresh.zone) }
        guard let next, let perDay = refresh.perDay else { return next }
        let recent = questions.filter { ended.timeIntervalSince($0) < 86_400 }
        return recent.count < perDay ? next : max(next, recent.sorted()[recent.count - perDay].addingTimeInterval(86_400))
    }

    /// Random, but the same for one answer: the date that is told is the date at which it is asked.
    private var spread: Double {
        let seed = UInt64(bitPattern: Int64(saturating: (ended?.timeIntervalSince1970 ?? 0) * 1000)) &* 0x9E37_79B9_7F4A_7C15
        return Double(seed >> 40) / Double(1 << 24)
    }

    /// True where commands that were refused may be run by now.
    private var isTrustedNow: Bool {
        guard lastError?.isUntrusted == true else { return false }
        return (try? reading.trust.check(instance)) != nil
    }

    private var isDue: Bool { nextQuestion.map { $0 <= .now } ?? false }

    /// Asks for as long as somebody looks.
    private func ask() async {
        let (pokes, continuation) = AsyncStream<Bool>.makeStream(bufferingPolicy: .bufferingNewest(1))
        wakeUp = continuation
        // Nobody has followed the files for a while: they are read anew.
        if instance.followsFiles { ended = nil }
        let pushes = Task { await followPushes { continuation.yield(true) } }
        var poked = pokes.makeAsyncIterator()
        var isNew = false
        while !Task.isCancelled, !watchers.isEmpty || .now - lastLook < lingering {
            if lastError?.isUntrusted == true, !isTrustedNow {
                // Nobody is asked for anything before the kind is trusted.
                ended = .now
            } else if isDue {
                await askOnce()
            } else if isNew {
                await askLocally()
            } else if !hasAsked, state.received != nil {
                // The known documents still hold: nobody has to be asked.
                hasAsked = true
                tell()
            }
            let rest = watchers.isEmpty ? lingering / .seconds(1) : .infinity
            let wait = min(nextQuestion.map { max(0.05, $0.timeIntervalSince(.now)) } ?? .infinity, rest, Self.longestWait)
            let timer =
                wait.isFinite
                ? Task {
                    try await Task.sleep(for: .seconds(wait))
                    continuation.yield(false)
                } : nil
            isNew = await poked.next() ?? false
            timer?.cancel()
        }
        // The programs that it has started end before it does.
        pushes.cancel()
        await pushes.value
        (wakeUp, asking, hasAsked) = (nil, nil, false)
        logger.debug("nobody looks at the data any more", metadata: ["kind": "\(instance.kind.name)"])
        // Somebody may have come meanwhile.
        guard watchers.isEmpty || Task.isCancelled else { return look() }
        becameIdle()
    }

    /// Asks once; those who come while a question is under way share its answer.
    private func askOnce() async {
        if let question { return await question.value }
        let task = Task { await readOnce(isLocal: false) }
        question = task
        await task.value
    }

    /// Reads what came by itself, and asks nobody whose last answer is known.
    private func askLocally() async {
        while let question { await question.value }
        let task = Task { await readOnce(isLocal: true) }
        question = task
        await task.value
    }

    private func readOnce(isLocal: Bool) async {
        let now = Date.now
        if let limit = instance.kind.refresh.perDay, !isLocal {
            questions = (questions.filter { now.timeIntervalSince($0) < 86_400 && $0 <= now } + [now]).suffix(limit)
        }
        do throws(DataReading.Failure) {
            let answer = try await reading.read(known: documents, validators: validators, pushed: pushed, isLocal: isLocal)
            try await take(answer, isLocal: isLocal)
        } catch {
            question = nil
            fail(error.error, retryAfter: error.retryAfter, isLocal: isLocal)
        }
    }

    private func take(_ answer: DataReading.Answer, isLocal: Bool) async throws(DataReading.Failure) {
        let received = Date.now
        let isOther = answer.documents != documents
        if let before = state.received, !documents.isEmpty { previous = (documents, before) }
        var result: EntryMaker.Result
        do throws(KindError) {
            result = try instance.maker.entries(of: answer.documents, received: received, previous: previous)
        } catch {
            throw DataReading.Failure(error: error)
        }
        result.entries = await pictures.local(result.entries)
        (documents, validators, after) = (answer.documents, answer.validators, result.after)
        if result.warnings != warnings, let first = result.warnings.first {
            logger.notice("\(result.warnings.count) rows are left out; the first: \(first)", metadata: ["kind": "\(instance.kind.name)"])
        }
        warnings = result.warnings
        // Whoever asks from now on wants to know what comes after this.
        question = nil
        (state.entries, state.received, state.problem) = (result.entries, received, nil)
        (lastError, hasAsked) = (nil, true)
        if !isLocal || ended == nil { (failures, retryAfter, ended) = (0, nil, received) }
        // Documents that come often or by themselves are not worth a write each time.
        if instance.isPolled, isOther || instance.kind.refresh.every.map({ $0 >= 60 }) ?? true {
            store.keep(
                DataStore.Kept(
                    documents: documents.mapValues(\.json), received: received, validators: validators, questions: questions, after: after),
                of: instance)
        }
        tell()
    }

    private func fail(_ given: KindError, retryAfter: Double?, isLocal: Bool = true) {
        let error = given.striking(instance.values.secrets.values)
        guard !error.isWaiting else {
            ended = .now
            return
        }
        if lastError != error { logger.warning("\(error)", metadata: ["kind": "\(instance.kind.name)"]) }
        if !isLocal || ended == nil { (failures, self.retryAfter, ended) = (failures + 1, retryAfter, .now) }
        (lastError, hasAsked) = (error, true)
        let since = state.problem?.since ?? .now
        state.problem = EntryProblem(step: error.step.rawValue, message: error.description, since: since)
        tell()
    }

    private func tell() {
        let frame = frame()
        for watcher in watchers.values { watcher.yield(frame) }
    }

    // MARK: What comes by itself

    /// Follows files and lasting commands until the task is cancelled; `changed` has the files read.
    private func followPushes(_ changed: @escaping @Sendable () -> Void) async {
        await withDiscardingTaskGroup { group in
            for source in instance.kind.sources {
                guard let request = try? source.transport.resolved(instance.values, timeZones: instance.timeZones) else { continue }
                switch request {
                case .file(let path):
                    let full = instance.path(path)
                    group.addTask { await Self.follow(file: full, changed) }
                case .command(let line) where line.isLasting: group.addTask { await self.follow(line, source) }
                case .url, .command, .stdin, .fixed: break
                }
            }
        }
    }

    private static func follow(file path: String, _ changed: @Sendable () -> Void) async {
        var isFirst = true
        while !Task.isCancelled {
            let before = FileIdentity.of(path)
            if let changes = FileWatch.shared.changes(of: path) {
                // A file that took the place of the other is read once it is watched.
                if !isFirst { changed() }
                isFirst = false
                for await _ in changes {
                    changed()
                    // A file that is written in pieces is read once.
                    try? await Task.sleep(for: burst)
                    // One that was moved away is another: what took its place is to be watched.
                    if FileIdentity.of(path) != before { break }
                }
                if access(path, F_OK) == 0 { continue }
            }
            isFirst = false
            try? await Task.sleep(for: missingFilePause)
        }
    }

    /// Tells that a command that goes on has said nothing for as long as an answer may take.
    private func missLine(of source: KindSource) {
        guard pushed[source.name] == nil, lastError == nil else { return }
        fail(KindError(.source, at: "command", "it has written no line in \(Value.double(source.timeout).text) s"), retryAfter: nil)
    }

    /// Runs a command that goes on; of a burst of its lines the last counts.
    private func follow(_ line: ResolvedRequest.CommandLine, _ source: KindSource) async {
        let patience = Task {
            try await Task.sleep(for: .seconds(min(source.timeout, 3600)))
            self.missLine(of: source)
        }
        defer { patience.cancel() }
        while !Task.isCancelled {
            let latest = Broadcast<[UInt8]?>(nil)
            do throws(KindError) {
                try reading.trust.check(instance)
                let taking = Task {
                    for await bytes in latest.values() {
                        guard let bytes else { continue }
                        await self.take(bytes, of: source)
                        try? await Task.sleep(for: Self.burst)
                    }
                }
                defer { taking.cancel() }
                try await CommandReader(line: line, folder: instance.folder).lines(maximum: source.maximumBytes) { latest.send($0) }
            } catch {
                guard !Task.isCancelled else { return }
                // Its last line may not have been taken yet.
                if let last = latest.value { await take(last, of: source) }
                fail(error, retryAfter: nil)
            }
            try? await Task.sleep(for: .seconds(line.restart))
        }
    }
}

/// The identity of the file at a path.
private enum FileIdentity {
    /// Device and number of the file; nil where there is none.
    static func of(_ path: String) -> [UInt64]? {
        var info = stat()
        guard stat(path, &info) == 0 else { return nil }
        return [UInt64(info.st_dev), UInt64(info.st_ino)]
    }
}
