import SubdialDocuments
import Testing

@Suite struct ParsingTests {
    @Test(
        arguments: [
            ("null", .null), (" true\n", true), ("\t\r\nfalse", false),
            ("0", 0), ("-0", 0), ("42", 42), ("-7", -7), ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            // Exact up to 64 bits.
            ("9223372036854775808", .unsigned(9_223_372_036_854_775_808)), ("18446744073709551615", .unsigned(.max)),
            ("18446744073709551616", .double(18_446_744_073_709_551_616)), ("-9223372036854775809", .double(-9_223_372_036_854_775_808)),
            ("9223372036854775808.0", .double(9_223_372_036_854_775_808)),
            ("1.0", 1.0), ("-0.5", -0.5), ("1e3", 1000.0), ("1E+3", 1000.0), ("25e-1", 2.5), ("5e-324", .double(.leastNonzeroMagnitude)),
            ("1e-400", 0.0),
            (#""""#, ""), (#""So What""#, "So What"), (#""日本語 é 👨‍👩‍👧""#, "日本語 é 👨‍👩‍👧"),
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u00E9\u0000""#, "Aéé\0"),
            (#""\ud83c\udfb7""#, "🎷"), (#""\uD834\uDD1Ex""#, "𝄞x"),
            ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"),
            ("[]", []), ("[ ]", []), ("[1,[2,[ ]],\"a\"]", [1, [2, []], "a"]),
            ("{}", [:]), ("{ }", [:]), (#"{"a":{"b":null}, "c" : [ ] }"#, ["a": ["b": .null], "c": []]),
            ("\u{FEFF}[1]", [1]),
        ] as [(String, JSONValue)])
    func reads(_ text: String, _ expected: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == expected)
    }

    @Test(arguments: [
        ("", 1, 1, "the text ends where a value should stand"),
        ("  ", 1, 3, "the text ends where a value should stand"),
        ("nul", 1, 1, "a value should stand here"),
        ("True", 1, 1, "a value should stand here"),
        ("nullx", 1, 5, "there is text behind the end of the value"),
        ("1 2", 1, 3, "there is text behind the end of the value"),
        ("[1,]", 1, 4, "a value should stand here"),
        ("[,1]", 1, 2, "a value should stand here"),
        ("[1 2]", 1, 4, "a ',' or ']' should stand here"),
        ("[1", 1, 3, "a ',' or ']' should stand here"),
        ("[", 1, 2, "the text ends where a value should stand"),
        ("{1:2}", 1, 2, "a key in quotes should stand here"),
        (#"{"a" 1}"#, 1, 6, "a ':' should stand behind the key 'a'"),
        (#"{"a":1,}"#, 1, 8, "a key in quotes should stand here"),
        (#"{"a":1 "b":2}"#, 1, 8, "a ',' or '}' should stand here"),
        ("{\n  \"a\": 1,\n  \"b\": tru\n}", 3, 8, "a value should stand here"),
        ("[\"日本語é\", x]", 1, 10, "a value should stand here"),
        ("01", 1, 1, "this is not a number"), ("-", 1, 1, "this is not a number"), ("-x", 1, 1, "this is not a number"),
        ("1.", 1, 3, "digits should stand behind the point"), (".5", 1, 1, "a value should stand here"),
        ("1e", 1, 3, "digits should stand behind the 'e'"), ("1e+", 1, 4, "digits should stand behind the 'e'"),
        ("+1", 1, 1, "a value should stand here"), ("1e400", 1, 1, "the number is too large"), ("NaN", 1, 1, "a value should stand here"),
        ("0x10", 1, 2, "there is text behind the end of the value"),
        (#""abc"#, 1, 1, "the text that begins here has no end"),
        (#"["a", "b"#, 1, 7, "the text that begins here has no end"),
        ("\"a\nb\"", 1, 3, "a control character must be written as an escape"),
        ("\"a\u{0}\"", 1, 3, "a control character must be written as an escape"),
        (#""\x""#, 1, 2, "there is no such escape"), (#""\"#, 1, 3, "the text ends in an escape"),
        (#""\u12""#, 1, 4, "four hexadecimal digits should stand here"),
        (#""\u+123""#, 1, 4, "four hexadecimal digits should stand here"),
        (#""\u-000""#, 1, 4, "four hexadecimal digits should stand here"),
        (#""\u12g4""#, 1, 4, "four hexadecimal digits should stand here"),
        (#"{"\u009b\u202e\n" 1}"#, 1, 19, #"a ':' should stand behind the key '\u{9B}\u{202E}\u{A}'"#),
        (
            #"{"\#(String(repeating: "k", count: 100))" 1}"#, 1, 105,
            "a ':' should stand behind the key '\(String(repeating: "k", count: 40))…'"
        ),
        ("'a'", 1, 1, "a value should stand here"), ("// x\n1", 1, 1, "a value should stand here"),
    ])
    func tells(_ text: String, line: Int, column: Int, reason: String) {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
        #expect(error?.description == "\(line):\(column): \(reason)")
    }

    @Test(arguments: [
        (#""\ud83c""#, "\u{FFFD}"), (#""\udfb7""#, "\u{FFFD}"), (#""a\ud83cb""#, "a\u{FFFD}b"), (#""\ud83c\u0041""#, "\u{FFFD}A"),
        (#""\ud83c\ud83c\udfb7""#, "\u{FFFD}🎷"), (#""\ud83c\n""#, "\u{FFFD}\n"),
    ])
    func halfASurrogatePairIsReplaced(_ text: String, _ expected: String) throws {
        #expect(try JSONValue(parsing: text) == .string(expected))
    }

    @Test func bytesThatAreNoTextAreReplaced() throws {
        #expect(try JSONValue(parsing: [0x22, 0x61, 0xFF, 0x62, 0x22]) == "a\u{FFFD}b")
    }

    @Test(arguments: ["[", #"{"a":"#])
    func depthIsLimited(_ opening: String) throws {
        let closing = opening == "[" ? "]" : "}"
        func nested(_ levels: Int) -> String {
            String(repeating: opening, count: levels) + "1" + String(repeating: closing, count: levels)
        }
        #expect(throws: Never.self) { try JSONValue(parsing: nested(JSONValue.maximumDepth - 1)) }
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: nested(JSONValue.maximumDepth)) }
        #expect(error?.reason == "more than 128 levels")
        #expect(throws: JSONError.self) { try JSONValue(parsing: String(repeating: opening, count: 200_000)) }
    }

    @Test func sizeIsLimited() throws {
        let spaces = String(repeating: " ", count: JSONValue.maximumSize - 1)
        #expect(try JSONValue(parsing: "1" + spaces) == 1)
        for text in [spaces + " 1", String(repeating: "[", count: JSONValue.maximumSize + 1)] {
            let errors = [
                #expect(throws: JSONError.self) { try JSONValue(parsing: text) },
                #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) },
            ]
            #expect(errors.map { $0?.description } == ["1:1: the text has more than 16 MiB", "1:1: the text has more than 16 MiB"])
        }
    }

    /// A value needs more memory than its two bytes of text.
    @Test func theNumberOfValuesIsLimited() throws {
        let zeros = String(repeating: "0,", count: JSONValue.maximumCount - 2)
        #expect(throws: Never.self) { try JSONValue(parsing: "[\(zeros)0]") }
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: "[\(zeros)0,0]") }
        #expect(error?.description == "1:\(2 * JSONValue.maximumCount): more than 1048576 values")
    }
}
