import FoundationEssentials
import Playback
import Testing
import Timeline

@Suite struct ActivityLifecycleTests {
    /// What is heard of the den, and when.
    typealias Heard = (seconds: Double, entry: Entry?)

    /// The events of what is heard and of the day after it, each as `seconds kind (reason)`.
    private static func events(_ heard: [Heard], timing: ActivityTiming = ActivityTiming()) throws -> [String] {
        var lifecycle = ActivityLifecycle(zone: ZoneID("den"), timing: timing)
        var events: [ActivityEvent] = []
        for (seconds, entry) in heard { events += try lifecycle.apply(entry, at: at(seconds)) }
        events += lifecycle.advance(to: at(48 * hour))
        return events.map(text)
    }

    private static func text(_ event: ActivityEvent) -> String {
        "\(Int(event.date.timeIntervalSince(start))) \(event.kind.rawValue)\(event.reason.map { " (\($0.rawValue))" } ?? "")"
    }

    private static func play(_ title: String = "A", at seconds: Double, position: Double? = nil) -> Heard {
        (seconds, .of(title, at: seconds, position: position))
    }
    private static func heard(
        _ status: PlaybackStatus, _ title: String? = "A", at seconds: Double, _ connection: Connection = .live
    ) -> Heard {
        (seconds, .of(title, status, at: seconds, connection: connection))
    }
    private static let over = ["1200 stale", "28800 ended (time-limit)", "43200 dismissed (policy)"]

    @Test(
        arguments: [
            ([], []),
            ([heard(.paused, at: 0), heard(.stopped, at: 1), heard(.loading, at: 2), (3, nil)], []),
            // Music on a source that does not answer is only remembered.
            ([heard(.playing, at: 0, .stale), heard(.playing, at: 1, .offline), heard(.playing, at: 2, .zoneMissing)], []),
            ([(1200, .of("A", at: 0))], []),
            ([(1199, .of("A", at: 0))], ["1199 requested", "1200 stale", "29999 ended (time-limit)", "44399 dismissed (policy)"]),
            ([play(at: 0)], ["0 requested"] + over),
            // A second look at the same thing is no news.
            ([play(at: 0), play(at: 2), play(at: 4)], ["0 requested"] + over),
            // Half of the twenty minutes is left: the contact renews them.
            (
                [play(at: 0), play(at: 599), play(at: 600), play(at: 601)],
                ["0 requested", "600 refreshed", "1800 stale", "28800 ended (time-limit)", "43200 dismissed (policy)"]
            ),
            (
                [play(at: 0), heard(.paused, at: 100), play(at: 200), heard(.stopped, at: 300)],
                ["0 requested", "100 updated", "200 updated", "300 updated", "310 ended (stopped)", "1210 dismissed (policy)"]
            ),
            // Nothing is loaded: that is a stop, whatever the source calls it.
            (
                [play(at: 0), heard(.playing, nil, at: 300)],
                ["0 requested", "300 updated", "310 ended (stopped)", "1210 dismissed (policy)"]
            ),
        ] as [([Heard], [String])])
    func followsPlayback(_ heard: [Heard], _ expected: [String]) throws {
        #expect(try Self.events(heard) == expected)
    }

    @Test(
        arguments: [
            // A track loads, even the next one, even without a name: nothing to be seen.
            ([play(at: 0), heard(.loading, at: 1), play(at: 3)], ["0 requested"] + over),
            (
                [play(at: 0), heard(.loading, "B", at: 10), play("B", at: 12)],
                ["0 requested", "12 updated", "12 alerted", "1212 stale"] + over.dropFirst()
            ),
            ([play(at: 0), heard(.loading, nil, at: 10), heard(.unknown, at: 11), play(at: 12)], ["0 requested"] + over),
            // One that loads for ever does not play.
            ([play(at: 0), heard(.loading, at: 10)], ["0 requested", "490 ended (idle)", "1390 dismissed (policy)"]),
            // Another track alerts while it plays only.
            (
                [play(at: 0), heard(.paused, "B", at: 10), play("B", at: 20)],
                ["0 requested", "10 updated", "20 updated", "1220 stale"] + over.dropFirst()
            ),
            // The next album begins in the activity of the last.
            (
                [play(at: 0), heard(.stopped, nil, at: 10), heard(.loading, "B", at: 15), play("B", at: 30)],
                ["0 requested", "10 updated", "30 updated", "30 alerted", "1230 stale"] + over.dropFirst()
            ),
        ] as [([Heard], [String])])
    func loadingNeverFlickers(_ heard: [Heard], _ expected: [String]) throws {
        #expect(try Self.events(heard) == expected)
    }

