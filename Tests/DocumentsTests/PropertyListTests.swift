import SubdialDocuments
import Testing

/// Old-style property lists, the format of Xcode's projects.
@Suite struct PropertyListTests {
    @Test(
        arguments: [
            ("a", .string("a")), (" \"\" ", .string("")), ("'it''s'", nil), ("\"it's\"", .string("it's")),
            ("'say \"so\"'", .string("say \"so\"")),
            ("Widget.swift", .string("Widget.swift")), ("../Shared/a-b_c$1:2", .string("../Shared/a-b_c$1:2")),
            ("a+b@2x~ipad", .string("a+b@2x~ipad")), ("Größe", .string("Größe")), ("\u{FEFF}{}", .dictionary([:])),
            (#""a\n\t\"\\\'\101\U00e9\Ud83c\Udfb7""#, .string("a\n\t\"\\'Aé🎷")), (#""\Ud83c""#, .string("\u{FFFD}")),
            ("{}", .dictionary([:])), ("( )", .array([])), ("(a,b)", .array([.string("a"), .string("b")])),
            ("(a, (b,), )", .array([.string("a"), .array([.string("b")])])),
            ("{a=b;\"c d\" = (1);}", .dictionary(["a": .string("b"), "c d": .array([.string("1")])])),
            ("<>", .data([])), ("<0f bD\n77>", .data([0x0F, 0xBD, 0x77])),
            ("// !$*UTF8*$!\n{ a /* name */ = /**/ b /* ** / */; // end\n}", .dictionary(["a": .string("b")])),
            ("a/b//c", .string("a/b")), ("a/*c*/", .string("a")),
            ("{ objects = { isa = 1; }; }", .dictionary(["objects": .dictionary(["isa": .string("1")])])),
        ] as [(String, PropertyListValue?)])
    func reads(_ text: String, _ expected: PropertyListValue?) throws {
        #expect((try? PropertyListValue(parsing: text)) == expected)
    }

    @Test(arguments: [
        ("", 1, 1, "the text ends where a value should stand"), ("  /* x */", 1, 10, "the text ends where a value should stand"),
        ("a b", 1, 3, "there is text behind the end of the value"), ("}", 1, 1, "a value should stand here"),
        ("{", 1, 1, "the dictionary that begins here has no end"), ("{\n a = (b;\n}", 2, 8, "a ',' or ')' should stand here"),
        ("{\n a\n}", 3, 1, "a '=' should stand behind the key 'a'"), ("{ a = b }", 1, 9, "a ';' should stand here"),
        ("{ a = ; }", 1, 7, "a value should stand here"), ("{ ;}", 1, 3, "a key or '}' should stand here"),
        ("{ a = 1;\n\ta = 2; }", 2, 2, "the key 'a' is there twice"),
        ("(a b)", 1, 4, "a ',' or ')' should stand here"), ("(a,\n", 1, 1, "the array that begins here has no end"),
        ("(,)", 1, 2, "a value should stand here"),
        ("\n \"abc", 2, 2, "the text that begins here has no end"), ("\"a\\", 1, 1, "the text that begins here has no end"),
        ("{} /* x", 1, 4, "the comment that begins here has no end"), ("<0>", 1, 1, "the data have an odd number of digits"),
        ("<0x>", 1, 3, "a hexadecimal digit or '>' should stand here"), ("<00", 1, 1, "the data that begin here have no end"),
        ("{ a = 日本語 b; }", 1, 11, "a ';' should stand here"),
        ("<<<<<<< HEAD\n{}", 1, 2, "a hexadecimal digit or '>' should stand here"),
    ])
    func namesThePlaceOfAMistake(_ text: String, line: Int, column: Int, reason: String) {
        let error = #expect(throws: PropertyListError.self) { try PropertyListValue(parsing: text) }
        #expect(error?.description == "\(line):\(column): \(reason)")
    }

    @Test(arguments: [
        (String(repeating: "(", count: 100_000), "more than 128 levels"),
        (String(repeating: "{a=", count: 100_000), "more than 128 levels"),
        ("(" + String(repeating: "a,", count: 1_100_000) + ")", "more than 1048576 values"),
        (String(repeating: " ", count: 65 << 20), "the text is longer than 64 MiB"),
    ])
    func limitsDepthAndSize(_ text: String, reason: String) {
        let error = #expect(throws: PropertyListError.self) { try PropertyListValue(parsing: text) }
        #expect(error?.reason == reason)
    }

    @Test func bytesThatAreNoTextAreReplaced() throws {
        #expect(try PropertyListValue(parsing: [0x22, 0x61, 0xFF, 0x22]) == .string("a\u{FFFD}"))
    }
}
