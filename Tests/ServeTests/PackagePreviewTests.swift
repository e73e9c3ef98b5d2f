import FoundationEssentials
import SubdialDocuments
import SubdialTestSupport
import SubdialWidgets
import Testing

@testable import SubdialServe

/// Tests of what the preview of a Swift package reads: manifests, the compiler's output, sources and requests.
@Suite struct PackagePreviewTests {
    // MARK: Files

    @Test(
        "A save of a source or a resource counts, and of no other file",
        arguments: [
            ("Card.swift", true), ("Package.swift", true), ("Localizable.strings", true), ("Localizable.xcstrings", true),
            ("Words.stringsdict", true), ("Contents.json", true), ("Moon.png", true), ("Symbol.svg", true), ("Font.OTF", true),
            ("Card.swift~", false), ("Card.swift.swp", false), ("README.md", false), ("Makefile", false), ("card.o", false),
        ])
    func fileFilter(_ name: String, counts: Bool) { #expect(PreviewFolder.Content.sources.includes(name) == counts) }

    @Test("A template's folder watches no Swift files")
    func templateFilter() {
        #expect(!PreviewFolder.Content.templates.includes("Card.swift") && PreviewFolder.Content.templates.includes("systemSmall.yaml"))
    }

    @Test("A save of a link's target is a save, in a folder of its own and in a linked one")
    func links() throws {
        let place = try TemporaryFolder()
        for folder in ["app/Views", "app/Assets.xcassets/Moon.imageset", "package/Sources", "package/Tests"] {
            try FileManager.default.createDirectory(atPath: place.path(folder), withIntermediateDirectories: true)
        }
        func write(_ text: String, _ name: String) throws { try Data(text.utf8).write(to: URL(filePath: place.path(name))) }
        try write("1", "app/Views/Card.swift")
        try write("{}", "app/Assets.xcassets/Moon.imageset/Contents.json")
        try FileManager.default.createSymbolicLink(
            atPath: place.path("package/Sources/Card.swift"), withDestinationPath: place.path("app/Views/Card.swift"))
        try FileManager.default.createSymbolicLink(
            atPath: place.path("package/Sources/Assets.xcassets"), withDestinationPath: place.path("app/Assets.xcassets"))
        let folders = [PreviewFolder(place.path("package/Sources"), isDeep: true, .sources)]
        let before = PreviewFiles(folders)
        let real = URL(filePath: place.path("app/Views")).resolvingSymlinksInPath().path
        #expect(before.folders.keys.contains(real))
        try write("22", "app/Views/Card.swift")
        try write("{ }", "app/Assets.xcassets/Moon.imageset/Contents.json")
        try write("3", "package/Tests/CardTests.swift")
        #expect(
            PreviewFiles(folders).changes(since: before) == [
                place.path("package/Sources/Assets.xcassets/Moon.imageset/Contents.json"), place.path("package/Sources/Card.swift"),
            ])
    }

    // MARK: Manifests

    private static func package(_ targets: String, products: String = "[]") throws -> SwiftPackage {
        let text = #"{"name":"Widgets","products":\#(products),"targets":\#(targets)}"#
        return try SwiftPackage(JSONValue(parsing: text), "/home/me/pkg", SwiftCommand(swift: "/usr/bin/swift", environment: [:]))
    }

    @Test("A program is an executable target that depends on SubdialSwiftUI, also by another target")
    func programs() throws {
        let package = try Self.package(
            """
            [{"name":"Tool","type":"executable","path":"Sources/Tool","product_dependencies":["ArgumentParser"]},
             {"name":"Views","type":"library","path":"Sources/Views","product_dependencies":["SubdialSwiftUI"],
              "resources":[{"path":"/elsewhere/Assets.xcassets","rule":{"process":{}}}]},
             {"name":"Card","type":"executable","path":"Sources/Card","target_dependencies":["Views"]},
             {"name":"CardTests","type":"test","path":"Tests/CardTests","product_dependencies":["SubdialTesting"],"target_dependencies":["Card"]}]
            """, products: #"[{"name":"card","targets":["Card"],"type":{"executable":null}}]"#)
        #expect(package.programs.map(\.product) == ["card"])
        #expect(package.programs.first?.folders == ["/home/me/pkg/Sources/Card", "/home/me/pkg/Sources/Views"])
        #expect(package.programs.first?.resources == ["/elsewhere/Assets.xcassets"])
        #expect(
            package.watched.filter(\.isDeep).map(\.path) == ["/home/me/pkg/Sources/Card", "/home/me/pkg/Sources/Views"])
        #expect(package.watched.contains(PreviewFolder("/home/me/pkg", .sources)))
    }

