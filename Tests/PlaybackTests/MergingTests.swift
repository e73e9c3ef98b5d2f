import FoundationEssentials
import SubdialBasics
import SubdialPlayback
import SubdialTestSupport
import Testing

@Suite struct MergingTests {
    @Test(arguments: 0..<40)
    func anyOrderEndsInTheSameState(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let readings = (0..<30).map { _ in Reading.random(using: &random) }
        let merged = Self.state(after: readings)
        for _ in 0..<20 {
            #expect(Self.state(after: readings.shuffled(using: &random)) == merged)
            // With duplicates, in random order.
            #expect(Self.state(after: (readings + readings.filter { _ in Bool.random(using: &random) }).shuffled(using: &random)) == merged)
        }
    }

    private static func state(after readings: [Reading]) -> PlaybackState {
        var state = PlaybackState(zone: livingRoom)
        for reading in readings { state.merge(reading) }
        return state
    }

    /// Two positions with equal stamps whose dates differ by less than a second.
    @Test func nearlyEqualPositionsHaveAnOrderToo() {
        let readings = [0.2, 0.4].map { offset in
            reading(3) { $0.position = .some(PlaybackPosition(seconds: 7, time: at(3 + offset))) }
        }
        #expect(Self.state(after: readings) == Self.state(after: readings.reversed()))
    }

    @Test func aReadingTwiceChangesNothing() {
        var random = SplitMix64(seed: 7)
        var state = PlaybackState(zone: livingRoom)
        for _ in 0..<200 {
            let reading = Reading.random(using: &random)
            state.merge(reading)
            let once = state
            state.merge(reading)
            #expect(state == once)
        }
    }

    @Test func anotherZoneChangesNothing() {
        var state = playing()
        let before = state
        state.merge(reading(9, zone: ZoneID("roon:other")) { $0.status = .stopped })
        #expect(state == before)
    }

    @Test func aReadingThatSaysNothingOfAFieldLeavesIt() {
        var state = playing()
        state.merge(reading(5) { $0.status = .paused })
        #expect(state.status(at: at(5)) == .paused)
        #expect(state.track.value?.title == "So What")
        #expect(state.volume?.value == -23.5)
    }

    @Test func sayingThatThereIsNoneIsSayingSomething() {
        var state = playing()
        state.merge(
            reading(5) {
                $0.track = .some(nil)
                $0.position = .some(nil)
                $0.volumeScale = .some(nil)
            })
        #expect(state.track.value == nil)
        #expect(state.elapsed(at: at(6)) == nil)
        #expect(state.volume == nil)
    }

    @Test func whatWasAskedForEarlierComesTooLate() {
        var state = playing()
        state.merge(reading(10, .push) { $0.volumeValue = -20 })
        // Requested before the push, received after it.
        state.merge(reading(9.9) { $0.volumeValue = -23.5 })
        #expect(state.volume?.value == -20)
        // A push overrides polls that follow closely, since the bridge serves them from a cache.
        state.merge(reading(10.1) { $0.volumeValue = -23.5 })
        #expect(state.volume?.value == -20)
        state.merge(reading(10 + PlaybackState.settlingTime + 0.1) { $0.volumeValue = -21 })
        #expect(state.volume?.value == -21)
    }

    @Test(arguments: [
        (Authority.poll, Authority.push), (.push, .control), (.control, .correction),
    ])
    func ofOneMomentTheHigherAuthorityCounts(lower: Authority, higher: Authority) {
        for order in [[lower, higher], [higher, lower]] {
            var state = playing()
            for authority in order { state.merge(reading(3, authority) { $0.volumeValue = authority == higher ? -10 : -40 }) }
            #expect(state.volume?.value == -10)
        }
    }

    @Test func tellsWhetherTheValueIsAnotherOne() {
        var stamped = Stamped("a", Stamp(at(0), .poll))
        #expect(stamped.merge("b", Stamp(at(1), .poll)) == true)
        #expect(stamped.merge("b", Stamp(at(2), .poll)) == false)
        #expect(stamped.stamp == Stamp(at(2), .poll))
        #expect(stamped.merge("c", Stamp(at(1.9), .poll)) == false)
        #expect(stamped.value == "b")
        #expect(stamped.merge("c", Stamp(at(1), .correction)) == true)
    }

    @Test func lastContactIsTheLastAnswerOfALiveSource() {
        var state = playing()
        #expect(state.lastContact == at(0))
        state.merge(reading(20) { $0.connection = .stale })
        #expect(state.lastContact == at(0))
        #expect(state.connection.value == .stale)
        state.merge(reading(10) { $0.connection = .live })
        #expect(state.lastContact == at(10))
        #expect(state.connection.value == .stale)
    }

    @Test func nothingIsKnownAtFirst() {
        let state = PlaybackState(zone: livingRoom)
        #expect(state.name.value == "roon:1601bb42")
        #expect(state.status(at: at(0)) == .unknown)
        #expect(state.connection.value == .offline)
        #expect(state.elapsed(at: at(0)) == nil)
        #expect(state.volume == nil)
    }
}

extension Reading {
    /// A random reading of ``livingRoom``, at one of a few times so that ties are common.
    fileprivate static func random(using random: inout SplitMix64) -> Reading {
        let authorities: [Authority] = [.poll, .push, .control, .correction]
        func maybe<T>(_ value: T) -> T? { Bool.random(using: &random) ? value : nil }
        let time = Double(Int.random(in: 0..<6, using: &random))
        var reading = Reading(
            zone: livingRoom, stamp: Stamp(at(time), authorities[Int.random(in: 0..<4, using: &random)]),
            received: at(time + Double.random(in: 0..<1, using: &random)))
        let titles = ["So What", "Naima", "Blue in Green"]
        let moment: SteadyDate = at(time + Double.random(in: 0..<1, using: &random))
        reading.status = maybe(PlaybackStatus.allCases.randomElement(using: &random) ?? .unknown)
        reading.track = maybe(maybe(Track(title: titles.randomElement(using: &random) ?? "", length: 300)))
        reading.position = maybe(maybe(PlaybackPosition(seconds: Double(Int.random(in: 0..<3, using: &random)), time: moment)))
        reading.volumeScale = maybe(maybe(decibels))
        reading.volumeValue = maybe(Double(Int.random(in: -64...0, using: &random)))
        reading.isMuted = maybe(Bool.random(using: &random))
        reading.artwork = maybe(maybe(Artwork(key: titles.randomElement(using: &random) ?? "")))
        reading.queue = maybe([Track(title: titles.randomElement(using: &random) ?? "")])
        reading.connection = maybe(Connection.allCases.randomElement(using: &random) ?? .live)
        return reading
    }
}
