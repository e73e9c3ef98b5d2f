import FoundationEssentials
import SubdialBasics
import SubdialPlayback
import SubdialTestSupport
import Testing

@testable import SubdialPlayers

@Suite struct MessageMergeTests {
    private static func at(_ seconds: Double, _ body: PlayerMessage.Body, by controller: String? = nil) -> PlayerMessage {
        PlayerMessage(body, timestamp: Date(timeIntervalSinceReferenceDate: seconds), controller: controller)
    }

    private func merged(_ messages: [PlayerMessage]) -> MessageState {
        messages.reduce(into: MessageMerge()) { $0.merge($1) }.state
    }

    /// The state after all messages, each once and in the order of their timestamps, without dropping any.
    private func replayed(_ messages: [PlayerMessage]) -> MessageState {
        var ordered: [PlayerMessage] = []
        for message in messages.sorted(by: PlayerMessage.precedes) where ordered.last.map({ PlayerMessage.precedes($0, message) }) ?? true {
            ordered.append(message)
        }
        return ordered.reduce(into: MessageState()) { $0.apply($1) }
    }

    private static let reading = at(
        10, .nowPlaying(NowPlayingMessage(track: Track(title: "A", length: 100), position: 5, status: .playing, artwork: "a", volume: 40)))

    private func seconds(_ state: MessageState, at moment: Double) -> Double? {
        state.position?.seconds(at: Date(timeIntervalSinceReferenceDate: moment), running: state.status == .playing)
    }

    private func expect(
        _ changes: Bool, _ message: PlayerMessage, in merge: inout MessageMerge, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let changed = merge.merge(message)
        #expect(changed == changes, sourceLocation: sourceLocation)
    }

    @Test func addsUp() {
        var merge = MessageMerge()
        #expect(merge.state == MessageState())
        expect(true, Self.reading, in: &merge)
        expect(false, Self.reading, in: &merge)
        #expect(merge.state.track?.title == "A")
        #expect(seconds(merge.state, at: 12) == 7)
        // A pause keeps the position.
        expect(true, Self.at(14, .playback(.playPause)), in: &merge)
        #expect(merge.state.status == .paused)
        #expect(seconds(merge.state, at: 99) == 9)
        expect(true, Self.at(20, .seek(.by(-4))), in: &merge)
        #expect(seconds(merge.state, at: 99) == 5)
        expect(true, Self.at(21, .seek(.to(1000))), in: &merge)
        #expect(seconds(merge.state, at: 99) == 100)
        // A late message in the middle: the later ones still apply.
        expect(false, Self.at(15, .seek(.by(50))), in: &merge)
        expect(true, Self.at(22, .volume(VolumeMessage(.by(-50), isMuted: true))), in: &merge)
        expect(true, Self.at(23, .volume(VolumeMessage(.by(5)))), in: &merge)
        #expect(merge.state.volume == 5)
        #expect(merge.state.isMuted)
        // From 40 by -3 to 37, by -50 to 0, by 5 to 5.
        expect(false, Self.at(11, .volume(VolumeMessage(.by(-3)))), in: &merge)
        expect(true, Self.at(22.5, .volume(VolumeMessage(.to(60)))), in: &merge)
        #expect(merge.state.volume == 65)
        expect(false, Self.at(30, .playback(.next)), in: &merge)
        // The position of the previous track does not apply.
        expect(true, Self.at(31, .nowPlaying(NowPlayingMessage(track: Track(title: "B")))), in: &merge)
        #expect(merge.state.position == nil)
        #expect(merge.state.artwork == nil)
        #expect(merge.state.status == .paused)
        #expect(merge.state.volume == 65)
    }

