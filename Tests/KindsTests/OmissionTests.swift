import FoundationEssentials
import SubdialDocuments
import SubdialExpressions
import SubdialKinds
import SubdialTimeline
import Testing

/// Tests of documents with bad values: each makes a field, an element, a row or a key missing, with one warning, and nothing else.
@Suite struct OmissionTests {
    private static let received = Date(timeIntervalSince1970: 1_780_315_200)

    private func result(_ yaml: String, _ json: String, in zone: String = "UTC") throws -> EntryMaker.Result {
        let kind = try Kind(yaml, name: "k", file: "kind.yaml")
        let maker = EntryMaker(kind, try KindValues([:], of: kind), timeZones: TimeZones(standard: zone, local: zone))
        return try maker.entries(of: ["data": Value(try JSONValue(parsing: json))], received: Self.received)
    }

    /// The value of the field `a`, and the warnings.
    @Test(
        arguments: [
            // Arithmetic with nothing is nothing, and no warning.
            ("{ type: number, from: '{{ data.n * 2 }}', optional: true }", "null", nil, []),
            ("{ type: number, from: '{{ -data.n + 1 }}', optional: true }", "null", nil, []),
            ("{ type: number, from: '{{ round(data.n / 3, 1) }}', default: 7 }", "null", 7, []),
            ("{ type: text, from: '{{ format(data.n, 1) ?? 1 }}', optional: true }", "null", "1", []),
            // An error is missing, and a warning.
            (
                "{ type: number, from: '{{ data.n * 2 }}', optional: true }", "\"x\"", nil,
                ["fields.a.from: '*' cannot be used on a text and a number"]
            ),
            ("{ type: number, from: '{{ 1 / data.n }}', default: 7 }", "0", 7, ["fields.a.from: division by zero"]),
            (
                "{ type: number, from: '{{ data.n }}', optional: true }", "\"n/a\"", nil,
                ["fields.a: a number should stand here, not a text; there is \"n/a\""]
            ),
            (
                "{ type: choice, of: [x], from: '{{ data.n }}', optional: true }", "\"z\"", nil,
                ["fields.a: 'z' is not one of x; there is \"z\""]
            ),
            // Elements of lists, and members of maps.
            (
                "{ type: list, of: number, from: '{{ data.n }}', sample: [1] }", "[1,\"n/a\",3,\"n/a\"]", [1, .missing, 3, .missing],
                ["fields.a[1]: a number should stand here, not a text (2 times)"]
            ),
            (
                "{ type: list, of: { v: number }, from: '{{ data.n }}', sample: [{ v: 1 }] }",
                #"[{"v":1,"t":3},{"v":"n/a"},null,{"v":3,"t":1}]"#, [["v": 1], ["v": .missing], ["v": 3]],
                [
                    "fields.a[1].v: a number should stand here, not a text",
                    "fields.a[2]: an object should stand here, not null",
                ]
            ),
            // Functions ignore what is no number.
            (
                "{ type: number, from: '{{ sum(data.n) }}', sample: 1 }", "[1,\"n/a\",3]", 4,
                ["fields.a.from: sum needs numbers, not a text"]
            ),
            (
                "{ type: text, from: '{{ sparkline(data.n, 0, 3) }}', sample: x }", "[0,\"n/a\",3]", "▁ █",
                ["fields.a.from: sparkline needs numbers, not a text"]
            ),
            (
                "{ type: list, of: number, from: '{{ map(x in data.n, x * 2) }}', sample: [1] }", "[1,\"n/a\",3]", [2, .missing, 6],
                ["fields.a.from: '*' cannot be used on a text and a number"]
            ),
            (
                "{ type: list, of: number, from: '{{ where(x in data.n, x > 1) }}', sample: [1] }", "[1,\"n/a\",3]", [3],
                ["fields.a.from: a text and a number have no order"]
            ),
        ] as [(String, String, Value?, [String])])
    func omitted(_ field: String, _ n: String, _ expected: Value?, _ warnings: [String]) throws {
        let result = try result("source: { static: {} }\nfields: { a: \(field) }\n", "{\"n\":\(n)}")
        #expect(result.entries.first?.fields.values["a"] == expected)
        #expect(result.warnings == warnings)
    }

