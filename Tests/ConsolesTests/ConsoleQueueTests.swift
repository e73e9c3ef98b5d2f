import SubdialSystem
import SubdialTestSupport
import Testing

@testable import SubdialConsoles

/// Tests of pending edits.
@Suite struct ConsoleQueueTests {
    private static func edit(_ sequence: Int64, _ value: Double = 0.5) -> ConsoleEdit {
        ConsoleEdit(sequence, channel: "a", field: .fader, value: value, time: moment(Double(sequence)))
    }

    private static let records: [ConsoleRecord] = [
        .client("me", last: 0, time: 0), .edit(edit(1)), .edit(edit(2)), .edit(edit(3)), .edit(edit(4)), .edit(edit(5)),
    ]

    @Test(
        arguments: [
            ([], [1, 2, 3, 4, 5], []), ([.confirmed(2)], [3, 4, 5], [1, 2]), ([.confirmed(0)], [1, 2, 3, 4, 5], []),
            ([.outcome(2, .superseded), .confirmed(3)], [4, 5], [2, 1, 3]), ([.outcome(9, .applied)], [1, 2, 3, 4, 5], []),
            ([.edit(edit(3))], [1, 2, 3, 4, 5], []), ([.confirmed(5)], [], [1, 2, 3, 4, 5]),
        ] as [([ConsoleRecord], [Int64], [Int64])])
    func rules(_ more: [ConsoleRecord], _ waiting: [Int64], _ finished: [Int64]) {
        let queue = ConsoleQueue(Self.records + more)
        #expect(queue.waiting.map(\.sequence) == waiting && queue.finished.map(\.edit.sequence) == finished && queue.last == 5)
        #expect(queue.edit("a", .pan, 0, now: 0).sequence == 6)
        #expect(ConsoleQueue(queue.compacted) == queue)
    }

    @Test func anEditIsLaterThanAllBeforeIt() {
        let queue = ConsoleQueue(Self.records)
        #expect(queue.edit("a", .fader, 0, now: moment(9)).time == moment(9))
        #expect(queue.edit("a", .fader, 0, now: moment(0)).time == moment(5) + 1)
        #expect(queue.edit("a", .fader, 0, now: moment(0), seen: moment(8)).time == moment(8) + 1)
        let compacted = ConsoleQueue(ConsoleQueue(Self.records + [.confirmed(5)]).compacted.prefix(1))
        #expect(compacted.edit("a", .fader, 0, now: 0).time == moment(5) + 1 && compacted.edit("a", .fader, 0, now: 0).sequence == 6)
    }

    /// Records of several names and of all fields are read from their lines.
    @Test func aFileIsReadAgain() throws {
        let folder = try TemporaryFolder()
        let (one, other) = (try Self.edits(folder), try Self.edits(folder))
        let address = try ConsoleAddress("tcp://127.0.0.1:1")
        for field in ConsoleField.allCases { _ = try one.add("a", field, of: address) { _ in 0.5 } }
        let queue = try other.record([.outcome(2, .superseded), .confirmed(3)])
        #expect(queue.waiting.map(\.sequence) == [4] && queue.last == 4 && !queue.client.isEmpty)
        #expect(queue.address == address.description && ConsoleQueue(queue.compacted) == queue)
        #expect(try one.contents() == queue && one.settled() == queue && Self.edits(folder).contents() == queue)
        #expect(try one.forget() == 1 && other.contents().waiting.isEmpty)
    }

    private static func edits(_ folder: TemporaryFolder) throws -> ConsoleEdits {
        ConsoleEdits(of: try ConsoleAddress("tcp://127.0.0.1:1"), folder: PrivateFolder(folder.path))
    }

    @Test(arguments: ["{}", "", "5", #"{"edit":1}"#, #"{"edit":9223372036854775807,"channel":"a","field":"pan","value":0,"time":0}"#])
    func aLineThatIsNoRecordIsRefused(_ line: String) { #expect(ConsoleRecord(Array(line.utf8)[...]) == nil) }

    @Test func whatIsFinishedIsForgottenSomeday() {
        var queue = ConsoleQueue(Self.records.prefix(1))
        for sequence in 1...1000 {
            queue.apply(.edit(Self.edit(Int64(sequence))))
            queue.apply(.outcome(Int64(sequence), .applied))
        }
        #expect(queue.finished.count == 64 && queue.waiting.isEmpty && queue.compacted.count == 129)
    }
}
