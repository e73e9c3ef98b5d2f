import FoundationEssentials
import SubdialPlayback
import SubdialTimeline
import Testing

@Suite struct ActivityLifecycleTests {
    private static let over = ["1200 stale", "28800 ended (time-limit)", "43200 dismissed (policy)"]

    @Test(
        arguments: [
            ([], []),
            ([Den.heard(.paused, at: 0), Den.heard(.stopped, at: 1), Den.heard(.loading, at: 2), (3, nil)], []),
            // Playback of a source that does not respond requests no activity.
            ([Den.heard(.playing, at: 0, .stale), Den.heard(.playing, at: 1, .offline), Den.heard(.playing, at: 2, .missing)], []),
            ([(1200, .of("A", at: 0))], []),
            ([(1199, .of("A", at: 0))], ["1199 requested", "1200 stale", "29999 ended (time-limit)", "44399 dismissed (policy)"]),
            ([Den.play(at: 0)], ["0 requested"] + over),
            // A repeated identical update causes no event.
            ([Den.play(at: 0), Den.play(at: 2), Den.play(at: 4)], ["0 requested"] + over),
            // When half of the twenty minutes is left, the contact extends the stale date.
            (
                [Den.play(at: 0), Den.play(at: 599), Den.play(at: 600), Den.play(at: 601)],
                ["0 requested", "600 refreshed", "1800 stale", "28800 ended (time-limit)", "43200 dismissed (policy)"]
            ),
            (
                [Den.play(at: 0), Den.heard(.paused, at: 100), Den.play(at: 200), Den.heard(.stopped, at: 300)],
                ["0 requested", "100 updated", "200 updated", "300 updated", "310 ended (stopped)", "1210 dismissed (policy)"]
            ),
            // Without a track, playback counts as stopped, whatever status the source reports.
            (
                [Den.play(at: 0), Den.heard(.playing, nil, at: 300)],
                ["0 requested", "300 updated", "310 ended (stopped)", "1210 dismissed (policy)"]
            ),
        ] as [([Den.Heard], [String])])
    func followsPlayback(_ heard: [Den.Heard], _ expected: [String]) throws {
        #expect(try Den.events(heard) == expected)
    }

    @Test(
        arguments: [
            // A loading track, even the next one or one without a title, changes nothing.
            ([Den.play(at: 0), Den.heard(.loading, at: 1), Den.play(at: 3)], ["0 requested"] + over),
            (
                [Den.play(at: 0), Den.heard(.loading, "B", at: 10), Den.play("B", at: 12)],
                ["0 requested", "12 updated", "12 alerted", "1212 stale"] + over.dropFirst()
            ),
            ([Den.play(at: 0), Den.heard(.loading, nil, at: 10), Den.heard(.unknown, at: 11), Den.play(at: 12)], ["0 requested"] + over),
            // A track that keeps loading counts as not playing.
            ([Den.play(at: 0), Den.heard(.loading, at: 10)], ["0 requested", "490 ended (idle)", "1390 dismissed (policy)"]),
            // Another track alerts only while it is playing.
            (
                [Den.play(at: 0), Den.heard(.paused, "B", at: 10), Den.play("B", at: 20)],
                ["0 requested", "10 updated", "20 updated", "1220 stale"] + over.dropFirst()
            ),
            // The next album continues the activity of the last.
            (
                [Den.play(at: 0), Den.heard(.stopped, nil, at: 10), Den.heard(.loading, "B", at: 15), Den.play("B", at: 30)],
                ["0 requested", "10 updated", "30 updated", "30 alerted", "1230 stale"] + over.dropFirst()
            ),
        ] as [([Den.Heard], [String])])
    func loadingNeverFlickers(_ heard: [Den.Heard], _ expected: [String]) throws {
        #expect(try Den.events(heard) == expected)
    }

