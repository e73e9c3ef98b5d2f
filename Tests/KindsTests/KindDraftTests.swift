import Foundation
import SubdialDocuments
import Testing

@testable import SubdialKinds

/// Kinds that are drafted from documents.
@Suite struct KindDraftTests {
    private static let date = Date(timeIntervalSince1970: 1_780_000_000)

    private func draft(_ document: String, named file: String = "x.json") throws -> KindDraft {
        try KindDraft(
            name: "my-garden", source: .file("/data/\(file)"), DraftDocument(Array(document.utf8), named: file, received: Self.date))
    }

    private func text(_ draft: KindDraft) throws -> String { try #require(draft.files.first { $0.name == "kind.yaml" }).text }

    /// The lines of the fields.
    private func fields(_ document: String, named file: String = "x.json") throws -> [String] {
        let lines = try text(draft(document, named: file)).split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex(of: "fields:"))
        return lines[(start + 1)...].prefix { !$0.isEmpty }.map(String.init)
    }

    @Test(arguments: [
        // Types by value and by name
        (
            #"{"t":21.5,"on":true,"name":"Attic"}"#,
            [
                "  t: { type: number, optional: true, sample: 21.5 }", "  on: { type: bool, optional: true, sample: true }",
                #"  name: { type: text, optional: true, sample: "Attic" }"#,
            ]
        ),
        (
            #"{"updated":1780000000,"sunset_time":1780000000000,"count":1780000000}"#,
            [
                "  updated: { type: date, epoch: s, optional: true, sample: 1780000000 }",
                "  sunset_time: { type: date, epoch: ms, optional: true, sample: 1780000000000 }",
                "  count: { type: number, optional: true, sample: 1780000000 }",
            ]
        ),
        (
            #"{"when":"2026-06-01T04:00:00Z","year":"2026","icon":"https://a.example/i.png?x=1","page":"https://a.example/"}"#,
            [
                #"  when: { type: date, optional: true, sample: "2026-06-01T04:00:00Z" }"#,
                #"  year: { type: text, optional: true, sample: "2026" }"#,
                #"  icon: { type: image, optional: true, sample: "https://a.example/i.png?x=1" }"#,
                #"  page: { type: url, optional: true, sample: "https://a.example/" }"#,
            ]
        ),
        // Objects, names that expressions cannot have, and names that two have
        (
            #"{"now":{"t-2m":1},"old":{"t-2m":2},"2nd":3,"":4,"age":5}"#,
            [
                #"  t_2m: { type: number, from: "{{ data.now[\"t-2m\"] }}", optional: true, sample: 1 }"#,
                #"  t_2m_2: { type: number, from: "{{ data.old[\"t-2m\"] }}", optional: true, sample: 2 }"#,
                #"  nd: { type: number, from: "{{ data[\"2nd\"] }}", optional: true, sample: 3 }"#,
                #"  value: { type: number, from: "{{ data[\"\"] }}", optional: true, sample: 4 }"#,
                #"  age_value: { type: number, from: "{{ data.age }}", optional: true, sample: 5 }"#,
            ]
        ),
        // Lists, and what becomes no field
        (
            #"{"h":[1,2.5,null],"mixed":[1,"a"],"none":[],"nothing":null}"#,
            [
                "  h: { type: list, of: number, optional: true, sample: [1,2.5] }",
                "  # Not a field yet: data.mixed, data.none, data.nothing",
            ]
        ),
        (
            #"[{"id":1,"na me":"A","at":null},{"id":2,"na me":"B"}]"#,
            [
                "  items:", "    type: list", #"    from: "{{ data }}""#, "    optional: true", "    of:", "      id: number",
                #"      na_me: { type: text, from: "{{ item[\"na me\"] }}" }"#, #"    sample: [{"id":1,"na_me":"A"},{"id":2,"na_me":"B"}]"#,
            ]
        ),
    ])
    func fieldsOfADocument(_ document: String, _ expected: [String]) throws { #expect(try fields(document) == expected) }

    @Test(arguments: [
        ("a;b\n1;2\n", "data.csv", "  format: csv\n  separator: \";\"\n"), ("a\tb\n1\t2\n", "x", "  format: csv\n  separator: tab\n"),
        ("a,b\n\"1,5\",2\n", "x.csv", "  format: csv\n"), ("{\"a\":1}\n{\"a\":2}\n", "log", "  format: jsonl\n"),
        ("<root><a>1</a></root>", "x", "  format: xml\n"),
        ("<?xml version=\"1.0\"?><rss><channel><title>T</title></channel></rss>", "x", "  format: rss\n"),
        (
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260529T120000Z\r\nSUMMARY:S\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
            "x", "  format: ical\n"
        ),
        ("one\ntwo\n", "x.txt", "  format: lines\n"), ("42\n", "temperature", "  format: text\n"),
    ])
    func formatOfADocument(_ document: String, _ file: String, _ expected: String) throws {
        let kind = try text(draft(document, named: file))
        #expect(kind.contains("source:\n  file: \"/data/\(file)\"\n\(expected)\n"), "\(kind)")
        _ = try Kind(kind, name: "my-garden", file: "kind.yaml")
    }

    /// A kind of any document is valid, also with names and texts that try to be something else.
    @Test(arguments: [
        #"{"a\nfeed: x":"{{ b }}","b":"\"}\n# x","{{":"\u001b[31m","data":1,"item":2,"row":3,"true":4,"index":5}"#,
        #"[[1,2],[3]]"#, #"[1,2,3]"#, #""text""#, "17", #"{"a":{"b":{"c":{"d":{"e":{"f":1}}}}},"z":1}"#,
        #"{"x":1e300,"y":-0.0,"z":18446744073709551615}"#,
        #"{"rows":[{"row":1,"item":2,"in":"x"},{}],"days":["Mo","Tu"]}"#,
    ])
    func anyDocumentGivesAValidKind(_ document: String) throws {
        guard let draft = try? draft(document) else {
            // A list of lists has no field.
            #expect(document.hasPrefix("[["))
            return
        }
        let kind = try Kind(text(draft), name: "my-garden", file: "kind.yaml")
        #expect(kind.title == "My garden" && kind.warnings.isEmpty)
    }

    /// Texts of a table that are numbers become numbers; codes, and texts of JSON, stay texts.
    @Test func numbersOfATable() throws {
        #expect(
            try fields("name;price;code\nFig;1.20;007\n", named: "x.csv")
                == [
                    "  items:", "    type: list", #"    from: "{{ data }}""#, "    optional: true", "    of:", "      code: text",
                    "      name: text",
                    "      price: number", #"    sample: [{"code":"007","name":"Fig","price":1.2}]"#,
                ])
        #expect(try fields(#"{"year":"2026"}"#) == [#"  year: { type: text, optional: true, sample: "2026" }"#])
    }

