import FoundationEssentials
import SubdialPlayback
import SubdialTimeline
import Testing

@Suite struct ActivityLifecycleUpdateTests {
    @Test(arguments: [(110.0, false), (111.5, false), (111.6, true), (108.5, false), (108.4, true), (0, true)])
    func aSeekIsSeenButNotTheRunningPosition(_ position: Double, _ isSeen: Bool) throws {
        let events = try Den.events([Den.play(at: 0, position: 100), Den.play(at: 10, position: position)])
        #expect(events.contains("10 updated") == isSeen)
    }

    @Test(arguments: ["volume", "mute", "artwork", "length", "title", "artist", "position"])
    func whatCanBeSeenIsUpdated(_ field: String) throws {
        var entry = NowPlaying.of("A", at: 0)
        entry.volume = Volume(value: 40, scale: VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .number))
        var lifecycle = ActivityLifecycle(zone: ZoneID("den"))
        _ = try lifecycle.apply(entry, at: start)
        switch field {
        case "volume": entry.volume?.value = 41
        case "mute": entry.volume?.isMuted = true
        case "artwork": entry.cover = EntryPicture(location: "b.png")
        case "length": entry.track?.length = 301
        case "title": entry.track?.title = "B"
        case "artist": entry.track?.artist = "B"
        default: entry.position = 5
        }
        let kinds = try lifecycle.apply(entry, at: at(1)).map(\.kind)
        #expect(kinds == (field == "title" || field == "artist" ? [.updated, .alerted] : [.updated]))
        #expect(lifecycle.activity?.content.state == ActivityContentState(entry, at: at(1)))
    }

    @Test func anArtistThatIsToldLaterIsNoOtherTrack() throws {
        var lifecycle = ActivityLifecycle(zone: ZoneID("den"))
        _ = try lifecycle.apply(.of("A", at: 0, artist: ""), at: start)
        #expect(try lifecycle.apply(.of("A", at: 1, artist: "Nina"), at: at(1)).map(\.kind) == [.updated])
        #expect(try lifecycle.apply(.of("A", at: 2, artist: "Miles"), at: at(2)).map(\.kind) == [.updated, .alerted])
    }

    @Test func withoutTimesEverythingIsAtOnce() throws {
        let timing = ActivityTiming(staleInterval: 60, idleTimeout: -1, stopGrace: .nan, dismissalDelay: 0, alertDuration: 0)
        #expect(
            try Den.events(
                [Den.play(at: 0), Den.play("B", at: 1), Den.heard(.stopped, at: 2), Den.play(at: 3), Den.heard(.paused, at: 4)],
                timing: timing)
                == [
                    "0 requested", "1 updated", "2 updated", "2 ended (stopped)", "2 dismissed (policy)", "3 requested", "4 updated",
                    "4 ended (idle)", "4 dismissed (policy)",
                ])
    }

    /// If the clock is set back by an hour, playback continues, current and at its position.
    @Test func theClockOfAnEntryMayGoBack() throws {
        var lifecycle = ActivityLifecycle(zone: ZoneID("den"))
        _ = try lifecycle.apply(.of("A", at: hour, position: 10), at: at(hour))
        _ = try lifecycle.apply(.of("B", at: 5, position: 20), at: at(10))
        let activity = try #require(lifecycle.activity)
        #expect(activity.state == .active && activity.clock == at(hour) && activity.updated == at(hour))
        #expect(activity.content.staleDate == at(hour + 20 * minute - 5))
        #expect(activity.content.state.line1 == "B" && activity.content.state.seekPosition == 25)
    }

    @Test func twoOfOneMomentHaveTwoNames() throws {
        var lifecycle = ActivityLifecycle(zone: ZoneID("den"), timing: ActivityTiming(stopGrace: 0))
        var names: [ActivityID] = []
        for _ in 0..<12 {
            _ = try lifecycle.apply(.of("A", at: 0), at: start)
            names += [lifecycle.activity?.id].compactMap { $0 }
            _ = try lifecycle.apply(.of("A", .stopped, at: 0), at: start)
        }
        let name = "den@2026-01-08T20:15:04Z"
        #expect(names.map(\.rawValue) == [name] + (2...12).map { "\(name)#\($0)" })
    }

    @Test func theEndHoldsThePosition() throws {
        var lifecycle = ActivityLifecycle(zone: ZoneID("den"))
        _ = try lifecycle.apply(.of("A", at: 0, position: 10), at: start)
        _ = try lifecycle.apply(nil, at: at(20))
        _ = lifecycle.advance(to: at(600))
        let shown = try #require(lifecycle.activity?.visibleState(at: at(600)))
        #expect(lifecycle.activity?.ended == at(500))
        #expect(shown.seekPosition == 300 && !shown.isPlaying)
    }

    @Test func aZoneWithTooLongAnIdIsRefusedAndNothingElseHappens() throws {
        let zone = String(repeating: "z", count: 4000)
        var lifecycle = ActivityLifecycle(zone: ZoneID(zone))
        let before = lifecycle
        #expect(throws: ActivityError.self) { try lifecycle.apply(.of("A", at: 0, zone: zone), at: start) }
        #expect(lifecycle == before)
    }
}
