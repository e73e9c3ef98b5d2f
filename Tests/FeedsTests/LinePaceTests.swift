import Foundation
import SubdialBasics
import Testing

@testable import SubdialFeeds

@Suite struct LinePaceTests {
    private static let start = SteadyDate(seconds: 1000)

    /// Returns the seconds of the lines that result from changes at these seconds.
    ///
    /// Each change is checked as soon as it is due.
    private func lines(ofChangesAt seconds: [Double], isLine: Bool = true) -> [Double] {
        var pace = LinePace()
        var lines: [Double] = []
        func look(until end: SteadyDate) {
            while let due = pace.due, due < end {
                pace.update(at: due, isLine: isLine)
                lines.append(due - Self.start)
            }
        }
        for second in seconds {
            let now = Self.start + second
            look(until: now)
            pace.record(at: now)
        }
        look(until: SteadyDate(seconds: .infinity))
        return lines
    }

    @Test func withoutAChangeNothingIsDue() {
        var pace = LinePace()
        #expect(pace.due == nil)
        pace.update(at: Self.start, isLine: true)
        pace.record(0, at: Self.start)
        #expect(pace.due == nil)
    }

    @Test func theFirstChangeOfARowGivesALineAtOnce() {
        #expect(lines(ofChangesAt: [0, 0.25, 5]) == [0, 0.25, 5])
    }

    @Test func whatFollowsGivesOneLineMore() {
        let lines = lines(ofChangesAt: [0, 0.005, 0.015])
        #expect(lines.count == 2)
        #expect(lines[0] == 0)
        #expect(abs(lines[1] - LinePace.rest) < 1e-6)
    }

    @Test(arguments: [0.05, 0.08, 0.1])
    func aBurstOfTwoHundredChangesGivesTwoLines(within seconds: Double) {
        let lines = lines(ofChangesAt: (0..<200).map { Double($0) * seconds / 200 })
        #expect(lines.count == 2)
        #expect(lines[1] >= seconds * 199 / 200 && lines[1] <= LinePace.longestRest + 1e-6)
    }

    /// Audio levels, 20 and 60 times per second.
    @Test(arguments: [20.0, 60])
    func changesWithoutEndGiveFifteenLinesASecond(rate: Double) {
        let lines = lines(ofChangesAt: (0..<Int(saturating: rate * 10)).map { Double($0) / rate })
        #expect((98...152).contains(lines.count), "\(lines.count) lines in ten seconds")
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $1 - $0 > LinePace.rest - 1e-6 && $1 - $0 < LinePace.longestRest + 1e-6 })
    }

    /// A change without a visible effect delays the next one by at most a frame of a screen.
    @Test func changesWithoutALineDoNotDelayTheNext() {
        let looks = lines(ofChangesAt: [0, 0.005, 0.03], isLine: false)
        #expect(looks.count == 3)
        #expect(abs(looks[1] - 1.0 / 60) < 1e-6)
        #expect(abs(looks[2] - 2.0 / 60) < 1e-6)
    }
}
