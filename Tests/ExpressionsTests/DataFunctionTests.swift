import FoundationEssentials
import SubdialExpressions
import Testing

/// Tests of the dialect for data: whole numbers stay integers, and members are accessed by index and by name.
@Suite struct DataFunctionTests {
    private static let scope: DictionaryScope = {
        var scope = DictionaryScope([
            "goals": .list([.integer(2), .integer(1)]), "temperatures": .list([.double(18.4), .missing, .integer(21), .double(11.25)]),
            "use": .map(["use%": .integer(26), "mount": .string("/")]), "used": .integer(26_159_243_264), "free": .integer(75_283_943_424),
            "name": .string("Union Berlin"), "nothing": .missing, "table": .string("a\tb\tc\n1\t2\t3\n"),
            "rows": .list([
                .map(["n": .string("b"), "v": .integer(2)]), .map(["n": .string("a"), "v": .double(10.5)]), .map(["n": .string("c")]),
            ]),
            "days": .list([.date(Date(timeIntervalSince1970: 86400)), .date(Date(timeIntervalSince1970: 0))]),
            "spans": .list([.duration(90), .duration(30)]), "nan": .double(.nan), "least": .integer(.min), "biggest": .integer(.max),
            "now": .date(Date(timeIntervalSince1970: 1_767_903_304)),
        ])
        scope.timeZones = TimeZones(standard: "Europe/Berlin", local: "Asia/Tokyo")
        return scope
    }()

