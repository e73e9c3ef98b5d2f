import JSON
import TestSupport
import Testing

@Suite struct WritingTests {
    @Test(
        arguments: [
            (.null, "null"), (true, "true"), (false, "false"), (5, "5"), (.integer(.min), "-9223372036854775808"),
            (5.0, "5.0"), (0.1, "0.1"), (-23.5, "-23.5"), (.double(1e300), "1e+300"), (.double(.infinity), "null"), (.double(.nan), "null"),
            ("", #""""#), ("a\"b\\c/", #""a\"b\\c/""#), ("\n\r\t", #""\n\r\t""#), ("\u{0}\u{1F}\u{7F}", #""\u0000\u001f\u007f""#),
            ("\u{2028}", #""\u2028""#), ("日本語 é 🎷", "\"日本語 é 🎷\""),
            ([], "[]"), ([:], "{}"), ([1, "a", .null], #"[1,"a",null]"#), (["b": 1, "a": [2.5]], #"{"b":1,"a":[2.5]}"#),
        ] as [(JSONValue, String)])
    func onOneLine(_ value: JSONValue, _ expected: String) {
        #expect(value.text() == expected)
    }

    @Test func indented() {
        let value: JSONValue = ["title": "So What", "tags": ["a", [:]], "none": []]
        #expect(
            value.text(indented: true) == """
                {
                  "title": "So What",
                  "tags": [
                    "a",
                    {}
                  ],
                  "none": []
                }
                """)
    }

    @Test func anyValueComesBackAsItWas() throws {
        var random = SplitMix64(seed: 1)
        for _ in 0..<500 {
            let value = JSONValue.random(depth: 4, using: &random)
            #expect(try JSONValue(parsing: value.text()) == value)
            #expect(try JSONValue(parsing: value.text(indented: true)) == value)
        }
    }

    @Test func keysStayInTheirOrder() throws {
        let text = #"{"z":1,"a":2,"m":3}"#
        #expect(try JSONValue(parsing: text).text() == text)
    }

    @Test func ofTwoEqualKeysTheLastCounts() throws {
        let value = try JSONValue(parsing: #"{"a":1,"a":2}"#)
        #expect(value["a"] == 2)
        #expect(value["b"] == nil)
        #expect(JSONValue.array([])["a"] == nil)
    }
}

extension JSONValue {
    fileprivate static func random(depth: Int, using random: inout SplitMix64) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: .null
        case 1: .bool(.random(using: &random))
        case 2: .integer(Int64(bitPattern: random.next()))
        case 3: .double(Double.random(in: -1e18...1e18, using: &random) * (Bool.random(using: &random) ? 1 : 1e-20))
        case 4: .string(text(using: &random))
        case 5: .array((0..<Int.random(in: 0..<5, using: &random)).map { _ in .random(depth: depth - 1, using: &random) })
        default:
            .object(
                (0..<Int.random(in: 0..<5, using: &random)).map { _ in
                    JSONMember(text(using: &random), .random(depth: depth - 1, using: &random))
                })
        }
    }

    private static func text(using random: inout SplitMix64) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0..<12, using: &random) {
            let limit: UInt32 = Bool.random(using: &random) ? 0x80 : 0x11_0000
            if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) { text.append(scalar) }
        }
        return String(text)
    }
}