    @Test func readingsOutweighControls() {
        let pause = Self.at(12, .playback(.pause), by: "z")
        let playing = Self.at(12, .nowPlaying(NowPlayingMessage(status: .playing)), by: "a")
        // At equal times the reading wins; otherwise the later message does.
        for messages in [[pause, playing], [playing, pause]] { #expect(merged(messages).status == .playing) }
        #expect(merged([pause, Self.at(11.9, .nowPlaying(NowPlayingMessage(status: .playing)))]).status == .paused)
        #expect(merged([Self.at(12.1, .nowPlaying(NowPlayingMessage(status: .playing))), pause]).status == .playing)
        // For two controllers, the name decides.
        let (low, high) = (Self.at(5, .volume(VolumeMessage(.to(10))), by: "a"), Self.at(5, .volume(VolumeMessage(.to(90))), by: "b"))
        for messages in [[low, high], [high, low]] { #expect(merged(messages).volume == 90) }
    }

    private func randomMessages(_ generator: inout SplitMix64) -> [PlayerMessage] {
        (0..<Int.random(in: 1...120, using: &generator)).map { _ in
            func chance<Value>(_ value: Value) -> Value? { Bool.random(using: &generator) ? value : nil }
            let number = Double(Int.random(in: 0...100, using: &generator))
            let body: PlayerMessage.Body =
                switch Int.random(in: 0..<8, using: &generator) {
                case 0, 1:
                    .nowPlaying(
                        NowPlayingMessage(
                            track: Int.random(in: 0..<4, using: &generator) == 0
                                ? chance(Track(title: "T\(number)", length: number + 1)) : nil,
                            position: chance(chance(number)),
                            status: chance([.playing, .paused, .stopped, .loading][Int(saturating: number) % 4]),
                            artwork: chance(chance("a\(number)")),
                            volume: chance(chance(number)), isMuted: chance(number > 50)))
                case 2: .nowPlaying(NowPlayingMessage(status: [.playing, .paused][Int(saturating: number) % 2]))
                case 3, 4: .playback(PlaybackAction.allCases[Int(saturating: number) % 6])
                case 5: .volume(VolumeMessage(chance(number > 60 ? .to(number) : .by(number - 30)), isMuted: chance(number > 50)))
                case 6: .seek(.by(number - 50))
                default: .seek(.to(number))
                }
            // Few timestamps and names, so that many messages are equal.
            return Self.at(
                Double(Int.random(in: 0...60, using: &generator)) / 2, body, by: ["a", "b", nil][Int.random(in: 0..<3, using: &generator)])
        }
    }

    @Test func noOrderAndNoRepetitionChangesAnything() {
        var generator = SplitMix64(seed: 20260301)
        for run in 0..<500 {
            let messages = randomMessages(&generator)
            let expected = replayed(messages)
            for _ in 0..<4 {
                var arrivals = messages + messages.filter { _ in Bool.random(using: &generator) }
                arrivals.shuffle(using: &generator)
                #expect(merged(arrivals) == expected, "run \(run)")
            }
        }
    }

    /// The base state still applies, whatever the order in which the other messages arrive.
    @Test func keepsTheSumOfWhatIsFolded() {
        var merge = MessageMerge()
        merge.merge(Self.at(0, .volume(VolumeMessage(.to(0)))))
        for step in 0..<2000 { merge.merge(Self.at(1 + Double(step), .volume(VolumeMessage(.by(0.03125))))) }
        #expect(merge.state.volume == 62.5)
        #expect(merge.count <= 2 * MessageMerge.capacity + 1)
        // Older than the base state: too late, and the state is not computed without the base.
        expect(false, Self.at(0.5, .volume(VolumeMessage(.to(100)))), in: &merge)
        expect(true, Self.at(1999.5, .volume(VolumeMessage(.by(1)))), in: &merge)
        #expect(merge.state.volume == 63.5)
    }

    @Test func boundsTheTextThatItKeeps() {
        var merge = MessageMerge()
        let text = String(repeating: "x", count: 4096)
        // None of these contains a position, so that each status matters.
        for step in 0..<2000 {
            merge.merge(Self.at(Double(step), .nowPlaying(NowPlayingMessage(status: step % 2 == 0 ? .playing : .paused, artwork: text))))
            #expect(merge.count * text.count <= 2 * MessageMerge.textCapacity + text.count)
        }
        #expect(merge.state.artwork == text)
        #expect(merge.state.status == .paused)
    }

    /// A thousand messages with equal timestamps and many late ones cost no more than others: each is compared with only a few.
    @Test func messagesOfOneMomentHaveAnOrder() {
        var generator = SplitMix64(seed: 7)
        let messages = (0..<300).map { step in
            Self.at(5, .nowPlaying(NowPlayingMessage(track: Track(title: "T\(step % 100)"), volume: Double(step % 7))))
        }
        let expected = replayed(messages)
        for _ in 0..<5 { #expect(merged(messages.shuffled(using: &generator)) == expected) }
        var merge = MessageMerge()
        merge.merge(messages)
        #expect(merge.state == expected)
    }

    @Test func forgetsWhatCannotCount() {
        var merge = MessageMerge()
        merge.merge(Self.reading)
        for step in 0..<5000 {
            merge.merge(
                Self.at(100 + Double(step), .nowPlaying(NowPlayingMessage(status: step % 2 == 0 ? .playing : .paused, isMuted: true))))
        }
        for step in 0..<5000 { merge.merge(Self.at(10_000 + Double(step), .volume(VolumeMessage(.by(step % 2 == 0 ? 1 : -1))))) }
        #expect(merge.count <= 2 * MessageMerge.capacity + 1)
        // The messages that set a field are kept longer than its relative changes.
        #expect(merge.state.track?.title == "A")
        #expect(merge.state.volume == 40)
        for step in 0..<3000 {
            merge.merge(Self.at(20_000 + Double(step), .nowPlaying(NowPlayingMessage(position: 1, status: .paused, volume: 10))))
        }
        #expect(merge.count < 50)
        #expect(merge.state.volume == 10)
        #expect(merge.state.track?.title == "A")
    }
}
