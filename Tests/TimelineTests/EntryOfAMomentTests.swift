import FoundationEssentials
import SubdialExpressions
import SubdialTimeline
import Testing

@Suite struct EntryOfAMomentTests {
    private static let schema = EntrySchema(kind: "sample", fields: [EntryField("title", .text)])

    private static func entry(_ seconds: Double, _ title: String) -> Entry {
        Entry(date: at(seconds), schema: schema, content: EntryFields(values: ["title": .string(title)]))
    }

    private static let timeline = Timeline(
        entries: [entry(20, "third"), entry(0, "first"), entry(10, "second"), entry(20, "third again")], policy: .atEnd)

    @Test(arguments: [
        (-100.0, "first"), (-0.001, "first"), (0, "first"), (9.999, "first"), (10, "second"), (15, "second"), (20, "third again"),
        (1e9, "third again"),
    ])
    func isTheLatestThatIsDue(seconds: Double, _ title: String) {
        #expect(Self.timeline.entry(at: at(seconds))?.fields.values["title"] == .string(title))
    }

    /// The entries are found by halving: each number of them, before, at and between their dates.
    @Test(arguments: 0...9)
    func isFoundAmongAnyNumber(count: Int) {
        let timeline = Timeline(entries: (0..<count).map { Self.entry(Double($0 * 10), "\($0)") }, policy: .never)
        for seconds in stride(from: -5.0, through: Double(count) * 10 + 5, by: 5) {
            let due = timeline.entries.last { $0.date <= at(seconds) } ?? timeline.entries.first
            #expect(timeline.entry(at: at(seconds)) == due)
            #expect(timeline.nextDate(after: at(seconds)) == timeline.entries.first { $0.date > at(seconds) }?.date)
        }
    }

    @Test func entriesAreSortedAndOfEqualDatesTheLastCounts() {
        #expect(Self.timeline.entries.map(\.date) == [at(0), at(10), at(20)])
        #expect(Timeline(entries: Self.timeline.entries.reversed(), policy: .atEnd).entries == Self.timeline.entries)
    }

    @Test func withoutEntriesThereIsNone() {
        let empty = Timeline(entries: [], policy: .atEnd)
        #expect(empty.entry(at: start) == nil)
        #expect(empty.reloadDate == nil)
        #expect(empty.nextWake(after: start) == nil)
    }

    @Test(
        arguments: [
            (.atEnd, at(20)), (.after(at(5)), at(5)), (.after(at(500)), at(500)), (.never, nil),
        ] as [(ReloadPolicy, Date?)])
    func reloads(_ policy: ReloadPolicy, _ expected: Date?) {
        #expect(Timeline(entries: Self.timeline.entries, policy: policy).reloadDate == expected)
    }

    @Test(
        arguments: [
            (.atEnd, -5, 0), (.atEnd, 0, 10), (.atEnd, 10, 20), (.atEnd, 20, nil), (.after(at(5)), 0, 5), (.after(at(5)), 5, 10),
            (.never, 15, 20),
            (.never, 25, nil), (.after(at(60)), 25, 60),
        ] as [(ReloadPolicy, Double, Double?)])
    func wakesForEntriesAndReloads(_ policy: ReloadPolicy, after seconds: Double, _ expected: Double?) {
        let timeline = Timeline(entries: Self.timeline.entries, policy: policy)
        #expect(timeline.nextWake(after: at(seconds)) == expected.map(at))
    }
}
