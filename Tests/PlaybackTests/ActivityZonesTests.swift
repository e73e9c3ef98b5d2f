import FoundationEssentials
import SubdialBasics
import SubdialPlayback
import SubdialTimeline
import Testing

@Suite struct ActivityZonesTests {
    private static func text(_ events: [ActivityEvent]) -> [String] {
        events.map { event in
            let reason = event.reason.map { " (\($0.rawValue))" } ?? ""
            return
                "\(Int(saturating: event.date.timeIntervalSince(start))) \(event.kind.rawValue)\(reason) \(event.id.rawValue.prefix { $0 != "@" })"
        }
    }

    @Test func eachZoneHasItsOwn() throws {
        var activities = LiveActivities()
        #expect(Self.text(try activities.apply(.of("A", at: 0, zone: "den"), at: start)) == ["0 requested den"])
        #expect(Self.text(try activities.apply(.of("A", at: 1, zone: "bath"), at: at(1))) == ["1 requested bath"])
        #expect(Self.text(try activities.apply(.of("B", at: 2, zone: "den"), at: at(2))) == ["2 updated den", "2 alerted den"])
        #expect(activities.activities.map(\.id.rawValue) == ["bath@2026-01-08T20:15:05Z", "den@2026-01-08T20:15:04Z"])
        #expect(ActivityArbiter(activities.activities).island == .expanded(activities.activities[1].id))
    }

    @Test func aZoneThatIsNoLongerFollowedEnds() throws {
        var activities = LiveActivities()
        _ = try activities.apply(.of("A", at: 0, zone: "den"), at: start)
        _ = try activities.apply(.of("A", at: 0, zone: "bath"), at: start)
        #expect(Self.text(activities.miss(ZoneID("den"), at: at(60))) == ["60 stale den"])
        #expect(activities.nextWake(after: at(60)) == at(540))
        #expect(
            Self.text(try activities.apply(.of("A", at: 600, zone: "bath"), at: at(600))) == ["540 ended (idle) den", "600 refreshed bath"])
        // No zone has an entry: ended activities continue as before.
        #expect(Self.text(try activities.apply(nil, at: at(700))) == ["700 stale bath"])
        #expect(
            Self.text(activities.advance(to: at(48 * hour)))
                == ["1180 ended (idle) bath", "1440 dismissed (policy) den", "2080 dismissed (policy) bath"])
    }

    @Test func whatIsLateComesByDate() throws {
        var activities = LiveActivities()
        _ = try activities.apply(.of("A", at: 0, zone: "den"), at: start)
        _ = try activities.apply(.of("A", at: 60, zone: "bath"), at: at(60))
        #expect(
            Self.text(activities.advance(to: at(100 * hour))) == [
                "1200 stale den", "1260 stale bath", "28800 ended (time-limit) den", "28860 ended (time-limit) bath",
                "43200 dismissed (policy) den", "43260 dismissed (policy) bath",
            ])
    }

    @Test func onlyTheNamedOneIsWipedAway() throws {
        var activities = LiveActivities()
        _ = try activities.apply(.of("A", at: 0, zone: "den"), at: start)
        _ = try activities.apply(.of("A", at: 0, zone: "bath"), at: start)
        #expect(activities.dismiss(ActivityID(rawValue: "attic"), at: at(1)) == [])
        #expect(Self.text(activities.dismiss(activities.activities[0].id, at: at(1))) == ["1 dismissed (user) bath"])
        #expect(activities.activities.map(\.attributes.zoneName) == ["den"])
    }

    @Test func whatIsOverIsForgotten() throws {
        var activities = LiveActivities()
        for index in 0..<50 {
            _ = try activities.apply(.of("A", .stopped, at: Double(index), zone: "zone \(index)"), at: at(Double(index)))
        }
        #expect(activities.lifecycles.isEmpty)
        _ = try activities.apply(.of("A", at: 60), at: at(60))
        _ = try activities.apply(.of("A", .stopped, at: 61), at: at(61))
        _ = activities.advance(to: at(2 * hour))
        #expect(activities.lifecycles.isEmpty)
        // The id of a dismissed activity is stored, so that it is not used again.
        let den = try activities.apply(.of("A", at: 3 * hour), at: at(3 * hour))
        _ = activities.dismiss(den[0].id, at: at(3 * hour + 1))
        _ = activities.advance(to: at(100 * hour))
        #expect(activities.lifecycles.count == 1 && activities.activities.isEmpty)
        #expect(try activities.apply(.of("A", at: 100 * hour), at: at(100 * hour)) == [])
    }

    @Test func anErrorChangesNothing() throws {
        var activities = LiveActivities()
        _ = try activities.apply(.of("A", at: 0), at: start)
        let before = activities
        let zone = String(repeating: "z", count: 4000)
        #expect(throws: ActivityError.self) { try activities.apply(.of("A", at: 2 * hour, zone: zone), at: at(2 * hour)) }
        #expect(activities == before)
    }

    @Test func aZoneWithoutANameIsAZone() throws {
        var activities = LiveActivities()
        let entry = NowPlaying(date: start, status: .playing, track: Track(title: "A"))
        #expect(try activities.apply(entry, at: start).map(\.id.rawValue) == ["@2026-01-08T20:15:04Z"])
    }
}
