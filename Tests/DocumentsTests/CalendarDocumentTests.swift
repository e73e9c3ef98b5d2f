import SubdialDocuments
import Testing

/// Calendars in the form of iCalendar.
@Suite struct CalendarDocumentTests {
    /// 2026-01-05T00:00:00Z, a Monday.
    private static let monday = 1_767_571_200.0

    private func document(
        _ lines: String, head: String = "", days: Double = 31, from start: Double = monday, zone: String = "Europe/Berlin"
    ) throws -> JSONValue {
        let text = "BEGIN:VCALENDAR\n\(head)\n\(lines)\nEND:VCALENDAR\n"
        var calendar = try CalendarDocument(
            parsing: text, window: CalendarDocument.Window(start: start, end: start + days * 86_400), zone: zone)
        return try calendar.json()
    }

    private func events(_ document: JSONValue) throws -> [JSONValue] { try elements(document, "events") }

    private func elements(_ document: JSONValue, _ key: String) throws -> [JSONValue] {
        guard case .array(let elements)? = document[key] else { throw CancellationError() }
        return elements
    }

    /// The starts of the events of a calendar with one event.
    private func starts(_ lines: String, days: Double = 31, from start: Double = monday, zone: String = "Europe/Berlin") throws -> [String]
    {
        let document = try document("BEGIN:VEVENT\nUID:a\nSUMMARY:A\n\(lines)\nEND:VEVENT", days: days, from: start, zone: zone)
        return try events(document).compactMap { $0["start"]?.string }
    }

    @Test func anEventHasItsFields() throws {
        let document = try document(
            """
            BEGIN:VEVENT
            UID:1@example
            DTSTART;TZID=Europe/Berlin:20260108T201500
            DTEND;TZID=Europe/Berlin:20260108T214500
            SUMMARY:Talk\\, with a very long title that is fol
             ded\\nand goes on
            LOCATION:Hall "7"
            ORGANIZER;CN="Doe: Jane":mailto:jane@example.com
            CATEGORIES:work,a\\,b
            STATUS:CONFIRMED
            BEGIN:VALARM
            DESCRIPTION:alarm
            END:VALARM
            END:VEVENT
            """, head: "X-WR-CALNAME:Mine")
        #expect(document["name"]?.string == "Mine")
        let event = try #require(try events(document).first)
        #expect(event["summary"]?.string == "Talk, with a very long title that is folded\nand goes on")
        #expect(event["start"]?.string == "2026-01-08T19:15:00Z" && event["end"]?.string == "2026-01-08T20:45:00Z")
        #expect(event["day"]?.string == "2026-01-08" && event["allDay"]?.bool == false && event["recurring"]?.bool == false)
        #expect(event["organizer"]?.string == "Doe: Jane" && event["status"]?.string == "confirmed")
        #expect(event["categories"] == .array([.string("work"), .string("a,b")]))
        #expect(event["description"] == .null)
    }

    /// The clocks by which a start is read.
    @Test(arguments: [
        ("DTSTART:20260108T201500Z", "2026-01-08T20:15:00Z"), ("DTSTART:20260108T201500", "2026-01-08T19:15:00Z"),
        ("DTSTART;TZID=America/New_York:20260108T201500", "2026-01-09T01:15:00Z"),
        ("DTSTART;TZID=/mozilla.org/20050126_1/Asia/Tokyo:20260108T201500", "2026-01-08T11:15:00Z"),
        ("DTSTART;TZID=Nowhere:20260108T201500", "2026-01-08T19:15:00Z"),
        ("DTSTART;VALUE=DATE:20260108", "2026-01-07T23:00:00Z"),
    ])
    func starts(_ line: String, _ expected: String) throws {
        #expect(try starts(line) == [expected])
    }

    @Test func aWholeDayEndsAtMidnight() throws {
        let document = try document("BEGIN:VEVENT\nDTSTART;VALUE=DATE:20260328\nDTEND;VALUE=DATE:20260330\nEND:VEVENT", days: 100)
        let event = try #require(try events(document).first)
        // Summer time begins on the second day.
        #expect(event["start"]?.string == "2026-03-27T23:00:00Z" && event["end"]?.string == "2026-03-29T22:00:00Z")
        #expect(event["day"]?.string == "2026-03-28" && event["allDay"]?.bool == true)
    }

