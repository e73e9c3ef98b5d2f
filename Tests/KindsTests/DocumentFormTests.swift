import FoundationEssentials
import SubdialExpressions
import SubdialKinds
import Testing

/// Tests of documents from other programs.
@Suite struct DocumentFormTests {
    @Test(
        arguments: [
            (.json, #"{"a":[1,2.5,null]}"#, ["a": [1, 2.5, .missing]]), (.jsonl, "1\n\n{\"b\":2}\n", [1, ["b": 2]]),
            (.text, "hello\nyou\n", "hello\nyou"), (.lines, "a\r\nb\n", ["a", "b"]),
            (.columns, "cpu  1 2\nbtime 5\n", [["cpu", "1", "2"], ["btime", "5"]]),
            (.csv, "name,size\r\n\"a \"\"b\"\", c\",5\r\nd,\r\n", [["name": "a \"b\", c", "size": "5"], ["name": "d", "size": ""]]),
            (.csv, "", []), (.lines, "", []), (.json, "\u{FEFF}[1]", [1]), (.xml, "<a><b>1</b></a>", ["b": "1"]),
            (.rss, "<rss><channel><title>T</title></channel></rss>", Self.emptyFeed),
            (.ical, "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", ["name": .missing, "events": [], "todos": []]),
        ] as [(DocumentFormat, String, Value)])
    func values(_ format: DocumentFormat, _ text: String, _ expected: Value) throws {
        #expect(try DocumentForm(format).value(of: Array(text.utf8), DocumentForm.Arrival(date: .distantPast)) == expected)
    }

    private static let emptyFeed: Value = [
        "title": "T", "link": .missing, "summary": .missing, "date": .missing, "image": .missing, "items": [],
    ]

    /// The settings of formats, in a source of `kind.yaml`.
    @Test(
        arguments: [
            ("format: csv, separator: ';'", "a;b\n1;2", [["a": "1", "b": "2"]]),
            ("format: csv, header: false", "a,b\n1,2", [["a", "b"], ["1", "2"]]),
            ("format: csv, header: 2, separator: tab", "title\na\tb\n1\t2", [["a": "1", "b": "2"]]), ("format: csv, header: 9", "a\n1", []),
            ("format: columns, header: true", "A  B\n1  2\n", [["A": "1", "B": "2"]]),
            ("format: columns, header: 2", "x\nA  B\n1  2", [["A": "1", "B": "2"]]),
            ("format: xml, lists: b", "<a><b>1</b></a>", ["b": ["1"]]), ("format: text, charset: iso-8859-1", "ä", "Ã¤"),
        ] as [(String, String, Value)])
    func settings(_ keys: String, _ text: String, _ expected: Value) throws {
        let kind = try Kind("source: { file: a, \(keys) }\nfields: { n: { from: 1 } }", name: "k", file: "k/kind.yaml")
        #expect(try kind.sources[0].document(of: Array(text.utf8), DocumentForm.Arrival(date: .distantPast)) == expected)
    }

    /// A calendar has the events of its window, and the zone of the source before its own.
    @Test func aCalendarHasAWindow() throws {
        let kind = try Kind(
            "source: { file: a, format: ical, window: { before: 0s, after: 2d }, zone: Asia/Tokyo }\nfields: { n: 1 }", name: "k",
            file: "k/kind.yaml")
        let text =
            "BEGIN:VCALENDAR\nX-WR-TIMEZONE:Europe/Berlin\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:20260101\nRRULE:FREQ=DAILY\nEND:VEVENT\nEND:VCALENDAR"
        let arrival = DocumentForm.Arrival(date: Date(timeIntervalSince1970: 1_767_571_200), zone: "UTC")
        let document = try kind.sources[0].document(of: Array(text.utf8), arrival)
        let days = try Expression("concat(data.events[0].day, ' ', data.events[2].day, ' ', count(data.events))")
        #expect(try days.evaluate(in: DictionaryScope(["data": document])) == "2026-01-05 2026-01-07 3")
    }

    @Test(arguments: [
        (DocumentFormat.xml, "", "document: the answer is empty"),
        (.xml, "<a>", "document: this is not XML: 1:4: no element found; there is <a>"),
        (
            .rss, "<html/>",
            "document: this is neither RSS nor Atom, but an XML document with the element 'html'; read it with 'format: xml'"
        ),
        (.ical, "{}", "document: there is no VCALENDAR in it; there is {}"),
        (
            .json, "<?xml version='1.0'?><a/>",
            "document: the answer is XML, not JSON; read it with 'format: xml' or 'rss'; there is <?xml version='1.0'?><a/>"
        ),
    ])
    func otherDocuments(_ format: DocumentFormat, _ text: String, _ message: String) {
        let error = #expect(throws: KindError.self) {
            try DocumentForm(format).value(of: Array(text.utf8), DocumentForm.Arrival(date: .distantPast))
        }
        #expect(error?.description == message)
    }

    @Test(arguments: [
        ("", "document: the answer is empty"), ("  \n", "document: the answer is empty"),
        ("<!DOCTYPE html><p>Log in</p>", "document: the answer is a page, not JSON; there is <!DOCTYPE html><p>Log in</p>"),
        ("{\"a\":NaN}", "document: this is not JSON: 1:6: a value should stand here; there is {\"a\":NaN}"),
    ])
    func noJSON(_ text: String, _ message: String) {
        let error = #expect(throws: KindError.self) {
            try DocumentForm(.json).value(of: Array(text.utf8), DocumentForm.Arrival(date: .distantPast))
        }
        #expect(error?.description == message)
    }
}
