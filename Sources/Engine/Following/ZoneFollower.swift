import FoundationEssentials
import Logging
import Playback
import Timeline

/// Keeps one zone's state up to date for all who look at it: one connection and one question at a time, however many they are.
///
/// It asks as the timeline says, and only while somebody looks or has just looked.
actor ZoneFollower {
    /// For how long after the last look the questions go on, so that a bar which asks anew each few seconds has its answer from memory.
    static let lingering = Duration.seconds(30)

    let zone: ZoneID
    private let source: any PlaybackSource
    private let address: String
    private let store: StateStore
    private let logger: Logger
    private let provider: NowPlayingTimeline

    private(set) var state: PlaybackState
    /// The entry that was given out last.
    private var shown: Entry?
    private var failures = 0
    private(set) var lastError: SourceError?
    /// Whether the source has been asked and has answered, or failed to.
    private(set) var hasAsked = false
    private var watchers: [Int: AsyncStream<Entry>.Continuation] = [:]
    private var nextWatcher = 0
    private var lastLook = ContinuousClock.now
    private var asking: Task<Void, Never>?
    private var wakeUp: AsyncStream<Void>.Continuation?
    private var kept: PlaybackState?

    init(zone: ZoneID, name: String?, source: any PlaybackSource, address: String, store: StateStore, pace: Pace, logger: Logger) {
        self.zone = zone
        self.source = source
        self.address = address
        self.store = store
        self.logger = logger
        provider = NowPlayingTimeline(pace: pace)
        var state = store.state(of: zone, at: address) ?? PlaybackState(zone: zone, name: name)
        // What was known when the engine last ran is old until the source says it anew.
        var reading = Reading(zone: zone, stamp: Stamp(.now, .poll))
        reading.connection = state.lastContact == .distantPast ? .offline : .stale
        state.merge(reading)
        self.state = state
    }

    /// The entry now.
    func entry(at now: Date = .now) -> Entry {
        let entry = Entry(state, at: now, previous: shown)
        shown = entry
        return entry
    }

    /// The timeline from now on.
    func timeline(at now: Date = .now) -> Timeline {
        provider.timeline(of: state, at: now, failures: failures, jitter: .random(in: 0...1), previous: shown)
    }

    /// Entries from now on, the first at once.
    ///
    /// A watcher that is busy misses all but the newest.
    func entries() -> AsyncStream<Entry> {
        let (stream, continuation) = AsyncStream<Entry>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = nextWatcher
        nextWatcher += 1
        watchers[number] = continuation
        continuation.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
        continuation.yield(entry())
        look()
        return stream
    }

    /// Notes that somebody looks, and sees to it that the source is asked.
    func look() {
        lastLook = .now
        guard asking == nil else { return }
        asking = Task { await ask() }
    }

    /// Returns once the source has answered, or has failed to; at once where it was asked a moment ago.
    func settle() async {
        look()
        if hasAsked { return }
        for await _ in answers() where hasAsked { return }
    }

    private func answers() -> AsyncStream<Entry> { entries() }

    /// Shows at once what a control will bring about.
    func expect(_ reading: Reading) {
        merge(reading)
    }

    /// Asks the source now rather than when it is time, and takes its word before what a control promised where `correcting`.
    func refresh(correcting: Bool = false) async {
        if correcting { await readOnce(correcting: true) }
        wakeUp?.yield()
    }

    /// Asks no more, and lets all who look go.
    func stop() {
        asking?.cancel()
        for watcher in watchers.values { watcher.finish() }
        watchers.removeAll()
    }

    private func forget(_ number: Int) {
        watchers[number] = nil
        lastLook = .now
    }

    /// Asks for as long as somebody looks.
    private func ask() async {
        let (pokes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        wakeUp = continuation
        defer {
            wakeUp = nil
            asking = nil
        }
        let pushes = Task { [source, zone] in
            for await reading in source.pushes(of: zone) { self.merge(reading) }
        }
        defer { pushes.cancel() }
        var poked = pokes.makeAsyncIterator()
        while !Task.isCancelled, !watchers.isEmpty || .now - lastLook < Self.lingering {
            await readOnce()
            let wait = max(0.05, (timeline().reloadDate ?? .distantFuture).timeIntervalSince(.now))
            let timer = Task {
                try await Task.sleep(for: .seconds(wait))
                continuation.yield()
            }
            _ = await poked.next()
            timer.cancel()
        }
        logger.debug("nobody looks at the zone any more", metadata: ["zone": "\(zone)"])
    }

    /// Asks the source once.
    ///
    /// - Parameter correcting: Whether its word counts before what a control promised.
    func readOnce(correcting: Bool = false) async {
        do throws(SourceError) {
            var reading = try await source.read(zone)
            if correcting {
                reading.stamp = Stamp(reading.stamp.time.addingTimeInterval(PlaybackState.settlingTime), .correction)
            }
            (failures, lastError) = (0, nil)
            hasAsked = true
            merge(reading)
        } catch {
            guard error != .cancelled else { return }
            if failures == 0 { logger.warning("\(error)", metadata: ["zone": "\(zone)"]) }
            (failures, lastError) = (failures + 1, error)
            hasAsked = true
            var reading = Reading(zone: zone, stamp: Stamp(.now, .poll))
            if case .zoneMissing = error {
                reading.connection = .zoneMissing
            } else {
                reading.connection = state.lastContact == .distantPast ? .offline : .stale
            }
            merge(reading)
        }
    }

    private func merge(_ reading: Reading) {
        state.merge(reading)
        let entry = entry()
        for watcher in watchers.values { watcher.yield(entry) }
        keepIfChanged()
    }

    /// Writes the state where it would look different after a restart; positions alone are not worth a write.
    private func keepIfChanged() {
        let isWorthIt =
            kept?.track.value != state.track.value || kept?.rawStatus.value != state.rawStatus.value
            || kept?.volumeValue.value != state.volumeValue.value
            || kept?.name.value != state.name.value
        guard isWorthIt, state.connection.value == .live else { return }
        kept = state
        store.keep(state, at: address)
    }
}
