import FoundationEssentials
import SubdialPlayback
import SubdialTestSupport
import SubdialTimeline
import Testing

@Suite struct NowPlayingTimelineTests {
    private static let watched = NowPlayingTimeline(pace: .watched)
    private static let pushed = NowPlayingTimeline(pace: .pushed)
    private static let background = NowPlayingTimeline(pace: .background)

    /// Returns the state of a zone that reported `position` seconds of a track of 562 at ``start``.
    private static func state(_ status: PlaybackStatus = .playing, position: Double = 104, length: Double? = 562) -> PlaybackState {
        var state = PlaybackState(zone: ZoneID("roon:1601bb42"), name: "Living Room")
        var reading = Reading(zone: state.zone, stamp: Stamp(at(0), .poll))
        reading.source = "roon"
        reading.status = status
        reading.track = .some(Track(title: "So What", artist: "Miles Davis", length: length))
        reading.position = .some(PlaybackPosition(seconds: position, time: at(0)))
        reading.connection = .live
        state.merge(reading)
        return state
    }

    @Test(
        arguments: [
            (watched, state(), 0, 2), (watched, state(.loading), 0, 2), (watched, state(.paused), 0, 5), (watched, state(.stopped), 0, 5),
            (watched, state(position: 561), 0, 1.25),
            (watched, state(position: 562), 0, 2),
            (watched, state(position: 561, length: nil), 0, 2), (watched, state(.paused, position: 561), 0, 5),
            (watched, state(position: 559.9), 0, 2),
            (NowPlayingTimeline(pace: .watched, intervals: PollIntervals(watched: 1)), state(), 0, 1),
            (NowPlayingTimeline(pace: .watched, intervals: PollIntervals(watched: 1)), state(.paused), 0, 5),
            (NowPlayingTimeline(pace: .watched, intervals: PollIntervals(watched: 20)), state(.paused), 0, 20),
            (NowPlayingTimeline(pace: .pushed, intervals: PollIntervals(background: 90)), state(), 0, 90),
            (pushed, state(), 0, 60), (pushed, state(.paused), 0, 60), (pushed, state(position: 561), 0, 1.25),
            (background, state(), 0, 458.25), (background, state(.paused), 0, 900), (background, state(length: 1500), 0, 900),
            (background, state(position: 0, length: 895), 100, 895.25),
        ] as [(NowPlayingTimeline, PlaybackState, Double, Double)])
    func asksAgain(_ provider: NowPlayingTimeline, _ state: PlaybackState, at seconds: Double, _ expected: Double) throws {
        let timeline = provider.timeline(of: state, at: at(seconds))
        #expect(timeline.entries.map(\.date) == [at(seconds)])
        #expect(abs(try #require(timeline.reloadDate).timeIntervalSince(at(expected))) < 1e-5)
    }

    /// A source that is lost does not confirm its position, which stands still until it reports another one.
    @Test func aPositionWithoutConfirmationStandsStill() throws {
        func lost(_ state: PlaybackState, at seconds: Double) -> PlaybackState {
            var (state, reading) = (state, Reading(zone: state.zone, stamp: Stamp(at(seconds), .push)))
            reading.connection = .stale
            state.merge(reading)
            return state
        }
        let live = NowPlaying(Self.state(), at: at(0))
        #expect(live.isRunning)
        let stale = NowPlaying(lost(Self.state(), at: 10), at: at(10), previous: live)
        #expect(stale.freshness == .stale && stale.status == .playing && !stale.isRunning)
        #expect(stale.elapsed(at: at(10)) == 114)
        #expect(stale.elapsed(at: at(100)) == 114)
        #expect(stale.progress(at: at(100)) == stale.progress(at: at(10)))
        #expect(stale.nextSecond(after: at(10)) == nil && stale.nextProgress(after: at(10), steps: 100) == nil)
        // Each failed attempt makes another entry.
        let later = NowPlaying(lost(lost(Self.state(), at: 10), at: 60), at: at(60), previous: stale)
        #expect(later.elapsed(at: at(90)) == 114)
        // The source is back, and has played on.
        var back = lost(Self.state(), at: 10)
        var reading = Reading(zone: back.zone, stamp: Stamp(at(70), .push))
        reading.connection = .live
        reading.position = .some(PlaybackPosition(seconds: 115, time: at(70)))
        back.merge(reading)
        let again = NowPlaying(back, at: at(70), previous: later)
        #expect(again.elapsed(at: at(72)) == 117)
    }