    @Test(
        "A package without such a program is an error that says what to do",
        arguments: ["[]", #"[{"name":"Views","type":"library","path":"Sources/Views","product_dependencies":["SubdialSwiftUI"]}]"#])
    func noProgram(_ targets: String) throws {
        let error = #expect(throws: SwiftPackageError.self) { try Self.package(targets) }
        #expect(error?.exitStatus == .missingInput && error?.description.contains("subdial widget adopt") == true)
    }

    @Test("A folder within a package belongs to it, and the root to none")
    func folders() throws {
        let place = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: place.path("pkg/Sources/Card"), withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: place.path("pkg/Package.swift")))
        #expect(SwiftPackage.folder(of: place.path("pkg")) == place.path("pkg"))
        #expect(SwiftPackage.folder(of: place.path("pkg/Sources/Card")) == place.path("pkg"))
        #expect(SwiftPackage.folder(of: place.path) == nil)
    }

    // MARK: The compiler

    @Test("Each error of the compiler is told once, with its place, its line and the word there")
    func errors() throws {
        let place = try TemporaryFolder()
        let file = place.path("Card.swift")
        try Data("import SwiftUI\nlet ü = Texxt(\"ü\")\n".utf8).write(to: URL(filePath: file))
        let error = "\(file):2:10: error: cannot find 'Texxt' in scope"
        let output = "[1/4] Compiling Card\n\(error)\n2 | let ü\n  |  `- error: cannot find\n\(file):1:1: warning: unused\n\(error)\n"
        let problems = PackageBuild.problems(output.split(separator: "\n").map(String.init), "exit code 1")
        #expect(problems.count == 1)
        let json = try #require(problems.first?.json)
        #expect(json["file"] == .string(file) && json["line"] == 2 && json["severity"] == "error")
        // The column is in characters: the compiler counts the bytes of the ü.
        #expect(json["column"] == 9 && json["length"] == 5 && json["message"] == "cannot find 'Texxt' in scope")
        #expect(json["excerpt"] == "let ü = Texxt(\"ü\")")
    }

    @Test(
        "A build that fails without an error of the compiler is told too",
        arguments: [
            ("error: no such module\nfoo\n", "error: no such module"),
            ("ld.lld: error: undefined symbol: x\n", "ld.lld: error: undefined symbol: x"),
            ("[1/2] Linking\nKilled\n", "'swift build' failed, exit code 1: Killed"), ("", "'swift build' failed, exit code 1"),
        ])
    func otherErrors(_ output: String, message: String) {
        #expect(PackageBuild.problems(output.split(separator: "\n").map(String.init), "exit code 1").map(\.message) == [message])
    }

    @Test(
        "The types of a source have places",
        arguments: [
            ("struct Card: View {", ["Card 8"]), ("    @MainActor private final class Model {", ["Model 36"]), ("// struct Old {}", []),
            ("let text = \"struct Fake\"", []), ("class func make() {}", []), ("public enum Style<T> { case a }", ["Style 13"]),
            ("nonisolated struct Shape_2 : Shape {", ["Shape_2 20"]), ("struct\tTab {}", []),
        ])
    func types(_ line: String, types: [String]) {
        #expect(PackageSources.types(in: "\n\(line)\n").map { "\($0.name) \($0.column)" } == types)
        #expect(PackageSources.types(in: "\n\(line)\n").allSatisfy { $0.line == 2 })
    }

