import FoundationEssentials
import SubdialDocuments
import SubdialExpressions
import Testing

@Suite struct ValueJSONTests {
    @Test(
        arguments: [
            (.missing, .null), (.bool(true), true), (.integer(5), 5), (.unsigned(.max), .unsigned(.max)), (.double(5), 5.0),
            (.string("a"), "a"),
            (.list([.integer(1), .missing]), [1, .null]), (.map(["b": .integer(1), "a": .double(0.5)]), ["a": 0.5, "b": 1]),
        ] as [(Value, JSONValue)])
    func goBothWays(_ value: Value, _ json: JSONValue) {
        #expect(value.json == json)
        #expect(Value(json) == value)
    }

    @Test func durationsAreSecondsAndDatesAreText() {
        #expect(Value.duration(104.5).json == 104.5)
        #expect(Value.date(Date(timeIntervalSince1970: 0)).json == "1970-01-01T00:00:00Z")
    }

    @Test func ofTwoEqualKeysTheLastCounts() throws {
        #expect(Value(try JSONValue(parsing: #"{"a":1,"a":2}"#)) == .map(["a": .integer(2)]))
    }
}
