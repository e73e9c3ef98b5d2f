import FoundationEssentials
import SubdialDocuments
import SubdialExpressions
import SubdialKinds
import SubdialTimeline
import Testing

/// The pictures that a document may name: those of another machine name none of this machine's files.
@Suite struct PictureRuleTests {
    private static let web = "source: { url: https://a.example }"
    private static let both = "sources: { net: { mqtt: a/b }, own: { file: own.json } }"

    private func result(_ kind: String, _ documents: [String: String], with values: [String: Value] = [:]) throws -> EntryMaker.Result {
        let kind = try Kind(kind + "\n", name: "k", file: "kind.yaml")
        let parsed = try documents.mapValues { Value(try JSONValue(parsing: $0)) }
        return try EntryMaker(kind, KindValues(values, of: kind)).entries(of: parsed, received: Date(timeIntervalSince1970: 0))
    }

    @Test(arguments: [
        "/etc/passwd", "file:///etc/passwd", "file:/etc/passwd", "secret.png", "./secret.png", "../secret.png", "~/secret.png", "FILE:///x",
        "//x/y",
        "icons/../../x.png", "ftp://a/x", "data:x",
    ])
    func aDocumentOfAnotherMachineNamesNoFile(_ location: String) throws {
        for source in [
            Self.web, "source: { mqtt: a/b }", "source: { console: 'tcp://a' }", "sources: { data: { url: https://a }, x: { file: y } }",
        ] {
            // The field is required, and the entry is there nevertheless.
            let result = try result(
                "\(source)\nfields: { n: 1, icon: { type: image } }", ["data": #"{"n":1,"icon":"\#(location)"}"#, "x": "{}"])
            #expect(result.entries.first?.fields.pictures.isEmpty == true && result.entries.first?.fields.values["n"] == 1)
            #expect(result.refusedPictures.first?.hasPrefix("fields.icon: '\(location)' is a file of this machine") == true)
        }
    }

    @Test(arguments: [
        "source: { static: {} }", "source: { file: a.json }", "source: { command: [./a] }", "source: { stdin: true }",
        "source: { match: '' }",
        "source: { library: recent }",
    ])
    func aDocumentOfThisMachineNamesFiles(_ source: String) throws {
        let result = try result("\(source)\nfields: { icon: { type: image } }", ["data": #"{"icon":"/covers/a.png"}"#])
        #expect(result.entries.first?.fields.pictures["icon"]?.location == "/covers/a.png" && result.refusedPictures.isEmpty)
    }

    /// What `kind.yaml` or the user names is not named by a document.
    @Test(
        arguments: [
            (web, "{ type: image, map: { \"0\": sun.png, default: /icons/cloud.png } }", #"{"icon":0}"#, "sun.png"),
            (web, "{ type: image, map: { \"0\": sun.png, default: /icons/cloud.png } }", #"{"icon":"/etc/x"}"#, "/icons/cloud.png"),
            (web, "{ type: image, default: none.png }", "{}", "none.png"), (web, "{ type: image, from: logo.png }", "{}", "logo.png"),
            (web, "{ type: image, from: \"{{ path }}\" }", "{}", "/home/me/x.png"),
            (web, "{ type: image, from: \"icons/{{ data.icon }}.png\" }", #"{"icon":"a/b"}"#, "icons/a/b.png"),
            (web, "{ type: image, from: \"icons/{{ data.icon }}.png\" }", #"{"icon":"../b"}"#, nil),
            (web, "{ type: image, from: \"icon-{{ data.icon }}.png\" }", #"{"icon":"b"}"#, "icon-b.png"),
            (web, "{ type: image, from: \"icon-{{ data.icon }}.png\" }", #"{"icon":"/../b"}"#, nil),
            (web, "{ type: image, from: \"/{{ data.icon }}\" }", #"{"icon":"etc/x"}"#, nil),
            (web, "{ type: image, from: \"file://{{ data.icon }}\" }", #"{"icon":"/etc/x"}"#, nil),
            (web, "{ type: image, from: \"{{ concat(path, data.icon) }}\" }", #"{"icon":"x"}"#, nil),
            (web, "{ type: image, from: \"{{ data.icon }}\" }", #"{"icon":"https://b.example/x.png"}"#, "https://b.example/x.png"),
            (both, "{ type: image, from: \"{{ own.icon }}\" }", #"{"icon":"/own.png"}"#, "/own.png"),
            (both, "{ type: image, from: \"{{ own.icon ?? net.icon }}\" }", #"{"icon":"/own.png"}"#, nil),
            (both, "{ type: image }", #"{"icon":"/own.png"}"#, nil),
        ] as [(String, String, String, String?)])
    func aNameOfTheKindIsPermitted(_ source: String, _ field: String, _ document: String, _ location: String?) throws {
        let result = try result(
            "parameters: { path: /home/me/x.png }\n\(source)\nfields: { icon: \(field) }",
            ["data": document, "net": document, "own": document])
        #expect(result.entries.first?.fields.pictures["icon"]?.location == location)
        #expect(result.refusedPictures.isEmpty == (location != nil))
    }

    /// Templates read pictures in lists and maps too.
    @Test func picturesInsideOfValuesAreNoFiles() throws {
        let result = try result(
            """
            \(Self.web)
            fields:
              rows: { of: { title: text, cover: image, mark: { type: image, map: { default: mark.png } } }, sample: [] }
              any: { type: list, of: any, sample: [] }
              images: { type: list, of: image, sample: [] }
              again: { type: image, from: "{{ rows[0].cover }}", optional: true }
            """,
            [
                "data":
                    #"{"rows":[{"title":"/a","cover":"/b","mark":"/c"}],"any":[{"artwork":"/d","x":"/e"},[{"artwork":"https://f"}]],"images":["/g","https://h"]}"#
            ])
        let entry = try #require(result.entries.first)
        #expect(entry.fields.values["rows"] == [["title": "/a", "cover": .missing, "mark": "mark.png"]])
        #expect(entry.fields.values["any"] == [["artwork": .missing, "x": "/e"], [["artwork": "https://f"]]])
        #expect(entry.fields.values["images"] == [.missing, "https://h"] && entry.fields.pictures["again"] == nil)
        #expect(result.refusedPictures.count == 3)
    }
}
