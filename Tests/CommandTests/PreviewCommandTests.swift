import Foundation
import SubdialBasics
import SubdialDocuments
import SubdialDrawing
import SubdialHTTP
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// `subdial preview` as a process, from the view of an author after each save.
@Suite struct PreviewCommandTests {
    static let template = """
        background: "{{ palette.background }}"
        body:
          VStack:
            - Part: heading
            - Text: "{{ artist }}"
              id: artist
              foreground: secondary
          spacing: 2

        """
    static let heading = """
        body:
          Text: "{{ title }}"
          font: headline

        """

    /// A running preview.
    struct Preview {
        let address: String
        let folder: String
        let process: Process
        let sandbox: Sandbox
        let http = HTTPClient()

        func get(_ path: String, _ headers: [(String, String)] = [], method: HTTPRequest.Method = .get) async throws -> HTTPResponse {
            var request = HTTPRequest(method, url: address + path, timeout: .seconds(180))
            request.maximumBody = 32 << 20
            request.maximumRedirects = 0
            request.headers = headers.map { .init(name: $0, value: $1) }
            return try await http.send(request)
        }

        func json(_ path: String) async throws -> JSONValue { try JSONValue(parsing: try await get(path).body) }

        func post(_ body: String, _ headers: [(String, String)] = [], type: String = "application/json") async throws -> (Int, JSONValue) {
            var request = HTTPRequest(.post(body: Array(body.utf8), contentType: type), url: address + "/snapshot", timeout: .seconds(180))
            request.headers = headers.map { .init(name: $0, value: $1) }
            let response = try await http.send(request)
            return (response.status, try JSONValue(parsing: response.body))
        }

        /// Returns the events of a page that is opened now.
        func events() async throws -> Events {
            let events = Events(try await http.stream(HTTPRequest(url: address + "/events", timeout: .seconds(180))).makeAsyncIterator())
            _ = try await events.next("hello")
            return events
        }

        func path(_ name: String) -> String { "\(folder)/\(name)" }

