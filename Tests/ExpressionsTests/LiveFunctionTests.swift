import FoundationEssentials
import SubdialExpressions
import SubdialTestSupport
import Testing

/// A scope that records changes.
private struct WatchedScope: Scope {
    let base: DictionaryScope
    let changes: NextChange? = NextChange()

    var names: [String] { base.names }
    var timeZones: TimeZones { base.timeZones }
    func value(of name: String) -> Value? { base.value(of: name) }
    func nextChange(of name: String) -> Date? { base.nextChange(of: name) }
}

/// Tests of values that change with time, and of the dates of their changes.
@Suite struct LiveFunctionTests {
    private static let start = Date(timeIntervalSince1970: 1_780_254_000)

    private func scope(_ seconds: Double, _ values: [String: Value] = [:], zone: String = "UTC") -> WatchedScope {
        let named: [String: Value] = [
            "a": .date(Self.start), "b": .date(Self.start.addingTimeInterval(5400)), "now": .date(Self.start.addingTimeInterval(seconds)),
            "pause": .date(Self.start.addingTimeInterval(60.5)), "nothing": .missing,
        ]
        var scope = DictionaryScope(named.merging(values) { $1 })
        scope.timeZones = TimeZones(standard: zone)
        return WatchedScope(base: scope)
    }

    @Test(
        arguments: [
            // The 67th minute begins at 66:00; after the end, added time is counted.
            ("minutes(a, b)", 0, "1", 60), ("minutes(a, b)", 3959.5, "66", 3960), ("minutes(a, b)", 3960, "67", 4020),
            ("minutes(a, b)", -5, "", 0),
            ("minutes(a, b)", 5399, "90", 5400), ("minutes(a, b)", 5400, "90+1", 5460), ("minutes(a, b)", 5530, "90+3", 5580),
            ("minutes(a, b, pause)", 900, "2", nil), ("minutes(nothing, b)", 0, "", nil),
            ("timer(a, b)", 61.2, "1:01", 62), ("timer(a, b)", -3, "0:00", 1), ("timer(a, b)", 5400, "1:30:00", nil),
            ("timer(a, b)", 9999, "1:30:00", nil),
            ("timer(a, b, pause)", 900, "1:00", nil), ("timer(a, b, nothing)", 1, "0:01", 2),
            ("countdown(b)", 0, "1:30:00", 1), ("countdown(b)", 0.5, "1:30:00", 1), ("countdown(b)", 5399.5, "0:01", 5400),
            ("countdown(b)", 5400, "0:00", nil),
            ("countdown(b, pause)", 0, "1:29:00", nil),
            ("relative(a)", 0, "just now", 60), ("relative(a)", 60, "1 min ago", 120), ("relative(a)", 3599, "59 min ago", 3600),
            ("relative(a)", 3600, "1 h ago", 7200), ("relative(a)", 90_000, "1 d ago", 172_800), ("relative(b)", 0, "in 2 h", 1800),
            ("relative(b)", 1800, "in 1 h", 1860), ("relative(b)", 1860, "in 59 min", 1920), ("relative(b)", 5399, "in 1 min", 5400),
            ("relative(b)", 5400, "just now", 5460), ("relative(a, 'de')", 120, "vor 2 Min.", 180),
            ("relative(b, 'ja')", 1800, "1時間後", 1860),
            // A constant date has no changes; a running date changes with its smallest displayed unit.
            ("date(a, 'HH:mm')", 10, "19:00", nil), ("date(now, 'HH:mm:ss')", 10.4, "19:00:10", 11),
            ("date(now, 'HH:mm')", 10, "19:00", 60),
            ("date(now, 'HH')", 10, "19", 3600), ("date(now, 'd')", 10, "31", 18_000), ("date(now, \"'minute'\")", 10, "minute", nil),
            ("date(now + 30, 'HH:mm')", 10, "19:00", 30), ("concat(date(now, 'HH:mm'), ' ', relative(a))", 30, "19:00 just now", 60),
            ("now", 0.5, "2026-05-31T19:00:00Z", 1), ("weeks(now)[4][6].today", 0, "true", 18_000), ("a", 0, "2026-05-31T19:00:00Z", nil),
            ("a < b ? 'x' : date(now, 'ss')", 0, "x", nil),
        ] as [(String, Double, String, Double?)])
    func isForetold(_ expression: String, at seconds: Double, _ text: String, _ next: Double?) throws {
        let scope = scope(seconds)
        #expect(try Expression(expression).evaluate(in: scope).text == text)
        let change = scope.changes?.date?.timeIntervalSince(Self.start)
        #expect(change.map { ($0 * 1000).rounded() / 1000 } == next)
    }

    @Test func withoutATimeThereIsNone() {
        #expect(throws: ExpressionError("relative needs the time, and there is none here", at: 0)) {
            try Expression("relative(a)").evaluate(in: DictionaryScope(["a": .date(Self.start)]))
        }
    }

    private static let expressions = [
        "minutes(a, b)", "timer(a, b)", "countdown(b)", "relative(a)", "relative(b, 'fr')", "date(now, 'HH:mm')",
        "date(now, 'EEEE d MMMM')",
        "date(now, 'h a', 'America/St_Johns')", "date(now + 1234, 'd.M.', 'Europe/Berlin')", "date(now, 'yyyy', 'Pacific/Auckland')",
        "weeks(now, 'sunday', 'Europe/Berlin')", "date(now, 'H', 'Australia/Lord_Howe')", "date(now, 'd', 'America/Havana')",
        "date(now, 'd H', 'Asia/Kathmandu')", "concat(relative(a), date(now, 'mm'), minutes(a, b))", "date(now, 'EEE', 'Pacific/Apia')",
    ]

    /// Between two announced changes the value stays the same, for any dates, including clock changes.
    @Test(arguments: expressions)
    func nothingChangesInBetween(_ source: String) throws {
        var random = SplitMix64(seed: UInt64(source.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) }))
        let expression = try Expression(source)
        // Around the clock changes of 2026, and the day that Samoa skipped.
        let nights = [1_774_746_000, 1_792_890_000, 1_772_953_200, 1_793_512_800, 1_775_318_400, 1_790_438_400, 1_325_239_200].map(
            Double.init)
        for turn in 0..<24 {
            let base = turn.isMultiple(of: 2) ? nights[turn / 2 % nights.count] : Double.random(in: 0...2e9, using: &random)
            var now = base + .random(in: -90_000...90_000, using: &random)
            let values: [String: Value] = [
                "a": .date(Date(timeIntervalSince1970: now + .random(in: -4000...200_000, using: &random))),
                "b": .date(Date(timeIntervalSince1970: now + .random(in: -200_000...200_000, using: &random))),
            ]
            func text(_ moment: Double) throws -> (text: String, next: Double?) {
                let scope = scope(0, values.merging(["now": .date(Date(timeIntervalSince1970: moment))]) { $1 }, zone: "Europe/Berlin")
                let text = try expression.evaluate(in: scope).text
                return (text, scope.changes?.date?.timeIntervalSince1970)
            }
            for _ in 0..<30 {
                let (shown, next) = try text(now)
                if let next, next <= now {
                    Issue.record("\(next) is not after \(now)")
                    return
                }
                let length = (next ?? now + 400_000) - now
                for part in [0.001, 0.3, 0.7, 0.99, 0.9999] {
                    let between = try text(now + length * part).text
                    #expect(between == shown, "\(source) at \(now + length * part), which follows \(now)")
                }
                guard let next else { break }
                now = next
            }
        }
    }
}