    @Test func conditionsKeysAndRowsOfLists() throws {
        let yaml = """
            source: { static: {} }
            data: { big: { of: "d in data", where: "d.v > 1", sort: "1 - d.t" } }
            timeline: { for: "d in big", at: "{{ date_of(d.at) }}" }
            fields: { v: { type: number, from: "{{ d.v }}", sample: 1 } }
            """
        let rows = [
            #"{"v":2,"t":"x","at":10}"#, #"{"v":"n/a","t":1,"at":20}"#, #"{"v":3,"t":5,"at":"soon"}"#, #"{"v":4,"t":9,"at":30}"#,
            #"{"v":5,"at":40}"#,
        ]
        let result = try result(yaml, "[\(rows.joined(separator: ","))]")
        #expect(result.entries.map { $0.fields.values["v"] } == [2, 4, 5])
        #expect(
            result.warnings == [
                "data.big.sort: '-' cannot be used on a number and a text", "data.big.where: a text and a number have no order",
                "row 1: timeline.at: 'soon' is no date; write it like 2026-01-08T20:15:04Z or Thu, 8 Jan 2026 20:15:04 +0100, or give its "
                    + "format; the row is left out",
            ])
    }

    /// Whatever the rows, a warning for each reason.
    @Test func manyBadRowsAreOneWarning() throws {
        let yaml = """
            source: { static: {} }
            timeline: { for: "d in data", at: "{{ d.at }}" }
            fields: { v: { type: number, from: "{{ d.v }}", optional: true } }
            """
        let rows = (0..<60).map { #"{"at":\#($0),"v":"n/a"}"# }
        let result = try result(yaml, "[\(rows.joined(separator: ","))]")
        #expect(result.entries.count == 60)
        #expect(result.warnings == ["row 0: fields.v: a number should stand here, not a text; there is \"n/a\" (60 times)"])
    }

    @Test func differentWarningsAreLimited() throws {
        let numbers = (0..<40).map { #""x\#($0)""# }.joined(separator: ",")
        let result = try result(
            "source: { static: {} }\nfields: { a: { type: list, of: date, from: '{{ data.n }}', sample: [] } }\n", "{\"n\":[\(numbers)]}")
        #expect(result.warnings.count == 33 && result.warnings.last == "8 more of other kinds")
    }

    @Test(
        arguments: [
            ("{ from: AdGuard }", .text, "AdGuard"), ("{ from: 5 }", .number, 5), ("{ type: text, from: 5 }", .text, "5"),
            ("{ from: [1, 2] }", .list(.number), [1, 2]),
        ] as [(String, FieldType, Value)])
    func constants(_ field: String, _ type: FieldType, _ value: Value) throws {
        let yaml = "source: { static: {} }\nfields: { a: \(field) }\n"
        let kind = try Kind(yaml, name: "k", file: "kind.yaml")
        #expect(kind.schema.fields.first?.type == type)
        #expect(kind.schema.placeholder(at: Self.received).fields.values["a"] == value)
        #expect(try result(yaml, "{}").entries.first?.fields.values["a"] == value)
    }

    /// Members of lists and maps with an expression: the element is `item`, and members above have their names.
    @Test(
        arguments: [
            (
                "{ of: { a: number, b: number, total: { type: number, from: '{{ item.a + item.b }}' } }, from: '{{ data.n }}', sample: [] }",
                #"[{"a":1,"b":"2"},{"a":1,"b":"x"}]"#,
                [["a": 1, "b": 2, "total": .missing], ["a": 1, "b": .missing, "total": .missing]]
            ),
            (
                "{ of: { a: number, share: { type: number, from: '{{ a / data.sum }}' }, n: { type: number, from: '{{ index }}' } }, from: '{{ data.n }}', sample: [] }",
                #"[{"a":"5"},{"a":2}]"#, [["a": 5, "share": 0.5, "n": 0], ["a": 2, "share": 0.2, "n": 1]]
            ),
            // Elements that are no maps.
            (
                "{ of: { name: { type: text, from: '{{ item[0] }}' }, size: { type: number, from: '{{ item[1] }}' } }, from: '{{ data.n }}', sample: [] }",
                #"[["a","5"],["b","6"]]"#, [["name": "a", "size": 5], ["name": "b", "size": 6]]
            ),
            // A map of a map, and a map of expressions alone.
            (
                "{ type: map, of: { t: { type: map, of: { c: { type: number, from: '{{ item.f - 32 }}' } } } }, from: '{{ data.n }}' }",
                #"{"t":{"f":40}}"#, ["t": ["c": 8]]
            ),
            ("{ type: map, of: { s: { type: number, from: '{{ data.sum }}' } } }", "1", ["s": 10]),
        ] as [(String, String, Value)])
    func members(_ field: String, _ n: String, _ expected: Value) throws {
        let result = try result("source: { static: {} }\nfields: { a: \(field) }\n", "{\"n\":\(n),\"sum\":10}")
        #expect(result.entries.first?.fields.values["a"] == expected)
    }

    @Test func mapsAreRows() throws {
        let yaml = """
            source: { static: {} }
            data: { hot: { of: "s in data", where: "s.value.temp > 45" } }
            timeline: { for: "row in data", at: "{{ row.value.at }}" }
            fields:
              name: { from: "{{ row.key }}", sample: x }
              hot: { from: "{{ join(',', hot.key) }}", sample: x }
            """
        let result = try result(yaml, #"{"gpu":{"temp":43,"at":20},"cpu":{"temp":51.2,"at":10}}"#)
        #expect(result.entries.map { $0.fields.values["name"] } == ["cpu", "gpu"])
        #expect(result.entries.first?.fields.values["hot"] == "cpu")
    }

    /// A text without a zone is in the same zone in a field and in `date_of`.
    @Test func aDateWithoutAZone() throws {
        let yaml = """
            source: { static: {} }
            fields:
              a: { type: date, from: "{{ data.t }}", optional: true }
              b: { type: date, from: "{{ date_of(data.t) }}", optional: true }
              c: { type: date, from: "{{ data.t }}", zone: UTC, optional: true }
            """
        let values = try result(yaml, #"{"t":"2026-06-01 14:00"}"#, in: "Europe/Berlin").entries.first?.fields.values
        #expect(values?["a"] == .date(Self.received) && values?["b"] == .date(Self.received))
        #expect(values?["c"] == .date(Self.received.addingTimeInterval(7200)))
    }

    /// A picture of an element must not be one of this machine if the document is of another, also where an expression names it.
    @Test func picturesOfMembers() throws {
        let yaml = """
            parameters: { folder: /etc }
            source: { url: "https://a.example/" }
            fields:
              a: { of: { p: { type: image, from: "{{ item.f }}" } }, from: "{{ data.n }}", sample: [] }
              b: { of: { p: { type: image, from: "{{ data.n[0].f }}" } }, from: "{{ [folder] }}", sample: [] }
              c: { of: { p: { type: image, from: "{{ item }}/x.png" } }, from: "{{ [folder] }}", sample: [] }
              d: { of: { p: { type: image, from: "icons/{{ item.f }}" } }, from: "{{ data.n }}", sample: [] }
            """
        let result = try result(yaml, #"{"n":[{"f":"/etc/x.png"}]}"#)
        let values = result.entries.first?.fields.values
        #expect(values?["a"] == [["p": .missing]] && values?["b"] == [["p": .missing]])
        #expect(values?["c"] == [["p": "/etc/x.png"]] && values?["d"] == [["p": "icons//etc/x.png"]])
        #expect(result.refusedPictures.count == 2)
    }
}
