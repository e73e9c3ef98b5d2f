import FoundationEssentials
import SubdialExpressions
import Testing

/// Tests of texts that are read as dates.
@Suite struct DateReadingTests {
    private static let zone = "Europe/Berlin"

    private func value(_ expression: String, _ values: [String: Value]) throws -> Value {
        var scope = DictionaryScope(values)
        scope.timeZones = TimeZones(standard: Self.zone, local: "Asia/Tokyo")
        return try Expression(expression).evaluate(in: scope)
    }

    /// Without a format: ISO 8601, RFC 822 and its relatives, and dates with the name of a month.
    @Test(arguments: [
        ("20241023T173412Z", "2024-10-23T17:34:12Z"), ("20241023", "2024-10-22T22:00:00Z"), ("20241023T1734", "2024-10-23T15:34:00Z"),
        ("2024-10-23T17", "2024-10-23T15:00:00Z"), ("2024-10-23T17:34:12,25+0530", "2024-10-23T12:04:12Z"),
        ("2024-10-23 17:34:12 +02", "2024-10-23T15:34:12Z"), ("2024-10-23 17:34:12 UTC", "2024-10-23T17:34:12Z"),
        ("2024/10/23 17:34", "2024-10-23T15:34:00Z"), ("2024-10", "2024-09-30T22:00:00Z"), ("2024-W43-3T12:00Z", "2024-10-23T12:00:00Z"),
        ("2024W433", "2024-10-22T22:00:00Z"), ("2020-W53-7T00:00Z", "2021-01-03T00:00:00Z"), ("2026-W01T00:00Z", "2025-12-29T00:00:00Z"),
        ("2024-297T12:00Z", "2024-10-23T12:00:00Z"), ("2024-10-23T24:00Z", "2024-10-24T00:00:00Z"),
        ("Thu, 05 Sep 2002 00:00:01 +0200", "2002-09-04T22:00:01Z"), ("Thu, 05 Sep 2002 00:00:01 GMT", "2002-09-05T00:00:01Z"),
        ("5 Sep 02 00:00 EST", "2002-09-05T05:00:00Z"), ("05 Sep 99 12:00:00 Z", "1999-09-05T12:00:00Z"),
        ("Thu, 05 Sep 2002 00:00:01 PDT (summer)", "2002-09-05T07:00:01Z"), ("Thursday, 05-Sep-02 00:00:01 GMT", "2002-09-05T00:00:01Z"),
        ("Thu Sep  5 00:00:01 2002", "2002-09-04T22:00:01Z"),
        ("Wed Oct 23 2024 17:34:12 GMT+0200 (Central European Summer Time)", "2024-10-23T15:34:12Z"),
        ("September 5, 2002", "2002-09-04T22:00:00Z"), ("Sept. 5th, 2002 at 8:15 pm UTC", "2002-09-05T20:15:00Z"),
        ("5. März 2024", "2024-03-04T23:00:00Z"), ("mar. 5 mars 2024", "2024-03-04T23:00:00Z"), ("Mar. 5, 2024", "2024-03-04T23:00:00Z"),
        ("1er mai 2024 12:00 CEST", "2024-05-01T10:00:00Z"), ("Sunday 12 May 2024 12:30:05.5 PM", "2024-05-12T10:30:05Z"),
    ])
    func usualForms(_ text: String, _ expected: String) throws {
        #expect(try value("date_of(text)", ["text": .string(text)]).text == expected)
        #expect(try value("date_of(text)", ["text": .string("  \(text)\n")]).text == expected)
    }

