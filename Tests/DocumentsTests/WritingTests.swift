import SubdialDocuments
import SubdialTestSupport
import Testing

@Suite struct WritingTests {
    @Test(
        arguments: [
            (.null, "null"), (true, "true"), (false, "false"), (5, "5"), (.integer(.min), "-9223372036854775808"),
            (.unsigned(.max), "18446744073709551615"), (5.0, "5.0"), (0.1, "0.1"), (-23.5, "-23.5"), (.double(1e300), "1e+300"),
            (.double(.infinity), "null"), (.double(.nan), "null"),
            ("", #""""#), ("a\"b\\c/", #""a\"b\\c/""#), ("\n\r\t", #""\n\r\t""#), ("\u{0}\u{1F}\u{7F}", #""\u0000\u001f\u007f""#),
            ("\u{2028}\u{2029}", #""\u2028\u2029""#), ("\u{80}\u{9B}31m\u{9F}\u{A0}", "\"\\u0080\\u009b31m\\u009f\u{A0}\""),
            // Both ends of embeddings, overrides and isolates, because the other end may be missing.
            ("\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}", #""\u202a\u202b\u202c\u202d\u202e""#),
            ("\u{2066}\u{2067}\u{2068}\u{2069}", #""\u2066\u2067\u2068\u2069""#),
            ("\u{200F}\u{2065}\u{206A}", "\"\u{200F}\u{2065}\u{206A}\""),
            (["\u{9B}": 1], #"{"\u009b":1}"#), ("日本語 é 🎷", "\"日本語 é 🎷\""),
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

    /// The text contains no scalars that control a terminal or change its direction, and all scalars are preserved.
    @Test func noScalarOfAnyTextSteersATerminal() throws {
        let values = Array(0...0x3000 as ClosedRange<UInt32>) + Array(stride(from: 0x3000, through: 0x10_FFFF, by: 251))
        let all = String(String.UnicodeScalarView(values.compactMap(Unicode.Scalar.init)))
        var text = ""
        JSONValue.write(all, to: &text)
        let unsafe: [ClosedRange<UInt32>] = [0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069]
        #expect(!text.unicodeScalars.contains { scalar in unsafe.contains { $0.contains(scalar.value) } })
        #expect(try JSONValue(parsing: text).string?.unicodeScalars.elementsEqual(all.unicodeScalars) == true)
        #expect(JSONValue.string(all).text() == text)
    }

    /// The text is the same within a limit, and nil beyond it.
    @Test func withinALimit() {
        let value: JSONValue = ["title": "So\u{9B}\"What", "tags": ["a", [:], 1.5, .null, true], "日": []]
        let text = value.text()
        #expect(value.text(within: text.utf8.count) == text)
        for limit in 0..<text.utf8.count { #expect(value.text(within: limit) == nil) }
        #expect(value.text(within: -1) == nil)
        #expect(JSONValue.string(String(repeating: "\"", count: 1000)).text(within: 2001) == nil)
        #expect(JSONValue.string(String(repeating: "\"", count: 1000)).text(within: 2002)?.utf8.count == 2002)
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
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
        case 0: .null
        case 1: .bool(.random(using: &random))
        case 2: .integer(Int64(bitPattern: random.next()))
        case 3: .double(Double.random(in: -1e18...1e18, using: &random) * (Bool.random(using: &random) ? 1 : 1e-20))
        case 4: .string(text(using: &random))
        case 5: JSONValue(random.next())
        case 6: .array((0..<Int.random(in: 0..<5, using: &random)).map { _ in .random(depth: depth - 1, using: &random) })
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
