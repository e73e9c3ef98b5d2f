import FoundationEssentials
import SubdialPlayback
import SubdialTestSupport
import Testing

@Suite struct ControlTests {
    @Test(
        arguments: [
            (.play, .playing), (.pause, .paused), (.playPause, .paused), (.stop, .stopped),
        ] as [(PlaybackControl, PlaybackStatus)])
    func setsTheStatus(_ control: PlaybackControl, _ expected: PlaybackStatus) throws {
        let reading = try #require(playing().expected(from: control, at: at(10)))
        #expect(reading.status == expected)
        #expect(reading.position == .some(PlaybackPosition(seconds: 114, time: at(10))))
        #expect(reading.volumeValue == nil && reading.isMuted == nil && reading.track == nil && reading.connection == nil)
        #expect(reading.stamp == Stamp(at(10), .control))
    }

    @Test(arguments: [PlaybackStatus.paused, .stopped, .loading, .unknown])
    func playPauseStartsWhatDoesNotPlay(_ status: PlaybackStatus) throws {
        var state = PlaybackState(zone: livingRoom)
        state.merge(reading(0) { $0.status = status })
        #expect(try #require(state.expected(from: .playPause, at: at(0))).status == .playing)
    }

    @Test(
        arguments: [
            (.by(2), -21.5), (.by(-0.5), -24), (.to(-30.2), -30), (.by(-100), -64), (.by(0.2), -23),
        ] as [(Change, Double)])
    func movesTheVolumeOnTheZonesScale(_ change: Change, _ expected: Double) throws {
        #expect(try #require(playing().expected(from: .volume(change), at: at(1))).volumeValue == expected)
    }

    @Test(arguments: [Double.nan, .infinity, 10, -70])
    func aVolumeThatIsNoneOfTheZoneForetellsNothing(_ value: Double) {
        #expect(playing().expected(from: .volume(.to(value)), at: at(0)) == nil)
    }

    @Test(arguments: [PlaybackControl.volume(.by(1)), .mute])
    func withoutAVolumeNothingIsForetold(_ control: PlaybackControl) {
        var state = playing()
        state.merge(reading(1) { $0.volumeScale = .some(nil) })
        #expect(state.expected(from: control, at: at(2)) == nil)
    }

    @Test func muteTurnsRound() throws {
        var state = playing()
        let first = try #require(state.expected(from: .mute, at: at(1)))
        #expect(first.isMuted == true)
        state.merge(first)
        #expect(try #require(state.expected(from: .mute, at: at(2))).isMuted == false)
    }

    @Test(
        arguments: [
            (.to(30), 30), (.by(15), 129), (.by(-500), 0), (.to(9999), 562),
        ] as [(Change, Double)])
    func seeksWithinTheTrack(_ change: Change, _ expected: Double) throws {
        let reading = try #require(playing().expected(from: .seek(change), at: at(10)))
        #expect(reading.position == .some(PlaybackPosition(seconds: expected, time: at(10))))
        #expect(reading.status == nil)
    }

    @Test func withoutAPositionNoSeekIsForetold() {
        #expect(PlaybackState(zone: livingRoom).expected(from: .seek(.by(5)), at: at(0)) == nil)
    }

    @Test(arguments: [PlaybackControl.next, .previous])
    func whatComesNextIsNotForetold(_ control: PlaybackControl) {
        #expect(playing().expected(from: control, at: at(0)) == nil)
    }

    /// Ten turns of the wheel, a tenth of a second apart, while responses to earlier polls arrive late: the displayed volume only rises.
    @Test(arguments: 0..<30)
    func aLateAnswerNeverWalksTheVolumeBack(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var state = playing()
        var late: [(arrival: Double, reading: Reading)] = []
        var shown = -23.5
        for turn in 1...10 {
            let now = Double(turn) / 10
            state.merge(try #require(state.expected(from: .volume(.by(0.5)), at: at(now))))
            // After each turn the bridge reports an earlier volume of the amplifier.
            let told = -23.5 + 0.5 * Double(Int.random(in: 0..<turn, using: &random))
            late.append((now + .random(in: 0...1.4, using: &random), reading(now + 0.01) { $0.volumeValue = told }))
            for answer in late where answer.arrival <= now { state.merge(answer.reading) }
            let value = try #require(state.volume).value
            #expect(value >= shown)
            shown = value
        }
        for answer in late.shuffled(using: &random) { state.merge(answer.reading) }
        #expect(state.volume?.value == -18.5)
        // A poll after the settling time overrides the control again.
        state.merge(reading(1 + PlaybackState.settlingTime + 0.1) { $0.volumeValue = -19 })
        #expect(state.volume?.value == -19)
    }

    /// A player's push overrides a control, however soon it follows.
    @Test(arguments: [0.001, 0.3, 1.4])
    func whatThePlayerTellsAfterAControlCounts(_ seconds: Double) throws {
        var state = playing()
        let wish = try #require(state.expected(from: .pause, at: at(1)))
        let news = reading(1 + seconds, .push) { $0.status = .playing }
        for order in [[wish, news], [news, wish]] {
            var state = state
            for reading in order { state.merge(reading) }
            #expect(state.status(at: at(1 + seconds)) == .playing)
        }
        // A push from before the control does not.
        state.merge(wish)
        state.merge(reading(0.9, .push) { $0.status = .playing })
        #expect(state.status(at: at(1)) == .paused)
    }

    /// A control does not keep a zone that vanishes right after it.
    @Test func aControlHoldsNoConnection() throws {
        var state = playing()
        state.merge(try #require(state.expected(from: .pause, at: at(1))))
        state.merge(reading(1.1) { $0.connection = .zoneMissing })
        #expect(state.connection.value == .zoneMissing)
        state.merge(reading(1.2) { $0.connection = .live })
        #expect(state.connection.value == .live)
    }

    @Test func aCorrectionTakesTheWishBack() throws {
        var state = playing()
        let wish = try #require(state.expected(from: .pause, at: at(1)))
        state.merge(wish)
        #expect(state.status(at: at(1)) == .paused)
        state.merge(reading(1.2) { $0.status = .playing })
        #expect(state.status(at: at(1.2)) == .paused)
        var correction = reading(1.3) { $0.status = .playing }
        correction.stamp = Stamp(wish.stamp.time, .correction)
        state.merge(correction)
        #expect(state.status(at: at(1.3)) == .playing)
    }

    @Test func aPauseHoldsThePosition() throws {
        var state = playing()
        state.merge(try #require(state.expected(from: .pause, at: at(10))))
        #expect(state.elapsed(at: at(10)) == 114)
        #expect(state.elapsed(at: at(100)) == 114)
        state.merge(try #require(state.expected(from: .play, at: at(100))))
        #expect(state.elapsed(at: at(101)) == 115)
    }

    @Test(arguments: [(Change.to(5), 7.0, 5.0), (.by(5), 7, 12), (.by(-5), 7, 2)])
    func changes(_ change: Change, from current: Double, to expected: Double) {
        #expect(change.applied(to: current) == expected)
    }
}