    @Test(arguments: [
        ("X-WR-TIMEZONE:Asia/Tokyo", "2026-01-07T15:00:00Z"), ("X-WR-TIMEZONE:Nowhere", "2026-01-07T23:00:00Z"),
        ("", "2026-01-07T23:00:00Z"),
    ])
    func aCalendarHasAZone(_ head: String, _ expected: String) throws {
        let document = try document("BEGIN:VEVENT\nDTSTART;VALUE=DATE:20260108\nEND:VEVENT", head: head)
        #expect(try events(document).first?["start"]?.string == expected)
    }

    /// The zone that a calendar defines itself, as Outlook does.
    private static let ownZone = """
        BEGIN:VTIMEZONE
        TZID:W. Europe Standard Time
        BEGIN:STANDARD
        DTSTART:16010101T030000
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:16010101T020000
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
        END:DAYLIGHT
        END:VTIMEZONE

        """

    @Test func aCalendarDefinesItsZone() throws {
        let event = "BEGIN:VEVENT\nDTSTART;TZID=W. Europe Standard Time:20260105T090000\nRRULE:FREQ=MONTHLY;BYDAY=1MO\nEND:VEVENT"
        let document = try document(Self.ownZone + event, days: 350, zone: "UTC")
        let starts = try events(document).compactMap { $0["start"]?.string }
        #expect(starts.prefix(4) == ["2026-01-05T08:00:00Z", "2026-02-02T08:00:00Z", "2026-03-02T08:00:00Z", "2026-04-06T07:00:00Z"])
        #expect(starts.suffix(3) == ["2026-10-05T07:00:00Z", "2026-11-02T08:00:00Z", "2026-12-07T08:00:00Z"])
    }

