import FoundationEssentials
import SubdialExpressions
import Testing

/// The variables of these tests.
let scope = DictionaryScope(
    [
        "title": .string("So What"), "artist": .string("Miles Davis"), "empty": .string(""), "nothing": .missing,
        "xesam:genre": .list([.string("Jazz"), .string("Modal")]), "none": .list([]), "xesam:trackNumber": .integer(1),
        "mpris:length": .integer(562_000_000), "position": .integer(104_000_000), "volume": .double(0.7), "elapsed": .duration(104.4),
        "length": .duration(3600), "muted": .bool(false), "live": .bool(true), "status": .string("Playing"),
        "now": .date(Date(timeIntervalSince1970: 1_767_903_304)), "started": .date(Date(timeIntervalSince1970: 1_767_903_200)),
        "palette": .map(["background": .string("#102030"), "depth": .map(["x": .integer(3)])]),
        "biggest": .integer(.max), "least": .integer(.min), "unsigned": .unsigned(.max), "huge": .double(1e300),
        "big": .string(String(repeating: "&\"", count: 30_000)),
        "wide": .string("戦場のメリークリスマス"), "markup": .string("<a href=\"x\">R&B's</a>\u{7}"),
    ], dialect: .playerctl)

@Suite struct EvaluationTests {
    @Test(arguments: [
        // Numbers are doubles, which print with seventeen digits as in playerctl.
        ("5", "5.0"), ("0.7", "0.69999999999999996"), ("volume", "0.69999999999999996"), ("1 / 3", "0.33333333333333331"), ("1.50", "1.5"),
        ("100000000 * 1000000000", "1e+17"), ("-5", "-5.0"), ("+5", "5.0"), ("--5", "5.0"), ("0", "0.0"), ("-0", "-0.0"), (".5", "0.5"),
        ("5.", "5.0"), ("1+.5*2.", "2.0"),
        // An operation on integers only has an integer result.
        ("position", "104000000"), ("mpris:length - position", "458000000"), ("mpris:length / position", "5"),
        ("position * position", "10816000000000000"),
        ("mpris:length * 2", "1124000000.0"), ("mpris:length / 1000000", "562.0"), ("xesam:trackNumber + 1", "2.0"),
        ("-position", "-104000000"),
        ("-least", "-9223372036854775808"), ("0 - position", "-104000000.0"),
        // Integers beyond 63 bits are exact until an arithmetic operation.
        ("unsigned", "18446744073709551615"), ("unsigned + 1", "1.8446744073709552e+19"), ("-unsigned", "-1.8446744073709552e+19"),
        ("unsigned == unsigned", "true"), ("unsigned > biggest", "true"), ("unsigned ? 'yes' : 'no'", "yes"),
        ("biggest - xesam:trackNumber == biggest", "false"), ("biggest - xesam:trackNumber < biggest", "true"),
        // Durations stay durations, but their ratios are numbers.
        ("elapsed", "1:44"), ("length", "1:00:00"), ("length - elapsed", "58:15"), ("elapsed - length", "-58:15"), ("-elapsed", "-1:44"),
        ("elapsed + 20", "2:04"), ("elapsed * 2", "3:28"), ("elapsed / length", "0.029000000000000001"), ("2 * elapsed", "3:28"),
        // Dates.
        ("now - started", "1:44"), ("now", "2026-01-08T20:15:04Z"), ("now + 60", "2026-01-08T20:16:04Z"),
        ("now - elapsed > started", "false"),
        // Names.
        ("title", "So What"), ("nothing", ""), ("whatever", ""), ("xesam:url", ""), ("xesam:genre", "Jazz, Modal"), ("muted", "false"),
        ("true", "true"), ("null", ""), ("palette.background", "#102030"), ("palette.depth.x", "3"), ("nothing.at.all", ""),
        // Texts have single or double quotes, with escapes.
        (#""a\n'b'""#, "a\n'b'"), (#"'\t\\\'\"\u{2013}\u{1F600}'"#, "\t\\'\"–😀"), (#"'it\'s' + "\"""#, "it's\""), (#"'\\' + 'n'"#, #"\n"#),
        // Any other backslash is a part of the text.
        (#"'\d\w'"#, #"\d\w"#), (#"'\u'"#, #"\u"#),
        (#"'\u{}\u{110000}\u{D800}\u{1234567}\u{12'"#, #"\u{}\u{110000}\u{D800}\u{1234567}\u{12"#),
        (#"'\N'"#, #"\N"#), (#"'say "so"'"#, #"say "so""#), (#""""#, ""), ("artist + ' – ' + title", "Miles Davis – So What"),
        // The operator precedence, from high to low.
        ("1 + 2 * 3", "7.0"), ("(1 + 2) * 3", "9.0"), ("10 - 2 - 3", "5.0"), ("24 / 4 / 2", "3.0"), ("-2 * -3", "6.0"),
        ("1 + 1 == 2", "true"),
        ("1 < 2 && 2 < 3", "true"), ("false && false || true", "true"), ("true || false && false", "true"), ("!true || true", "true"),
        ("!(true || true)", "false"), ("nothing ?? false || true", "true"), ("nothing ?? 'x' + 'y'", "xy"), ("1 == 1 ? 2 : 3", "2.0"),
        ("false ? 1 : true ? 2 : 3", "2.0"), ("true ? false ? 1 : 2 : 3", "2.0"), ("!nothing && live", "true"),
        // Arithmetic with nothing is nothing.
        ("nothing + 1", ""), ("1 - nothing", ""), ("-nothing", ""), ("title + nothing", ""), ("now - nothing", ""),
        ("nothing * 2 ?? 3", "3.0"),
        ("round(nothing / 2, 1)", ""), ("round(volume, nothing)", "1"), ("uc(nothing) == null", "true"),
        ("replace(nothing, 'a', 'b') == null", "true"), ("replace('ab', 'a', nothing)", "b"), ("date(now, nothing)", ""),
        // Lists.
        ("[1, 'a', [title]]", "1.0, a, So What"), ("count([])", "0"), ("[title][0]", "So What"), ("[1, 2][-1]", "2.0"), ("[] ?? 'x'", "x"),
        ("[palette, palette.depth, nothing][1].x", "3"),
        // Comparison.
        ("title == 'So What'", "true"), ("title != 'So What'", "false"), ("position == 104000000", "true"), ("elapsed > 104", "true"),
        ("elapsed <= 104", "false"), ("'a' < 'b'", "true"), ("now > started", "true"), ("nothing < 5", "false"),
        ("nothing == null", "true"),
        ("nothing == ''", "false"), ("1 >= 1", "true"), ("live == true", "true"), ("title == 5", "false"),
        // Short-circuit evaluation.
        ("false && title / 0", "false"), ("true || title / 0", "true"), ("true ? 1 : title / 0", "1.0"), ("title ?? title / 0", "So What"),
        ("empty ?? title", "So What"), ("none ?? title", "So What"), ("muted ?? title", "false"),
        ("nothing ?? empty ?? artist", "Miles Davis"),
        // Names can contain colons; one at the end of a name belongs to `? :`.
        ("live ? title : artist", "So What"), ("live ? title: artist", "So What"), ("muted ? xesam:url : xesam:trackNumber", "1"),
        ("live ?title:  artist", "So What"), ("live?1:2", "1.0"), ("title ? 'yes' : 'no'", "yes"), ("empty ? 'yes' : 'no'", "no"),
        ("none ? 'yes' : 'no'", "no"), ("elapsed ? 'yes' : 'no'", "yes"), ("0 ? 'yes' : 'no'", "no"),
        ("position - position ? 'yes' : 'no'", "no"),
        ("  title  ", "So What"), ("\ttitle\n", "So What"), ("((((title))))", "So What"),
    ])
    func printsAs(_ expression: String, _ expected: String) throws {
        #expect(try Expression(expression).evaluate(in: scope).text(.playerctl) == expected)
    }

    @Test(arguments: [
        ("title * 2", 6, "'*' cannot be used on a text and a number"),
        ("1 + title", 2, "'+' cannot be used on a number and a text"), ("title - artist", 6, "'-' cannot be used on a text and a text"),
        ("  muted + 1", 8, "'+' cannot be used on true or false and a number"), ("now * 2", 4, "'*' cannot be used on a date and a number"),
        ("now + now", 4, "'+' cannot be used on a date and a date"), ("none + 1", 5, "'+' cannot be used on a list and a number"),
        ("1 / 0", 2, "division by zero"), ("position / (position - position)", 9, "division by zero"),
        ("elapsed / 0", 8, "division by zero"),
        ("biggest + position", 8, "the result is too large"), ("biggest * biggest", 8, "the result is too large"),
        ("least - position", 6, "the result is too large"),
        ("least / (position - position - xesam:trackNumber)", 6, "the result is too large"),
        ("-title", 0, "a text cannot be negative"), ("title < 5", 6, "a text and a number have no order"),
        ("palette < palette", 8, "a map and a map have no order"),
        ("title.x", 6, "a text has no members, so no 'x'"),
        ("palette.backgroud", 8, "there is no member 'backgroud'; did you mean 'background'?"), ("palette.q", 8, "there is no member 'q'"),
    ])
    func cannotBeCalculated(_ expression: String, offset: Int, _ reason: String) {
        #expect(throws: ExpressionError(reason, at: offset)) { try Expression(expression).evaluate(in: scope) }
    }

    @Test(arguments: [
        (Value.missing, false, true), (.bool(true), true, false), (.bool(false), false, false), (.integer(0), false, false),
        (.integer(-1), true, false), (.unsigned(.max), true, false),
        (.double(0), false, false), (.double(0.1), true, false), (.string(""), false, true), (.string("0"), true, false),
        (.duration(0), true, false),
        (.list([]), false, true), (.list([.missing]), true, false), (.map([:]), false, false), (.date(.distantPast), true, false),
    ])
    func truthAndEmptiness(_ value: Value, isTrue: Bool, isEmpty: Bool) {
        #expect(value.isTrue == isTrue)
        #expect(value.isEmpty == isEmpty)
    }

    @Test(
        arguments: [
            (0, "0:00"), (9.99, "0:09"), (59.999, "0:59"), (60, "1:00"), (3599, "59:59"), (3600, "1:00:00"), (36_061, "10:01:01"),
            (-5, "-0:05"),
            (-0.4, "0:00"), (-3725, "-1:02:05"), (1e300, ""), (.nan, ""), (-.infinity, ""),
        ] as [(Double, String)])
    func clock(_ seconds: Double, _ expected: String) {
        #expect(Value.clock(seconds) == expected)
    }

    @Test func mapsPrintInOrder() {
        #expect(Value.map(["b": .integer(2), "a": .list([.bool(true), .missing])]).text == "a: true, , b: 2")
    }

    @Test func variablesAreFoundWithTheirPlaces() throws {
        let expression = try Expression("live ? trunc(title, width) : palette.text + xesam:genre")
        #expect(expression.variables.map(\.name) == ["live", "title", "width", "palette", "xesam:genre"])
        #expect(expression.variables.map(\.offset) == [0, 13, 20, 29, 44])
        let loops = try Expression("map(x in where(y in rows, y.a > x), [x, index, limit, item]) + map(list, item)")
        #expect(loops.variables.map(\.name) == ["rows", "x", "limit", "item", "list"])
    }
}