    @Test(
        arguments: [
            // (paused after, heard again after): a second before, at and after the limit of 8 minutes.
            (play(at: 579), ["0 requested", "100 updated", "579 updated"]),
            (play(at: 580), ["0 requested", "100 updated", "580 ended (idle)", "580 dismissed (replaced)", "580 requested"]),
            (play(at: 581), ["0 requested", "100 updated", "580 ended (idle)", "581 dismissed (replaced)", "581 requested"]),
            // The same for the fifteen minutes on the lock screen.
            (play(at: 1479), ["0 requested", "100 updated", "580 ended (idle)", "1479 dismissed (replaced)", "1479 requested"]),
            (play(at: 1480), ["0 requested", "100 updated", "580 ended (idle)", "1480 dismissed (policy)", "1480 requested"]),
            (play(at: 1481), ["0 requested", "100 updated", "580 ended (idle)", "1480 dismissed (policy)", "1481 requested"]),
            // A stop during the pause has only the ten seconds of a stop, or what is left of the pause.
            (heard(.stopped, at: 200), ["0 requested", "100 updated", "210 ended (stopped)", "1110 dismissed (policy)"]),
            (heard(.stopped, at: 575), ["0 requested", "100 updated", "580 ended (stopped)", "1480 dismissed (policy)"]),
            // Nor does a pause become longer by being unheard of.
            ((300, nil), ["0 requested", "100 updated", "300 stale", "580 ended (idle)", "1480 dismissed (policy)"]),
            (
                heard(.paused, at: 300, .offline),
                ["0 requested", "100 updated", "300 stale", "580 ended (idle)", "1480 dismissed (policy)"]
            ),
        ] as [(Heard, [String])])
    func aPauseHasItsLimit(_ then: Heard, _ expected: [String]) throws {
        let events = try Self.events([Self.play(at: 0), Self.heard(.paused, at: 100), then])
        #expect(Array(events.prefix(expected.count)) == expected)
        if then.entry?.status != .playing { #expect(events.count == expected.count) }
    }

    @Test(
        arguments: [
            // Offline is stale, and no more than that; back again it is fresh.
            (
                [play(at: 0), heard(.playing, at: 100, .stale), heard(.unknown, nil, at: 200, .offline), play(at: 300)],
                ["0 requested", "100 stale", "300 refreshed", "1500 stale"] + over.dropFirst()
            ),
            ([play(at: 0), heard(.playing, at: 100, .offline)], ["0 requested", "100 stale"] + over.dropFirst()),
            // What comes back as another track has changed and alerts.
            (
                [play(at: 0), heard(.playing, at: 100, .stale), play("B", at: 300)],
                ["0 requested", "100 stale", "300 updated", "300 alerted", "1500 stale"] + over.dropFirst()
            ),
            // Gone is not offline: it has eight minutes.
            ([play(at: 0), (100, nil)], ["0 requested", "100 stale", "580 ended (idle)", "1480 dismissed (policy)"]),
            (
                [play(at: 0), heard(.playing, at: 100, .zoneMissing), play(at: 200)],
                ["0 requested", "100 stale", "200 refreshed", "1400 stale"] + over.dropFirst()
            ),
        ] as [([Heard], [String])])
    func whatDoesNotAnswerIsStale(_ heard: [Heard], _ expected: [String]) throws {
        #expect(try Self.events(heard) == expected)
    }

    /// Played, with a contact every ten minutes, to the eight hours and on.
    private static let longPlay = (0...48).map { play("Long", at: Double($0) * 600) }

    @Test(
        arguments: [
            ([play("Long", at: 28_801), play("Long", at: 29_400)], []),
            ([play("Long", at: 28_801), play("Next", at: 29_000)], ["29000 dismissed (replaced)", "29000 requested"]),
            ([heard(.paused, "Long", at: 28_801), play("Long", at: 28_900)], ["28900 dismissed (replaced)", "28900 requested"]),
            ([heard(.loading, nil, at: 28_801), (28_802, nil), play("Long", at: 28_900)], []),
        ] as [([Heard], [String])])
    func afterTheLimitTheNextTrackBeginsAnew(_ heard: [Heard], _ expected: [String]) throws {
        let events = try Self.events(Self.longPlay + heard).filter { !$0.hasSuffix("refreshed") }
        #expect(events.prefix(2) == ["0 requested", "28800 ended (time-limit)"])
        #expect(Array(events.dropFirst(2).prefix(max(1, expected.count))) == (expected.isEmpty ? ["43200 dismissed (policy)"] : expected))
    }

    @Test(
        arguments: [
            ([play("B", at: 200)], []), ([heard(.loading, "B", at: 150), (160, nil), play("B", at: 200)], []),
            ([heard(.paused, at: 150), play(at: 200)], ["200 requested"]),
            ([heard(.stopped, at: 150), play("B", at: 200)], ["200 requested"]),
        ] as [([Heard], [String])])
    func whatWasWipedAwayStaysAway(_ heard: [Heard], _ expected: [String]) throws {
        var lifecycle = ActivityLifecycle(zone: ZoneID("den"))
        _ = try lifecycle.apply(Self.play(at: 0).entry, at: start)
        #expect(lifecycle.dismiss(at: at(100)).map(Self.text) == ["100 dismissed (user)"])
        #expect(lifecycle.dismiss(at: at(101)) == [])
        var events: [ActivityEvent] = []
        for (seconds, entry) in heard { events += try lifecycle.apply(entry, at: at(seconds)) }
        #expect(events.map(Self.text) == expected)
    }

    @Test(arguments: [(110.0, false), (111.5, false), (111.6, true), (108.5, false), (108.4, true), (0, true)])
    func aSeekIsSeenButNotTheRunningPosition(_ position: Double, _ isSeen: Bool) throws {
        let events = try Self.events([Self.play(at: 0, position: 100), Self.play(at: 10, position: position)])
        #expect(events.contains("10 updated") == isSeen)
    }

    @Test(arguments: ["volume", "mute", "artwork", "length", "title", "artist", "position"])
    func whatCanBeSeenIsUpdated(_ field: String) throws {
        var entry = Entry.of("A", at: 0)
        entry.volume = Volume(value: 40, scale: VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .number))
        var lifecycle = ActivityLifecycle(zone: ZoneID("den"))
        _ = try lifecycle.apply(entry, at: start)
        switch field {
        case "volume": entry.volume?.value = 41
        case "mute": entry.volume?.isMuted = true
        case "artwork": entry.artwork = "b.png"
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
            try Self.events(
                [Self.play(at: 0), Self.play("B", at: 1), Self.heard(.stopped, at: 2), Self.play(at: 3), Self.heard(.paused, at: 4)],
                timing: timing)
                == [
                    "0 requested", "1 updated", "2 updated", "2 ended (stopped)", "2 dismissed (policy)", "3 requested", "4 updated",
                    "4 ended (idle)", "4 dismissed (policy)",
                ])
    }

    /// Whoever sets the clock back by an hour sees the music go on, fresh and at its place.
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
        let shown = try #require(lifecycle.activity?.shownState(at: at(600)))
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
