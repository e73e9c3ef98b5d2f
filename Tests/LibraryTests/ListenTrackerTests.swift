import FoundationEssentials
import SubdialBasics
import SubdialPlayback
import Testing

@testable import SubdialLibrary

/// Tests of the rules for listens, with the reports of a zone.
@Suite struct ListenTrackerTests {
    /// A step of a scenario.
    enum Step {
        /// The zone plays a track at a position.
        case play(String, at: Double?)
        case pause(String)
        case stop
        /// Seconds without a report.
        case wait(Double)
    }

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        var length: Double? = 200
        let steps: [Step]
        /// The titles, with the seconds at which they counted as heard.
        let counted: [String]
    }

    static let cases = [
        Case(testDescription: "half of it", steps: [.play("A", at: 0), .wait(99), .wait(1)], counted: ["A 100"]),
        Case(testDescription: "just less", steps: [.play("A", at: 0), .wait(99.9), .play("B", at: 0), .wait(50)], counted: []),
        Case(testDescription: "four minutes of a long one", length: 3600, steps: [.play("A", at: 0), .wait(240)], counted: ["A 240"]),
        Case(
            testDescription: "four minutes of a stream", length: nil, steps: [.play("A", at: nil), .wait(239), .wait(1)], counted: ["A 240"]
        ),
        Case(
            testDescription: "a pause does not count",
            steps: [.play("A", at: 0), .wait(60), .pause("A"), .wait(500), .play("A", at: 60), .wait(40)],
            counted: ["A 600"]),
        Case(
            testDescription: "a seek forward does not count",
            steps: [.play("A", at: 0), .wait(10), .play("A", at: 190), .wait(9), .play("B", at: 0)],
            counted: []),
        Case(
            testDescription: "a seek back begins nothing anew",
            steps: [.play("A", at: 0), .wait(120), .play("A", at: 0), .wait(150), .play("A", at: 0), .wait(150)], counted: ["A 100"]),
        Case(
            testDescription: "a track that repeats is heard again",
            steps: [.play("A", at: 0), .wait(199), .play("A", at: 199), .wait(2), .play("A", at: 1), .wait(100)],
            counted: ["A 100", "A 301"]),
        Case(
            testDescription: "a repeat that is told late",
            steps: [.play("A", at: 0), .wait(230), .play("A", at: 30), .wait(70)], counted: ["A 100"]),
        Case(testDescription: "stopped between", steps: [.play("A", at: 0), .wait(60), .stop, .play("A", at: 0), .wait(60)], counted: []),
        Case(
            testDescription: "one after the other", steps: [.play("A", at: 0), .wait(200), .play("B", at: 0), .wait(200)],
            counted: ["A 100", "B 300"]),
        Case(testDescription: "loaded, not played", steps: [.pause("A"), .wait(500)], counted: []),
        Case(
            testDescription: "a length that cannot be", length: 0.01, steps: (0..<20).flatMap { _ in [.play("A", at: 0), .wait(0.2)] },
            counted: []),
        Case(
            testDescription: "a short one that is looked at often", length: 4,
            steps: (0..<20).map { .play("A", at: Double($0) / 5) }.flatMap { [$0, .wait(0.2)] }, counted: ["A 2"]),
        Case(
            testDescription: "the next day it is heard anew",
            steps: [.play("A", at: 0), .wait(120), .pause("A"), .wait(40_000), .play("A", at: 0), .wait(120)],
            counted: ["A 100", "A 40220"]),
        Case(testDescription: "once", steps: [.play("A", at: 0), .wait(150), .wait(49)], counted: ["A 100"]),
    ]

    @Test(arguments: cases) func counts(_ example: Case) {
        let origin = Date(timeIntervalSince1970: 1_800_000_000)
        var tracker = ListenTracker()
        var now = 0.0
        var counted: [String] = []
        func note(_ events: [ListenTracker.Event]) {
            for case .counted(let listen, _) in events { counted.append("\(listen.track.title) \(Int64(saturating: now))") }
        }
        for step in example.steps {
            func seen(_ title: String?, _ isPlaying: Bool, _ position: Double?) -> ListenTracker.Observation {
                ListenTracker.Observation(
                    key: "z", zone: "Kitchen", track: title.map { Track(title: $0, artist: "X", length: example.length) },
                    isPlaying: isPlaying, position: position, instant: now, date: origin + now)
            }
            switch step {
            case .play(let title, let position): note(tracker.observe(seen(title, true, position)))
            case .pause(let title): note(tracker.observe(seen(title, false, nil)))
            case .stop: note(tracker.observe(seen(nil, false, nil)))
            case .wait(let seconds):
                let end = now + seconds
                // Like a timer.
                while let next = tracker.nextInstant, next <= end {
                    now = next
                    note(tracker.advance(to: next, date: origin + next))
                }
                now = end
            }
        }
        #expect(counted == example.counted)
    }

    @Test func namesThatComeLateBelongToTheSameListen() throws {
        var tracker = ListenTracker()
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        func see(_ track: Track, at instant: Double) -> [ListenTracker.Event] {
            tracker.observe(
                ListenTracker.Observation(key: "z", zone: "Kitchen", track: track, isPlaying: true, instant: instant, date: date + instant))
        }
        #expect(see(Track(title: "So What"), at: 0).count == 1)
        #expect(see(Track(title: "So What", artist: "Miles Davis", album: "Kind of Blue", length: 100), at: 1).isEmpty)
        let events = see(Track(title: "So What", artist: "Miles Davis"), at: 50)
        guard case .counted(let listen, "z")? = events.first, events.count == 1 else {
            Issue.record("it does not count")
            return
        }
        #expect(listen.track == Track(title: "So What", artist: "Miles Davis", album: "Kind of Blue", length: 100))
        #expect(listen.started == date && listen.heardUntil == date + 50)
        // Another artist means another track.
        #expect(see(Track(title: "So What", artist: "Ronny Jordan"), at: 51).count == 1)
    }

    @Test func aClockThatIsSetBackCountsNothing() {
        var tracker = ListenTracker()
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        for (instant, shift) in [(0.0, 0.0), (10, -86_400), (5, 86_400), (20, 0)] {
            let events = tracker.observe(
                ListenTracker.Observation(
                    key: "z", zone: "z", track: Track(title: "A", length: 60), isPlaying: true, instant: instant, date: date + shift))
            for case .counted in events { Issue.record("counted at \(instant)") }
        }
        #expect(tracker.nextInstant == 30)
    }

    @Test func theSameMusicInTwoZonesIsKnown() throws {
        var tracker = ListenTracker()
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        for (key, title, delay) in [("a", "Blue  in Green", 0.0), ("b", "blue in green", 1), ("c", "Solea", 2)] {
            _ = tracker.observe(
                ListenTracker.Observation(
                    key: key, zone: key, track: Track(title: title, artist: "Miles Davis"), isPlaying: true, instant: delay,
                    date: date + delay))
        }
        let heard = try ["a", "b", "c"].map { tracker.isHeardElsewhere(try #require(tracker.playing($0)), than: $0) }
        #expect(heard == [false, true, false])
    }
}
