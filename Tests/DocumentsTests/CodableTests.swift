import FoundationEssentials
import SubdialDocuments
import Testing

@Suite struct CodableTests {
    @Test func comesBackThroughACoder() throws {
        let value: JSONValue = [
            "album": "Kind of Blue", "count": 5, "gain": -3.25, "live": false, "most": .unsigned(.max), "nothing": .null,
            "tags": ["Jazz", ["deep": [1]]],
        ]
        let data = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
    }

    @Test func standsInsideOtherTypes() throws {
        struct Holder: Codable, Equatable {
            var extra: [String: JSONValue]
        }
        let holder = try JSONDecoder().decode(Holder.self, from: Data(#"{"extra": {"a": [1, 2.5, "x", null, true]}}"#.utf8))
        #expect(holder == Holder(extra: ["a": [1, 2.5, "x", .null, true]]))
    }

    @Test(
        arguments: [
            (.string("a"), "a", nil, nil, "a text"), (.integer(5), nil, 5, nil, "a number"),
            (.unsigned(1 << 63), nil, 9_223_372_036_854_775_808, nil, "a number"), (.double(2.5), nil, 2.5, nil, "a number"),
            (.bool(true), nil, nil, true, "true or false"), (.null, nil, nil, nil, "null"), (.array([]), nil, nil, nil, "a list"),
            (.object([]), nil, nil, nil, "an object"),
        ] as [(JSONValue, String?, Double?, Bool?, String)])
    func accessors(_ value: JSONValue, string: String?, number: Double?, bool: Bool?, kind: String) {
        #expect(value.string == string)
        #expect(value.number == number)
        #expect(value.bool == bool)
        #expect(value.kind == kind)
    }
}
