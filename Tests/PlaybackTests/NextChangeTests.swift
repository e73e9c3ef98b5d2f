import FoundationEssentials
import SubdialBasics
import SubdialExpressions
import SubdialPlayback
import SubdialTestSupport
import SubdialTimeline
import Testing

@Suite struct NextChangeTests {
    /// The parts of an entry that a text contains.
    struct Shown {
        var seconds = false
        var steps = 0
        var age = false

        func nextChange(of entry: NowPlaying, after now: Date) -> Date? {
            [
                seconds ? entry.nextSecond(after: now) : nil, entry.nextProgress(after: now, steps: steps),
                age ? entry.nextAge(after: now) : nil,
            ].compactMap { $0 }.min()
        }
    }

    private static let seconds = Shown(seconds: true)
    private static let steps = Shown(steps: 100)
    private static let age = Shown(age: true)
    private static let still = Shown()

    @Test(
        arguments: [
            (NowPlaying.soWhat(), seconds, 0, 1), (.soWhat(), seconds, 0.25, 1), (.soWhat(), seconds, 457, 458),
            (.soWhat(), seconds, 458, nil),
            (.soWhat(), seconds, -10, 1), (.soWhat(position: 104.4), seconds, 0, 0.6), (.soWhat(length: nil), seconds, 9999, 10_000),
            (.soWhat(length: 562.4), seconds, 457, 458), (.soWhat(length: 562.4), seconds, 458, nil), (.soWhat(.paused), seconds, 0, nil),
            (.soWhat(position: nil), seconds, 0, nil), (.soWhat(), still, 0, nil),
            (.soWhat(position: 0, length: 200), steps, 0, 2), (.soWhat(position: 0, length: 200), steps, 1.9, 2),
            (.soWhat(position: 0, length: 200), steps, 2, 4),
            (.soWhat(position: 0, length: 200), steps, 199, 200), (.soWhat(position: 0, length: 200), steps, 200, nil),
            (.soWhat(length: nil), steps, 0, nil),
            (.soWhat(.paused), steps, 0, nil), (.soWhat(position: 600), steps, 0, nil),
            (.soWhat(freshness: .stale), age, 0, 60), (.soWhat(freshness: .stale), age, 60, 120),
            (.soWhat(freshness: .stale), age, 3599, 3600),
            (.soWhat(freshness: .stale), age, 3600, 7200), (.soWhat(freshness: .offline), age, 86_400, 172_800),
            (.soWhat(freshness: .missing), age, 0, 60),
            (.soWhat(), age, 0, nil),
        ] as [(NowPlaying, Shown, Double, Double?)])
    func isForetold(_ entry: NowPlaying, _ shown: Shown, after seconds: Double, _ expected: Double?) throws {
        let next = shown.nextChange(of: entry, after: at(seconds))
        guard let expected else {
            #expect(next == nil)
            return
        }
        #expect(abs(try #require(next).timeIntervalSince(at(expected))) < 1e-5)
    }

    /// Returns the texts of the entry's selected parts.
    private static func shown(_ entry: NowPlaying, at now: Date, _ part: Shown) -> String {
        let scope = EntryScope(entry, at: now)
        var shown: [String] = []
        if part.seconds {
            shown += ["elapsed", "remaining", "length"].map { scope.value(of: $0)?.text ?? "" }
            if case .integer(let microseconds)? = scope.value(of: "position") { shown.append("\(microseconds / 1_000_000)") }
        }
        if part.steps > 0, let elapsed = entry.elapsed(at: now), let length = entry.length(at: now) {
            shown.append(
                "\(Int(saturating: min((elapsed + 1e-6) / (length / Double(part.steps)), Double(part.steps))))")
        }
        if part.age { shown.append(scope.value(of: "age")?.text ?? "") }
        return shown.joined(separator: "|")
    }

    @Test(arguments: 0..<40)
    func nothingChangesInBetween(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        for _ in 0..<20 {
            let whole = Bool.random(using: &random)
            func number(_ range: ClosedRange<Double>) -> Double {
                let value = Double.random(in: range, using: &random)
                return whole ? value.rounded() : value
            }
            var entry = NowPlaying.soWhat(
                [.playing, .playing, .paused].randomElement(using: &random) ?? .playing, position: number(0...300),
                length: Bool.random(using: &random) ? number(1...300) : nil,
                freshness: Freshness.allCases.randomElement(using: &random) ?? .live)
            entry.date = at(number(-5...5))
            entry.lastContact = at(-number(0...100_000))
            let part = Shown(
                seconds: .random(using: &random), steps: [0, 7, 100, 400].randomElement(using: &random) ?? 0,
                age: .random(using: &random))
            var now = start.addingTimeInterval(.random(in: 0..<1, using: &random))
            for _ in 0..<60 {
                let next = part.nextChange(of: entry, after: now)
                if let next, next <= now {
                    Issue.record("\(next) is not after \(now)")
                    return
                }
                let before = Self.shown(entry, at: now, part)
                let end = next?.timeIntervalSince(now) ?? 5000
                for share in [0.1, 0.5, 0.9, 0.999] {
                    #expect(Self.shown(entry, at: now.addingTimeInterval(end * share), part) == before)
                }
                guard let next else { break }
                #expect(Self.shown(entry, at: next, part) != before, "there was nothing to wake for")
                now = next
            }
        }
    }
}