    @Test(
        arguments: [
            // (paused after, playing again after): one second before, at and after the limit of 8 minutes.
            (Den.play(at: 579), ["0 requested", "100 updated", "579 updated"]),
            (Den.play(at: 580), ["0 requested", "100 updated", "580 ended (idle)", "580 dismissed (replaced)", "580 requested"]),
            (Den.play(at: 581), ["0 requested", "100 updated", "580 ended (idle)", "581 dismissed (replaced)", "581 requested"]),
            // The same for the fifteen minutes on the lock screen.
            (Den.play(at: 1479), ["0 requested", "100 updated", "580 ended (idle)", "1479 dismissed (replaced)", "1479 requested"]),
            (Den.play(at: 1480), ["0 requested", "100 updated", "580 ended (idle)", "1480 dismissed (policy)", "1480 requested"]),
            (Den.play(at: 1481), ["0 requested", "100 updated", "580 ended (idle)", "1480 dismissed (policy)", "1481 requested"]),
            // A stop during the pause ends after the ten seconds of a stop, or after the rest of the pause.
            (Den.heard(.stopped, at: 200), ["0 requested", "100 updated", "210 ended (stopped)", "1110 dismissed (policy)"]),
            (Den.heard(.stopped, at: 575), ["0 requested", "100 updated", "580 ended (stopped)", "1480 dismissed (policy)"]),
            // A pause does not become longer without updates.
            ((300, nil), ["0 requested", "100 updated", "300 stale", "580 ended (idle)", "1480 dismissed (policy)"]),
            (
                Den.heard(.paused, at: 300, .offline),
                ["0 requested", "100 updated", "300 stale", "580 ended (idle)", "1480 dismissed (policy)"]
            ),
        ] as [(Den.Heard, [String])])
    func aPauseHasItsLimit(_ then: Den.Heard, _ expected: [String]) throws {
        let events = try Den.events([Den.play(at: 0), Den.heard(.paused, at: 100), then])
        #expect(Array(events.prefix(expected.count)) == expected)
        if then.entry?.status != .playing { #expect(events.count == expected.count) }
    }

    @Test(
        arguments: [
            // Offline means only stale; the activity is active again after the next contact.
            (
                [Den.play(at: 0), Den.heard(.playing, at: 100, .stale), Den.heard(.unknown, nil, at: 200, .offline), Den.play(at: 300)],
                ["0 requested", "100 stale", "300 refreshed", "1500 stale"] + over.dropFirst()
            ),
            ([Den.play(at: 0), Den.heard(.playing, at: 100, .offline)], ["0 requested", "100 stale"] + over.dropFirst()),
            // Another track after the reconnection is a change, and alerts.
            (
                [Den.play(at: 0), Den.heard(.playing, at: 100, .stale), Den.play("B", at: 300)],
                ["0 requested", "100 stale", "300 updated", "300 alerted", "1500 stale"] + over.dropFirst()
            ),
            // A missing zone, unlike an offline one, ends after eight minutes.
            ([Den.play(at: 0), (100, nil)], ["0 requested", "100 stale", "580 ended (idle)", "1480 dismissed (policy)"]),
            (
                [Den.play(at: 0), Den.heard(.playing, at: 100, .missing), Den.play(at: 200)],
                ["0 requested", "100 stale", "200 refreshed", "1400 stale"] + over.dropFirst()
            ),
        ] as [([Den.Heard], [String])])
    func whatDoesNotAnswerIsStale(_ heard: [Den.Heard], _ expected: [String]) throws {
        #expect(try Den.events(heard) == expected)
    }

    /// Playback with a contact every ten minutes, until ten minutes before the end of the eight hours.
    private static let longPlay = (0...47).map { Den.play("Long", at: Double($0) * 600) }

    @Test(
        arguments: [
            ([Den.play("Long", at: 28_801), Den.play("Long", at: 29_400)], []),
            ([Den.play("Long", at: 28_801), Den.play("Next", at: 29_000)], ["29000 dismissed (replaced)", "29000 requested"]),
            ([Den.heard(.paused, "Long", at: 28_801), Den.play("Long", at: 28_900)], ["28900 dismissed (replaced)", "28900 requested"]),
            ([Den.heard(.loading, nil, at: 28_801), (28_802, nil), Den.play("Long", at: 28_900)], []),
            // A pause at the time of the limit counts as a pause.
            ([Den.heard(.paused, "Long", at: 28_700), Den.play("Long", at: 28_900)], ["28900 dismissed (replaced)", "28900 requested"]),
        ] as [([Den.Heard], [String])])
    func afterTheLimitTheNextTrackBeginsAnew(_ heard: [Den.Heard], _ expected: [String]) throws {
        let events = try Den.events(Self.longPlay + heard).filter { !$0.hasSuffix("refreshed") && $0 != "28700 updated" }
        #expect(events.prefix(2) == ["0 requested", "28800 ended (time-limit)"])
        #expect(Array(events.dropFirst(2).prefix(max(1, expected.count))) == (expected.isEmpty ? ["43200 dismissed (policy)"] : expected))
    }

    @Test(
        arguments: [
            ([Den.play("B", at: 200)], []), ([Den.heard(.loading, "B", at: 150), (160, nil), Den.play("B", at: 200)], []),
            ([Den.heard(.paused, at: 150), Den.play(at: 200)], ["200 requested"]),
            ([Den.heard(.stopped, at: 150), Den.play("B", at: 200)], ["200 requested"]),
        ] as [([Den.Heard], [String])])
    func whatWasWipedAwayStaysAway(_ heard: [Den.Heard], _ expected: [String]) throws {
        var lifecycle = ActivityLifecycle(zone: ZoneID("den"))
        _ = try lifecycle.apply(Den.play(at: 0).entry, at: start)
        #expect(lifecycle.dismiss(at: at(100)).map(Den.text) == ["100 dismissed (user)"])
        #expect(lifecycle.dismiss(at: at(101)) == [])
        var events: [ActivityEvent] = []
        for (seconds, entry) in heard { events += try lifecycle.apply(entry, at: at(seconds)) }
        #expect(events.map(Den.text) == expected)
    }
}
