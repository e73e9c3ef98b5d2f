import FoundationEssentials
import SubdialPlayback
import SubdialTestSupport
import SubdialTimeline
import Testing

/// Tests of random updates in three rooms, with a clock that leaps in both directions, and restarts at any time.
@Suite struct ActivityLifecyclePropertyTests {
    private static func entry(at now: Date, using random: inout SplitMix64) -> NowPlaying? {
        let titles: [String?] = ["A", "A", "A", "B", "", nil]
        var entry = NowPlaying(
            date: now, zone: Subject(id: ["den", "bath", "attic"].randomElement(using: &random) ?? "den"),
            status: ([.playing, .playing, .playing] + PlaybackStatus.allCases).randomElement(using: &random) ?? .playing)
        if let title = titles.randomElement(using: &random) ?? nil { entry.track = Track(title: title, artist: "A", length: 300) }
        entry.position = Bool.random(using: &random) ? .random(in: 0...400, using: &random) : nil
        entry.freshness = ([.live, .live, .live] + Freshness.allCases).randomElement(using: &random) ?? .live
        return Int.random(in: 0..<30, using: &random) == 0 ? nil : entry
    }

    private static func leap(using random: inout SplitMix64) -> Double {
        switch Int.random(in: 0..<30, using: &random) {
        case 0: .random(in: -24 * hour...0, using: &random)
        case 1: .random(in: 0...20 * hour, using: &random)
        case 2..<10: .random(in: 0...20 * minute, using: &random)
        default: .random(in: 0...20, using: &random)
        }
    }

    @Test(arguments: 0..<40)
    func keepsItsInvariants(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var activities = LiveActivities()
        var twin = activities
        var events: [ActivityEvent] = []
        var now = start
        for _ in 0..<150 {
            now += Self.leap(using: &random)
            let before = activities
            let entry = Self.entry(at: now, using: &random)
            let wipes = Int.random(in: 0..<20, using: &random) == 0
            if Bool.random(using: &random) { twin = try restarted(twin) }
            let new: [ActivityEvent]
            if wipes, let id = activities.activities.randomElement(using: &random)?.id {
                new = activities.dismiss(id, at: now)
                #expect(twin.dismiss(id, at: now) == new)
            } else {
                new = try activities.apply(entry, at: now)
                // The twin advances at every announced time in between; no events occur at other times.
                var twins: [ActivityEvent] = []
                while let wake = twin.nextWake(after: twin.clock), wake < now {
                    #expect(twin.advance(to: wake.addingTimeInterval(-0.001)) == [])
                    twins += twin.advance(to: wake)
                }
                twins += try twin.apply(entry, at: now)
                #expect(twins == new)
            }
            #expect(twin == activities, "a restart or a wake-up made a difference")
            #expect(activities.clock == max(before.clock, now))
            for event in new { #expect(event.date >= before.clock && event.date <= activities.clock) }
            events += new
            try Self.check(activities)
        }
        events += activities.advance(to: at(1000 * hour))
        #expect(activities.activities.isEmpty)
        #expect(activities.nextWake(after: now) == nil)
        #expect(events.map(\.date) == events.map(\.date).sorted())
        Self.check(events)
    }

    private static func check(_ activities: LiveActivities) throws {
        let all = activities.activities
        #expect(Set(all.map(\.attributes.zoneID)).count == all.count)
        let arbiter = ActivityArbiter(all)
        #expect(Set(arbiter.lockScreen) == Set(all.map(\.id)) && arbiter.lockScreen.count == all.count)
        let running = all.filter(\.state.isRunning)
        switch arbiter.island {
        case .none: #expect(running.isEmpty)
        case .compact(let id): #expect(running.map(\.id) == [id])
        case .minimal(let first, let second):
            #expect(running.count >= 2 && first != second && arbiter.lockScreen.prefix(2) == [first, second])
        case .expanded(let id): #expect(running.first { $0.id == id }?.alertEnds.map { $0 > activities.clock } == true)
        }
        for activity in all { #expect(ActivityPayload(activity.attributes, activity.content.state).fits) }
        if let wake = activities.nextWake(after: activities.clock) { #expect(wake > activities.clock) }
    }

    /// Checks each activity: requested, active for at most eight hours, ended, dismissed within twelve hours, and then without events.
    private static func check(_ events: [ActivityEvent]) {
        for (id, life) in Dictionary(grouping: events, by: \.id) {
            let kinds = life.map(\.kind)
            #expect(kinds.first == .requested && kinds.count { $0 == .requested } == 1)
            #expect(kinds.last == .dismissed && kinds.count { $0 == .dismissed } == 1, "\(id)")
            #expect(kinds.count { $0 == .ended } <= 1)
            if let ended = kinds.firstIndex(of: .ended) {
                #expect(ended == kinds.count - 2)
                #expect(life[ended].date.timeIntervalSince(life[0].date) <= 8 * hour)
            }
            #expect((life.last?.date.timeIntervalSince(life[0].date) ?? 0) <= 12 * hour)
            var isStale = false
            for (index, kind) in kinds.enumerated() {
                if kind == .alerted { #expect(kinds[index - 1] == .updated) }
                if kind == .stale { #expect(!isStale) }
                if kind == .stale || kind == .updated || kind == .refreshed { isStale = kind == .stale }
            }
            for event in life { #expect((event.reason != nil) == (event.kind == .ended || event.kind == .dismissed)) }
        }
    }

    /// The predicted presentations are those that occur.
    @Test(arguments: 0..<50)
    func theTimelineIsWhatWillBeSeen(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var activities = LiveActivities()
        var now = start
        for _ in 0..<20 {
            now += Self.leap(using: &random)
            _ = try activities.apply(Self.entry(at: now, using: &random), at: now)
        }
        let entries = ActivityPresentationTimeline(of: activities, from: now).entries
        #expect(entries.first?.date == activities.clock)
        #expect(entries.last?.island == DynamicIsland.none && entries.last?.lockScreen.isEmpty == true)
        for _ in 0..<40 {
            let moment = activities.clock.addingTimeInterval(.random(in: 0...14 * hour, using: &random))
            var later = activities
            _ = later.advance(to: moment)
            let entry = try #require(entries.last { $0.date <= moment })
            let arbiter = ActivityArbiter(later.activities)
            #expect(entry.island == arbiter.island)
            #expect(entry.lockScreen.map(\.id) == arbiter.lockScreen)
            for banner in entry.lockScreen { #expect(later.activities.first { $0.id == banner.id }?.state == banner.state) }
        }
    }
}