        func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: URL(filePath: path(name))) }
    }

    /// The events that a page receives.
    final class Events {
        struct Ended: Error {}

        private var stream: HTTPStream.Iterator
        private var rest = ""

        init(_ stream: HTTPStream.Iterator) { self.stream = stream }

        /// Returns the data of the next event with a name.
        func next(_ name: String) async throws -> JSONValue {
            while true {
                while let end = rest.firstRange(of: "\n\n") {
                    let lines = rest[..<end.lowerBound].split(separator: "\n")
                    rest = String(rest[end.upperBound...])
                    guard lines.first == "event: \(name)", let data = lines.last?.dropFirst("data: ".count) else { continue }
                    return try JSONValue(parsing: String(data))
                }
                guard let bytes = try await stream.next() else { throw Ended() }
                rest += String(decoding: bytes, as: UTF8.self)
            }
        }
    }

    /// Runs `body` with `subdial preview` of `subject`, in a folder with a template, its part, and an entry.
    static func with(
        _ subject: String? = "systemSmall.yaml", _ arguments: [String] = [], files: [String: String] = [:],
        _ body: (Preview) async throws -> Void
    ) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let folder = sandbox.path("work")
        let entry = try String(contentsOf: Repository.fixtureURL("entries/playing.json"), encoding: .utf8)
        let written = ["systemSmall.yaml": template, "heading.yaml": heading, "entries/playing.json": entry].merging(files) { $1 }
        for (name, text) in written {
            let file = URL(filePath: "\(folder)/\(name)")
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let named = subject.map { $0.contains(".") || $0.hasPrefix("/") || written["\($0)/kind.yaml"] != nil ? "\(folder)/\($0)" : $0 }
        let process = LineReader(
            sandbox.process(
                ["preview"] + [named].compactMap { $0 } + ["--listen", "127.0.0.1:0"] + arguments.map { $0.replacing("WORK", with: folder) }
            ))
        try process.start()
        defer { process.stop() }
        let line = try await process.next()
        #expect(line.hasPrefix("preview at http://127.0.0.1:") && line.hasSuffix("/"))
        try await body(
            Preview(
                address: String(line.dropFirst("preview at ".count).dropLast()), folder: folder, process: process.process, sandbox: sandbox)
        )
    }

    private static let small = "family=systemSmall"

    // MARK: What is shown

    @Test func aPictureIsWhatRenderDraws() async throws {
        try await Self.with { (preview) async throws in
            let picture = try await preview.get("/picture.png?\(Self.small)&device=iphone-se-3&appearance=light&typeSize=xLarge")
            #expect(picture.status == 200 && picture.head.mediaType == "image/png")
            let drawn = try preview.sandbox.run(
                "render", "--family", "systemSmall", "--template", preview.path("systemSmall.yaml"), "--entry",
                preview.path("entries/playing.json"), "--device", "iphone-se-3", "--appearance", "light", "--type-size", "xLarge", "-o", "-"
            )
            #expect(drawn.status == 0)
            #expect(try PNG.decode(picture.body) == PNG.decode(drawn.bytes))
            let facts = try await preview.json("/picture.json?\(Self.small)&device=iphone-se-3&appearance=light&typeSize=xLarge")
            #expect(facts["ok"] == true && facts["width"] == 148 && facts["pixels"] == [296, 296])
            let tag = try #require(facts["etag"]?.string)
            #expect(picture.head["ETag"] == tag)
            let again = try await preview.get(
                "/picture.png?\(Self.small)&device=iphone-se-3&appearance=light&typeSize=xLarge", [("If-None-Match", tag)])
            #expect(again.status == 304)
        }
    }

    @Test func theProjectTellsWhatThereIsToChooseFrom() async throws {
        try await Self.with { (preview) async throws in
            let project = try await preview.json("/project.json")
            #expect(
                project["title"] == "systemSmall.yaml" && project["families"] == ["systemSmall"]
                    && project["entry"] == "entries/playing.json")
            #expect(project["suite"] == .null && project["problems"] == [])
            guard case .array(let entries)? = project["entries"] else { return #expect(Bool(false)) }
            #expect(entries.first == "entries/playing.json" && entries.contains("examples/paused.json"))
        }
        try await Self.with(nil) { (preview) async throws in
            let project = try await preview.json("/project.json")
            #expect(project["title"] == "now-playing" && project["entry"] == "examples/playing.json")
        }
    }

    @Test func theTreeTellsFramesAndPlacesThroughParts() async throws {
        try await Self.with { (preview) async throws in
            let answer = try await preview.json("/tree.json?\(Self.small)")
            let tree = try #require(answer["tree"])
            guard case .array(let files)? = tree["files"] else { return #expect(Bool(false)) }
            let nodes = Self.nodes(tree)
            func place(_ name: String, _ detail: String) throws -> String {
                let node = try #require(nodes.first { $0["name"]?.string == name && ($0["detail"]?.string ?? "") == detail }, "\(nodes)")
                let file = files[Int(saturating: try #require(node["file"]?.number))].string ?? ""
                return [String(file.split(separator: "/").last ?? ""), node["line"]?.text() ?? "", node["column"]?.text() ?? ""]
                    .joined(separator: ":")
            }
            #expect(try place("Text", "\"So What\"") == "heading.yaml:2:3")
            #expect(try place("Text", "\"Miles Davis\"") == "systemSmall.yaml:5:7")
            #expect(try place("VStack", "") == "systemSmall.yaml:3:3")
            #expect(try place("Rectangle", "") == "systemSmall.yaml:1:1")
            #expect(nodes.first { $0["id"] == "artist" } != nil)
            guard case .array(let frame)? = nodes.first(where: { $0["name"] == "Rectangle" })?["frame"] else { return #expect(Bool(false)) }
            #expect(frame == [0, 0, 158, 158])
        }
    }

    private static func nodes(_ value: JSONValue) -> [JSONValue] {
        guard case .array(let children)? = value["children"] ?? value["roots"] else { return [] }
        return children.flatMap { [$0] + nodes($0) }
    }

    @Test func theTimelineHasTheMomentsAtWhichSomethingChanges() async throws {
        try await Self.with { (preview) async throws in
            let timeline = try await preview.json("/timeline.json")
            #expect(timeline["now"] == "2026-01-08T20:15:04Z" && timeline["start"] == "2026-01-08T20:15:04Z" && timeline["isLive"] == false)
            guard case .array(let marks)? = timeline["marks"] else { return #expect(Bool(false)) }
            #expect(marks.first?["what"] == "playing: So What" && marks.last?["what"] == "reload")
            let first = try await preview.json("/picture.json?\(Self.small)")["etag"]
            #expect(first != nil)
        }
        try await Self.with("now-playing") { (preview) async throws in
            let path = "/picture.json?family=systemMedium"
            let (first, later) = (try await preview.json(path)["etag"], try await preview.json(path + "&at=2026-01-08T20:17:04Z")["etag"])
            #expect(first != nil && later != nil && first != later)
        }
    }

    @Test(arguments: [("weather", "systemMedium"), ("clock", "systemSmall"), ("now-playing-art", "systemLarge")])
    func aKindIsShownWithItsSamplesAndWithEntryFiles(_ kind: String, _ family: String) async throws {
        try await Self.with(kind) { (preview) async throws in
            let project = try await preview.json("/project.json")
            guard case .array(let entries)? = project["entries"] else { return #expect(Bool(false)) }
            #expect(!entries.isEmpty)
            for entry in ["sample"] + entries.compactMap(\.string) {
                let facts = try await preview.json("/picture.json?family=\(family)&entry=\(entry)")
                #expect(facts["ok"] == true, "\(entry): \(facts.text())")
            }
        }
    }

    @Test func anEntryFileIsShownByItsKindsTemplates() async throws {
        let entry = try String(contentsOf: Repository.fixtureURL("kinds/weather/rain.json"), encoding: .utf8)
        try await Self.with("entries/rain.json", files: ["entries/rain.json": entry]) { (preview) async throws in
            let project = try await preview.json("/project.json")
            #expect(project["title"] == "weather" && project["entry"] == "rain.json")
            #expect(try await preview.json("/picture.json?family=systemSmall")["ok"] == true)
        }
    }

    @Test func liveEntriesComeFromTheSource() async throws {
        let outer = try Sandbox()
        defer { outer.clean() }
        let bridge = LineReader(outer.process(["simulate", "--port", "0", "--scenario", "steady"]))
        try bridge.start()
        defer { bridge.stop() }
        let line = try await bridge.next { $0.hasPrefix("listening on ") }
        try await Self.with("now-playing", ["--bridge", String(line.dropFirst("listening on ".count)), "--zone", "Kitchen"]) {
            (preview) async throws in
            let facts = try await preview.json("/picture.json?family=systemMedium&entry=live")
            #expect(facts["ok"] == true && facts["label"]?.string?.contains("Kitchen") == true, "\(facts.text())")
            #expect(try await preview.json("/timeline.json?entry=live")["isLive"] == true)
        }
        try await Self.with("now-playing") { (preview) async throws in
            let facts = try await preview.json("/picture.json?family=systemMedium&entry=live")
            guard case .array(let problems)? = facts["problems"] else { return #expect(Bool(false), "\(facts.text())") }
            #expect(facts["ok"] == false && problems.first?["message"]?.string?.contains("no bridge is set") == true)
        }
    }

    // MARK: Saves

    /// The ways in which editors save.
    enum Save: String, CaseIterable {
        case inPlace, byRename, byRemoval, inTwoSteps

        func callAsFunction(_ text: String, _ path: String) throws {
            switch self {
            case .inPlace: try Data(text.utf8).write(to: URL(filePath: path))
            case .byRename:
                try Data(text.utf8).write(to: URL(filePath: path + ".new"))
                guard rename(path + ".new", path) == 0 else { throw CocoaError(.fileWriteUnknown) }
            case .byRemoval:
                unlink(path)
                usleep(30_000)
                try Data(text.utf8).write(to: URL(filePath: path))
            case .inTwoSteps:
                try Data().write(to: URL(filePath: path))
                usleep(30_000)
                try Data(text.utf8).write(to: URL(filePath: path))
            }
        }
    }

    @Test(arguments: Save.allCases)
    func aSaveIsToldAndDrawn(_ save: Save) async throws {
        try await Self.with { (preview) async throws in
            let events = try await preview.events()
            var before = try await preview.json("/picture.json?\(Self.small)")["etag"]
            for spacing in [8, 20, 30] {
                try save(Self.template.replacing("spacing: 2", with: "spacing: \(spacing)"), preview.path("systemSmall.yaml"))
                let change = try await events.next("change")
                #expect(change["files"] == [.string(preview.path("systemSmall.yaml"))])
                // A file that is missing or empty for a moment is no error.
                let facts = try await preview.json("/picture.json?\(Self.small)")
                #expect(facts["ok"] == true && facts["etag"] != before, "\(facts.text())")
                before = facts["etag"]
            }
        }
    }

    @Test(arguments: [
        ("heading.yaml", heading.replacing("headline", with: "title")),
        ("entries/playing.json", #"{"date":"2026-01-08T20:15:04Z","status":"stopped"}"#),
        ("templates/themes/default.yaml", "dark: {}\n"), ("templates/strings/en.yaml", "playing: [\n"),
        ("templates/symbols/pause.svg", "<svg/>"), ("templates/devices.yaml", "devices: { mine: 1 }\n"),
    ])
    func whatATemplateIsMadeOfIsWatchedToo(_ file: String, _ text: String) async throws {
        try await Self.with(
            "systemSmall.yaml", ["--config", "WORK/config.yaml"],
            files: [
                "config.yaml": "templates: work/templates\n", "templates/themes/readme.txt": "", "templates/strings/readme.txt": "",
                "templates/symbols/readme.txt": "",
            ]
        ) { (preview) async throws in
            let before = try await preview.json("/picture.json?\(Self.small)")
            let events = try await preview.events()
            try preview.write(text, to: file)
            _ = try await events.next("change")
            let after = try await preview.json("/picture.json?\(Self.small)")
            #expect(after["etag"] != before["etag"], "\(after.text())")
            if file.hasPrefix("templates") {
                guard case .array(let problems)? = after["problems"] else { return #expect(Bool(false)) }
                #expect(problems.first?["file"]?.string == preview.path(file), "\(after.text())")
            }
            try FileManager.default.removeItem(atPath: preview.path(file))
            _ = try await events.next("change")
            guard file.hasPrefix("templates") else { return }
            #expect(try await preview.json("/picture.json?\(Self.small)")["etag"] == before["etag"])
        }
    }

    /// A folder that does not exist when the preview starts.
    @Test func aFolderMayComeLater() async throws {
        let theme = try String(contentsOf: Repository.root.appending(path: "Templates/themes/studio.yaml"), encoding: .utf8)
        try await Self.with("systemSmall.yaml", ["--config", "WORK/config.yaml"], files: ["config.yaml": "templates: work/templates\n"]) {
            (preview) async throws in
            let before = try await preview.json("/picture.json?\(Self.small)")["etag"]
            try FileManager.default.createDirectory(atPath: preview.path("templates/themes"), withIntermediateDirectories: true)
            try preview.write(theme, to: "templates/themes/default.yaml")
            try await wait(preview, "another picture") { $0["ok"] == true && $0["etag"] != before }
        }
    }

    /// Waits until the description of the picture meets a condition.
    private func wait(_ preview: Preview, _ what: String, _ isMet: (JSONValue) -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(180)
        while true {
            let facts = try await preview.json("/picture.json?\(Self.small)")
            if isMet(facts) { return }
            guard ContinuousClock.now < deadline else { throw NeverCameTrue(description: "never: \(what), but \(facts.text())") }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    @Test func anErrorIsToldWithItsPlaceAndMended() async throws {
        try await Self.with { (preview) async throws in
            let events = try await preview.events()
            let good = try await preview.json("/picture.json?\(Self.small)")["etag"]
            try preview.write(Self.template.replacing("foreground: secondary", with: "foregrund: secondary"), to: "systemSmall.yaml")
            _ = try await events.next("change")
            let facts = try await preview.json("/picture.json?\(Self.small)")
            guard case .array(let problems)? = facts["problems"], let problem = problems.first else { return #expect(Bool(false)) }
            #expect(facts["ok"] == false && problem["file"]?.string == preview.path("systemSmall.yaml"))
            #expect(problem["line"] == 7 && problem["column"] == 7)
            #expect(problem["message"]?.string?.contains("did you mean 'foreground'?") == true)
            #expect(problem["excerpt"] == "      foregrund: secondary")
            #expect(try await preview.get("/picture.png?\(Self.small)").status == 422)
            try preview.write(Self.template, to: "systemSmall.yaml")
            _ = try await events.next("change")
            #expect(try await preview.json("/picture.json?\(Self.small)")["etag"] == good)
        }
    }

    @Test(arguments: [
        ("entries/playing.json", #"{"date":"2026-01-08T20:15:04Z","status":"asleep"}"#, 1, 33),
        ("entries/playing.json", "{\n  \"date\": nonsense\n}", 2, 11), ("heading.yaml", "body:\n  Text: \"{{ titel }}\"\n", 2, 13),
    ])
    func anErrorInAnotherFileHasItsPlaceThere(_ file: String, _ text: String, _ line: Int64, _ column: Int64) async throws {
        try await Self.with { (preview) async throws in
            let events = try await preview.events()
            try preview.write(text, to: file)
            _ = try await events.next("change")
            let facts = try await preview.json("/picture.json?\(Self.small)")
            guard case .array(let problems)? = facts["problems"], let problem = problems.first else {
                return #expect(Bool(false), "\(facts.text())")
            }
            #expect(problem["file"]?.string == preview.path(file) && problem["line"] == .integer(line), "\(problem.text())")
            #expect(problem["column"] == .integer(column), "\(problem.text())")
        }
    }

    // MARK: Swift packages

    @Test(
        "A Swift package that cannot be previewed ends the command with the reason",
        arguments: [
            ("import PackageDescription\nlet package = Package(name: \"Empty\")\n", [], 66, "no executable target depends on the product"),
            ("import PackageDescription\nlet package = Pakage(name: \"Empty\")\n", [], 65, "cannot find 'Pakage' in scope"),
            ("import PackageDescription\n", ["--suite", "snapshots.yaml"], 64, "--suite is for templates"),
        ])
    func aPackageWithoutAProgramIsRefused(_ manifest: String, _ arguments: [String], _ status: Int32, _ message: String) async throws {
        try Tool.need("swift")
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let folder = sandbox.path("pkg/Sources/Card")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("// swift-tools-version: 6.0\n\(manifest)".utf8).write(to: URL(filePath: sandbox.path("pkg/Package.swift")))
        let outcome = try sandbox.run(["preview", folder, "--listen", "127.0.0.1:0"] + arguments)
        #expect(outcome.status == status && outcome.errors.contains(message), "\(outcome.status) \(outcome.errors)")
    }

    @Test("A Swift package without a compiler on the PATH says what to install")
    func aPackageNeedsSwift() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try FileManager.default.createDirectory(atPath: sandbox.path("pkg"), withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: sandbox.path("pkg/Package.swift")))
        let outcome = try sandbox.run(["preview", sandbox.path("pkg")], environment: ["PATH": sandbox.path("pkg")])
        #expect(outcome.status == 69 && outcome.errors.contains("'swift' is not on the PATH"), "\(outcome.status) \(outcome.errors)")
    }

    static let kind = """
        name: Shelf
        source:
          file: shelf.json
        fields:
          word: { type: text, sample: Hello }
        """

    @Test func aKindsFolderIsShownAndItsFileWatched() async throws {
        let files = [
            "shelf/kind.yaml": Self.kind, "shelf/systemSmall.yaml": "body:\n  Text: \"{{ word }}\"\n",
            "shelf/shelf.json": #"{"word":"Live"}"#,
        ]
        try await Self.with("shelf", files: files) { (preview) async throws in
            let events = try await preview.events()
            let first = try await preview.json("/picture.json?\(Self.small)")
            #expect(first["ok"] == true && first["label"]?.string?.contains("Hello") == true, "\(first.text())")
            try preview.write(Self.kind.replacing("Hello", with: "Goodbye"), to: "shelf/kind.yaml")
            _ = try await events.next("change")
            #expect(try await preview.json("/picture.json?\(Self.small)")["label"]?.string?.contains("Goodbye") == true)
            try preview.write(Self.kind.replacing("type: text", with: "type: txt"), to: "shelf/kind.yaml")
            _ = try await events.next("change")
            let facts = try await preview.json("/picture.json?\(Self.small)")
            guard case .array(let problems)? = facts["problems"] else { return #expect(Bool(false)) }
            #expect(facts["ok"] == false && problems.first?["file"]?.string == preview.path("shelf/kind.yaml"), "\(facts.text())")
            #expect(problems.first?["line"] == 5, "\(facts.text())")
            try preview.write(Self.kind, to: "shelf/kind.yaml")
            _ = try await events.next("change")
            #expect(try await preview.json("/picture.json?\(Self.small)")["ok"] == true)
        }
    }

    @Test func aBadTemplateAtTheStartIsShown() async throws {
        try await Self.with(files: ["systemSmall.yaml": "body: [\n"]) { (preview) async throws in
            #expect(try await preview.json("/picture.json?\(Self.small)")["ok"] == false)
            let events = try await preview.events()
            try preview.write(Self.template, to: "systemSmall.yaml")
            _ = try await events.next("change")
            #expect(try await preview.json("/picture.json?\(Self.small)")["ok"] == true)
        }
    }

    // MARK: Snapshot cases

    @Test func aCaseIsWrittenAndPasses() async throws {
        try await Self.with("systemSmall.yaml", ["--suite", "WORK/snapshots.yaml"]) { (preview) async throws in
            let told = try await preview.json("/snapshot.json?\(Self.small)&appearance=light")
            #expect(told["name"] == "systemSmall-playing-light" && told["entryFile"] == .null, "\(told.text())")
            #expect(!FileManager.default.fileExists(atPath: preview.path("snapshots.yaml")))
            for body in [
                #"{"family":"systemSmall","appearance":"light"}"#,
                #"{"family":"systemSmall","typeSize":"AX1","language":"de","device":"iphone-se-3"}"#,
                #"{"family":"systemSmall","placement":"standBy","direction":"rightToLeft","redacted":"placeholder","name":"others"}"#,
                #"{"family":"systemSmall","entry":"sample","name":"samples"}"#,
                #"{"family":"systemSmall","at":"2026-01-08T20:16:00Z","name":"later"}"#,
                ##"{"family":"systemSmall","mode":"accented","tint":"#FF9500","name":"tinted"}"##,
                #"{"family":"systemSmall","night":"1","reducedLuminance":"1","square":"1","background":"0","name":"looks"}"#,
            ] {
                let (status, answer) = try await preview.post(body)
                #expect(status == 200 && answer["ok"] == true, "\(answer.text())")
            }
            let (status, answer) = try await preview.post(#"{"family":"systemSmall","name":"later"}"#)
            #expect(status == 400 || status == 500)
            #expect(answer["error"]?.string?.contains("there is a case 'later' already") == true, "\(answer.text())")
            for command in ["record", "check"] {
                let outcome = try preview.sandbox.run("snapshot", command, preview.path("snapshots.yaml"))
                #expect(outcome.status == 0 && outcome.output.contains("7 "), "\(outcome.output)\(outcome.errors)")
            }
            #expect(FileManager.default.fileExists(atPath: preview.path("entries/later.json")))
            // The references equal the pictures on the page.
            let references = try FileManager.default.subpathsOfDirectory(atPath: preview.path("References"))
            for (name, query) in [
                ("later", "at=2026-01-08T20:16:00Z"), ("tinted", "mode=accented&tint=%23FF9500"),
                ("looks", "night=1&reducedLuminance=1&square=1&background=0"),
            ] {
                let shown = try await preview.get("/picture.png?\(Self.small)&\(query)").body
                try Data(shown).write(to: URL(filePath: preview.path("shown.png")))
                let reference = try #require(references.first { $0.hasPrefix("\(name)/") && $0.hasSuffix(".png") })
                let compared = try preview.sandbox.run(
                    "snapshot", "compare", preview.path("shown.png"), preview.path("References/\(reference)"), "--exact")
                #expect(compared.status == 0, "\(name): \(compared.output)\(compared.errors)")
            }
        }
    }

    @Test func aSuiteKeepsItsOtherLines() async throws {
        let suite = """
            # Ours.
            name: Ours
            templates: [systemSmall.yaml]
            entries: [entries/playing.json] # The one.
            cases:
            - id: first   # Of old.
              template: systemSmall.yaml

            # How strictly.
            compare: { threshold: 0.2 }

            """
        try await Self.with("systemSmall.yaml", ["--suite", "WORK/mine.yaml"], files: ["mine.yaml": suite]) { (preview) async throws in
            let (status, answer) = try await preview.post(#"{"family":"systemSmall"}"#)
            #expect(status == 200, "\(answer.text())")
            let text = try String(contentsOfFile: preview.path("mine.yaml"), encoding: .utf8)
            let added = """
                - id: systemSmall-playing-dark
                  template: systemSmall.yaml
                  entries: [entries/playing.json]
                  matrix:
                    families: [systemSmall]
                    devices: [iphone-15]
                    appearances: [dark]
                    modes: [fullColor]
                    themes: [default]

                """
            #expect(text == suite.replacing("  template: systemSmall.yaml\n\n", with: "  template: systemSmall.yaml\n\(added)\n"))
        }
    }

    /// A picture has one look, whatever looks a suite has for all of its cases.
    @Test func theLooksOfASuiteStayOutOfACase() async throws {
        let suite = """
            templates: [systemSmall.yaml]
            entries: [entries/playing.json]
            matrix:
              timeZones: [Europe/Berlin]
              night: [false, true]
              reducedLuminance: [true]
              noBackground: [true]
              square: [true]
              tints: ["#FF9500"]
              scales: [1, 2]
              panels: [{ depth: 1 }]
              moments: [0, 5]
              animated: [true]
              backdrops: [w.jpg]
            levels: [picture]

            """
        try await Self.with("systemSmall.yaml", ["--suite", "WORK/mine.yaml"], files: ["mine.yaml": suite]) { (preview) async throws in
            let (status, answer) = try await preview.post(#"{"family":"systemSmall","name":"one"}"#)
            #expect(status == 200, "\(answer.text())")
            let text = try String(contentsOfFile: preview.path("mine.yaml"), encoding: .utf8)
            let looks = """
                      timeZones: [UTC]
                      tints: [none]
                      backdrops: [none]
                      night: [false]
                      reducedLuminance: [false]
                      noBackground: [false]
                      scales: [3]
                      square: [false]
                      panels: [none]
                      moments: [0]
                      animated: [false]

                """
            #expect(text.hasSuffix(looks), "\(text)")
            let outcome = try preview.sandbox.run("snapshot", "record", preview.path("mine.yaml"), "--filter", "one/")
            #expect(outcome.status == 0 && outcome.output.hasSuffix("1 snapshot: 1 new\n"), "\(outcome.output)\(outcome.errors)")
        }
    }

    @Test(arguments: [
        ("cases: [{ id: a, template: systemSmall.yaml }]\nentries: [entries/playing.json]\n", "add this case by hand"),
        ("nonsense: 1\n", "there is no key 'nonsense'"),
    ])
    func aSuiteThatCannotTakeACaseStaysAsItIs(_ suite: String, _ message: String) async throws {
        try await Self.with("systemSmall.yaml", ["--suite", "WORK/mine.yaml"], files: ["mine.yaml": suite]) { (preview) async throws in
            let (status, answer) = try await preview.post(#"{"family":"systemSmall"}"#)
            #expect(status >= 400 && answer["error"]?.string?.contains(message) == true, "\(answer.text())")
            #expect(try String(contentsOfFile: preview.path("mine.yaml"), encoding: .utf8) == suite)
        }
    }

    // MARK: Who may ask, and for what

    @Test func othersAreRefused() async throws {
        try await Self.with("systemSmall.yaml", ["--suite", "WORK/snapshots.yaml"]) { (preview) async throws in
            let body = #"{"family":"systemSmall"}"#
            #expect(try await preview.get("/project.json", [("Host", "rebound.example")]).status == 403)
            #expect(try await preview.post(body, [("Origin", "https://evil.example")]).0 == 403)
            #expect(try await preview.post(body, [("Sec-Fetch-Site", "cross-site")]).0 == 403)
            #expect(try await preview.post(body, type: "text/plain").0 == 415)
            #expect(try await preview.post(#"{"family":"systemSmall","name":"../../x"}"#).0 == 400)
            #expect(!FileManager.default.fileExists(atPath: preview.path("snapshots.yaml")))
            #expect(try await preview.get("/snapshot").status == 405)
        }
    }

    @Test(arguments: [
        "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/systemSmall.yaml", "/entries/playing.json", "/nothing",
    ])
    func nothingElseIsServed(_ path: String) async throws {
        try await Self.with { (preview) async throws in
            #expect(try await preview.get(path).status == 404)
        }
    }

    @Test(arguments: ["../systemSmall.yaml", "/etc/passwd", "entries/../../x.json", "nothing"])
    func anEntryIsOneOfThoseThatThereAre(_ entry: String) async throws {
        try await Self.with { (preview) async throws in
            let facts = try await preview.json("/picture.json?\(Self.small)&entry=\(entry)")
            guard case .array(let problems)? = facts["problems"] else { return #expect(Bool(false), "\(facts.text())") }
            #expect(facts["ok"] == false && problems.first?["message"]?.string?.contains("there is no entry") == true)
        }
    }

    @Test(arguments: [
        ("family=systemHuge", "family takes one of"), ("appearance=grey", "appearance takes one of light, dark"),
        ("nonsense=1", "has no 'nonsense'"),
    ])
    func aWrongLookIsToldInOneLine(_ query: String, _ message: String) async throws {
        try await Self.with { (preview) async throws in
            let response = try await preview.get("/picture.png?\(query)")
            #expect(response.status == 400 && String(decoding: response.body, as: UTF8.self).contains(message))
        }
    }

    @Test func aTokenIsAskedFor() async throws {
        try await Self.with("systemSmall.yaml", ["--token-file", "WORK/token"]) { (preview) async throws in
            #expect(try await preview.get("/project.json").status == 401)
            let token = try String(contentsOfFile: preview.path("token"), encoding: .utf8).dropLast()
            let logIn = try await preview.get("/?token=\(token)")
            #expect(logIn.status == 303)
            let cookie = try #require(logIn.head["Set-Cookie"]).prefix { $0 != ";" }
            #expect(cookie.hasPrefix("subdial-preview-token="))
            #expect(try await preview.get("/project.json", [("Cookie", String(cookie))]).status == 200)
        }
    }

    @Test func thePageIsStrict() async throws {
        try await Self.with { (preview) async throws in
            let page = try await preview.get("/")
            #expect(page.status == 200 && page.head.mediaType == "text/html")
            let policy = try #require(page.head["Content-Security-Policy"])
            #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
            for name in ["preview.js", "preview.css", "icon.svg"] { #expect(try await preview.get("/\(name)").status == 200) }
        }
    }

    // MARK: How it begins and ends

    @Test(arguments: [
        (["missing.yaml"], Int32(66), "missing.yaml: there is no such template"),
        (["missing.json"], 66, "missing.json: there is no such entry file"),
        (["nowhere/"], 66, "nowhere/: there is no such template"), (["football"], 64, "there is no kind of widget 'football'"),
        (["weather:home"], 64, "the configuration has no 'weather' with the id 'home'"),
        (["--listen", "nonsense"], 64, "--listen takes ADDRESS:PORT"), (["--suite", "suite.txt"], 64, "--suite takes a YAML file"),
        (["--listen", "203.0.113.7:0"], 69, "no such address"),
    ])
    func whatCannotBeShown(_ arguments: [String], _ status: Int32, _ message: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let outcome = try sandbox.run(["preview"] + arguments)
        #expect(outcome.status == status && outcome.output.isEmpty && outcome.errors.contains(message), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test func aPortInUseIsOneLine() async throws {
        try await Self.with { (preview) async throws in
            let port = preview.address.split(separator: ":").last ?? ""
            let outcome = try preview.sandbox.run("preview", "--listen", "127.0.0.1:\(port)")
            #expect(outcome.status == 69)
            #expect(
                outcome.errors
                    == "subdial: cannot listen on 127.0.0.1:\(port): another program listens there; give another port with --listen 127.0.0.1:0\n"
            )
        }
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func aSignalEndsItCleanly(_ signal: Int32) async throws {
        try await Self.with { (preview) async throws in
            let events = try await preview.events()
            kill(preview.process.processIdentifier, signal)
            await #expect(throws: Events.Ended.self) { try await events.next("change") }
            try await eventually("an end") { !preview.process.isRunning }
            #expect(preview.process.terminationStatus == 0 && preview.process.terminationReason == .exit)
        }
    }
}
