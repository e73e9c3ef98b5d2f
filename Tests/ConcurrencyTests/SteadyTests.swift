import Foundation
import SubdialConcurrency
import Testing

@Suite struct SteadyTests {
    @Test func itRunsForwardBesideTheWallClock() {
        let first = Date.steady
        var last = first
        for _ in 0..<10_000 {
            let next = Date.steady
            #expect(next >= last)
            last = next
        }
        #expect(last > first)
        #expect(abs(Date.wallOffset) < 60)
    }
}
