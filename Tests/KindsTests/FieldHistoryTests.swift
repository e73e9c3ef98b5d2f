import FoundationEssentials
import SubdialDocuments
import SubdialExpressions
import SubdialKinds
import Testing

/// Fields that record their past values.
@Suite struct FieldHistoryTests {
    private static let kind = """
        source: { static: {} }
        fields:
          load: { type: number, from: "{{ data.load }}", optional: true, sample: 1 }
          hour: { type: list, of: number, from: "{{ load }}", over: 1h, optional: true, sample: [1] }
        """
    /// The beginning of a minute.
    private static let start = Date(timeIntervalSince1970: 1_780_315_200)

    /// Answers in seconds after the start with their number, and the list after the last one.
    @Test(
        arguments: [
            ([(0, "1")], "[1.0]"), ([(0, "null")], "missing"),
            // Several answers of a minute have one mean.
            ([(0, "1"), (30, "2"), (59, "6"), (60, "5")], "[3.0,5.0]"),
            // Minutes without an answer, or without a value, are gaps.
            ([(0, "1"), (180, "4")], "[1.0,null,null,4.0]"), ([(0, "1"), (60, "null")], "[1.0,null]"),
            // What is older than an hour goes, and so does what is later than the clock.
            ([(0, "1"), (3540, "2")], "[1.0" + String(repeating: ",null", count: 58) + ",2.0]"), ([(0, "1"), (3600, "2")], "[2.0]"),
            ([(600, "9"), (0, "1")], "[1.0]"), ([(0, "1"), (1_000_000, "null")], "missing"),
        ] as [([(Double, String)], String)])
    func means(_ answers: [(Double, String)], _ expected: String) throws {
        let kind = try Kind(Self.kind, name: "k", file: "kind.yaml")
        let maker = try EntryMaker(kind, KindValues([:], of: kind))
        var last: EntryMaker.Result?
        for (seconds, load) in answers {
            last = try maker.entries(
                of: ["data": Value(JSONValue(parsing: "{\"load\":\(load)}"))], received: Self.start.addingTimeInterval(seconds),
                histories: last?.histories ?? [:])
        }
        let hour = try #require(last?.entries.first).fields.values["hour"]
        #expect((hour.map { $0.json.text() } ?? "missing") == expected)
    }

    /// A history of another length, as a changed file has it, begins anew.
    @Test func anotherLength() throws {
        let hour = try Kind(Self.kind, name: "k", file: "kind.yaml")
        let day = try Kind(Self.kind.replacing("1h", with: "1d"), name: "k", file: "kind.yaml")
        let first = try EntryMaker(hour, KindValues([:], of: hour)).entries(of: ["data": ["load": 1]], received: Self.start)
        let next = try EntryMaker(day, KindValues([:], of: day)).entries(
            of: ["data": ["load": 7]], received: Self.start.addingTimeInterval(60), histories: first.histories)
        #expect(next.entries.first?.fields.values["hour"] == [.double(7)])
    }

    /// Fields for which there is nothing to record, with a part of the message.
    @Test(arguments: [
        ("{ type: number, from: \"{{ data.a }}\", over: 1h, sample: 1 }", "needs a list of numbers"),
        ("{ type: list, of: text, from: \"{{ data.a }}\", over: 1h, sample: [a] }", "needs a list of numbers"),
        ("{ type: list, of: number, over: 1h, sample: [1] }", "needs a list of numbers"),
        ("{ type: list, of: number, from: \"{{ data.a }}\", over: 5s, sample: [1] }", "takes 1m to 366d"),
        ("{ type: list, of: number, from: \"{{ data.a }}\", over: 400d, sample: [1] }", "takes 1m to 366d"),
    ])
    func refused(_ field: String, _ message: String) throws {
        let error = #expect(throws: (any Error).self) {
            try Kind("source: { static: {} }\nfields:\n  a: \(field)", name: "k", file: "kind.yaml")
        }
        #expect("\(try #require(error))".contains(message))
    }

    @Test func notWithATimeline() throws {
        let text = "source: { static: {} }\ntimeline: { for: row in data, at: '{{ row.at }}' }\n\(Self.kind.dropFirst(23))"
        let error = #expect(throws: (any Error).self) { try Kind(text, name: "k", file: "kind.yaml") }
        #expect("\(try #require(error))".contains("fields.hour: 'over' records each answer"))
    }
}