    @Test(arguments: [
        (1, 2.0...2.0), (2, 2...4), (3, 4...8), (4, 8...16), (5, 16...32), (6, 30...60), (7, 30...60), (500, 30...60), (.max, 30...60),
    ])
    func backsOff(failures: Int, _ bounds: ClosedRange<Double>) throws {
        for jitter in [-1, 0, 0.3, 0.5, 1, 2] {
            let timeline = Self.watched.timeline(of: Self.state(), at: at(0), failures: failures, jitter: jitter)
            let delay = try #require(timeline.reloadDate).timeIntervalSince(at(0))
            #expect((bounds.lowerBound - 1e-6...bounds.upperBound + 1e-6).contains(delay))
        }
        #expect(Backoff().delay(failures: failures, jitter: 0) == bounds.lowerBound)
        #expect(Backoff().delay(failures: failures, jitter: 1) == bounds.upperBound)
    }

    @Test func jitterSpreadsTheWait() {
        let delays = stride(from: 0.0, through: 1, by: 0.1).map { Backoff().delay(failures: 10, jitter: $0) }
        #expect(delays == delays.sorted())
        #expect(Set(delays).count == 11)
    }

    @Test func nobodyWhoLooksIsInNoHurry() throws {
        let timeline = Self.background.timeline(of: Self.state(), at: at(0), failures: 1)
        #expect(timeline.reloadDate == at(60))
    }

    @Test func anEntryTellsTheState() {
        let entry = NowPlaying(Self.state(), at: at(10))
        #expect(entry.date == at(10))
        #expect(entry.zone == .init(id: "roon:1601bb42", name: "Living Room", source: "roon"))
        #expect(entry.status == .playing && entry.freshness == .live)
        #expect(entry.position == 114)
        #expect(entry.lastContact == nil)
    }

    @Test(arguments: [(60.0, Freshness.stale), (24 * 3600, .stale), (24 * 3600 + 1, .offline)])
    func whatNobodyConfirmsGrowsOld(seconds: Double, _ expected: Freshness) {
        var state = Self.state()
        var reading = Reading(zone: state.zone, stamp: Stamp(at(5), .poll))
        reading.connection = .stale
        state.merge(reading)
        let entry = NowPlaying(state, at: at(seconds))
        #expect(entry.freshness == expected)
        #expect(entry.lastContact == at(0))
    }

    @Test func aZoneNeverHeardOfHasNoLastContact() {
        let entry = NowPlaying(PlaybackState(zone: ZoneID("roon:1")), at: at(0))
        #expect(entry.freshness == .offline)
        #expect(entry.lastContact == nil)
        #expect(entry.zone?.name == "roon:1")
    }

    /// With polls that report whole seconds, the displayed position advances evenly.
    @Test func thePositionDoesNotStutter() {
        var random = SplitMix64(seed: 5)
        var previous: NowPlaying?
        for poll in 0..<100 {
            let now = Double(poll) * 2 + .random(in: 0..<0.3, using: &random)
            var state = Self.state(position: 0)
            var reading = Reading(zone: state.zone, stamp: Stamp(at(now), .poll))
            reading.position = .some(PlaybackPosition(seconds: (now + 0.6).rounded(.down), time: at(now)))
            state.merge(reading)
            let entry = NowPlaying(state, at: at(now), previous: previous)
            if let before = previous?.elapsed(at: at(now)), let shown = entry.elapsed(at: at(now)) { #expect(abs(shown - before) < 1e-5) }
            previous = entry
        }
    }

    /// A difference of a second is a seek if the position has decimals, or if the user set it.
    @Test(arguments: [
        (105.0, Authority.poll, 104.0), (105, .push, 104), (105, .control, 105), (105.2, .poll, 105.2), (105.2, .push, 105.2),
        (104.2, .poll, 104), (104.2, .control, 104),
    ])
    func aJumpThatIsMeantIsShown(_ told: Double, _ authority: Authority, _ shown: Double) {
        let previous = NowPlaying(Self.state(position: 104), at: at(0))
        var state = Self.state(position: 104)
        var reading = Reading(zone: state.zone, stamp: Stamp(at(1), authority))
        reading.position = .some(PlaybackPosition(seconds: told, time: at(0)))
        state.merge(reading)
        #expect(NowPlaying(state, at: at(0), previous: previous).position == shown)
    }

    @Test(arguments: ["status", "zone", "track", "seek"])
    func whatIsNewIsShownAsItIs(_ what: String) {
        var previous = NowPlaying(Self.state(), at: at(0))
        switch what {
        case "status": previous.status = .paused
        case "zone": previous.zone?.id = "roon:other"
        case "track": previous.track?.title = "Naima"
        default: previous.position = 30
        }
        previous.position = previous.position.map { $0 == 30 ? 30 : $0 + 1 }
        #expect(NowPlaying(Self.state(), at: at(0), previous: previous).position == 104)
        // The rule itself: positions that differ by less than a second continue the displayed one.
        var same = NowPlaying(Self.state(), at: at(0))
        same.position = 105
        #expect(NowPlaying(Self.state(), at: at(0), previous: same).position == 105)
    }
}
