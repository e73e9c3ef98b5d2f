import FoundationEssentials
import SubdialPlayback
import SubdialTimeline
import Testing

@Suite struct ActivityPresentationTimelineTests {
    @Test func tellsWhatWillBeSeen() throws {
        var activities = LiveActivities()
        _ = try activities.apply(.of("A", at: 0, zone: "den"), at: start)
        _ = try activities.apply(.of("B", at: 60, zone: "bath"), at: at(60))
        _ = try activities.apply(.of("C", at: 120, zone: "bath"), at: at(120))
        _ = try activities.apply(.of("C", .paused, at: 122, zone: "bath"), at: at(122))
        let den = "den@2026-01-08T20:15:04Z"
        let bath = "bath@2026-01-08T20:16:04Z"
        #expect(
            ActivityPresentationTimeline(of: activities, from: at(122)).description == """
                2026-01-08T20:17:06Z  island: expanded \(bath); lock screen: \(den) active, \(bath) active
                2026-01-08T20:17:09Z  island: minimal \(den) + \(bath); lock screen: \(den) active, \(bath) active
                2026-01-08T20:25:06Z  island: compact \(den); lock screen: \(den) active, \(bath) ended
                2026-01-08T20:35:04Z  island: compact \(den); lock screen: \(den) stale, \(bath) ended
                2026-01-08T20:40:06Z  island: compact \(den); lock screen: \(den) stale
                2026-01-09T04:15:04Z  island: none; lock screen: \(den) ended
                2026-01-09T08:15:04Z  island: none; lock screen: nothing

                """)
    }

    @Test func bannersShowWhereTheyStand() throws {
        var activities = LiveActivities()
        _ = try activities.apply(.of("A", at: 0, position: 10), at: start)
        let entries = ActivityPresentationTimeline(of: activities, from: at(5)).entries
        #expect(entries.map { $0.lockScreen.first?.state } == [.active, .stale, .ended, nil])
        let first = try #require(entries[0].lockScreen.first)
        #expect(first.content.seekPosition == 10 && first.updated == start && first.content.isPlaying)
        let ended = try #require(entries[2].lockScreen.first)
        #expect(ended.content.seekPosition == 300 && ended.updated == at(8 * hour) && !ended.content.isPlaying)
        let timeline = ActivityPresentationTimeline(of: activities, from: at(5))
        #expect(try restarted(timeline) == timeline)
    }

    @Test func withoutActivitiesThereIsNothing() {
        let timeline = ActivityPresentationTimeline(of: LiveActivities(), from: start)
        #expect(timeline.description == "2026-01-08T20:15:04Z  island: none; lock screen: nothing\n")
    }
}
