import SubdialExpressions
import Testing

/// Tests of the limits on memory and time of an evaluation, for any expression and any variables.
@Suite struct BudgetTests {
    private static let tooLong = "the text is longer than 65536 bytes; shorten it, for instance with trunc()"
    private static let tooMuch = "the expression takes more than 1048576 steps; use fewer functions, or shorter texts in them"

    /// Variables with texts of 60 000 bytes and more.
    private static let scope = DictionaryScope([
        "a": .string(String(repeating: "a", count: 60_000)), "amp": .string(String(repeating: "&", count: 20_000)),
        "quotes": .string(String(repeating: "\"", count: 40_000)), "iota": .string(String(repeating: "ΐ", count: 15_000)),
        "over": .string(String(repeating: "x", count: 70_000)), "sharp": .string(String(repeating: "ß", count: 30_000)),
        "list": .list([Value](repeating: .string("0123456789"), count: 6000)),
        "deep": .map(["a": .list([Value](repeating: .string(String(repeating: "y", count: 40_000)), count: 2))]),
        "many": .list([Value](repeating: .list([Value](repeating: .integer(1), count: 2000)), count: 2000)),
        "started": .date(.distantPast), "pattern": .string(String(repeating: "aE", count: 14_000)),
    ])

    private func nested(_ function: String, _ count: Int, _ inner: String, _ rest: String = "") -> String {
        String(repeating: function + "(", count: count) + inner + String(repeating: rest + ")", count: count)
    }

    @Test(arguments: [
        // Together, these would need a terabyte.
        ("replace(pad('', 1000000), ' ', pad('', 1000000))", 8), ("replace(pad('', 60000), ' ', pad('', 60000))", 0),
        ("pad('', 65537)", 0), ("1 + pad('', 1000000)", 4), ("a + a", 2), ("'x' + concat(a, a)", 6), ("join(', ', a, a)", 0),
        ("join(a, 1, 2, 3)", 0), ("join(', ', list)", 0), ("uc(iota)", 0), ("lc(over)", 0), ("uc(over)", 0), ("trunc(over, 66000)", 0),
        ("first(over, 66000)", 0), ("markup_escape(amp)", 0), ("json(quotes)", 0), ("json(deep)", 0), ("json(list)", 0), ("lc(deep)", 0),
        ("replace(a, 'a', 'bb')", 0), ("replace(a, 'aaaa', a)", 0), ("date(started, pattern)", 0), ("concat(list)", 0),
    ])
    func noTextIsLonger(_ expression: String, offset: Int) throws {
        #expect(throws: ExpressionError(Self.tooLong, at: offset)) { try Expression(expression).evaluate(in: Self.scope) }
    }

