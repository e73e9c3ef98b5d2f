import Consoles
import Testing

@testable import Engine

@Suite struct ConsoleViewTests {
    private static func edit(_ sequence: Int64, _ value: Double) -> ConsoleEdit {
        ConsoleEdit(sequence, channel: "vox", field: .fader, value: value, time: 1_800_000_000_000_000_000 + sequence)
    }

    /// The queue with the edits, of which all but `waiting` were applied.
    private static func queue(_ edits: [ConsoleEdit], waiting: Int = 0) -> ConsoleQueue {
        let applied = edits.dropLast(waiting).map { ConsoleRecord.outcome($0.sequence, .applied) }
        return ConsoleQueue([.client("me", last: 0, time: 0)] + edits.map { .edit($0) } + applied)
    }

    /// A report of the console with a volume, and the time of its write as the number of an edit.
    private static func report(_ volume: Double, written: Int64? = nil) throws -> ConsoleReport {
        let times = written.map { #", "times": {"volume": \#(1_800_000_000_000_000_000 + $0)}"# } ?? ""
        let message = try ConsoleMessage(Array(#"{"channel_states": [{"channel_id": "vox", "volume": \#(volume)\#(times)}]}"#.utf8))
        guard case .report(let report) = message else { throw NotAReport() }
        return report
    }

    private struct NotAReport: Error {}

    /// A step starts from the last edit since the first reading, even if no reading has found it pending, and the console's report lacks it.
    @Test(
        arguments: [
            ([queue([edit(1, 0.7)])], queue([edit(1, 0.7)]), nil, 0.65),
            ([ConsoleQueue()], queue([edit(1, 0.7)]), nil, 0.7),
            ([ConsoleQueue(), queue([edit(1, 0.7)])], queue([edit(1, 0.7)]), nil, 0.7),
            ([queue([edit(1, 0.6)]), queue([edit(1, 0.6), edit(2, 0.7)])], queue([edit(1, 0.6), edit(2, 0.7)]), nil, 0.7),
            ([queue([edit(1, 0.7)], waiting: 1)], queue([edit(1, 0.7)]), nil, 0.7),
            ([queue([edit(1, 0.7)], waiting: 1)], queue([edit(1, 0.7), edit(2, 0.75)], waiting: 1), nil, 0.75),
            // The console's own change after the edit.
            ([ConsoleQueue()], queue([edit(1, 0.7)]), 2, 0.65),
            ([ConsoleQueue()], queue([edit(3, 0.7)]), 2, 0.7),
        ] as [([ConsoleQueue], ConsoleQueue, Int64?, Double)])
    func aStepStartsFromTheLastEdit(_ readings: [ConsoleQueue], _ current: ConsoleQueue, _ written: Int64?, _ base: Double) throws {
        var view = ConsoleView()
        for reading in readings { view.take(reading) }
        view.state.take(try Self.report(0.65, written: written), received: 1_800_000_000_000_000_010, seconds: 0)
        #expect(view.base(of: "vox", .fader, current) == base)
        #expect(view.base(of: "gone", .fader, current) == 0)
    }
}