    @Test(arguments: [
        // Numbers like those of JSON.
        ("2", "2"), ("2.0", "2"), ("18.4", "18.4"), ("0.1 + 0.2", "0.30000000000000004"), ("7 / 2", "3.5"), ("6 / 2", "3"),
        ("round(used / (used + free), 2)", "0.26"), ("-7 % 3", "2"), ("7 % 3", "1"), ("7.5 % 2", "1.5"), ("7 % -3", "-2"),
        ("goals[0] - 1", "1"), ("1 + 1", "2"), ("round(2.5)", "3"), ("round(18.444, 1)", "18.4"), ("round(5, 0)", "5"), ("-5", "-5"),
        ("100000000 * 1000000000", "100000000000000000"), ("least % -1", "0"),
        // Members.
        ("goals[0]", "2"), ("goals[-1]", "1"), ("goals[2]", ""), ("goals[-3]", ""), ("use['use%']", "26"), ("use['none']", ""),
        ("nothing[0]", ""), ("rows[0].n", "b"), ("rows[1]['v']", "10.5"), ("goals[goals[1]]", "1"), ("goals[nothing]", ""),
        ("goals[0] == 2 ? 'two' : 'no'", "two"), ("join('–', goals)", "2–1"),
        // Members of all elements, and rows of lists and maps.
        ("join(',', rows.n)", "b,a,c"), ("count([rows[0], nothing].n)", "2"), ("join(',', where(r in rows, r.n != 'a').n)", "b,c"),
        ("map(rows, concat(index, item.n))", "0b, 1a, 2c"), ("map(x in goals, map(y in goals, x * y))", "4, 2, 2, 1"),
        ("map(m in use, concat(m.key, '=', m.value))", "mount=/, use%=26"), ("where(nothing, true)", ""), ("map([], item)", ""),
        ("sum(map(g in goals, g * count(goals)))", "6"), ("count(where(range(10), item % 3 == 0))", "4"),
        // The row of a loop hides a variable of its name, and only in the loop.
        ("concat(map(name in goals, name + 1)) + name", "3, 2Union Berlin"),
        ("keys(use)", "mount, use%"), ("values(use)", "/, 26"), ("entries(use)[0].key", "mount"), ("keys(nothing)", ""),
        ("count(use)", "2"),
        ("unique([1, 2, 1.0, 'a', 'a', nothing])", "1, 2, a, "), ("reverse(goals)", "1, 2"), ("reverse('abc')", "cba"),
        ("index_of(goals, 1)", "1"), ("index_of(goals, 7)", ""), ("index_of(name, 'Berlin')", "6"), ("index_of('', 'a')", ""),
        ("trim('  a b \n')", "a b"), ("range(3)", "0, 1, 2"), ("range(2, 4)", "2, 3"), ("range(0)", ""), ("range(4, 2)", ""),
        ("concat(goals, [5], nothing)", "2, 1, 5"), ("count(concat(goals, goals))", "4"), ("concat(goals, ' a')", "2, 1 a"),
        ("sort([3, 'b', 1, nothing, 'a'])", "1, 3, a, b, "),
        // Regular expressions.
        ("regex_extract('T=21.5 °C', '([0-9.]+) °C')", "21.5"), (#"regex_extract('T=21.5', '\d+')"#, "21"),
        (#"regex_extract('a1b22', '(?<l>[a-z])(?<n>\d+)', 'n')"#, "1"), (#"regex_extract('a1', '(a)(\d)', 2)"#, "1"),
        (#"regex_extract('a1', '(a)(\d)', 0)"#, "a1"), ("regex_extract('a', 'b')", ""), ("regex_extract('a', '(b)?a')", ""),
        ("regex_extract(nothing, 'b')", ""), ("regex_find_all('a1b22', '[0-9]+')", "1, 22"), ("regex_find_all('ab', 'x*')", ", , "),
        ("regex_matches(name, '(?i)^union')", "true"), ("regex_matches(name, '^berlin')", "false"),
        ("regex_matches(nothing, 'a')", "false"),
        (#"regex_replace('2026-01-08', '(\d+)-(\d+)-(\d+)', '$3.$2.${1}')"#, "08.01.2026"), ("regex_replace('aé', '', '-')", "-a-é-"),
        ("regex_replace('a$b', '[$]', '$$$')", "a$$b"), ("regex_replace('👨‍👩‍👧!', '!', '?')", "👨‍👩‍👧?"),
        // Numbers parsed from texts.
        ("number('42')", "42"), ("number(' 4.5 ')", "4.5"), ("number('4,5', ',')", "4.5"), ("number('4,5')", ""), ("number('12 V')", ""),
        ("number('')", ""), ("number('0x10')", ""), ("number('inf')", ""), ("number('1e3')", "1000"), ("number(nan)", ""),
        ("number(true)", "1"),
        ("number('9223372036854775807')", "9223372036854775807"),
        // Separators between groups of three digits, where they cannot be a decimal sign.
        ("number('1.234,5', ',')", "1234.5"), ("number('1,234.5')", "1234.5"), ("number('1,234,567')", "1234567"), ("number('1,234')", ""),
        ("number('1,234', '.')", "1234"), ("number('1,234', 'en')", "1234"), ("number('1.234', 'de')", "1234"),
        ("number('-1\u{202F}234,5', 'fr')", "-1234.5"), ("number('1 234')", "1234"), ("number(\"1'234.5\")", "1234.5"),
        ("number('12,34.5')", ""),
        ("number('1,2345')", ""), ("number('1,,234')", ""), ("number('1.2.3')", ""), ("number('−5')", "-5"), ("number('+5')", "5"),
        ("number('1e-3')", "0.001"), ("number('.5')", "0.5"), ("number('--5')", ""), ("number('1 2')", ""),
        // Functions of one number.
        ("floor(-1.5)", "-2"), ("ceil(1.2)", "2"), ("floor(3)", "3"), ("abs(-3)", "3"), ("abs(least)", "9223372036854775808"),
        ("floor(nothing)", ""),
        ("clamp(5, 0, 3)", "3"), ("clamp(-5, 0, 3)", "0"), ("clamp(2, 0, 3)", "2"), ("scale(15, 10, 20)", "0.5"), ("scale(9, 10, 20)", "0"),
        ("scale(5, 5, 5)", "0"), ("scale(nothing, 0, 1)", ""), ("percent(scale(21, 0, 28))", "75"),
        // Functions of several numbers.
        ("min(temperatures)", "11.25"), ("max(temperatures)", "21"), ("min(3, 1, 2)", "1"), ("max(goals, 7)", "7"), ("sum(goals)", "3"),
        ("sum(1, 2.5)", "3.5"), ("sum(spans)", "2:00"), ("average(goals)", "1.5"), ("average(spans)", "1:00"), ("min(nothing)", ""),
        ("max(days)", "1970-01-02T00:00:00Z"), ("sum(biggest, 1)", "9.223372036854776e+18"), ("min(nan, 3)", "3"), ("average(nothing)", ""),
        // Parts of lists and texts.
        ("last(goals)", "1"), ("last(name, 6)", "Berlin"), ("join(',', last(temperatures, 2))", "21,11.25"), ("slice(name, 6)", "Berlin"),
        ("slice(name, 0, 5)", "Union"), ("slice(name, -6, 3)", "Ber"), ("count(slice(temperatures, 1, 9))", "3"), ("slice(goals, 5)", ""),
        ("join(' ', sort(goals))", "1 2"), ("sort(rows, 'n')[0].n", "a"), ("sort(rows, 'v')[2].n", "c"),
        ("sort(rows, 'v', 'descending')[0].n", "a"), ("sort(rows, 'v', 'descending')[2].n", "c"), ("sort(days)[0] < sort(days)[1]", "true"),
        ("plain('<p>a &amp; b</p>c')", "a & b\nc"),
        ("count(split('a, b, c', ', '))", "3"), ("split('a,b', ',')[1]", "b"), ("count(lines(table))", "2"),
        ("split(lines(table)[1], '\t')[2]", "3"), ("matches(name, 'Union*')", "true"), ("matches(name, 'union*')", "false"),
        ("matches('a.b', '?.?')", "true"), ("matches('', '*')", "true"), ("matches('abc', 'a*b')", "false"),
        ("matches('aXbXc', 'a*b*c')", "true"),
        ("sparkline(goals, 0, 2)", "█▅"), ("sparkline(temperatures, 0, 20)", "█ █▅"), ("sparkline(nothing, 0, 1)", ""),
        ("sparkline(goals, 3, 3)", "▁▁"), ("sparkline(goals, 2, 0)", "█▁"),
        // Formatting.
        ("format(1234567.891, 1)", "1,234,567.9"), ("format(1234.5, 2, '€', 'de')", "1.234,50\u{A0}€"), ("format(-0.04, 1)", "0.0"),
        ("format(18.4, 0, '°')", "18°"), ("format(-12.345, 2)", "−12.35"), ("format(0.285, 2)", "0.29"), ("format(999.96, 1)", "1,000.0"),
        ("format(1234.5, 1, 'km/h', 'fr')", "1\u{202F}234,5\u{A0}km/h"), ("format(nothing, 1)", ""),
        ("bytes(free)", "75.3\u{A0}GB"), ("bytes(free, 'binary')", "70.1\u{A0}GiB"), ("bytes(512)", "512\u{A0}B"),
        ("bytes(999950)", "1.0\u{A0}MB"),
        ("bytes(1500)", "1.5\u{A0}kB"), ("bytes(999)", "999\u{A0}B"), ("bytes(-2000000)", "−2.0\u{A0}MB"),
        ("bytes(123456789)", "123\u{A0}MB"),
        // Dates.
        ("date_of('2026-01-08T20:15:04Z') == now", "true"), ("date_of('2026-01-08 21:15:04') == now", "true"),
        ("date_of('2026-01-08T21:15:04+01:00') == now", "true"), ("date_of('2026-01-08T15:15:04-0500') == now", "true"),
        ("unix(date_of('2026-01-08T20:15:04.5Z'))", "1767903304.5"), ("date_of(1767903304) == now", "true"),
        ("date_of(1767903304000) == now", "true"), ("unix(now)", "1767903304"), ("date_of('2026-01-08')", "2026-01-07T23:00:00Z"),
        ("date_of('08.01.2026 21:15', 'dd.MM.yyyy HH:mm')", "2026-01-08T20:15:00Z"),
        ("date_of('8/1/26 8:15 PM', 'd/M/yy h:mm a', 'UTC')", "2026-01-08T20:15:00Z"),
        ("date_of('20260108', 'yyyyMMdd', '+00:00')", "2026-01-08T00:00:00Z"), ("date_of('')", ""), ("date_of(nothing)", ""),
        // The nights with a repeated and with a skipped hour.
        ("date_of('2026-10-25 02:30')", "2026-10-25T00:30:00Z"), ("date_of('2026-03-29 02:30')", "2026-03-29T01:30:00Z"),
        ("date(now, 'HH:mm')", "21:15"), ("date(now, 'HH:mm', 'local')", "05:15"), ("date(now, 'HH:mm', 'UTC')", "20:15"),
        ("weeks(now)[0][0].day", "29"), ("weeks(now)[0][3].day", "1"), ("weeks(now)[0][3].inMonth", "true"),
        ("weeks(now)[0][0].inMonth", "false"),
        ("weeks(now)[1][3].today", "true"), ("weeks(now, 'sunday')[0][0].day", "28"), ("count(weeks(now))", "6"),
        ("weeks(now)[1][3].date", "2026-01-07T23:00:00Z"),
    ])
    func printsAs(_ expression: String, _ expected: String) throws {
        let text = try Expression(expression).evaluate(in: Self.scope).text
        #expect(text == expected)
    }

    @Test(arguments: [
        ("name[0]", 4, "a text has no members"), ("goals['x']", 5, "a list's members are numbered from 0, so a text finds none"),
        ("goals[0.5]", 5, "a list's members are numbered from 0, so a number finds none"),
        ("use[0]", 3, "a map's members have names, so a number finds none"), ("1 % 0", 2, "division by zero"),
        ("min('a')", 0, "min needs numbers or dates, not a text"), ("sum(days)", 0, "sum needs numbers, not a date"),
        ("max(days, 3)", 0, "a date and a number have no order"),
        ("clamp(1, 3, 2)", 0, "clamp needs its lower bound before the higher one"),
        ("split(name, '')", 0, "split needs a separator"),
        ("sort(split('a b', ' '), '', 'up')", 0, "sort goes ascending or descending, not 'up'"),
        ("format(1, 0, '', 'dee')", 0, "no style of numbers is known for 'dee'; did you mean 'de'?; there are ar, de, en, fr, he, ja"),
        ("bytes(1, 'bin')", 0, "bytes counts in decimal or binary units, not 'bin'"),
        ("keys(goals)", 0, "keys needs a map, not a list"), ("where(name, true)", 0, "where needs a list or a map, not a text"),
        ("range(0.5)", 0, "range needs whole numbers, not a number"), ("unique(name)", 0, "unique needs a list, not a text"),
        ("map(rows, item.q)", 15, "there is no member 'q'"), ("rows.n + 1", 7, "'+' cannot be used on a list and a number"),
        (
            "date_of('soon')", 0,
            "'soon' is no date; write it like 2026-01-08T20:15:04Z or Thu, 8 Jan 2026 20:15:04 +0100, or give its format"
        ),
        (
            "date_of('2026-02-30')", 0,
            "'2026-02-30' is no date; write it like 2026-01-08T20:15:04Z or Thu, 8 Jan 2026 20:15:04 +0100, or give its format"
        ),
        ("date_of('x', 'yyyy')", 0, "'x' is no date as yyyy"),
        ("date_of('1', 'y', 'Mars')", 0, "there is no time zone 'Mars'; write it like Europe/Berlin, UTC, +01:00 or local"),
        ("weeks(now, 'someday')", 0, "weeks begin on monday, sunday or saturday, not on 'someday'"),
        ("number('1', ';')", 0, "number takes '.', ',' or a language for the decimal sign, not ';'"),
        ("date_of('1', 'd.M.')", 0, "a date needs a year: y is missing in 'd.M.'"),
    ])
    func tells(_ expression: String, offset: Int, _ reason: String) throws {
        #expect(throws: ExpressionError(reason, at: offset)) { try Expression(expression).evaluate(in: Self.scope) }
    }

    @Test(arguments: [("goals[", 6), ("goals[0", 7), ("goals[]", 6), ("1e3", 1)])
    func isNoExpression(_ source: String, offset: Int) {
        let error = #expect(throws: ExpressionError.self) { try Expression(source) }
        #expect(error?.offset == offset)
    }

    /// What no evaluation could use is an error of the expression itself.
    @Test(arguments: [
        ("regex_matches(name, '(a')", "'(a' is no regular expression: missing terminating ) at index 47"),
        ("date(now, 'YYYY')", "a format of dates has no letter 'Y'"), ("date(now, 'HH', 'Berlin')", "there is no time zone 'Berlin'"),
        ("weeks(now, 'monday', 'Berlin')", "there is no time zone 'Berlin'"), ("date_of(name, 'HH:mm')", "a date needs a year"),
    ])
    func isRefusedWhenItIsRead(_ source: String, _ reason: String) {
        let error = #expect(throws: ExpressionError.self) { try Expression(source) }
        #expect(error?.reason.hasPrefix(reason.split(separator: " at index")[0]) == true, "\(error?.reason ?? "")")
    }

    /// The backslashes of a regular expression are its own.
    @Test func escapesOfRegularExpressions() throws {
        #expect(try Expression(#"regex_replace(name, '\d\.', '-')"#).unknownEscapes.isEmpty)
        #expect(try Expression(#"replace(name, '\d', '-')"#).unknownEscapes.count == 1)
    }
}
