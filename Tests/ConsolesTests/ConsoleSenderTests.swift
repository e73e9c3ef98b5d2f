import SubdialTestSupport
import Testing

@testable import SubdialConsoles

/// Tests of sending edits, with every possible failure.
@Suite struct ConsoleSenderTests {
    /// A console that stores its state and each client's last edit, as the protocol specifies.
    private struct Console {
        var last: [String: Int64] = [:]
        var written: Int64 = 0
        var applied: [ConsoleEdit] = []
        var refused: Set<Int64> = []

        /// The state, with the time of its fader's last change.
        var state: ConsoleState {
            var report = ConsoleChannelReport(id: "a")
            (report.values[.fader], report.times[.fader]) = (0, written)
            var state = ConsoleState()
            state.apply(ConsoleReport(channels: [report]), received: written, seconds: 0)
            return state
        }

        /// Processes an edit; returns true if it is applied, or false if a later write superseded it.
        mutating func take(_ edit: ConsoleEdit, of client: String) -> Bool {
            guard edit.sequence > last[client] ?? 0 else { return true }
            last[client] = edit.sequence
            guard edit.time >= written else {
                refused.insert(edit.sequence)
                return false
            }
            written = edit.time
            applied.append(edit)
            return true
        }
    }

    private enum Request {
        case hello(String)
        case edit(ConsoleEdit, of: String)
    }

    private enum Answer {
        case welcome(Int64)
        case applied(Int64, Bool)
    }

    /// A connection whose requests and responses arrive later, or are lost.
    private struct Connection {
        var requests: [Request] = []
        var answers: [Answer] = []
    }

    /// A client with its file, whose bytes after `durable` can be lost in a power failure.
    private struct Client {
        var file: [UInt8] = lines([.client("me", last: 0, time: 0)])
        var durable = 0
        var queue = ConsoleQueue()
        var sender = ConsoleSender()

        init() throws {
            durable = file.count
            try read()
        }

        mutating func append(_ records: [ConsoleRecord], isDurable: Bool) {
            for record in records {
                file += lines([record])
                queue.apply(record)
            }
            if isDurable { durable = file.count }
        }

