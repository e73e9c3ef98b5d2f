import Testing

@testable import SubdialConsoles

@Suite struct ConsoleViewTests {
    /// An edit with its outcome; nil while it is pending.
    typealias Made = (number: Int64, value: Double, outcome: ConsoleOutcome?)

    private static let start: Int64 = 1_800_000_000_000_000_000

    private static func queue(_ edits: [Made], channel: String = "vox", field: ConsoleField = .fader) -> ConsoleQueue {
        ConsoleQueue(
            [.client("me", last: 0, time: 0)]
                + edits.map { .edit(ConsoleEdit($0.number, channel: channel, field: field, value: $0.value, time: start + $0.number)) }
                + edits.compactMap { made in made.outcome.map { .outcome(made.number, $0) } })
    }

    /// A report of the console with a volume, and the time of its write as the number of an edit.
    private static func report(_ volume: Double, written: Int64? = nil) throws -> ConsoleReport {
        let times = written.map { #", "times": {"volume": \#(start + $0)}"# } ?? ""
        let message = try ConsoleMessage(Array(#"{"channel_states": [{"channel_id": "vox", "volume": \#(volume)\#(times)}]}"#.utf8))
        guard case .report(let report) = message else { throw NotAReport() }
        return report
    }

    private struct NotAReport: Error {}

    private static func view(_ readings: [ConsoleQueue], written: Int64? = nil) throws -> ConsoleView {
        var view = ConsoleView()
        for reading in readings { view.replaceQueue(reading) }
        view.state.apply(try report(0.65, written: written), received: start + 10, seconds: 0)
        return view
    }

    /// A step starts from the last edit since the first reading, even if no reading has found it pending, and the console's report lacks it.
    @Test(
        arguments: [
            ([[]], [(1, 0.7, .applied)], nil, 0.7),
            ([[(1, 0.7, .applied)]], [(1, 0.7, .applied)], nil, 0.65),
            ([[], [(1, 0.7, .applied)]], [(1, 0.7, .applied)], nil, 0.7),
            ([[(1, 0.6, .applied)]], [(1, 0.6, .applied), (2, 0.7, .applied)], nil, 0.7),
            ([[(1, 0.7, nil)]], [(1, 0.7, .applied)], nil, 0.7),
            ([[(1, 0.7, nil)]], [(1, 0.7, .applied), (2, 0.75, nil)], nil, 0.75),
            // The console's own change, after the edit and before it.
            ([[]], [(1, 0.7, .applied)], 2, 0.65),
            ([[]], [(1, 0.7, nil)], 2, 0.65),
            ([[]], [(3, 0.7, .applied)], 2, 0.7),
            // The console has refused the last edit for a later write; the user has discarded the last edit.
            ([[]], [(1, 0.7, .applied), (2, 0.75, .superseded)], nil, 0.65),
            ([[]], [(1, 0.7, .applied), (2, 0.75, .forgotten)], nil, 0.7),
            // The edits could not be read before.
            ([], [(1, 0.7, .applied)], nil, 0.65),
            ([], [(1, 0.7, .applied), (2, 0.75, nil)], nil, 0.75),
        ] as [([[Made]], [Made], Int64?, Double)])
    func aStepStartsFromTheLastEdit(_ readings: [[Made]], _ current: [Made], _ written: Int64?, _ base: Double) throws {
        let view = try Self.view(readings.map { Self.queue($0) }, written: written)
        #expect(view.base(of: "vox", .fader, Self.queue(current)) == base)
    }

    @Test func editsOfOtherSettingsDoNotCount() throws {
        let view = try Self.view([ConsoleQueue()])
        #expect(view.base(of: "vox", .fader, Self.queue([(1, 0.7, nil)], channel: "bass")) == 0.65)
        #expect(view.base(of: "vox", .fader, Self.queue([(1, 0.7, nil)], field: .pan)) == 0.65)
        #expect(view.base(of: "gone", .fader, ConsoleQueue()) == 0)
    }
}
