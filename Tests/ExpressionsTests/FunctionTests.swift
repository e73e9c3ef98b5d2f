import SubdialExpressions
import Testing

@Suite struct FunctionTests {
    @Test(arguments: [
        ("lc(title)", "so what"), ("uc('straße é')", "STRASSE É"), ("lc(nothing)", ""), ("uc(position)", "104000000"),
        ("lc('İI')", "i\u{307}i"), ("uc('ŉ ﬁ ǆ')", "ʼN FI Ǆ"), ("lc('ǅ')", "ǆ"),
        // A sigma at the end of a word, and in other positions.
        ("lc('ΣΑΣ')", "σας"), ("lc('ΟΔΥΣΣΕΥΣ, ΣΑΣ')", "οδυσσευς, σας"), ("lc('Σ')", "σ"), ("lc('ΑΣ ')", "ας "), ("lc('ΑΣ.Α')", "ασ.α"),
        ("lc('Α\u{301}Σ')", "α\u{301}ς"), ("lc('ΑΣ\u{301}Α')", "ασ\u{301}α"), ("lc('ΑΣ\u{301} Α')", "ας\u{301} α"), ("lc('5Σ')", "5σ"),
        ("uc(lc('ΣΑΣ'))", "ΣΑΣ"), ("uc('σας')", "ΣΑΣ"),
        // Microseconds as in playerctl, or Subdial's own duration.
        ("duration(position)", "1:44"), ("duration(mpris:length - position)", "7:38"), ("duration(mpris:length * 10)", "1:33:40"),
        ("duration(elapsed)", "1:44"), ("duration(nothing)", ""), ("duration(0 - position)", "-1:44"),
        ("duration('104000000')", "1:44"), ("duration(' 104000000.7 ')", "1:44"), ("duration('-104000000')", "-1:44"),
        ("duration('1e8')", "1:40"),
        ("duration('')", ""), ("duration(empty)", ""), ("duration('18446744073709551615')", ""),
        ("duration(unsigned)", ""), ("duration(biggest)", ""),
        ("markup_escape(markup)", "&lt;a href=&quot;x&quot;&gt;R&amp;B&apos;s&lt;/a&gt;"), ("markup_escape(nothing)", ""),
        ("default(title, 'x')", "So What"), ("default(nothing, 'x')", "x"), ("default(empty, 'x')", "x"), ("default(none, 'x')", ""),
        ("default(nothing, nothing)", ""), ("default(muted, 'x')", "false"),
        ("emoji(status)", "▶️"), ("emoji('Paused')", "⏸️"), ("emoji('stopped')", "⏹️"), ("emoji(0.2)", "🔈"), ("emoji(0.5)", "🔉"),
        ("emoji(volume)", "🔊"),
        // Values that are neither a status nor a volume stay unchanged.
        ("emoji(nothing)", ""), ("emoji('Foo')", "Foo"), ("emoji(live)", "true"), ("emoji(position)", "104000000"),
        ("emoji(xesam:genre)", "Jazz, Modal"), ("emoji(empty)", ""), ("emoji(elapsed)", "1:44"),
        ("trunc(title, 7)", "So What"), ("trunc(title, 6)", "So Wha…"), ("trunc(title, 0)", "…"), ("trunc(title, 2.7)", "So…"),
        ("trunc(empty, 0)", ""), ("trunc(title, 100000000)", "So What"),
        ("trunc(wide, 6)", "戦場の…"), ("trunc(wide, 7)", "戦場の…"), ("trunc('e\u{301}e\u{301}', 1)", "e\u{301}…"), ("trunc(nothing, 3)", ""),
        ("trunc(concat(artist, ' - ', title), 13)", "Miles Davis -…"),
        ("pad('ab', 5) + '|'", "ab   |"), ("pad('日本', 5) + '|'", "日本 |"), ("pad(title, 2)", "So What"),
        ("join(' – ', artist, title)", "Miles Davis – So What"), ("join(' – ', nothing, title, empty)", "So What"),
        ("join('/', xesam:genre, title)", "Jazz/Modal/So What"), ("join(', ')", ""), ("join('', none)", ""),
        ("concat(1, 'a', muted, nothing)", "1.0afalse"), ("concat()", ""),
        ("replace(title, 'What', 'Who')", "So Who"), ("replace('aaa', 'a', 'bb')", "bbbbbb"), ("replace(title, '', 'x')", "So What"),
        ("replace('a.b', '.', '')", "ab"), ("replace('aaaa', 'aa', 'b')", "bb"), ("replace('aabaaab', 'aab', 'x')", "xax"),
        ("replace('abacabab', 'abab', 'x')", "abacx"), ("replace('', 'a', 'b')", ""),
        // By characters: a combining accent is not a character of its own, and an é has two representations.
        ("replace('e\u{301}e', 'e', 'x')", "e\u{301}x"), ("replace('é', 'e\u{301}', 'x')", "x"),
        ("contains('é', 'e')", "false"), ("contains('xe\u{301}', 'é')", "true"), ("contains('aaab', 'aab')", "true"),
        ("contains(title, 'What')", "true"), ("contains(title, 'what')", "false"), ("contains(xesam:genre, 'Jazz')", "true"),
        ("contains(xesam:genre, 'Jaz')", "false"), ("contains(title, '')", "true"), ("contains(nothing, 'x')", "false"),
        ("round(volume * 100)", "70"), ("round(2.5)", "3"), ("round(-2.5)", "-3"), ("round(volume, 1)", "0.7"), ("round(1 / 3, 2)", "0.33"),
        ("round(nothing)", ""), ("round(elapsed)", "104"), ("round(5, 0)", "5.0"),
        ("round(biggest)", "9223372036854775807"), ("round(unsigned)", "18446744073709551615"), ("round(huge, 9)", "1e+300"),
        ("percent(volume)", "70"), ("percent(elapsed / length)", "3"), ("percent(nothing)", ""), ("percent(0.285)", "29"),
        ("count(xesam:genre)", "2"), ("count(title)", "7"), ("count('👨‍👩‍👧é')", "2"), ("count(nothing)", "0"),
        ("first(xesam:genre)", "Jazz"), ("first(none)", ""), ("first(title)", "So What"),
        ("json(title)", "\"So What\""), ("json(xesam:genre)", #"["Jazz","Modal"]"#), ("json(nothing)", "null"),
        ("json(position)", "104000000"),
        ("json('a\"b\\c')", #""a\"b\\c""#), ("json(elapsed)", "104.4"), ("json(palette)", ##"{"background":"#102030","depth":{"x":3}}"##),
        ("json(unsigned)", "18446744073709551615"), ("json('\u{9B}31m\u{202E}')", #""\u009b31m\u202e""#),
        ("json(now)", "\"2026-01-08T20:15:04Z\""),
        ("uc(trunc(default(nothing, title), 2))", "SO…"),
    ])
    func printsAs(_ expression: String, _ expected: String) throws {
        #expect(try Expression(expression).evaluate(in: scope).text(.playerctl) == expected)
    }

    @Test(arguments: [
        ("duration(title)", 0, "duration needs microseconds, not a text"),
        ("duration('1:44')", 0, "duration needs microseconds, not a text"),
        ("duration('nan')", 0, "duration needs microseconds, not a text"),
        ("1 + duration(muted)", 4, "duration needs microseconds, not true or false"),
        ("trunc(title, 'x')", 0, "trunc needs a number of columns of 0 or more, not a text"),
        ("trunc(title, -1)", 0, "trunc needs a number of columns of 0 or more, not a number"),
        ("round(title)", 0, "round needs a number, not a text"),
        ("round(1, 20)", 0, "round needs 0 to 9 decimals, not a number"), ("percent(title)", 0, "percent needs a number, not a text"),
    ])
    func refuses(_ expression: String, offset: Int, _ reason: String) {
        #expect(throws: ExpressionError(reason, at: offset)) { try Expression(expression).evaluate(in: scope) }
    }

    @Test func everyFunctionSaysWhatItTakes() {
        for function in Function.allCases {
            #expect(function.signature.hasPrefix("(") && function.signature.hasSuffix(")"))
            let arguments = [String](repeating: "title", count: 40).joined(separator: ", ")
            let error = #expect(throws: ExpressionError.self) { try Expression("\(function.rawValue)(\(arguments))") }
            #expect(error?.reason == "\(function.rawValue) takes \(function.signature), not 40 of them")
        }
    }
}
