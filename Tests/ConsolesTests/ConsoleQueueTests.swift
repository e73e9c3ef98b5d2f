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

    @Test func aFileIsReadWhereverItEnds() throws {
        let bytes = Self.records.flatMap(\.line)
        let whole = try ConsoleLog(bytes)
        #expect(whole.queue == ConsoleQueue(Self.records) && whole.length == bytes.count)
        for end in bytes.indices {
            let log = try ConsoleLog(Array(bytes[..<end]))
            #expect(log.queue.waiting == Array(whole.queue.waiting.prefix(log.queue.waiting.count)))
            #expect(log.length <= end && !bytes[log.length..<end].contains(UInt8(ascii: "\n")))
        }
        #expect(try ConsoleLog(bytes + [0, 0, 0]).length == bytes.count)
    }

    @Test(arguments: ["{}", "", "5", #"{"edit":1}"#, #"{"edit":9223372036854775807,"channel":"a","field":"pan","value":0,"time":0}"#])
    func aLineThatIsNoRecordIsRefused(_ line: String) {
        let bytes = ConsoleRecord.client("me", last: 0, time: 0).line + Array((line + "\n").utf8)
        #expect(throws: ConsoleLogError(line: 2)) { try ConsoleLog(bytes) }
    }

    @Test func whatIsFinishedIsForgottenSomeday() {
        var queue = ConsoleQueue(Self.records.prefix(1))
        for sequence in 1...1000 {
            queue.apply(.edit(Self.edit(Int64(sequence))))
            queue.apply(.outcome(Int64(sequence), .applied))
        }
        #expect(queue.finished.count == 64 && queue.waiting.isEmpty && queue.compacted.count == 129)
    }
}
