import FoundationEssentials
import SubdialDocuments
import SubdialExpressions
import SubdialKinds
import SubdialTimeline
import Testing

private let received = Date(timeIntervalSince1970: 1_780_315_200)

/// Tests of entries made from documents.
@Suite struct EntryMakerTests {
    private func result(
        _ yaml: String, _ json: String, with values: [String: Value] = [:], at date: Date = received
    ) throws -> EntryMaker.Result {
        let kind = try Kind(yaml, name: "k", file: "kind.yaml")
        return try EntryMaker(kind, KindValues(values, of: kind)).entries(of: ["data": Value(try JSONValue(parsing: json))], received: date)
    }

    private let hours = """
        parameters: { count: 3 }
        source: { static: {} }
        data: { hours: { zip: { at: data.time, t: data.t } } }
        timeline: { for: "hour in first(hours, count)", at: "{{ hour.at }}" }
        fields:
          t: { type: number, sample: 1, from: "{{ hour.t }}" }
          high: { type: number, from: "{{ max(slice(data.t, index, 2)) }}", sample: 1 }
          next: { of: { at: date, t: number }, from: "{{ slice(hours, index + 1, 1) }}", optional: true, sample: [] }
        """

    /// Dates as a list of expressions, or as an expression with a list; what is no date is left out with a warning.
    @Test(arguments: [
        ("['{{ received }}', '{{ data.a[0] }}']", [0, 120], 0), ("'{{ concat([received], data.a) }}'", [0, 60, 120], 0),
        ("'{{ data.a }}'", [60, 120], 0), ("['{{ received }}', '{{ data.b }}']", [0, 60], 1), ("'{{ data.c }}'", [0], 0),
    ])
    func entriesAtDates(_ dates: String, _ seconds: [Double], _ warnings: Int) throws {
        let kind = "source: { static: {} }\ntimeline: { at: \(dates) }\nfields: { a: { from: '{{ count(data.a) }}', sample: 1 } }"
        let result = try result(kind, #"{"a":[1780315320,1780315260],"b":[1780315260,"soon"],"c":[]}"#)
        #expect(result.entries.map { $0.date.timeIntervalSince(received) }.sorted() == seconds && result.warnings.count == warnings)
    }

    @Test func oneAnswerGivesManyEntries() throws {
        let result = try result(hours, #"{"time":[1780315200,1780318800,1780322400,1780326000],"t":[10,12.5,11]}"#)
        #expect(result.entries.map(\.date) == [0, 3600, 7200].map(received.addingTimeInterval))
        #expect(result.entries.map { $0.fields.values["t"] } == [10, 12.5, 11])
        #expect(result.entries.map { $0.fields.values["high"] } == [12.5, 12.5, 11])
        #expect(result.entries[0].fields.values["next"] == [["at": .date(received.addingTimeInterval(3600)), "t": 12.5]])
        // A parameter has its own name, in entries too.
        #expect(result.entries[0].fields.values["count"] == 3)
        #expect(try self.result(hours, #"{"time":[1,2],"t":[1,2]}"#, with: ["count": 1]).entries.count == 1)
    }

    /// A sort key, and the names in its order; the row without the key is last.
    @Test(arguments: [
        ("d.size", "b a c d"), ("-d.size", "c a b d"), ("- d.size", "c a b d"), ("d.name", "a b c d"), ("-d.name", "d c b a"),
        ("-date_of(d.at)", "b c a d"), ("date_of(d.at)", "a c b d"), ("-d.size + 10", "c a b d"),
    ]) func sortKeys(_ sort: String, _ expected: String) throws {
        let yaml = """
            source: { static: {} }
            data: { sorted: { of: "d in data", sort: "\(sort)" } }
            fields: { names: { from: "{{ join(' ', sorted.name) }}", sample: a } }
            """
        let json = """
            [{"name":"a","size":2,"at":"2026-01-01"},{"name":"b","size":1,"at":"2026-01-03"},
            {"name":"c","size":3,"at":"2026-01-02"},{"name":"d"}]
            """
        #expect(try result(yaml, json).entries.map { $0.fields.values["names"] } == [.string(expected)])
    }

    @Test func aBadRowIsLeftOutAndToldOf() throws {
        let hours = hours.split(separator: "\n").filter { !$0.contains("high") && !$0.contains("next") }.joined(separator: "\n")
        let result = try result(hours, #"{"time":[1780315200,1780318800,1780322400],"t":[10,"warm",11]}"#)
        #expect(result.entries.map { $0.fields.values["t"] } == [10, 11])
        #expect(result.warnings == ["row 1: fields.t: a number should stand here, not a text; there is \"warm\"; the row is left out"])
        let none = #expect(throws: KindError.self) { try self.result(hours, #"{"time":[1],"t":[null]}"#) }
        #expect(none?.step == .timeline)
    }

    @Test(
        "The texts of a document are cleaned on their way into an entry, also those in lists and maps; addresses stay as they are",
        arguments: [
            ("{ type: text, sample: x }", #"{"a":"a\u202eb\u200e\r\nc\u001b"}"#, "ab\nc "),
            ("{ sample: [x] }", #"{"a":["x\u200by", "👩\u200d🎤"]}"#, ["xy", "👩\u{200D}🎤"]),
            (
                "{ of: { n: text, u: url }, sample: [] }", #"{"a":[{"n":"x\u00ady","u":"https://a.example/\u00ad"}]}"#,
                [["n": "xy", "u": "https://a.example/\u{AD}"]]
            ),
            ("{ type: url, sample: 'https://a.example/' }", #"{"a":"https://a.example/\u00ad"}"#, "https://a.example/\u{AD}"),
        ] as [(String, String, Value)])
    func textsAreCleaned(_ field: String, _ json: String, _ expected: Value) throws {
        #expect(try result(Self.single(field), json).entries.first?.fields.values["a"] == expected)
    }

    private static func single(_ field: String, more: String = "") -> String {
        "source: { static: {} }\nfields: { a: \(field) }\n\(more)"
    }

    @Test(
        arguments: [
            // A text is a number only if the type requires it and the whole text is one.
            ("{ type: number, sample: 1 }", #"{"a":" 12.5 "}"#, 12.5),
            ("{ type: number, sample: 1 }", #"{"a":9007199254740993}"#, 9_007_199_254_740_993),
            ("{ type: text, sample: x }", #"{"a":12}"#, "12"), ("{ type: text, sample: x }", #"{"a":"007"}"#, "007"),
            ("{ type: date, optional: true }", #"{"a":1780315200}"#, .date(received)),
            ("{ type: date, optional: true }", #"{"a":1780315200000}"#, .date(received)),
            ("{ type: date, optional: true }", #"{"a":"2026-06-01T14:00:00+02:00"}"#, .date(received)),
            ("{ type: date, format: 'd.M.yyyy HH:mm', zone: Europe/Berlin, optional: true }", #"{"a":"1.6.2026 14:00"}"#, .date(received)),
            ("{ type: symbol, map: { 0: sun.max.fill, default: cloud.fill } }", #"{"a":0}"#, "sun.max.fill"),
            ("{ type: symbol, map: { 0: sun.max.fill, default: cloud.fill } }", #"{"a":61}"#, "cloud.fill"),
            ("{ type: number, default: 7 }", #"{"a":null}"#, 7), ("{ type: number, default: 7 }", "{}", 7),
            ("{ type: bool, sample: true }", #"{"a":false}"#, false),
            ("{ type: duration, sample: 1 }", #"{"a":90}"#, .duration(90)), ("{ type: integer, sample: 1 }", #"{"a":5.0}"#, 5),
        ] as [(String, String, Value)])
    func values(_ field: String, _ json: String, _ expected: Value) throws {
        #expect(try result(Self.single(field), json).entries.first?.fields.values["a"] == expected)
    }

    @Test(arguments: [
        (
            "{ type: number, sample: 1 }", "{}",
            "fields.a: the document has no value 'a': write 'from' if it is elsewhere, or 'optional: true' where it may be missing; "
                + "a constant is 'a: { from: 1 }'"
        ),
        (
            "{ from: \"{{ data.b }}\", sample: 1 }", "{}",
            "fields.a: there is no value for it in the document; where that may be, write 'optional: true'"
        ),
        ("{ type: number, sample: 1 }", #"{"a":"12 °C"}"#, "fields.a: a number should stand here, not a text; there is \"12 °C\""),
        ("{ type: bool, sample: true }", #"{"a":1}"#, "fields.a: true or false should stand here, not a number; there is 1"),
        ("{ type: choice, of: [x, y], sample: x }", #"{"a":"z"}"#, "fields.a: 'z' is not one of x, y; there is \"z\""),
        ("{ type: ratio, sample: 0.5 }", #"{"a":26}"#, "fields.a: a number from 0 to 1 should stand here, not 26; there is 26"),
        ("{ type: symbol, map: { 0: sun.max.fill } }", #"{"a":5}"#, "fields.a: 'map' has no value for '5', and no default; there is 5"),
        (
            "{ type: date, sample: 2026-06-01 }", #"{"a":1e30}"#,
            "fields.a: a date in the years 0 to 9999 should stand here; there is 1e+30"
        ),
    ])
    func tellsStepPlaceAndValue(_ field: String, _ json: String, _ message: String) {
        let error = #expect(throws: KindError.self) { try result(Self.single(field), json) }
        #expect(error?.description == message)
    }

    /// A list of `data` that cannot be made is the cause of what is missing because of it.
    @Test func theCauseOfAMissingListIsReported() {
        let yaml = """
            source: { static: {} }
            data: { rows: { of: "row in data.items" } }
            fields: { a: { type: number, from: "{{ rows[0].a }}", sample: 1 } }
            """
        let error = #expect(throws: KindError.self) { try result(yaml, "{}") }
        #expect(error?.description == "data.rows.of: the list is missing from the document")
    }

    @Test func anAnswerWithAnErrorInsideIsRefused() throws {
        let yaml = "source: { static: {}, accept: \"data.error == null\" }\nfields: { a: 1 }\n"
        #expect(try result(yaml, #"{"a":1}"#).entries.count == 1)
        let error = #expect(throws: KindError.self) { try result(yaml, #"{"a":1,"error":"quota"}"#) }
        #expect(error?.description == "accept, data: the answer is not one that 'accept' takes; there is {\"a\":1,\"error\":\"quota\"}")
    }

    @Test func aRefusedAnswerHasTheMessageOfTheKind() throws {
        let yaml =
            "source: { static: {}, accept: count(data.found) > 0, message: \"nothing is called '{{ data.name }}'\" }\nfields: { a: 1 }\n"
        let error = #expect(throws: KindError.self) { try result(yaml, #"{"found":[],"name":"x"}"#) }
        #expect(error?.description == "accept, data: nothing is called 'x'")
    }

    /// A parameter can need a value only if others have none.
    @Test(arguments: [
        ([:] as [String: Value], true), (["place": "London"], false), (["latitude": 1], true), (["latitude": 1, "longitude": 2], false),
        (["key": "k"], false), (["place": "", "key": ""], true),
    ])
    func valuesAreRequiredByConditions(_ given: [String: Value], _ isMissing: Bool) throws {
        let kind = try Kind(
            """
            parameters:
              place: { type: text, default: "", sample: Oslo, required: "(latitude == null || longitude == null) && key == ''" }
              latitude: { type: number, default: null }
              longitude: { type: number, default: null }
              key: { type: secret, default: "" }
            source: { static: {} }
            fields: { a: 1 }
            """, name: "k", file: "f")
        let values = try KindValues(given, of: kind)
        let error = isMissing ? #expect(throws: KindError.self) { try values.checkRequests(of: kind) } : nil
        if !isMissing { try values.checkRequests(of: kind) }
        let message = "parameters, place: it has no value; give one under 'with' in the configuration, like 'with: { place: Oslo }'"
        #expect(error?.description == (isMissing ? message : nil))
    }

    /// A single document is that of the source `data`; the others only find out what it is asked for.
    @Test(
        arguments: [
            (#"{"a":1}"#, ["found": .missing, "data": ["a": 1]]), ("[1]", ["found": .missing, "data": [1]]),
            (#"{"found":{"b":2},"data":{"a":1}}"#, ["found": ["b": 2], "data": ["a": 1]]),
        ] as [(String, [String: Value])])
    func documentsOfSeveralSources(_ text: String, _ expected: [String: Value]) throws {
        let kind = try Kind("sources: { found: { static: {} }, data: { static: {} } }\nfields: { a: 1 }\n", name: "k", file: "f")
        let documents = try kind.documents(Array(text.utf8)) { (_, bytes) throws(KindError) in
            try DocumentForm(.json).value(of: bytes, DocumentForm.Arrival(date: .distantPast))
        }
        #expect(documents == expected)
    }

    @Test func listsAreFilteredSortedAndCut() throws {
        let yaml = """
            source: { static: {} }
            data: { big: { of: "d in data", where: "d.size > 1", sort: "-d.size", first: 2 } }
            fields: { names: { type: text, from: "{{ join(big, '/') }}", optional: true }, top: { from: "{{ big[0].name }}", sample: x } }
            """
        let result = try result(yaml, #"[{"name":"a","size":2},{"name":"b","size":9},{"name":"c","size":1},{"name":"d","size":5}]"#)
        #expect(result.entries[0].fields.values["top"] == "b")
    }

    @Test func theDocumentBeforeIsKnown() throws {
        let kind = try Kind(
            "source: { static: {} }\nfields: { rate: { type: number, optional: true, from: \"{{ previous == null ? null : (data.n - previous.data.n) / (unix(received) - unix(previous.date)) }}\" } }\n",
            name: "k", file: "f")
        let maker = EntryMaker(kind, try KindValues([:], of: kind))
        let first = try maker.entries(of: ["data": ["n": 10]], received: received)
        #expect(first.entries[0].fields.values["rate"] == nil)
        let second = try maker.entries(
            of: ["data": ["n": 30]], received: received.addingTimeInterval(4), previous: (documents: ["data": ["n": 10]], date: received))
        #expect(second.entries[0].fields.values["rate"] == 5)
    }

    @Test(arguments: [
        (["x": 1] as [String: Value], "parameters, x: 'k' has no parameter of this name; there are n, t"),
        ([:], "parameters, t: it has no value; give one under 'with' in the configuration"),
        (["t": "a", "n": 11], "parameters, n: it takes 10 or less; there is 11"),
        (["t": "B!", "n": 1], "parameters, t: it takes a text of the form 'a*'; there is B!"),
    ])
    func parametersAreChecked(_ given: [String: Value], _ message: String) throws {
        let kind = try Kind(
            "parameters: { n: { type: number, default: 1, max: 10 }, t: { type: text, pattern: 'a*' } }\nsource: { static: {} }\nfields: { a: 1 }",
            name: "k", file: "f")
        let error = #expect(throws: KindError.self) { try KindValues(given, of: kind) }
        #expect(error?.description == message)
    }
}
