import Testing

@testable import SubdialBridge

@Suite struct EventFloodTests {
    @Test func whatABridgeSendsIsNoFlood() {
        var flood = EventFlood(rate: 1000)
        let start = ContinuousClock.now
        for tenth in 0..<100 { #expect(flood.spend(90, at: start + .milliseconds(100 * tenth)) == nil) }
    }

    @Test func aFloodIsLeftUnreadForTheRestOfTheSecond() throws {
        var flood = EventFlood(rate: 1000)
        let start = ContinuousClock.now + .seconds(2)
        #expect(flood.spend(1000, at: start) == nil)
        #expect(flood.spend(1, at: start + .milliseconds(300)) == .milliseconds(700))
        // For any duration, the processed bytes per second are limited.
        var (now, taken) = (start + .seconds(1), 0)
        while now < start + .seconds(11) {
            taken += 400
            if let pause = flood.spend(400, at: now) { now += pause }
        }
        #expect(taken <= 10 * 1400)
    }
}
