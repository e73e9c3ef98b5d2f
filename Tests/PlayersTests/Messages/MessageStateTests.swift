import FoundationEssentials
import SubdialPlayback
import Testing

@testable import SubdialPlayers

/// Tests of the position in a track, which stays within the track's length.
@Suite struct MessageStateTests {
    private static func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

    private func state(_ messages: [(Double, PlayerMessage.Body)], length: Double? = 100) -> MessageState {
        let first = NowPlayingMessage(track: Track(title: "A", length: length), position: 90, status: .playing)
        return ([(10, .nowPlaying(first))] + messages).reduce(into: MessageState()) { state, entry in
            state.apply(PlayerMessage(entry.1, timestamp: Self.date(entry.0)))
        }
    }

    private func seconds(_ state: MessageState, at moment: Double) -> Double? {
        state.position(at: Self.date(moment))?.seconds(at: Self.date(moment), running: state.shownStatus == .playing)
    }

    @Test func runsToTheEndAndStopsThere() throws {
        let state = state([])
        #expect(seconds(state, at: 12) == 92)
        #expect(state.end == Self.date(20))
        #expect(state.position(at: Self.date(12))?.rate == 1)
        let last = try #require(state.position(at: Self.date(1e9)))
        #expect(last == MessagePosition(seconds: 100, date: Self.date(20), rate: 0))
        // A much later reader sees the end.
        #expect(last.seconds(at: Self.date(2e9), running: true) == 100)
    }

    @Test(arguments: [
        // A pause or a stop after the end keeps the position at the end.
        ([(50.0, PlayerMessage.Body.playback(.pause))], 100.0), ([(50, .playback(.stop))], 100),
        // A relative seek after the end starts from the end.
        ([(50, .seek(.by(-30)))], 80), ([(50, .playback(.pause)), (60, .seek(.by(-30)))], 70),
        ([(50, .seek(.by(30)))], 100), ([(15, .seek(.to(500)))], 100),
        // A position beyond the end is replaced by the end.
        ([(15, .nowPlaying(NowPlayingMessage(position: 300)))], 100),
        ([(15, .playback(.pause)), (16, .nowPlaying(NowPlayingMessage(position: 300)))], 100),
    ])
    func staysWithinTheLength(messages: [(Double, PlayerMessage.Body)], expected: Double) {
        #expect(seconds(state(messages), at: 60) == expected)
    }

    @Test func runsOnWhereThereIsNoLength() {
        #expect(seconds(state([], length: nil), at: 1010) == 1090)
        #expect(state([], length: nil).end == nil)
        #expect(state([(12, .playback(.pause))]).end == nil)
    }

    /// A message without a status describes a track that plays.
    @Test func aTrackWithoutAStatusPlays() {
        func message(_ body: PlayerMessage.Body, _ seconds: Double) -> PlayerMessage {
            PlayerMessage(body, timestamp: Self.date(seconds))
        }
        var state = MessageState()
        #expect(state.shownStatus == .unknown)
        state.apply(message(.nowPlaying(NowPlayingMessage(track: Track(title: "A", length: 100), position: 5)), 10))
        #expect(state.shownStatus == .playing)
        #expect(seconds(state, at: 20) == 15)
        #expect(seconds(state, at: 1000) == 100)
        state.apply(message(.playback(.pause), 30))
        #expect(state.shownStatus == .paused)
        #expect(seconds(state, at: 1000) == 25)
        state.apply(message(.nowPlaying(NowPlayingMessage(track: Track(title: "B"))), 40))
        #expect(state.shownStatus == .paused)
        var silent = MessageState()
        silent.apply(message(.nowPlaying(NowPlayingMessage(track: .some(nil))), 10))
        silent.apply(message(.volume(VolumeMessage(.to(5))), 20))
        #expect(silent.shownStatus == .unknown)
    }
}
