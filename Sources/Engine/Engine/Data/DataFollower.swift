import FoundationEssentials
import Logging
import SubdialBasics
import SubdialConcurrency
import SubdialExpressions
import SubdialHTTP
import SubdialKinds
import SubdialSystem
import SubdialTimeline

/// Follows the data of one instance for all subscribers, with one poll at a time.
///
/// It polls as the kind specifies, and only while there is a subscriber, or was one recently.
actor DataFollower {
    /// The maximum number of seconds between two readings of the wall clock, which may have been set.
    private static let longestWait = 3600.0
    /// The minimum number of seconds between two polls.
    private static let shortestPause = 0.05
    /// The maximum time in seconds for which an action waits for the first entry.
    private static let longestPatience = 60.0
    /// The time in seconds for which an action waits longer than for its slowest source.
    private static let morePatience = 2.0
    /// The time after the last access for which meters are followed.
    private static let meterLingering = Duration.seconds(1)
    /// The time for which further documents of a burst are gathered.
    static let burst = Duration.milliseconds(100)

    nonisolated let instance: KindInstance
    nonisolated let reading: DataReading
    private let pictures: PictureFetcher
    private let store: DataStore
    private let logger: Logger
    private let subscribers = Listeners<EntryFrame>()
    private let loop: PollingLoop
    /// Called after a time without subscribers.
    private let becameIdle: @Sendable () async -> Void
    /// The polling, and the readings of the source.
    private let tasks = TaskSet()

    private var record: DataRecord
    /// True if the source has answered or failed since following began.
    private(set) var hasAsked = false
    /// The last pushed documents, by source.
    private var pushed: [String: Value] = [:]
    private var isPolling = false
    private var isStopped = false
    /// The reading that is under way, which concurrent callers share.
    private var question: Task<Void, Never>?
    /// The requests for missing pictures that are under way, which concurrent callers share.
    private var restoring: Task<Void, Never>?

    /// - Parameter kept: The documents of an earlier run.
    init(
        _ instance: KindInstance, kept: DataStore.StoredData?, http: HTTPClient, trust: KindTrust, store: DataStore,
        pictures: PictureFetcher,
        places: DataPlaces, logger: Logger, lingering: Duration,
        becameIdle: @escaping @Sendable () async -> Void = {}
    ) {
        self.instance = instance
        reading = DataReading(instance: instance, http: http, trust: trust, places: places, pictureReports: pictures.reports)
        self.store = store
        var pictures = pictures
        pictures.ownHosts = instance.hosts
        self.pictures = pictures
        self.logger = logger
        // Meters cost resources while they are followed.
        loop = PollingLoop(lingering: instance.isMetered ? min(lingering, Self.meterLingering) : lingering)
        self.becameIdle = becameIdle
        record = DataRecord(instance, kept: kept, pictures: pictures.folder)
        pictures.name(record.pictures)
    }

    /// Returns the timeline from now on.
    func frame() -> EntryFrame {
        let timeline = record.state.timeline(
            at: .now, instance.kind.refresh, schema: instance.kind.schema, subject: instance.subject, next: nextQuestion)
        return EntryFrame(
            timeline, isAnswer: hasAsked || record.isKnown,
            pictures: DataPictures(folder: instance.folder, stored: pictures.folder) { [weak self] in await self?.restorePictures() })
    }

    /// A stream of frames from now on, the first immediately.
    func frames() -> AsyncStream<EntryFrame> {
        let stream = subscribers.stream(first: frame()) { [loop] in loop.wake() }
        recordAccess()
        return stream
    }

    /// Records an access, and starts polling unless it is running.
    func recordAccess() {
        loop.recordAccess()
        guard !isPolling, !isStopped else { return }
        isPolling = true
        tasks.add { await self.poll() }
    }

    /// Waits until the source has answered or failed; returns immediately if the known data are still valid.
    func waitForFirst() async {
        recordAccess()
        if await isTrustedNow { return await askOnce() }
        if hasAsked || !isDue { return await restorePictures() }
        for await _ in frames() where hasAsked { break }
        await restorePictures()
    }

    /// The values of the current entry, for an action; without an entry, waits for the first one.
    ///
    /// - Parameter names: What the action uses of the entry.
    /// - Throws: `KindError` if the source has failed, or there is no entry in time.
    func values(for action: KindAction, using names: Set<String>) async throws(KindError) -> [String: Value] {
        if await isTrustedNow { await askOnce() }
        let patience = min(Self.longestPatience, (instance.kind.sources.map(\.timeout).max() ?? 0) + Self.morePatience)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in await self.frames() where await self.isSettled { return }
            }
            group.addTask { try? await Task.sleep(for: .seconds(patience)) }
            await group.next()
            group.cancelAll()
        }
        if let entry = currentEntry { return entry.fields.values }
        if let error = lastError, error.isUntrusted { throw error }
        let used = names.sorted().joined(separator: ", ")
        throw KindError(
            .action, at: action.name,
            "it uses \(used), and there is no entry yet: \(lastError?.description ?? "nothing has come in \(Value.double(patience).text) s")",
            isUnreachable: lastError?.isUnreachable ?? true)
    }

    /// The current entry; nil before the first one, and after the last has expired.
    private var currentEntry: Entry? {
        frame().timeline.entry(at: .now).flatMap { $0.freshness == .offline ? nil : $0 }
    }

    /// True if an entry is known and valid, or the source has failed.
    private var isSettled: Bool { hasAsked || lastError?.isUntrusted == true || !isDue && currentEntry != nil }

    /// Polls the source now, and returns after it has answered or failed.
    func refresh() async {
        await askOnce()
        loop.wake()
    }

    /// Takes a pushed document.
    func receive(_ value: Value, of source: KindSource) async {
        pushed[source.name] = value
        await askLocally()
    }

    /// Takes the encoded bytes of a pushed document.
    func receive(_ bytes: [UInt8], of source: KindSource) async {
        do throws(KindError) {
            pushed[source.name] = try source.form.value(of: bytes, reading.arrival())
        } catch {
            return fail(error, retryAfter: nil)
        }
        await askLocally()
    }

    /// Reports that a source has pushed nothing in time, unless something else is wrong.
    func miss(_ source: KindSource, _ error: KindError) {
        guard pushed[source.name] == nil, lastError == nil else { return }
        fail(error, retryAfter: nil)
    }

    /// Reports that what a source has pushed is no longer valid.
    func lose(_ source: KindSource, _ error: KindError) {
        guard pushed[source.name] != nil else { return }
        fail(error, retryAfter: nil)
    }

    /// True if there are no subscribers and no polling.
    var isIdle: Bool { !isPolling && subscribers.isEmpty }

    /// Stops polling, ends the streams of all subscribers, and waits for the running tasks.
    func stop() async {
        isStopped = true
        subscribers.finish()
        await tasks.end()
    }

    /// The last error; nil after a valid answer.
    var lastError: KindError? { record.lastError }

    /// The pictures that were left out of the last valid answer, one line each.
    var refusedPictures: [String] { record.refusedPictures }

    /// The warnings about what was omitted from the last valid answer, one line each.
    var warnings: [String] { record.warnings.map { $0.striking(instance.values.secrets.values) } }

    /// The date of the next poll, by the wall clock; nil for never.
    var nextQuestion: Date? { record.nextQuestion(hasAsked: hasAsked) }

    /// True if commands that were refused are trusted by now.
    private var isTrustedNow: Bool {
        get async {
            guard lastError?.isUntrusted == true else { return false }
            return (try? await reading.trust.check(instance)) != nil
        }
    }

    private var isDue: Bool { nextQuestion.map { $0 <= .now } ?? false }

    /// Polls while there are subscribers, and for a time after the last access.
    private func poll() async {
        // Files that were not followed for a while are read again.
        if instance.followsFiles { record.forgetReading() }
        await withDiscardingTaskGroup { group in
            group.addTask { [loop] in await self.followPushes { loop.wake(asking: true) } }
            group.addTask { for await _ in ClockWatch.shared.changes() { await self.wallClockChanged() } }
            await loop.run {
                !subscribers.isEmpty
            } turn: { isNew in
                await readIfDue(isNew: isNew)
            }
            // The programs that it has started end before the group does.
            group.cancelAll()
        }
        (isPolling, hasAsked) = (false, false)
        // A subscriber may have arrived meanwhile.
        guard subscribers.isEmpty || isStopped else { return recordAccess() }
        logger.debug("nobody looks at the data any more", metadata: ["kind": "\(instance.kind.name)"])
        await becameIdle()
    }

    /// Publishes the entries again: others of them are due now, and so may be the next request.
    private func wallClockChanged() {
        publish()
        loop.wake()
    }

    /// Follows the sources that push documents until the task is cancelled; `changed` requests a new reading of files.
    private func followPushes(_ changed: @escaping @Sendable () -> Void) async {
        await withDiscardingTaskGroup { group in
            for source in instance.kind.sources {
                guard let reader = try? instance.reader(of: source), (try? source.isWanted(instance.values, knowing: nil)) != false else {
                    continue
                }
                group.addTask { await reader.follow(source, for: self, changed) }
            }
        }
    }

    /// Polls the source if its time has come.
    ///
    /// - Parameter isNew: True if its files have changed.
    /// - Returns: The time of the next turn.
    private func readIfDue(isNew: Bool) async -> SteadyDate {
        if lastError?.isUntrusted == true, await !isTrustedNow {
            // Nothing is requested before the kind is trusted.
            record.postpone()
        } else if isDue {
            await askOnce()
        } else if isNew {
            await askLocally()
        } else if !hasAsked, record.isKnown {
            // The known documents are still valid, or the next request would be too early: no request is sent.
            await restorePictures()
            hasAsked = true
            publish()
        }
        let wait = nextQuestion.map { max(Self.shortestPause, $0.timeIntervalSince(.now)) } ?? .infinity
        return .now + min(wait, Self.longestWait)
    }

    /// Polls once; concurrent calls share the answer.
    private func askOnce() async {
        if let question { return await question.value }
        guard !isStopped else { return }
        let task = tasks.add { await self.readOnce(isLocal: false) }
        question = task
        await task.value
    }

    /// Reads pushed documents, without requests to sources whose last answer is known.
    private func askLocally() async {
        while let question { await question.value }
        guard !isStopped else { return }
        let task = tasks.add { await self.readOnce(isLocal: true) }
        question = task
        await task.value
    }

    private func readOnce(isLocal: Bool) async {
        if !isLocal { record.recordQuery() }
        do throws(DataReading.Failure) {
            let answer = try await reading.read(
                known: record.documents, validators: record.validators, pushed: pushed, isLocal: isLocal)
            try await receive(answer, isLocal: isLocal)
        } catch {
            question = nil
            fail(error.error, retryAfter: error.retryAfter, isLocal: isLocal)
        }
    }

    /// Requests the pictures of the known entries that are not stored any more.
    private func restorePictures() async {
        if let restoring { return await restoring.value }
        let addresses = StoredPictures.addresses(in: record.made)
        guard !addresses.isEmpty, !isStopped else { return }
        let task = tasks.add { await self.fetchMissing(addresses) }
        restoring = task
        await task.value
    }

    private func fetchMissing(_ addresses: [String]) async {
        defer { restoring = nil }
        let missing = await pictures.missing(addresses, in: record.pictures)
        guard !missing.isEmpty else { return }
        let found = await pictures.fetch(missing, known: record.pictures)
        // A newer answer has its own pictures.
        guard !Task.isCancelled, addresses == StoredPictures.addresses(in: record.made) else { return }
        var all = record.pictures
        for address in missing { (all.pictures[address], all.refusals[address]) = (found.pictures[address], found.refusals[address]) }
        record.show(all)
        storeRecord()
        publish()
    }

    private func receive(_ answer: DataReading.Answer, isLocal: Bool) async throws(DataReading.Failure) {
        let received = Date.now
        let result: EntryMaker.Result
        do throws(KindError) {
            result = try record.entries(of: answer, received: received)
        } catch {
            throw DataReading.Failure(error: error)
        }
        let stored = await pictures.fetch(StoredPictures.addresses(in: result.entries), known: record.pictures)
        guard !Task.isCancelled else {
            question = nil
            return
        }
        if result.warnings != record.warnings, let first = result.warnings.first?.striking(instance.values.secrets.values) {
            logger.notice(
                "\(result.warnings.count) warnings about the data; the first: \(first)", metadata: ["kind": "\(instance.kind.name)"])
        }
        for message in result.refusedPictures where !refusedPictures.contains(message) {
            logger.warning("\(message)", metadata: ["kind": "\(instance.kind.name)"])
        }
        let isOther = answer.documents != record.documents
        let hasOtherPictures = !stored.isSame(as: record.pictures)
        let hasNewStep = record.apply(answer, result, stored, received: received, isLocal: isLocal)
        hasAsked = true
        // Callers from now on need a newer answer.
        question = nil
        // Documents that arrive often, or are pushed, are not worth a write each.
        if instance.isPolled && (isOther || isAskedSeldom) || hasOtherPictures || hasNewStep { storeRecord() }
        publish()
    }

    private var isAskedSeldom: Bool { instance.kind.refresh.every.map { $0 >= 60 } ?? true }

    private func storeRecord() { store.store(record.kept, of: instance) }

    func fail(_ given: KindError, retryAfter: Double?, isLocal: Bool = true) {
        let error = given.striking(instance.values.secrets.values)
        guard !error.isWaiting else { return record.postpone() }
        if lastError != error { logger.warning("\(error)", metadata: ["kind": "\(instance.kind.name)"]) }
        record.fail(error, retryAfter: retryAfter, isLocal: isLocal)
        hasAsked = true
        // A server's `Retry-After` time must survive a restart; after any other failure, a restart polls again.
        if !isLocal, retryAfter != nil, instance.isPolled { storeRecord() }
        publish()
    }

    private func publish() { subscribers.send(frame()) }
}

/// The pictures of a kind's entries as files; those with URLs have been fetched with the data.
struct DataPictures: EntryPictures {
    /// The folder of the kind, to which relative paths refer.
    private let folder: String
    /// The folder of the fetched pictures.
    private let stored: PrivateFolder
    /// Fetches the pictures that are not stored any more.
    private let restore: @Sendable () async -> Void
    private let files = FileReader()

    init(folder: String, stored: PrivateFolder, restore: @escaping @Sendable () async -> Void) {
        self.folder = folder
        self.stored = stored
        self.restore = restore
    }

    func bytes(of picture: EntryPicture, side: Int) async throws -> [UInt8]? {
        guard let location = picture.location, !location.split(separator: "/").contains("..") else { return nil }
        let path = location.hasPrefix("/") ? location : "\(folder)/\(location)"
        // A fetched picture may have been removed from the cache.
        if path.hasPrefix("\(stored.path)/"), FileVersion(path: path) == nil { await restore() }
        return try await files.bytes(of: path, maximum: PictureLimit.bytes)
    }
}