    /// Each level of nesting doubles the length.
    @Test(arguments: [("json", "'\"'", ""), ("replace", "'a'", ", 'a', 'aa'"), ("json", "'\\\\'", "")])
    func noNestingGrowsBeyond(_ function: String, _ inner: String, _ rest: String) throws {
        let error = #expect(throws: ExpressionError.self) {
            try Expression(nested(function, 30, inner, rest)).evaluate(in: Self.scope)
        }
        #expect(error?.reason == Self.tooLong)
        #expect(throws: Never.self) { try Expression(nested(function, 8, inner, rest)).evaluate(in: Self.scope) }
    }

    @Test(arguments: [
        ("pad('', 65536)", 65_536), ("replace(pad('', 256), ' ', pad('', 256))", 65_536), ("a + 'a'", 60_001), ("lc(a)", 60_000),
        ("uc(sharp)", 60_000), ("trunc(over, 9)", 12), ("trunc(a, 1000000)", 60_000),
    ])
    func upToTheLimitAllIsThere(_ expression: String, bytes: Int) throws {
        #expect(try Expression(expression).evaluate(in: Self.scope).text.utf8.count == bytes)
    }

    /// The text of a variable needs no additional memory.
    @Test func whatANameStandsForIsGivenAsItIs() throws {
        #expect(try Expression("over").evaluate(in: Self.scope).text.utf8.count == 70_000)
        #expect(throws: ExpressionError(Self.tooLong, at: 3)) { try TextTemplate(" {{over}}").text(in: Self.scope) }
    }

    @Test func aTextOfManyExpressionsIsOneText() throws {
        #expect(throws: ExpressionError(Self.tooLong, at: 10)) { try TextTemplate("{{a}} – {{a}}").text(in: Self.scope) }
        #expect(try TextTemplate("{{a}} – ").text(in: Self.scope).utf8.count == 60_005)
    }

    @Test func listsAreShort() throws {
        let error = ExpressionError("the list has more than 4096 members; take fewer with first()", at: 0)
        #expect(throws: error) { try Expression("first(list, 5000)").evaluate(in: Self.scope) }
        guard case .list(let values) = try Expression("first(list, 4096)").evaluate(in: Self.scope) else {
            Issue.record("this is no list")
            return
        }
        #expect(values.count == 4096)
        #expect(try Expression("count(list)").evaluate(in: Self.scope) == .integer(6000))
    }

    /// Each step is fast, but there are many; the error has the position of the step that exceeds the limit.
    @Test(arguments: [
        (String(repeating: "count(a) + ", count: 40) + "1", 88...96),
        (String(repeating: "contains(a, 'b') || ", count: 40) + "true", 160...180),
        (String(repeating: "a == over || ", count: 30) + "true", 52...64), ("json(many)", 0...0), ("many == many", 5...5),
        ("contains(many, 1)", 0...0), ("1 + lc(many)", 4...4),
    ])
    func stepsAreLimited(_ expression: String, offsets: ClosedRange<Int>) throws {
        let error = #expect(throws: ExpressionError.self) { try Expression(expression).evaluate(in: Self.scope) }
        #expect(error?.reason == Self.tooMuch)
        #expect(offsets.contains(error?.offset ?? -1))
    }

    @Test func aTextOfManyExpressionsHasTheStepsOfOne() throws {
        let template = try TextTemplate(String(repeating: "{{count(a)}}", count: 40))
        let error = #expect(throws: ExpressionError.self) { try template.text(in: Self.scope) }
        #expect(error?.reason == Self.tooMuch)
        #expect((error?.offset ?? 0) > 12)
    }

    /// Loops in loops, long lists, and regular expressions that run for ever without limits.
    @Test(arguments: [
        "map(range(4000), map(range(4000), 1))", "map(range(4096), map(range(4096), map(range(4096), true ? 1 : 1)))",
        "map(range(4096), first(a, 4000))", "map(range(4096), regex_matches(first(a, 40), '(a+)+$b'))",
        "map(range(4096), regex_matches(concat(first(a, 17), '!'), '^(a|a?)+$'))", "regex_replace(first(a, 16000), 'a', '$0$0$0$0$0$0')",
        "map(range(4096), regex_matches('a', concat('a', index)))", "map(list, list)", "range(0, 1000000000000)", "range(4097)",
        "regex_matches(a, 'b')", "[many, many] == [many, many]",
    ])
    func loopsAndPatternsAreLimited(_ expression: String) throws {
        let parsed = try Expression(expression)
        let clock = ContinuousClock()
        let start = clock.now
        #expect(throws: ExpressionError.self) { try parsed.evaluate(in: Self.scope) }
        var omitted: [ExpressionError] = []
        #expect(throws: ExpressionError.self) { try parsed.evaluate(in: Self.scope, omitted: &omitted) }
        #expect(clock.now - start < .seconds(20))
        #expect(omitted.count <= 16)
    }

    @Test func patternsOfLongLinesAreFound() throws {
        #expect(try Expression("regex_extract(concat(first(a, 16000), 'b'), '^.*(.)$')").evaluate(in: Self.scope) == .string("b"))
        #expect(try Expression("count(regex_extract(concat(first(a, 16000), 'bc'), 'a.*?b'))").evaluate(in: Self.scope) == .integer(16_001))
    }

    /// The part repeatedly matches the beginning of the text, for which a simple search takes hours.
    @Test func searchesAreQuick() throws {
        let part = "concat(first(a, 20000), 'b')"
        #expect(try Expression("contains(a, \(part))").evaluate(in: Self.scope) == .bool(false))
        #expect(try Expression("count(replace(a, \(part), ''))").evaluate(in: Self.scope) == .integer(60_000))
    }
}