    /// The line shows the most telling number, by the words of its name.
    @Test(arguments: [
        (#"{"lat":1,"wind":3,"waterTemp_2m":4}"#, "waterTemp_2m"), (#"{"latitude":1,"relative_length":2}"#, "relative_length"),
        (#"{"country_code":1,"account":2,"stop_count":3}"#, "stop_count"),
    ])
    func theLineShowsWhatTells(_ document: String, _ name: String) throws {
        #expect(try text(draft(document)).contains("feed: { text: \"{{ \(name) == null"))
    }

    /// Units of other values are no fields, but parts of theirs.
    @Test func unitsBelongToOtherFields() throws {
        let lines = try fields(
            #"{"current_units":{"time":"iso8601","t":"°C","code":"wmo code"},"current":{"time":"2026-01-08T12:00","t":12,"code":3}}"#
        )
        #expect(
            lines == [
                #"  time: { type: date, from: "{{ data.current.time }}", optional: true, sample: "2026-01-08T12:00" }"#,
                #"  t: { type: number, from: "{{ data.current.t }}", unit: "°C", optional: true, sample: 12 }"#,
                #"  code: { type: number, from: "{{ data.current.code }}", optional: true, sample: 3 }"#,
            ])
        // Units of nothing are named, and are no units of what is in another object.
        let alone = try fields(#"{"temp":21,"units":{"temp":"°C"},"sales_units":{"sold":5}}"#)
        #expect(alone == [#"  temp: { type: number, optional: true, sample: 21 }"#, "  # Not a field yet: data.units, data.sales_units"])
        // A unit that would end the text of an expression is left out.
        let broken = #"{"a_units":{"t":"' }}"},"a":{"t":12}}"#
        #expect(try fields(broken) == [#"  t: { type: number, from: "{{ data.a.t }}", optional: true, sample: 12 }"#])
        let line = try text(draft(#"{"a_units":{"temp":"°C"},"a":{"temp":12}}"#))
        #expect(line.contains(#"feed: { text: "{{ temp == null ? '–' : concat(round(temp * 10) / 10, ' °C') }}" }"#), "\(line)")
        let hourly = try fields(#"{"hourly_units":{"t":"°C"},"hourly":{"time":[1780000000],"t":[12]}}"#)
        #expect(hourly.last == #"  t: { type: list, of: number, from: "{{ data.hourly.t }}", optional: true, sample: [12] }"#)
    }

    @Test(arguments: ["{}", "[]", "null", "[[]]", #"{"a":null}"#, "", " \n"]) func nothingToShowIsAnError(_ document: String) {
        #expect(throws: KindError.self) { try draft(document) }
    }

    @Test func whatIsBrokenIsNamed() {
        let error = #expect(throws: KindError.self) { try draft("{\"a\": }") }
        #expect("\(error.map { "\($0)" } ?? "")".contains("this is not JSON"))
    }
}
