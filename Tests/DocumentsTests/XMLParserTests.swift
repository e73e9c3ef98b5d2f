import SubdialDocuments
import Testing

/// XML documents as values.
@Suite struct XMLParserTests {
    private func json(_ text: String, lists: Set<String> = []) throws -> JSONValue { try XMLParser.root(of: text).json(lists: lists) }

    @Test(
        arguments: [
            ("<a/>", ""), ("<a> b <!-- c --></a>", "b"), ("<a x='1'>b</a>", ["x": "1", "text": "b"]),
            ("<a><b>1</b><c>2</c></a>", ["b": "1", "c": "2"]), ("<a><b>1</b><b>2</b></a>", ["b": ["1", "2"]]),
            ("<a b='0'><b>1</b></a>", ["@b": "0", "b": "1"]), ("<a><n:b xmlns:n='u'>1</n:b></a>", ["n:b": ["xmlns:n": "u", "text": "1"]]),
            ("<a>&lt;&amp;&#233;&eacute;&nbsp;&bogus;<![CDATA[<i>&amp;]]></a>", "<&éé\u{A0}&bogus;<i>&amp;"),
            ("<?xml version=\"1.0\"?>\n<!DOCTYPE rss PUBLIC \"-//N\" \"http://127.0.0.1:1/x.dtd\"><a>b</a>", "b"),
        ] as [(String, JSONValue)])
    func values(_ text: String, _ expected: JSONValue) throws {
        #expect(try json(text) == expected)
    }

    @Test func aListMayHaveOneElement() throws {
        #expect(try json("<a><b>1</b></a>", lists: ["b"]) == ["b": ["1"]])
        #expect(try json("<a><b/></a>", lists: ["b"]) == ["b": [""]])
    }

    @Test(arguments: [
        ("<a>", "1:4: no element found"), ("<a></b>", "1:6: mismatched tag"), ("x", "1:1: syntax error"),
        ("<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "the document declares entities, which are not expanded"),
        ("<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>", "the document declares entities, which are not expanded"),
        (String(repeating: "<a>", count: 200), "elements are nested more than 100 deep"),
        ("<a>" + String(repeating: "<b/>", count: 200_001) + "</a>", "there are more than 200000 elements and attributes"),
    ])
    func refused(_ text: String, _ reason: String) {
        let error = #expect(throws: XMLParser.Failure.self) { try XMLParser.root(of: text) }
        #expect(error?.description.hasSuffix(reason) == true, "\(error?.description ?? "")")
    }
}