    @Test(arguments: [
        "soon", "May", "5 Sep", "31 Feb 2024", "2024", "202410", "2024-13-01", "2024-10-23T25:00", "2024-10-23T12:60", "2024-W54-1",
        "2023-366", "5 Sep 2002 Oct", "5 Sep 2002 12:00 XYZ", "5 Sep 2002 12", "2024-10-23Tx", "2024-10-23T12:00+25:00", "23.10.2024",
        "10:30",
        "12345678901234567890", "Sep Sep 5 2002", "5 Sep 2002 +0100 +0200", "2024-10-23T12:00:00.", "13 pm Sep 5 2002",
    ])
    func isNoDate(_ text: String) {
        let error = #expect(throws: ExpressionError.self) { try value("date_of(text)", ["text": .string(text)]) }
        #expect(error?.reason.contains("is no date") == true)
        #expect(throws: ExpressionError.self) {
            try value("date_of(text)", ["text": .string(String(repeating: "\(text) ", count: 200))])
        }
    }

    /// What `date` writes by a format, `date_of` reads by it.
    @Test(arguments: [
        "EEE, dd MMM yyyy HH:mm:ss Z", "EEEE d MMMM yyyy 'at' h:mm:ss a z", "yyyy-MM-dd'T'HH:mm:ssXXX", "yyyyMMdd'T'HHmmssX",
        "d.M.yy H.m.s x",
        "MMM d, yyyy hh:mm:ssa ZZZZ", "yyyy 'o''clock' MMMM dd HH:mm:ss.SSS xxx", "EEEE MMMM yyyy dd HHmmss ZZZZZ", "d MMM yyyyHHmmssXX",
        "EEE MMM dd HH:mm:ss zzz yyyy",
    ])
    func whatIsWrittenIsRead(_ format: String) throws {
        // Summer, winter, both passes of the hour that is repeated, and noon.
        for seconds in [1_783_024_504.0, 1_767_903_304, 1_792_888_200, 1_792_891_800, 1_767_870_000] {
            let date = Value.date(Date(timeIntervalSince1970: seconds))
            for zone in ["Europe/Berlin", "UTC", "Asia/Kolkata", "America/Sao_Paulo", "America/New_York", "+05:45", "Asia/Tokyo"] {
                for language in ["en", "de", "fr", "ja", "ar", "he"] {
                    let values = ["date": date, "format": .string(format), "zone": .string(zone), "language": .string(language)]
                    let text = try value("date(date, format, zone, language)", values)
                    let read = try value("date_of(text, format, zone)", values.merging(["text": text]) { $1 })
                    #expect(read == date, "\(text.text) in \(zone)")
                }
            }
        }
    }

    @Test(arguments: [
        ("Thu, 05 Sep 2002 00:00:01 +0200", "EEE, dd MMM yyyy HH:mm:ss Z", "2002-09-04T22:00:01Z"),
        ("5 sept 2002", "d MMM yyyy", "2002-09-04T22:00:00Z"), ("DEC 5 2002", "MMMM d yyyy", "2002-12-04T23:00:00Z"),
        ("2002-09-05 12:00 Asia/Tokyo", "yyyy-MM-dd HH:mm z", "2002-09-05T03:00:00Z"),
        ("8:15\u{202F}p.m. 5/9/2002", "h:mm a d/M/y", "2002-09-05T18:15:00Z"),
        ("T2002", "'T'yyyy", "2001-12-31T23:00:00Z"), ("2002.500", "yyyy.SSS", "2001-12-31T23:00:00Z"),
    ])
    func formats(_ text: String, _ format: String, _ expected: String) throws {
        #expect(try value("date_of(text, format)", ["text": .string(text), "format": .string(format)]).text == expected)
    }

    @Test(arguments: [
        ("2002-09-05 x", "yyyy-MM-dd"), ("Foo 5 2002", "MMM d yyyy"), ("2002", "yyyyMM"), ("13:00 PM 2002", "h:mm a yyyy"),
        ("2002 XX", "yyyy z"),
    ])
    func doNotMatch(_ text: String, _ format: String) {
        #expect(throws: ExpressionError.self) {
            try value("date_of(text, format)", ["text": .string(text), "format": .string(format)])
        }
    }

    @Test(arguments: [
        ("Z", "+0200"), ("ZZZZ", "GMT+02:00"), ("ZZZZZ", "+02:00"), ("X", "+02"), ("XX", "+0200"), ("XXX", "+02:00"), ("x", "+02"),
        ("xxx", "+02:00"), ("z", "CEST"), ("SSS", "250"), ("SSSSSSSS", "25000000"),
    ])
    func zonesAndFractions(_ format: String, _ expected: String) throws {
        let values: [String: Value] = ["date": .date(Date(timeIntervalSince1970: 1_783_024_504.25)), "format": .string(format)]
        #expect(try value("date(date, format)", values).text == expected)
    }

    @Test(arguments: [
        ("X", "UTC", "Z"), ("x", "UTC", "+00"), ("Z", "UTC", "+0000"), ("ZZZZZ", "UTC", "Z"), ("z", "UTC", "UTC"),
        ("X", "Asia/Kolkata", "+0530"),
        ("z", "+05:30", "GMT+05:30"), ("XXX", "-09:30", "-09:30"), ("z", "America/Sao_Paulo", "-03"),
    ])
    func zones(_ format: String, _ zone: String, _ expected: String) throws {
        let values: [String: Value] = [
            "date": .date(Date(timeIntervalSince1970: 1_783_024_504)), "format": .string(format), "zone": .string(zone),
        ]
        #expect(try value("date(date, format, zone)", values).text == expected)
    }
}
