import FoundationEssentials
import SubdialExpressions
import Testing

/// Tests of dates in a language and a named time zone.
@Suite struct DateTests {
    private func value(_ expression: String, seconds: Double = 1_767_903_304) throws -> Value {
        try Expression(expression).evaluate(
            in: DictionaryScope(["now": .date(Date(timeIntervalSince1970: seconds)), "title": .string("a")]))
    }

    // 2026-01-08T20:15:04Z, a Thursday.
    @Test(arguments: [
        ("date(now, 'HH:mm')", "20:15"), ("date(now, 'yyyy-MM-dd HH:mm:ss')", "2026-01-08 20:15:04"), ("date(now, 'h:mm a')", "8:15 PM"),
        ("date(now, 'EEE d MMM yy')", "Thu 8 Jan 26"), ("date(now, 'EEEE, d. MMMM', 'UTC', 'de')", "Donnerstag, 8. Januar"),
        ("date(now, 'HH:mm', 'Europe/Berlin')", "21:15"), ("date(now, 'HH:mm', 'America/New_York')", "15:15"),
        ("date(now, 'HH:mm', 'Asia/Kolkata')", "01:45"), ("date(now, 'd', '+05:30')", "9"), ("date(now, 'HH:mm', '-09:30')", "10:45"),
        ("date(now, 'M月d日 EEEE ah:mm', 'Asia/Tokyo', 'ja-JP')", "1月9日 木曜日".replacing("木曜日", with: "金曜日") + " 午前5:15"),
        ("date(now, \"'on' EEEE\", 'UTC', 'fr')", "on jeudi"), ("date(now, 'EEEE', 'UTC', 'ar')", "الخميس"),
        ("date(now, 'EEEE', 'UTC', 'he')", "חמישי"), ("date(now, '··')", "··"), ("date(missing, 'HH')", ""),
    ]) func texts(_ expression: String, _ expected: String) throws {
        #expect(try value(expression).text == expected)
    }

    /// Leap days, ends of years, and years before 1970.
    @Test(arguments: [
        (951_782_400.0, "2000-02-29 Tue"), (1_709_164_800, "2024-02-29 Thu"), (1_740_700_800, "2025-02-28 Fri"), (-1, "1969-12-31 Wed"),
        (0, "1970-01-01 Thu"), (-2_203_891_200, "1900-03-01 Thu"), (4_107_542_400, "2100-03-01 Mon"), (-62_167_219_200, "0000-01-01 Sat"),
    ]) func calendar(_ seconds: Double, _ expected: String) throws {
        #expect(try value("date(now, 'yyyy-MM-dd EEE')", seconds: seconds).text == expected)
    }

    /// Only dates of the years 0 to 9999 have a text.
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (-0.5, "1969-12-31T23:59:59Z"), (1_767_903_304.9, "2026-01-08T20:15:04Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"), (253_402_300_800, ""),
            (-62_167_219_201, ""), (1e300, ""), (-1e300, ""), (.infinity, ""), (-.infinity, ""), (.nan, ""),
        ] as [(Double, String)])
    func textOfDates(_ seconds: Double, _ expected: String) throws {
        #expect(try value("now", seconds: seconds).text == expected)
        #expect(try value("json(now)", seconds: seconds).text == (expected.isEmpty ? "null" : "\"\(expected)\""))
    }

    /// The repeated and the skipped hour of a clock change.
    @Test(arguments: [(1_774_745_999.0, "01:59"), (1_774_746_000, "03:00"), (1_792_889_999, "02:59"), (1_792_890_000, "02:00")])
    func summerTime(_ seconds: Double, _ expected: String) throws {
        #expect(try value("date(now, 'HH:mm', 'Europe/Berlin')", seconds: seconds).text == expected)
    }

    @Test(arguments: [
        ("date(title, 'HH')", "date needs a date, not a text"),
        (
            "date(now, 'QQ')",
            "a format of dates has no letter 'Q'; there are y, M, d, E, H, h, m, s, S, a, Z, X, x, z, and text between single quotes"
        ),
        ("date(now, 'HH', 'Europe/Berln')", "there is no time zone 'Europe/Berln'; write it like Europe/Berlin, UTC, +01:00 or local"),
        ("date(now, 'HH', '++1:00')", "there is no time zone '++1:00'; write it like Europe/Berlin, UTC, +01:00 or local"),
        (
            "date(now, 'HH', '\u{1B}\u{9B}\u{202E}x\n')",
            #"there is no time zone '\u{1B}\u{9B}\u{202E}x\u{A}'; write it like Europe/Berlin, UTC, +01:00 or local"#
        ),
        ("date(now + 100000000000000, 'HH')", "the date is too far away"),
        ("date(now - 100000000000000, 'HH')", "the date is too far away"),
        ("date(now, 'HH', '+1:00')", "there is no time zone '+1:00'; write it like Europe/Berlin, UTC, +01:00 or local"),
        ("date(now, 'HH', 'UTC', 'xxx')", "there are no names of days in 'xxx'; there are ar, de, en, fr, he, ja"),
    ]) func refusals(_ expression: String, _ expected: String) {
        let error = #expect(throws: ExpressionError.self) { try value(expression) }
        #expect(error?.reason == expected)
    }
}
