import FoundationEssentials
import SubdialBasics
import SubdialExpressions
import SubdialKinds
import SubdialTimeline
import Testing

private let start = Date(timeIntervalSince1970: 1_780_315_200)
private func at(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

/// Tests of the timeline of data as it ages.
@Suite struct DataTimelineTests {
    private let schema = EntrySchema(kind: "k", fields: [EntryField("n", .number)])

    private func state(_ dates: [Double], problem: Bool = false) -> DataState {
        var state = DataState()
        state.received = start
        state.entries = dates.enumerated().map {
            Entry(date: at($1), schema: schema, content: EntryFields(values: ["n": .integer(Int64($0))]))
        }
        if problem { state.problem = EntryProblem(step: "source", message: "gone", since: start) }
        return state
    }

    private func shown(_ state: DataState, after seconds: Double, stale: Double?, expires: Double?) -> [String] {
        var refresh = KindRefresh()
        (refresh.stale, refresh.expires) = (stale, expires)
        return state.timeline(at: at(seconds), refresh, schema: schema, subject: nil).entries.map {
            "\(Int(saturating: $0.date.timeIntervalSince(start))):\($0.fields.values["n"]?.text ?? "-"):\($0.freshness.rawValue)"
        }
    }

    @Test(
        arguments: [
            (0.0, nil, nil, ["0:0:live", "10:1:live"]), (5, nil, nil, ["0:0:live", "10:1:live"]), (12, nil, nil, ["10:1:live"]),
            (0, 5.0, nil, ["0:0:live", "5:0:stale", "10:1:stale"]), (0, 5, 20.0, ["0:0:live", "5:0:stale", "10:1:stale", "20:-:offline"]),
            (7, 5, 20, ["0:0:stale", "10:1:stale", "20:-:offline"]), (30, 5, 20, ["10:-:offline"]),
        ] as [(Double, Double?, Double?, [String])])
    func growsOld(_ now: Double, stale: Double?, expires: Double?, _ expected: [String]) {
        #expect(shown(state([0, 10]), after: now, stale: stale, expires: expires) == expected)
    }

    @Test func anErrorStandsBesideTheLastGoodData() {
        let state = state([0], problem: true)
        #expect(shown(state, after: 3, stale: 100, expires: nil) == ["0:0:stale"])
        let entry = state.timeline(at: at(3), KindRefresh(), schema: schema, subject: nil).entries[0]
        #expect(entry.problem?.message == "gone" && entry.lastContact == start)
    }

    @Test func nothingKnownIsOffline() {
        #expect(shown(DataState(), after: 4, stale: nil, expires: nil) == ["4:-:offline"])
    }

    /// A past date, as in an outdated response, must not cause a request every second.
    @Test func aDateThatIsPastDoesNotHurry() {
        var refresh = KindRefresh()
        refresh.atEnd = true
        #expect(refresh.next(after: start, last: at(-5), wanted: at(-9), random: 0) { $0 } == at(300))
        #expect(refresh.next(after: start, last: at(40), wanted: at(-9), random: 0) { $0 } == at(40))
        refresh.every = 60
        #expect(refresh.next(after: start, last: at(-5), random: 0) { $0 } == at(60))
    }

    /// Midnight of the next day, even after a day of 25 hours.
    @Test func timesOfTheDay() throws {
        let zones = TimeZones(standard: "Europe/Berlin", local: "Europe/Berlin")
        var refresh = KindRefresh()
        refresh.times = [0]
        let night = try #require(Date(iso8601: "2026-10-24T22:00:00Z"))
        let next = refresh.next(after: night, random: 0) { zones.midnight(before: $0, in: nil) }
        #expect(next?.iso8601 == "2026-10-25T23:00:00Z")
    }

    @Test(
        arguments: [
            // A response, then failures: 30 s, doubled up to the regular interval.
            (0, nil, 900.0 * 1.05), (1, nil, 30), (2, nil, 60), (3, nil, 120), (9, nil, 900), (1, 300.0, 300), (0, 7200.0, 7200),
        ] as [(Int, Double?, Double)])
    func asksAgain(failures: Int, retryAfter: Double?, _ expected: Double) {
        var refresh = KindRefresh()
        refresh.every = 900
        let next = refresh.next(after: start, failures: failures, retryAfter: retryAfter, random: 0.5) { $0 }
        #expect(next == at(expected))
    }

    /// A kind that polls often polls as often after a failure, and at exact times without jitter.
    @Test(arguments: [(1, 0.0), (1, 1.0), (5, 0.5)]) func asksAgainAsOften(failures: Int, random: Double) {
        var refresh = KindRefresh()
        (refresh.every, refresh.jitter) = (5, 0)
        #expect(refresh.next(after: start, failures: failures, random: random) { $0 } == at(5))
    }
}
