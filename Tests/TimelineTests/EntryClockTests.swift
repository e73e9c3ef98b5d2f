import FoundationEssentials
import SubdialBasics
import SubdialTestSupport
import SubdialTimeline
import Testing

/// Tests of running numbers.
@Suite struct EntryClockTests {
    @Test(
        arguments: [
            (EntryClock(anchor: start, value: 10), 5.0, 15.0), (EntryClock(anchor: start, value: 10), -5, 10),
            (EntryClock(anchor: start, value: 10, rate: -1, minimum: 0), 4, 6),
            (EntryClock(anchor: start, value: 10, rate: -1, minimum: 0), 14, 0),
            (EntryClock(anchor: start, value: 2700, rate: 1, minimum: 2700, maximum: 5400), 9000, 5400),
            (EntryClock(anchor: start, value: 10, rate: 0), 100, 10), (EntryClock(anchor: start, value: 0, rate: 2.5), 4, 10),
        ])
    func values(_ clock: EntryClock, at seconds: Double, _ expected: Double) {
        #expect(clock.value(at: at(seconds)) == expected)
    }

    /// The displayed value stays the same between two announced changes, and changes at each.
    @Test(arguments: 0..<60)
    func nothingChangesInBetween(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
        let value = number(-50...4000)
        let clock = EntryClock(
            anchor: at(number(-5...5)), value: value, rate: [1, -1, 0.5, 2, -0.25, 0].randomElement(using: &random) ?? 1,
            minimum: Bool.random(using: &random) ? value - number(0...60) : nil,
            maximum: Bool.random(using: &random) ? value + number(0...60) : nil)
        var now = at(number(-3...3))
        for _ in 0..<40 {
            let shown = clock.value(at: now).rounded(.down)
            guard let next = clock.nextSecond(after: now) else {
                #expect(clock.value(at: now.addingTimeInterval(1e6)).rounded(.down) == shown)
                return
            }
            #expect(next > now)
            let gap = next.timeIntervalSince(now)
            for share in [0.001, 0.3, 0.7, 0.99] where gap > 2e-3 {
                #expect(clock.value(at: now.addingTimeInterval(gap * share - 1e-5)).rounded(.down) == shown, "\(clock) \(share)")
            }
            now = next
        }
    }
}