        /// Reads the state from the file, and removes an incomplete line.
        mutating func read() throws {
            file.removeSubrange(((file.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)...)
            let records = try file.split(separator: UInt8(ascii: "\n")).map { try #require(ConsoleRecord($0)) }
            (queue, sender) = (ConsoleQueue(records), ConsoleSender())
        }
    }

    @Test(arguments: [UInt64](1...50))
    func nothingIsLostOrTakenTwice(_ seed: UInt64) throws {
        for round in 0..<80 {
            var random = SplitMix64(seed: seed &* 1000 &+ UInt64(round))
            try Self.play(&random)
        }
    }

    private static func play(_ random: inout SplitMix64) throws {
        var (console, client, clock) = (Console(), try Client(), moment(0))
        var connection: Connection?
        /// Connections that the client has closed, with requests that the console can still read.
        var old: [Connection] = []
        var made: [ConsoleEdit] = []
        /// Edits that the client did not send because a later write superseded them; the record of that can be lost in a power failure.
        var unsent: Set<Int64> = []
        func serve(_ connection: inout Connection) {
            guard !connection.requests.isEmpty else { return }
            switch connection.requests.removeFirst() {
            case .hello(let name): connection.answers.append(.welcome(console.last[name] ?? 0))
            case .edit(let edit, let name):
                connection.answers.append(.applied(edit.sequence, console.take(edit, of: name)))
            }
        }
        func step(_ kind: Int) throws {
            clock += Int64.random(in: 0...1000, using: &random)
            switch kind {
            case 0...3:
                let edit = client.queue.edit("a", .fader, .random(in: 0...1, using: &random), now: clock)
                made.append(edit)
                client.append([.edit(edit)], isDurable: true)
            case 4...6 where connection != nil:
                // The console reports the time of its fader's last change.
                let (records, edits) = client.sender.next(client.queue, console.state)
                for case .outcome(let sequence, .superseded) in records { unsent.insert(sequence) }
                client.append(records, isDurable: false)
                connection?.requests += edits.map { .edit($0, of: client.queue.client) }
            case 7...10:
                guard var open = connection else { break }
                serve(&open)
                connection = open
            case 11...14 where connection?.answers.isEmpty == false:
                switch connection?.answers.removeFirst() {
                case .welcome(let last)?:
                    client.append(client.sender.welcome(last, client.queue) { "other" }, isDurable: false)
                case .applied(let sequence, let isApplied)?:
                    client.append(client.sender.answer(sequence, isApplied: isApplied), isDurable: false)
                case nil: break
                }
            case 15...16 where connection == nil:
                client.sender = ConsoleSender()
                connection = Connection(requests: [.hello(client.queue.client)])
            case 17:
                // A kill or a lost connection: the sender and the responses in transit are lost.
                if let lost = connection { old.append(lost) }
                connection = nil
                try client.read()
            case 18:
                // A power failure: bytes that are not on the disk are lost, possibly within a line.
                if let lost = connection { old.append(lost) }
                connection = nil
                client.file.removeSubrange(Int.random(in: client.durable...client.file.count, using: &random)...)
                try client.read()
            case 19:
                // A user moves the console's fader.
                console.written = max(console.written, clock)
            case 20 where !old.isEmpty:
                let index = Int.random(in: old.indices, using: &random)
                serve(&old[index])
                if Bool.random(using: &random) { old[index].requests.removeLast(min(1, old[index].requests.count)) }
            case 21:
                client.file = lines(client.queue.compacted)
                client.durable = client.file.count
            default: break
            }
        }
        for _ in 0..<Int.random(in: 10...120, using: &random) { try step(Int.random(in: 0...21, using: &random)) }
        // No failures from here on.
        for _ in 0..<1000 where connection == nil || !client.queue.waiting.isEmpty { for kind in [15, 4, 7, 11] { try step(kind) } }

        let queue = client.queue
        #expect(queue.waiting.count == 0)
        let applied = console.applied.map(\.sequence)
        #expect(zip(applied, applied.dropFirst()).allSatisfy { $0 < $1 }, "\(applied)")
        #expect(console.applied.allSatisfy { made.contains($0) })
        for edit in made where !applied.contains(edit.sequence) {
            #expect(console.refused.contains(edit.sequence) || unsent.contains(edit.sequence), "edit \(edit.sequence) was lost")
        }
    }

    @Test func noMoreThanAWindowIsUnderWay() throws {
        let queue = ConsoleQueue(
            [.client("me", last: 0, time: 0)]
                + (1...1000).map { .edit(ConsoleEdit($0, channel: "a", field: .pan, value: 0, time: $0)) })
        let state = try ConsoleState(#"{"channels": [{"id": "a"}]}"#)
        var sender = ConsoleSender()
        #expect(sender.next(queue, state).edits.isEmpty)
        #expect(sender.welcome(10, queue) { "" } == [.confirmed(10)])
        #expect(sender.next(queue, ConsoleState()).edits.isEmpty)
        #expect(sender.next(queue, state).edits.map(\.sequence) == Array(11...266))
        #expect(sender.next(queue, state).edits.isEmpty)
        #expect(sender.answer(11, isApplied: true) == [.outcome(11, .applied)] && sender.answer(11, isApplied: true).isEmpty)
        #expect(sender.next(queue, state).edits.map(\.sequence) == [267])
    }

    /// The file was restored from a backup: its next numbers may be those of edits that the console already has.
    @Test func aQueueThatIsOlderThanTheConsoleTakesAnotherName() {
        var queue = ConsoleQueue([.client("me", last: 3, time: 5), .edit(ConsoleEdit(4, channel: "a", field: .pan, value: 0, time: 6))])
        var sender = ConsoleSender()
        let records = sender.welcome(9, queue) { "other" }
        for record in records { queue.apply(record) }
        #expect(queue.client == "other" && queue.waiting.count == 1 && queue.last == 4 && !sender.isWelcome)
        #expect(sender.welcome(0, queue) { "" }.isEmpty && sender.isWelcome)
    }
}
