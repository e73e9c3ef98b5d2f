import Foundation
import SubdialConcurrency
import SubdialPlayback
import SubdialSystem
import SubdialTestSupport
import SubdialTimeline
import Synchronization
import Testing

@testable import SubdialEngine

/// A source that never answers.
private final class SilentSource: PlaybackSource {
    /// The numbers of lists of zones that were requested, and whose requests have been cancelled.
    let listings = Mutex((begun: 0, cancelled: 0))

    func zones() async throws(SourceError) -> [Zone] {
        listings.withLock { $0.begun += 1 }
        await untilCancelled()
        listings.withLock { $0.cancelled += 1 }
        throw .cancelled
    }

    func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
        await untilCancelled()
        throw .cancelled
    }

    func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {}

    func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? { nil }
}

@Suite struct ZoneFollowerTests {
    /// A caller that waits for its volume, or for an entry, does not wait forever for a follower that is stopped.
    @Test(.timeLimit(.minutes(3))) func nobodyWaitsForAFollowerThatIsStopped() async throws {
        let folder = try TemporaryFolder()
        let hub = Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent) { _ in SilentSource() }
        let follower = try await hub.follower(of: ZoneID("z"), name: nil, at: "http://127.0.0.1:1")
        let change = Task { try await follower.change(VolumeTurn(.up)) }
        let entries = Task { for await _ in await follower.entries() {} }
        let settling = Task { await follower.waitForFirst() }
        try await eventually("a volume that is gathered") { await follower.burst != nil }
        await hub.stop()
        await #expect(throws: SourceError.cancelled) { try await change.value }
        await entries.value
        await settling.value
        // Later callers do not wait either.
        await #expect(throws: SourceError.cancelled) { try await follower.change(VolumeTurn(.up)) }
        await follower.waitForFirst()
        for await _ in await follower.entries() {}
        await #expect(throws: SourceError.cancelled) { try await hub.follower(of: ZoneID("other"), name: nil, at: "http://127.0.0.1:1") }
        try await eventually("no task is left") { await follower.tasks.count == 0 }
    }
}

@Suite struct ZoneListingTests {
    /// Concurrent callers share one request, which ends with the last of them.
    @Test(.timeLimit(.minutes(3))) func aListThatNobodyWaitsForIsCancelled() async throws {
        let (folder, source) = (try TemporaryFolder(), SilentSource())
        let hub = Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent) { _ in source }
        let address = try SourceAddress("http://127.0.0.1:1")
        let callers = (0..<3).map { _ in Task { try await hub.zones(at: address.text) } }
        try await eventually("all callers wait") { await hub.listings.waiting(for: address) == 3 }
        try await eventually("the request") { source.listings.withLock { $0.begun } == 1 }
        for caller in callers {
            #expect(source.listings.withLock { $0.cancelled } == 0)
            caller.cancel()
            await #expect(throws: SourceError.cancelled) { try await caller.value }
        }
        try await eventually("the end of the request") { source.listings.withLock { $0.cancelled } == 1 }
        await hub.stop()
    }
}

@Suite struct ZoneAudienceTests {
    private static let zone = Zone(id: ZoneID("r:1"), name: "Kitchen")
    private static let recording = ZoneRules(history: HistoryRules(keptDays: 1))
    private static let other = ZoneRules(history: HistoryRules(keptDays: 2))

    private func entries(_ audience: ZoneAudience, _ rules: ZoneRules) -> AsyncStream<Entry> {
        audience.entries(through: rules, recordedBy: rules, first: NowPlaying(date: .now, status: .unknown, freshness: .offline).entry) {
        }
    }

    /// A subscriber until it is cancelled.
    private func subscribe(_ audience: ZoneAudience, _ rules: ZoneRules) -> Task<Void, Never> {
        let entries = entries(audience, rules)
        return Task { for await _ in entries {} }
    }

    /// Without subscribers, the rules of the last caller apply: of the last one that has left, or has asked later.
    @Test func recordsByTheRulesOfThoseWhoLook() async {
        let audience = ZoneAudience()
        #expect(audience.recording(of: Self.zone) == nil)
        let subscribers = [subscribe(audience, Self.recording), subscribe(audience, ZoneRules())]
        // The rules of one subscriber are enough.
        #expect(audience.recording(of: Self.zone) == Self.recording.history)
        for subscriber in subscribers {
            subscriber.cancel()
            await subscriber.value
        }
        #expect(audience.isEmpty)
        #expect(audience.recording(of: Self.zone) == nil)
        let third = subscribe(audience, Self.other)
        #expect(audience.recording(of: Self.zone) == Self.other.history)
        third.cancel()
        await third.value
        #expect(audience.recording(of: Self.zone) == Self.other.history)
        audience.setRules(Self.recording)
        #expect(audience.recording(of: Self.zone) == Self.recording.history)
        audience.setRules(nil)
        #expect(audience.recording(of: Self.zone) == nil)
    }

    /// The subscriber who needs the shortest interval determines it for all.
    @Test func theShortestIntervalsApply() async {
        func rules(_ watched: Double, _ background: Double) -> ZoneRules {
            ZoneRules(polls: PollIntervals(watched: watched, background: background))
        }
        let audience = ZoneAudience()
        #expect(audience.intervals == PollIntervals())
        let slow = subscribe(audience, rules(30, 600))
        #expect(audience.intervals == PollIntervals(watched: 30, background: 600))
        let other = subscribe(audience, rules(50, 20))
        #expect(audience.intervals == PollIntervals(watched: 30, background: 20))
        for subscriber in [slow, other] {
            subscriber.cancel()
            await subscriber.value
        }
        // Without subscribers, those of the last one apply.
        #expect(audience.intervals == PollIntervals(watched: 50, background: 20))
    }

    /// A locked zone's subscriber sees only its name; another subscriber of the same zone sees everything.
    @Test func showsEachWhatItsRulesPermit() async throws {
        let audience = ZoneAudience()
        var open = entries(audience, ZoneRules()).makeAsyncIterator()
        var locked = entries(audience, ZoneRules(locked: ["Kitchen"])).makeAsyncIterator()
        var playing = NowPlaying(date: .now, status: .playing, freshness: .live)
        (playing.zone, playing.track) = (Subject(id: "r:1", name: "Kitchen"), Track(title: "So What"))
        audience.send(playing.entry)
        #expect(NowPlaying(try #require(await open.next())).track?.title == "So What")
        let seen = try #require(await locked.next())
        #expect(seen.subject?.isLocked == true)
        #expect(!seen.json.text().contains("So What"))
    }
}
