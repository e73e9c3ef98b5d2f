import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// `subdial template`.
@Suite struct TemplateCommandTests {
    private static let families = [
        "systemSmall", "systemMedium", "systemLarge", "systemExtraLarge", "accessoryCircular", "accessoryRectangular", "accessoryInline",
        "accessoryCorner",
    ]
    private let playing = Repository.fixtureURL("entries/playing.json").path

    private func write(_ text: String, _ name: String, _ sandbox: Sandbox) throws {
        let folder = URL(filePath: sandbox.path(name)).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(toFile: sandbox.path(name), atomically: true, encoding: .utf8)
    }

    @Test func checkTellsEditorsWhere() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        try write("body:\n  HStack:\n    - Text: \"{{ titel }}\"\n      lineLimt: 1\n", "a.yaml", sandbox)
        try write("body: Spacer\n", "b.yaml", sandbox)
        let outcome = await sandbox.perform("template", "check", "--format", "json", "a.yaml", "b.yaml")
        #expect(outcome.status == 65)
        #expect(outcome.errors.isEmpty)
        let expected = """
            {"problems":[\
            {"file":"a.yaml","path":"body.HStack[0].Text","message":"there is no variable 'titel'; did you mean 'title'?","severity":"error",\
            "range":{"start":{"line":3,"column":17},"end":{"line":3,"column":22}}},\
            {"file":"a.yaml","path":"body.HStack[0].Text","message":"Text has no 'lineLimt'; did you mean 'lineLimit'?","severity":"error",\
            "range":{"start":{"line":4,"column":7},"end":{"line":4,"column":15}}}]}

            """
        #expect(outcome.output == expected)
        let fine = await sandbox.perform("template", "check", "--format", "json", "b.yaml")
        #expect(fine.status == 0 && fine.output == "{\"problems\":[]}\n")
    }

    @Test func checkGoesOnAfterAMissingFile() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        try write("body: Spacr\n", "a.yaml", sandbox)
        let outcome = await sandbox.perform("template", "check", "missing.yaml", "a.yaml")
        #expect(outcome.status == 66)
        #expect(
            outcome.errors == "subdial: missing.yaml: there is no such template\n"
                + "subdial: a.yaml:1:7: there is no element 'Spacr'; did you mean 'Spacer'? (at body)\n")
    }

    @Test func checkTellsWhatDevicesCut() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        let text = """
            body:
              VStack:
                - Text: "{{ title }}"
                  lineLimit: 1
                - Text: "{{ title }}, {{ artist }}, {{ album }}"
                  fixedSize: true
            """
        try write(text, "card/systemSmall.yaml", sandbox)
        try write(text, "card/part.yaml", sandbox)
        let outcome = await sandbox.perform("template", "check", "card/systemSmall.yaml", "card/part.yaml")
        #expect(outcome.status == 0)
        let line = outcome.errors.split(separator: "\n")
        #expect(line.count == 1)
        #expect(line[0].hasPrefix("subdial: card/systemSmall.yaml:5:7: warning: 'So What, Miles Davis, Kind of Blue' is cut in "))
        #expect(
            line[0].contains(" sizes that devices have, on iphone-se-1 at large for one: ") && line[0].hasSuffix("(at body.VStack[1].Text)")
        )
        let json = await sandbox.perform("template", "check", "--format", "json", "card/systemSmall.yaml")
        #expect(json.status == 0 && json.output.contains("\"severity\":\"warning\",\"range\":{\"start\":{\"line\":5,\"column\":7}"))
    }

    /// An invalid sample does not prevent the check of other files.
    @Test func checkGoesOnAfterASampleThatIsNone() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        try write("body: { Text: a, foreground: \"{{ title }}\" }\n", "bad/systemSmall.yaml", sandbox)
        try write("body: Spacr\n", "worse.yaml", sandbox)
        let outcome = await sandbox.perform("template", "check", "--format", "json", "bad/systemSmall.yaml", "worse.yaml")
        #expect(outcome.status == 65)
        #expect(outcome.output.contains("'So What' is not a colour") && outcome.output.contains("Spacr"), "\(outcome.output)")
    }

    @Test func workersTellWhatIsCut() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try write("body:\n  Text: \"wide wide wide wide wide wide wide wide wide wide wide\"\n  fixedSize: true\n", "wide.yaml", sandbox)
        let outcome = try sandbox.run(
            "render", "--template", "wide.yaml", "--family", "systemSmall", "--device", "all", "--jobs", "2", "--entry", playing, "-o",
            "out/")
        #expect(outcome.status == 0)
        #expect(
            outcome.errors.split(separator: "\n").allSatisfy {
                $0.contains("/systemSmall-dark.png: 'wide wide") && $0.contains(" is cut: ")
            })
        #expect(outcome.errors.split(separator: "\n").count > 16)
    }

    @Test func expandEvaluatesEveryExpression() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        try write(
            """
            background: "{{ dark ? '#102030' : 'white' }}"
            body:
              HStack:
                - Text: "{{ uc(title) }}"
                  font: { style: headline, weight: bold }
                  id: name
                - Timer: { from: "{{ started }}", to: "{{ ends }}" }
                - Image: play.fill
                  intent: playPause
                  if: playing
                - Text: never
                  if: stopped
              spacing: 4
              padding: 2
            """, "systemSmall.yaml", sandbox)
        let outcome = await sandbox.perform("template", "expand", "systemSmall.yaml", "--entry", playing)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            outcome.output == """
                background: #102030
                body:
                  - HStack center spacing=4 { padding: 2 2 2 2, padding: 16 16 16 16 }
                    - Text "SO WHAT" font=headline/bold primary #name
                    - Text "1:44" font=body/monospacedDigit primary lineLimit=1 widest="9:22"
                    - Image play.fill font=body primary { intent: playPause }

                """)
        let layout = await sandbox.perform("template", "layout", "systemSmall.yaml", "--entry", playing)
        #expect(layout.output.contains("Text #name ("))
        #expect(layout.lines.allSatisfy { $0.contains("(") })
    }

    /// A line break of a text breaks the line, within the limit of lines; in a family of one line it is a space.
    @Test(arguments: [
        ("systemSmall.yaml", #""a\nb""#, "", " lines=2"), ("systemSmall.yaml", #""a\r\nb\u2028c""#, "", " lines=3"),
        ("systemSmall.yaml", #""a\nb""#, "lineLimit: 1", " truncated"),
        ("systemSmall.yaml", #""a\nb\nc""#, "lineLimit: 2", " lines=2 truncated"),
        ("accessoryInline.yaml", #""a\nb""#, "", " \"a b\""), ("systemSmall.yaml", "|\n    a\n    b\n", "", " lines=2"),
    ])
    func lineBreaksBreakLines(_ file: String, _ text: String, _ limit: String, _ end: String) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        try write("body:\n  Text: \(text)\n  \(limit)\n", file, sandbox)
        let layout = await sandbox.perform("template", "layout", file, "--entry", playing)
        #expect(layout.status == 0, "\(layout.errors)")
        #expect(layout.output.hasSuffix("\(end)\n"), "\(layout.output)")
    }

    /// An independent validator accepts the shipped templates, and rejects a wrong word.
    @Test func theSchemaFitsTheTemplates() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        let schema = await sandbox.perform("template", "schema")
        #expect(schema.status == 0)
        try write(schema.output, "schema.json", sandbox)
        try write(await sandbox.perform("kind", "schema").output, "kind.json", sandbox)
        try write("fields: { a: 1 }\nsorce: { static: {} }\n", "wrong/kind.yaml", sandbox)
        try write("body:\n  Text: a\n  lineLimt: 1\n", "wrong.yaml", sandbox)
        try write("body:\n  Txt: a\n", "unknown.yaml", sandbox)
        try write(
            """
            import glob, json, sys, yaml, jsonschema
            def validator(file): return jsonschema.Draft202012Validator(json.load(open(file)))
            template, kind = validator("schema.json"), validator("kind.json")
            for name in sys.argv[1:]:
                if not (kind if name.endswith("/kind.yaml") else template).is_valid(yaml.safe_load(open(name))): print(name)
            """, "validate.py", sandbox)
        let folder = Repository.root.appending(path: "Templates").path
        let shipped = try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
            $0.hasSuffix(".yaml") && $0.contains("/") && !$0.hasPrefix("themes/") && !$0.hasPrefix("strings/")
        }.map { "\(folder)/\($0)" }
        #expect(shipped.count > 30)
        let process = Process()
        process.executableURL = URL(filePath: Tool.python)
        process.arguments = ["validate.py"] + shipped + ["wrong.yaml", "unknown.yaml", "wrong/kind.yaml"]
        process.currentDirectoryURL = sandbox.folder
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.runUnblocked()
        let invalid = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(invalid == "wrong.yaml\nunknown.yaml\nwrong/kind.yaml\n")
    }

    @Test(arguments: families) func aStarterIsRightAndDraws(_ family: String) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        let file = "\(family).yaml"
        #expect(await sandbox.perform("template", "new", file).status == 0)
        #expect(await sandbox.perform("template", "check", file).status == 0)
        for entry in ["playing", "stopped", "long"] {
            let outcome = await sandbox.perform(
                "render", "--template", file, "--family", family, "--scale", "1", "--entry",
                Repository.fixtureURL("entries/\(entry).json").path, "-o", "\(entry).png")
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        let before = FileManager.default.contents(atPath: sandbox.path(file))
        let again = await sandbox.perform("template", "new", file)
        #expect(again.status == 74 && again.errors.contains("is there already"))
        #expect(FileManager.default.contents(atPath: sandbox.path(file)) == before)
    }
}
