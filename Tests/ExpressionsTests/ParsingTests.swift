import SubdialExpressions
import SubdialTestSupport
import Testing

@Suite struct ParsingTests {
    @Test(arguments: [
        ("", 0, "there is no expression between the braces"), ("   ", 0, "there is no expression between the braces"),
        ("title artist", 6, "'artist' does not belong here"), ("1 +", 3, "the expression ends where a value should stand"),
        ("* 2", 0, "a value should stand here, not '*'"), ("(1 + 2", 6, "a ')' should stand here, to close the parenthesis"),
        ("1 + 2)", 5, "')' does not belong here"), ("lc(title", 8, "a ')' should stand here, to close the arguments of lc"),
        ("lc(title,)", 9, "a value should stand here, not ')'"), ("lc()", 0, "lc takes (text), not 0 of them"),
        ("1 + lc(title, 2)", 4, "lc takes (text), not 2 of them"), ("trunc(title)", 0, "trunc takes (text, columns), not 1 of them"),
        ("dration(length)", 0, "there is no function 'dration'; did you mean 'duration'?"),
        ("1 + LC(title)", 4, "there is no function 'LC'; did you mean 'lc'?"), ("frobnicate()", 0, "there is no function 'frobnicate'"),
        ("'abc", 0, "the text that begins here has no end"), ("title + \"abc", 8, "the text that begins here has no end"),
        (
            #"lc('C:\')"#, 3,
            #"the text that begins here has no end; a quote behind a backslash is a part of the text: write \\ for a backslash"#
        ),
        ("1.2.3", 0, "'1.2.3' is not a number"), ("1..2", 0, "'1..2' is not a number"), (".", 0, "a value should stand here, not '.'"),
        ("title # 2", 6, "'#' means nothing in an expression"),
        ("title = 2", 6, "'=' means nothing in an expression"), ("a & b", 2, "'&' means nothing in an expression"),
        ("日本", 0, "'日' means nothing in an expression"), ("'日本語' + é", 8, "'é' means nothing in an expression"),
        ("palette.", 8, "the name of a member should stand behind the point"),
        ("palette.5", 8, "the name of a member should stand behind the point"),
        ("live ? 1", 8, "a ':' should stand here, between the two values of '? :' (with a space before it, for a name may hold colons)"),
        (
            "live ? title:artist", 19,
            "a ':' should stand here, between the two values of '? :' (with a space before it, for a name may hold colons)"
        ),
        ("? 1 : 2", 0, "a value should stand here, not '?'"), ("1 ? : 2", 4, "a value should stand here, not ':'"),
        ("title..x", 6, "the name of a member should stand behind the point"), (",", 0, "a value should stand here, not ','"),
    ])
    func tells(_ source: String, offset: Int, _ reason: String) {
        let error = #expect(throws: ExpressionError.self) { try Expression(source) }
        #expect(error == ExpressionError(reason, at: offset))
        #expect(error?.description == "character \(offset + 1): \(reason)")
    }

    @Test(arguments: ["(", "-", "!", "lc(", "1 ? "])
    func depthIsLimited(_ opening: String) {
        for count in [65, 400] {
            let error = #expect(throws: ExpressionError.self) { try Expression(String(repeating: opening, count: count) + "1") }
            #expect(error?.reason == "more than 64 levels")
        }
        #expect(throws: ExpressionError.self) { try Expression(String(repeating: opening, count: 100_000) + "1") }
    }

    /// These are not nested in the text, but in the tree.
    @Test(arguments: [" + 1", ".x", " ?? title", " && true", " == 1"])
    func lengthIsLimited(_ part: String) throws {
        #expect(throws: Never.self) { try Expression("title" + String(repeating: part, count: 100)) }
        let error = #expect(throws: ExpressionError.self) { try Expression("title" + String(repeating: part, count: 5_000)) }
        #expect(error?.reason == "an expression has no more than 1000 words")
    }

    @Test func sizeIsLimited() throws {
        let spaces = String(repeating: " ", count: 65_536 - 5)
        #expect(try Expression("title" + spaces).evaluate(in: scope).text(.playerctl) == "So What")
        #expect(throws: ExpressionError("an expression has no more than 65536 bytes", at: 0)) { try Expression("title" + spaces + " ") }
        #expect(throws: Never.self) { try TextTemplate("title" + spaces) }
        let error = #expect(throws: ExpressionError.self) { try TextTemplate("title" + spaces + " ") }
        #expect(error?.reason == "a text with expressions has no more than 65536 bytes")
    }

    /// A message is one line without terminal control characters, even if the offending token is long or unusual.
    @Test(arguments: [
        "title 'a\nb'", "lc(title) '\u{9B}31m'", "\u{1B}", "\u{202E}", "e\(String(repeating: "\u{301}", count: 5000))",
        "1.\(String(repeating: ".", count: 5000))",
        String(repeating: "frobnicate", count: 500) + "()", "title '\(String(repeating: "x", count: 5000))'",
    ])
    func messagesAreShortLines(_ source: String) {
        let error = #expect(throws: ExpressionError.self) { try Expression(source) }
        let reason = error?.reason ?? "\n"
        #expect(reason.unicodeScalars.count < 120)
        #expect(!reason.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0 == "\u{202E}" })
    }

    @Test func randomTextNeverCrashes() {
        let pieces = [
            "{{", "}}", "{", "}", "(", ")", "?", ":", "??", "&&", "||", "!", "==", "<=", "<", "+", "-", "*", "/", ".", ",", "'", "\"", " ",
            "5", "0.7",
            "1e9", "title", "xesam:genre", "nothing", "elapsed", "now", "palette.background", "true", "null", "biggest", "lc(", "trunc(",
            "duration(",
            "default(", "replace(", "round(", "percent(", "join(", "json(", "pad(", "first(", "emoji(", "日", "é", "\u{301}", "\u{0}", "👨‍👩‍👧",
            "\\", "big", "unsigned", "huge", "concat(", "uc(", "date(now,", "markup_escape(",
        ]
        var random = SplitMix64(seed: 3)
        var parsed = 0
        for _ in 0..<20_000 {
            let source = (0..<Int.random(in: 0..<16, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            if let expression = try? Expression(source) {
                parsed += 1
                if case .string(let text)? = try? expression.evaluate(in: scope) { #expect(text.utf8.count <= 65_536) }
            }
            if let text = try? TextTemplate(source).text(in: scope) { #expect(text.utf8.count <= 65_536) }
        }
        // Otherwise, the parts would test only the first characters.
        #expect(parsed > 200)
    }
}
