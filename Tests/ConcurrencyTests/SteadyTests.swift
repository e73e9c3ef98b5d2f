import Foundation
import SubdialBasics
import SubdialConcurrency
import Testing

@Suite struct SteadyTests {
    @Test func itRunsForwardBesideTheWallClock() {
        let first = SteadyDate.now
        var last = first
        for _ in 0..<10_000 {
            let next = SteadyDate.now
            #expect(next >= last)
            last = next
        }
        #expect(last > first)
        let reading = ClockPair.now
        #expect(reading.steady >= last)
        #expect(abs(reading.wall.timeIntervalSinceNow) < 60)
        #expect(abs(reading.time(reading.date(first)) - first) < 1e-3)
    }
}