    /// Rules, with the days of January and February 2026 on which they fall.
    @Test(arguments: [
        ("20260105", "FREQ=DAILY;COUNT=3", "0105 0106 0107"), ("20251231", "FREQ=DAILY;INTERVAL=10;COUNT=4", "0110 0120 0130"),
        ("20260105", "FREQ=DAILY;UNTIL=20260107", "0105 0106 0107"),
        ("20260105", "FREQ=DAILY;BYDAY=SA,SU;UNTIL=20260118", "0105 0110 0111 0117 0118"),
        ("20200101", "FREQ=DAILY;BYMONTHDAY=31", "0131"), ("20200106", "FREQ=WEEKLY;UNTIL=20260113", "0105 0112"),
        ("20260105", "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4", "0105 0107 0112 0114"),
        ("20260106", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;COUNT=4", "0106 0111 0120 0125"),
        ("20260106", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU;COUNT=4", "0106 0118 0120 0201"),
        ("20150131", "FREQ=MONTHLY", "0131"), ("20150115", "FREQ=MONTHLY;BYMONTHDAY=-1", "0131"),
        ("20150101", "FREQ=MONTHLY;BYDAY=2TU", "0113"),
        ("20150101", "FREQ=MONTHLY;BYDAY=-1FR", "0130"), ("20150101", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=9,13", "0109"),
        ("20150101", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "0130"),
        ("20150101", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2,-2", "0129"),
        ("20000120", "FREQ=YEARLY", "0120"), ("20000101", "FREQ=YEARLY;BYMONTH=1;BYDAY=3MO", "0119"),
        ("20000101", "FREQ=YEARLY;BYDAY=2MO", "0112"),
        ("20000101", "FREQ=YEARLY;BYMONTHDAY=20", "0120"), ("19900329", "FREQ=YEARLY;BYDAY=2MO;BYMONTHDAY=12", "0112"),
        ("20200229", "FREQ=YEARLY", ""), ("20000101", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", ""),
        ("20000101", "FREQ=YEARLY;INTERVAL=2;BYMONTH=1;BYMONTHDAY=9", "0109"), ("20260110", "FREQ=SECONDLY", "0110"),
    ])
    func rules(_ start: String, _ rule: String, _ days: String) throws {
        let document = try document("BEGIN:VEVENT\nDTSTART;VALUE=DATE:\(start)\nRRULE:\(rule)\nEND:VEVENT", days: 28)
        let found = try events(document).compactMap { $0["day"]?.string }.map { $0.split(separator: "-").dropFirst().joined() }
        #expect(found.joined(separator: " ") == days)
    }

    /// Rules with times, most of them from RFC 5545, and their first days.
    @Test(arguments: [
        ("19970902T090000", "FREQ=DAILY;UNTIL=19970904T130000Z", "0902 0903 0904"),
        ("19970902T090000", "FREQ=DAILY;UNTIL=19970904T125959Z", "0902 0903"),
        ("19970902T090000", "FREQ=WEEKLY;INTERVAL=2;WKST=SU;UNTIL=19971010T000000Z", "0902 0916 0930"),
        ("19970901T090000", "FREQ=WEEKLY;INTERVAL=2;UNTIL=19970921T000000Z;WKST=SU;BYDAY=MO,WE,FR", "0901 0903 0905 0915 0917 0919"),
        ("19970907T090000", "FREQ=MONTHLY;INTERVAL=2;COUNT=4;BYDAY=1SU,-1SU", "0907 0928 1102 1130"),
        ("19970910T090000", "FREQ=MONTHLY;INTERVAL=18;COUNT=3;BYMONTHDAY=10,11,12", "0910 0911 0912"),
        ("19970610T090000", "FREQ=YEARLY;COUNT=4;BYMONTH=6,7", "0610 0710 19980610 19980710"),
        ("19970310T090000", "FREQ=YEARLY;INTERVAL=2;COUNT=3;BYMONTH=1,2,3", "0310 19990110 19990210"),
        ("19970101T090000", "FREQ=YEARLY;INTERVAL=3;COUNT=4;BYYEARDAY=1,100,200", "0101 0410 0719 20000101"),
        ("19971231T090000", "FREQ=YEARLY;COUNT=3;BYYEARDAY=-1,-366", "1231 19981231 19991231"),
        ("19970519T090000", "FREQ=YEARLY;COUNT=2;BYDAY=20MO", "0519 19980518"),
        ("19970512T090000", "FREQ=YEARLY;COUNT=3;BYWEEKNO=20;BYDAY=MO", "0512 19980511 19990517"),
        ("19961230T090000", "FREQ=YEARLY;COUNT=3;BYWEEKNO=1;BYDAY=MO", "19961230 1229 19990104"),
        ("19970313T090000", "FREQ=YEARLY;COUNT=4;BYMONTH=3;BYDAY=TH", "0313 0320 0327 19980305"),
        ("19970902T090000", "FREQ=MONTHLY;COUNT=2;BYDAY=FR;BYMONTHDAY=13", "0902 19980213"),
        ("19961105T090000", "FREQ=YEARLY;INTERVAL=4;COUNT=2;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", "19961105 20001107"),
        ("19970904T090000", "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "0904 1007 1106"),
        ("20240229T090000", "FREQ=YEARLY;COUNT=2", "20240229 20280229"),
        ("19970902T090000", "FREQ=DAILY;COUNT=3;BYHOUR=9,21", "0902 0902 0903"),
        ("19970902T090000", "FREQ=HOURLY;INTERVAL=12;COUNT=4", "0902 0902 0903 0903"),
        ("19970902T090000", "FREQ=HOURLY;BYHOUR=9;BYMINUTE=0,30;BYDAY=TU;COUNT=3", "0902 0902 0909"),
        ("19970902T090000", "FREQ=MINUTELY;INTERVAL=900;COUNT=3", "0902 0903 0903"),
        ("19970902T090000", "FREQ=SECONDLY;INTERVAL=43200;BYSECOND=0;COUNT=3", "0902 0902 0903"),
    ])
    func rulesWithTimes(_ start: String, _ rule: String, _ expected: String) throws {
        // The tenth year after the first event is the last one.
        let first = 852_076_800 - 366.0 * 86_400
        let lines = "DTSTART;TZID=America/New_York:\(start)\nRRULE:\(rule)"
        let from = start.hasPrefix("2024") ? 1_704_067_200 : first
        let document = try document("BEGIN:VEVENT\n\(lines)\nEND:VEVENT", days: 3650, from: from, zone: "America/New_York")
        let found = try events(document).compactMap { $0["day"]?.string?.replacing("-", with: "") }
        #expect(found.map { $0.hasPrefix("1997") ? String($0.dropFirst(4)) : $0 }.joined(separator: " ") == expected)
    }

    /// A change of a recurrence and all later ones.
    @Test func lastingChanges() throws {
        let master = "BEGIN:VEVENT\nUID:a\nSUMMARY:A\nDTSTART:20260105T090000Z\nRRULE:FREQ=DAILY;COUNT=5\nEND:VEVENT\n"
        let later =
            "BEGIN:VEVENT\nUID:a\nSUMMARY:B\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260107T090000Z\nDTSTART:20260107T110000Z\nEND:VEVENT\n"
        let again =
            "BEGIN:VEVENT\nUID:a\nSUMMARY:C\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260109T090000Z\nDTSTART:20260110T090000Z\nEND:VEVENT\n"
        let document = try document(again + master + later)
        #expect(
            try events(document).map { "\($0["summary"]?.string ?? "") \($0["start"]?.string?.dropFirst(8).prefix(5) ?? "")" } == [
                "A 05T09", "A 06T09", "B 07T11", "B 08T11", "C 10T09",
            ])
    }

    /// The time of day stays over the changes of the clock.
    @Test func recurrencesKeepTheirTime() throws {
        let starts = try starts("DTSTART;TZID=Europe/Berlin:20250101T023000\nRRULE:FREQ=DAILY", days: 3, from: 1_774_656_000)
        // On 29 March there is no half past two.
        #expect(starts == ["2026-03-28T01:30:00Z", "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z"])
    }

    @Test(arguments: [
        ("EXDATE;TZID=Europe/Berlin:20260106T090000,20260107T090000", ["05", "08", "09"]),
        ("EXDATE:20260106T080000Z", ["05", "07", "08", "09"]),
        ("EXDATE;VALUE=DATE:20260105", ["06", "07", "08", "09"]), ("RDATE:20260111T080000Z", ["05", "06", "07", "08", "09", "11"]),
        ("RDATE;VALUE=PERIOD:20260111T080000Z/PT1H", ["05", "06", "07", "08", "09", "11"]), ("STATUS:CANCELLED", []),
    ])
    func exceptions(_ line: String, _ days: [String]) throws {
        let starts = try starts("DTSTART;TZID=Europe/Berlin:20260105T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=5\n\(line)")
        #expect(starts == days.map { "2026-01-\($0)T08:00:00Z" })
    }

    /// A changed recurrence replaces its original, also outside of the window, and a cancelled one removes it.
    @Test func changedRecurrences() throws {
        let master = "BEGIN:VEVENT\nUID:a\nSUMMARY:A\nDTSTART:20260105T090000Z\nRRULE:FREQ=DAILY;COUNT=4\nEND:VEVENT\n"
        let moved = "BEGIN:VEVENT\nUID:a\nSUMMARY:B\nRECURRENCE-ID:20260106T090000Z\nDTSTART:20260106T150000Z\nEND:VEVENT\n"
        let cancelled =
            "BEGIN:VEVENT\nUID:a\nRECURRENCE-ID;TZID=Europe/Berlin:20260107T100000\nDTSTART:20260107T090000Z\nSTATUS:CANCELLED\nEND:VEVENT\n"
        let away = "BEGIN:VEVENT\nUID:a\nRECURRENCE-ID:20260108T090000Z\nDTSTART:20270108T090000Z\nEND:VEVENT\n"
        let document = try document(moved + master + cancelled + away)
        #expect(
            try events(document).map { "\($0["summary"]?.string ?? "") \($0["start"]?.string ?? "")" } == [
                "A 2026-01-05T09:00:00Z", "B 2026-01-06T15:00:00Z",
            ])
    }

    /// Events that have begun, and those that have ended.
    @Test(arguments: [
        ("DTSTART:20260104T230000Z\nDTEND:20260105T010000Z", 1), ("DTSTART:20260104T220000Z\nDTEND:20260105T000000Z", 0),
        ("DTSTART:20260105T000000Z", 1), ("DTSTART:20260104T235959Z", 0), ("DTSTART:20260206T000000Z", 0),
        ("DTSTART;VALUE=DATE:20251220\nDTEND;VALUE=DATE:20260110", 1),
        ("DTSTART:20251220T000000Z\nDTEND:20260110T000000Z\nRRULE:FREQ=YEARLY", 1),
    ])
    func theWindow(_ lines: String, _ count: Int) throws {
        #expect(try starts(lines, days: 31, zone: "UTC").count == count)
    }

    @Test func todos() throws {
        let document = try document(
            "BEGIN:VTODO\nSUMMARY:Buy milk\nDUE;VALUE=DATE:20260110\nPRIORITY:1\nSTATUS:NEEDS-ACTION\nEND:VTODO\nBEGIN:VTODO\nSUMMARY:Done\nCOMPLETED:20260101T080000Z\nEND:VTODO",
            zone: "UTC")
        let todos = try elements(document, "todos")
        #expect(todos.map { $0["done"]?.bool } == [false, true])
        #expect(todos.first?["due"]?.string == "2026-01-10T00:00:00Z" && todos.first?["priority"]?.number == 1)
    }

    @Test(arguments: [
        ("", "the answer is empty"), ("<html>", "the answer is a page, not a calendar"), ("{}", "there is no VCALENDAR in it"),
    ])
    func noCalendar(_ text: String, _ reason: String) {
        let error = #expect(throws: CalendarDocument.Failure.self) {
            _ = try CalendarDocument(parsing: text, window: CalendarDocument.Window(start: 0, end: 1), zone: "UTC")
        }
        #expect(error?.reason == reason)
    }

    /// Rules with more recurrences or periods than are searched: they leave the other events of the calendar alone.
    @Test(arguments: [
        ("FREQ=SECONDLY", 1000), ("FREQ=MINUTELY", 1000), ("FREQ=SECONDLY;COUNT=1000000000", 0),
        ("FREQ=MINUTELY;BYHOUR=9;BYMINUTE=0", 31), ("FREQ=SECONDLY;BYHOUR=9;BYMINUTE=0;BYSECOND=0", 31),
        ("FREQ=MINUTELY;INTERVAL=7;BYMONTH=3", 0), ("FREQ=SECONDLY;INTERVAL=7;BYMONTHDAY=9;BYHOUR=0;BYMINUTE=0", 9),
    ])
    func denseRules(_ rule: String, _ count: Int) throws {
        let dense = "BEGIN:VEVENT\nSUMMARY:dense\nDTSTART:20250101T000000Z\nRRULE:\(rule)\nEND:VEVENT\n"
        let text = String(repeating: dense, count: 3) + "BEGIN:VEVENT\nSUMMARY:other\nDTSTART:20260110T120000Z\nEND:VEVENT\n"
        let summaries = try elements(document(text, days: 31, zone: "UTC"), "events").map { $0["summary"]?.string }
        #expect(summaries.count { $0 == "other" } == 1)
        #expect(summaries.count { $0 == "dense" } == 3 * count)
    }

    /// Documents whose events would take for ever, or for ever more memory.
    @Test(arguments: [
        (
            String(repeating: "BEGIN:VEVENT\nDTSTART:20000101T000000Z\nRRULE:FREQ=DAILY;COUNT=1000000000\nEND:VEVENT\n", count: 2000),
            "too long to compute"
        ),
        (String(repeating: "BEGIN:VEVENT\nDTSTART:20000101T000000Z\nRRULE:FREQ=DAILY\nEND:VEVENT\n", count: 300), "more than 5000 events"),
        (String(repeating: "BEGIN:X\n", count: 50), "nested more than 8 deep"),
    ])
    func limits(_ lines: String, _ reason: String) {
        let error = #expect(throws: CalendarDocument.Failure.self) { try document(lines) }
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }
}
