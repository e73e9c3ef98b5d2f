import Testing

@testable import SubdialBridge

@Suite struct TXTRecordTests {
    /// The strings, a key, and its value.
    private static let table: [([String], String, String?)] = [
        (["base=http://nas:8088", "api=1"], "base", "http://nas:8088"),
        (["BASE=http://nas:8088"], "base", "http://nas:8088"),
        (["a=b=c"], "a", "b=c"),
        (["a= b "], "a", " b "),
        (["a=1", "A=2"], "a", "1"),
        // A key without a value counts as the first of its name too.
        (["a", "a=2"], "a", nil),
        (["a="], "a", nil),
        (["=x", "", "a=1"], "a", "1"),
        (["=x"], "", nil),
        (["na\u{7}me=1"], "na\u{7}me", nil),
        (["größe=1"], "größe", nil),
        (["a=größe"], "a", "größe"),
        ([], "a", nil),
    ]

    @Test(arguments: table)
    func readsByTheRulesOfRFC6763(_ strings: [String], _ key: String, _ value: String?) {
        #expect(TXTRecord(strings.map { Array($0.utf8) })[key] == value)
    }

    @Test func valuesThatAreNoTextAreNone() {
        let record = TXTRecord([Array("a=".utf8) + [0xFF, 0xFE], Array("b=1".utf8)])
        #expect(record["a"] == nil)
        #expect(record["b"] == "1")
    }
}