    @Test("What a program says has its place in the sources")
    func places() throws {
        let place = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: place.path("Sources/de.lproj"), withIntermediateDirectories: true)
        let file = place.path("Sources/Card.swift")
        try Data("\nstruct Card: View {\n    let a = 1\n}\n".utf8).write(to: URL(filePath: file))
        try Data().write(to: URL(filePath: place.path("Sources/de.lproj/Localizable.strings")))
        let catalog = #"{"sourceLanguage":"en","strings":{"Play":{"localizations":{"fr":{}}}}}"#
        try Data(catalog.utf8).write(to: URL(filePath: place.path("Sources/Localizable.xcstrings")))
        let sources = PackageSources([place.path("Sources")])
        #expect(sources.languages == ["de", "en", "fr"])
        for (text, line, message) in [
            (
                "Card.swift:3: Image(systemName:): the symbol 'x' is not in the library", 3,
                "Image(systemName:): the symbol 'x' is not in the library"
            ),
            ("Widgets/Card.swift:3: Fatal error: Index out of range", 3, "Fatal error: Index out of range"),
            ("body.Card.VStack[0].List: a list is a box", 2, "body.Card.VStack[0].List: a list is a box"),
        ] {
            let problem = sources.problem(text, isWarning: true)
            #expect(problem.json["file"] == .string(file) && problem.line == line && problem.message == message, "\(text)")
        }
        let unknown = sources.problem("Other.swift:3: nothing", isWarning: false)
        #expect(unknown.json["file"] == .null && unknown.message == "Other.swift:3: nothing")
        #expect(try #require(sources.place("Widgets.Card")) == (file, 2))
        #expect(try #require(sources.place("Widgets/Card.swift:4")) == (file, 4))
    }

    @Test("Of files with one name, that of the module has the place, and the types of all are known")
    func equalNames() throws {
        let place = try TemporaryFolder()
        let folders = ["Model", "Widgets"].map { place.path("Sources/\($0)") }
        for (folder, type) in zip(folders, ["Song", "Card"]) {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data("struct \(type) {}\n".utf8).write(to: URL(filePath: "\(folder)/Types.swift"))
        }
        let sources = PackageSources(folders)
        for (text, folder) in [
            ("Model/Types.swift:1", folders[0]), ("Widgets/Types.swift:1", folders[1]), ("Types.swift:1", folders[0]),
            ("Other/Types.swift:1", folders[0]), ("Model.Song", folders[0]), ("Widgets.Card", folders[1]),
        ] {
            #expect(try #require(sources.place(text)) == ("\(folder)/Types.swift", 1), "\(text)")
        }
    }

    // MARK: Requests

    @Test("A request has the name and the axes that apply to a program, in any order")
    func requests() throws {
        let items = [
            ("picture", "Card/systemSmall"), ("appearance", "dark"), ("mode", "vibrant"), ("entry", "sample"), ("theme", "x"),
            ("scale", "2"), ("v", "1"), ("direction", ""),
        ]
        let request = try ProgramRequest(items.map { (name: $0.0, value: $0.1) })
        #expect(request.picture == "Card/systemSmall" && request.look == ["appearance": "dark", "mode": "vibrant", "scale": "2"])
        #expect(try ProgramRequest(items.reversed().map { (name: $0.0, value: $0.1) }) == request)
    }

    @Test(
        "A wrong request is refused",
        arguments: [[("appearance", "dark")], [("picture", "Card"), ("mode", "loud")], [("picture", "Card"), ("scale", "none")]])
    func wrongRequests(_ items: [(String, String)]) {
        let error = #expect(throws: ServeError.self) { try ProgramRequest(items.map { (name: $0.0, value: $0.1) }) }
        #expect(error?.status == .badRequest)
    }

    // MARK: Processes

    /// A program of a few lines of the shell, for what a program of the compiler cannot do at will.
    private static func program(_ script: String, in place: TemporaryFolder) throws -> PreviewProgram {
        let path = place.path("program")
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return PreviewProgram(path, in: place.path, environment: ["PATH": "/usr/bin:/bin"])
    }

    @Test("Requests are answered in their order, also without a wait between them")
    func answers() async throws {
        let place = try TemporaryFolder()
        let program = try Self.program("while read -r line; do echo \"printed\" >&2; echo \"$line\"; done", in: place)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in Int64(0)..<20 {
                group.addTask {
                    let answer = try await program.ask(["number": .integer(number)])
                    #expect(answer == ["number": .integer(number)])
                }
            }
            try await group.waitForAll()
        }
        await program.stop()
        #expect(program.hasEnded)
    }

    @Test(
        "The end of a program is told with its reason and its last lines",
        arguments: [
            ("read -r line; echo 'Card.swift:3: Fatal error: no' >&2; kill -ILL $$", "it crashed with the signal 4 (Illegal instruction)"),
            ("read -r line; echo 'Card.swift:3: Fatal error: no' >&2; exit 3", "it ended with the exit code 3"),
        ])
    func ends(_ script: String, reason: String) async throws {
        let place = try TemporaryFolder()
        let program = try Self.program(script, in: place)
        for _ in 0..<2 {
            let ended = await #expect(throws: PreviewProgram.Ended.self) { try await program.ask(["do": "list"]) }
            #expect(ended?.reason == reason && ended?.lines == ["Card.swift:3: Fatal error: no"])
        }
    }

    @Test("A crash belongs to the question that the program had begun with, and its trace is left out")
    func crash() async throws {
        let place = try TemporaryFolder()
        let trace = "Current stack trace:\n0    libswiftCore.so                    0x00007f12a0b1c2d3 swift_reportError + 12"
        let program = try Self.program(
            "while [ ! -e asked ]; do sleep 0.01; done; read -r line; printf 'Fatal error: no\n\(trace)\n' >&2; kill -ILL $$", in: place)
        let first = Task { try await program.ask(["number": 1]) }
        while program.load < 1 { await Task.yield() }
        let second = Task { try await program.ask(["number": 2]) }
        while program.load < 2 { await Task.yield() }
        try Data().write(to: URL(filePath: place.path("asked")))
        let guilty = await #expect(throws: PreviewProgram.Ended.self) { try await first.value }
        let other = await #expect(throws: PreviewProgram.Ended.self) { try await second.value }
        #expect(guilty?.isUnasked == false && other?.isUnasked == true)
        #expect(guilty?.lines == ["Fatal error: no", "Current stack trace:"])
    }

    @Test("What is sent without a wait comes first, and its crash belongs to the question behind it")
    func sent() async throws {
        let place = try TemporaryFolder()
        let echo = try Self.program("while read -r line; do echo \"$line\"; done", in: place)
        echo.send(["do": "list"])
        #expect(try await echo.ask(["number": 1]) == ["number": 1])
        await echo.stop()
        let program = try Self.program("while [ ! -e asked ]; do sleep 0.01; done; read -r line; exit 3", in: place)
        program.send(["do": "list"])
        let first = Task { try await program.ask(["number": 1]) }
        while program.load < 2 { await Task.yield() }
        let second = Task { try await program.ask(["number": 2]) }
        while program.load < 3 { await Task.yield() }
        try Data().write(to: URL(filePath: place.path("asked")))
        let behind = await #expect(throws: PreviewProgram.Ended.self) { try await first.value }
        let other = await #expect(throws: PreviewProgram.Ended.self) { try await second.value }
        #expect(behind?.isUnasked == false && other?.isUnasked == true)
    }

    @Test("A program that is stopped leaves no question open")
    func stops() async throws {
        let place = try TemporaryFolder()
        let program = try Self.program("read -r line; exec sleep 1000", in: place)
        let question = Task { try await program.ask(["do": "draw"]) }
        while program.load == 0 { await Task.yield() }
        await program.stop()
        await #expect(throws: PreviewProgram.Ended.self) { try await question.value }
    }
}
