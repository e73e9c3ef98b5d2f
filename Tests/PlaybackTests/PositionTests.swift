import FoundationEssentials
import SubdialPlayback
import SubdialTimeline
import Testing

@Suite struct PositionTests {
    @Test(arguments: [
        (NowPlaying.soWhat(), 0.0, 104.0), (.soWhat(), 10.5, 114.5), (.soWhat(), -60, 104), (.soWhat(.paused), 60, 104),
        (.soWhat(.loading), 60, 104),
        (.soWhat(.stopped), 60, 104), (.soWhat(position: -3), 0, 0), (.soWhat(), 458, 562), (.soWhat(), 500, 604),
        (.soWhat(freshness: .stale), 10, 104),
    ])
    func elapsed(_ entry: NowPlaying, at seconds: Double, _ expected: Double) {
        #expect(entry.elapsed(at: at(seconds)) == expected)
    }

    @Test(
        arguments: [
            (NowPlaying.soWhat(), 0.0, 0.1850534), (.soWhat(position: 160.17), 0, 0.285), (.soWhat(), 458, 1), (.soWhat(), 500, 1),
            (.soWhat(position: 0), 0, 0),
            // Up to two seconds past the end, the update is only late; beyond that, the length is that of the last track.
            (.soWhat(position: 564), 0, 1), (.soWhat(position: 564.1), 0, nil), (.soWhat(position: nil), 0, nil),
            (.soWhat(length: nil), 0, nil),
            (.soWhat(length: 0), 0, nil), (.soWhat(length: -1), 0, nil),
        ] as [(NowPlaying, Double, Double?)])
    func progress(_ entry: NowPlaying, at seconds: Double, _ expected: Double?) {
        #expect(entry.progress(at: at(seconds)) == expected)
    }

    @Test(
        arguments: [
            (NowPlaying.soWhat(), 562), (.soWhat(position: nil), 562), (.soWhat(position: 563), 562), (.soWhat(position: 600), nil),
            (.soWhat(length: nil), nil),
        ] as [(NowPlaying, Double?)])
    func length(_ entry: NowPlaying, _ expected: Double?) {
        // At any later time.
        for seconds in [0, 100, 10_000.0] { #expect(entry.length(at: at(seconds)) == expected) }
    }

    @Test func beginsAndEnds() {
        #expect(NowPlaying.soWhat().started == at(-104))
        #expect(NowPlaying.soWhat().ends == at(458))
        #expect(NowPlaying.soWhat(position: nil).started == nil)
        #expect(NowPlaying.soWhat(length: nil).ends == nil)
        #expect(NowPlaying.soWhat(position: 600).ends == nil)
    }

    @Test(
        arguments: [
            (Freshness.live, nil, 500.0, 0.0), (.stale, nil, 90, 90), (.stale, -60, 90, 150), (.offline, -60, 0, 60),
            (.missing, nil, 5, 5),
            (.stale, 60, 0, 0),
        ] as [(Freshness, Double?, Double, Double)])
    func age(_ freshness: Freshness, lastContact: Double?, at seconds: Double, _ expected: Double) {
        var entry = NowPlaying.soWhat(freshness: freshness)
        entry.lastContact = lastContact.map(at)
        #expect(entry.age(at: at(seconds)) == expected)
    }
}
