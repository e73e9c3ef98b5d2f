import Foundation
import SubdialTimeline
import Testing

@testable import SubdialServe

/// Tests of the detection of new data in a source's timelines.
@Suite struct TimelineComparisonTests {
    private static let schema = EntrySchema(kind: "k", fields: [EntryField("title", .text)])
    private static let start = Date(timeIntervalSince1970: 1_767_903_304)

    private static func timeline(
        after seconds: Double, title: String = "a", position: Double, rate: Double = 1, freshness: Freshness = .live
    ) -> Timeline {
        let date = start.addingTimeInterval(seconds)
        let entry = Entry(
            date: date, schema: schema, freshness: freshness, lastContact: date,
            content: EntryFields(
                values: ["title": .string(title)],
                clocks: ["position": EntryClock(anchor: date, value: position, rate: rate, maximum: 300)]))
        return Timeline(entries: [entry], policy: .never)
    }

    @Test(arguments: [
        (timeline(after: 2, position: 12), true), (timeline(after: 2, position: 12.3), true), (timeline(after: 2, position: 13), false),
        (timeline(after: 2, position: 10), false), (timeline(after: 2, position: 12, rate: 0), false),
        (timeline(after: 2, title: "b", position: 12), false), (timeline(after: 2, position: 12, freshness: .stale), false),
    ])
    func whatRunsOnIsNoNews(_ next: Timeline, _ isSame: Bool) {
        #expect(Self.timeline(after: 0, position: 10).showsSame(as: next) == isSame)
        #expect(next.showsSame(as: Self.timeline(after: 0, position: 10)) == isSame)
    }

    @Test func howOldSomethingIsCounts() {
        let before = Self.timeline(after: 0, position: 10, rate: 0, freshness: .stale)
        #expect(!before.showsSame(as: Self.timeline(after: 60, position: 10, rate: 0, freshness: .stale)))
        #expect(!before.showsSame(as: Timeline(entries: [], policy: .never)))
    }
}
