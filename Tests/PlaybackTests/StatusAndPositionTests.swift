import FoundationEssentials
import SubdialBasics
import SubdialPlayback
import Testing

@Suite struct StatusAndPositionTests {
    @Test(
        arguments: [
            ("playing", .playing), ("Paused", .paused), ("STOPPED", .stopped), ("loading", .loading), ("buffering", .loading),
            ("Buffering", .loading),
            ("unknown", .unknown), ("", .unknown), ("warp", .unknown),
        ] as [(String, PlaybackStatus)])
    func words(_ word: String, _ expected: PlaybackStatus) {
        #expect(PlaybackStatus(word: word) == expected)
    }

    @Test(arguments: [
        (PlaybackStatus.playing, "Playing"), (.paused, "Paused"), (.stopped, "Stopped"), (.loading, "Playing"), (.unknown, "Stopped"),
    ])
    func mprisNames(_ status: PlaybackStatus, _ expected: String) {
        #expect(status.mprisName == expected)
    }

    /// A zone that loads between two tracks is displayed as playing for ten seconds after the last report that it plays.
    @Test(arguments: [(1.0, PlaybackStatus.playing), (9.9, .playing), (10, .loading), (60, .loading)])
    func loadingAfterPlaying(seconds: Double, _ expected: PlaybackStatus) {
        var state = playing()
        state.merge(reading(0.5) { $0.status = .loading })
        #expect(state.status(at: at(seconds)) == expected)
    }

    @Test(arguments: [PlaybackStatus.paused, .stopped])
    func loadingAfterAnythingElseShows(_ before: PlaybackStatus) {
        var state = PlaybackState(zone: livingRoom)
        state.merge(reading(0) { $0.status = before })
        state.merge(reading(1) { $0.status = .loading })
        #expect(state.status(at: at(1)) == .loading)
    }

    @Test func whileTheNextTrackLoadsThePositionStopsAtTheEnd() {
        var state = playing()
        state.merge(reading(1) { $0.position = .some(PlaybackPosition(seconds: 560, time: at(1))) })
        #expect(state.elapsed(at: at(6)) == 565)
        state.merge(reading(4) { $0.status = .loading })
        #expect(state.elapsed(at: at(6)) == 562)
    }

    @Test(arguments: [
        (0.0, true, 100.0), (30, true, 130), (30, false, 100), (-200, true, 0),
    ])
    func runs(seconds: Double, running: Bool, _ expected: Double) {
        #expect(PlaybackPosition(seconds: 100, time: at(0)).seconds(at: at(seconds), running: running) == expected)
    }

    @Test func runsAtItsRate() {
        #expect(PlaybackPosition(seconds: 100, time: at(0), rate: 1.5).seconds(at: at(10), running: true) == 115)
    }

    @Test(arguments: [
        // The position reported 2 s later, whether playback runs, and the expected position.
        (102.0, true, 102.4), (101, true, 102.4), (103.9, true, 102.4), (104, true, 104), (100.8, true, 100.8), (30, true, 30),
        (100.4, false, 100.4), (101, false, 100.4), (103, false, 103),
    ])
    func isSteadied(told: Double, running: Bool, _ expected: Double) {
        let shown = PlaybackPosition(seconds: 100.4, time: at(0))
        let steady = PlaybackPosition(seconds: told, time: at(2)).steadied(by: shown, running: running)
        #expect(abs(steady.seconds(at: at(2), running: running) - expected) < 1e-6)
    }

    @Test func isNotSteadiedByNothingOrByAnotherRate() {
        let told = PlaybackPosition(seconds: 102, time: at(2))
        #expect(told.steadied(by: nil, running: true) == told)
        #expect(told.steadied(by: PlaybackPosition(seconds: 100, time: at(0), rate: 2), running: true) == told)
    }

    /// Positions in whole seconds, reported every 2.3 s: the displayed position never goes back and never jumps.
    @Test func wholeSecondsDoNotStutter() {
        var shown = PlaybackPosition(seconds: 0, time: at(0))
        for poll in 1...200 {
            let now: SteadyDate = at(Double(poll) * 2.3)
            let before = shown.seconds(at: now, running: true)
            shown = PlaybackPosition(seconds: (Double(poll) * 2.3 + 0.4).rounded(.down), time: now).steadied(by: shown, running: true)
            #expect(shown.seconds(at: now, running: true) == before)
        }
    }
}
