import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialHTTPSupport
@testable import SubdialProcessSupport

/// `subdial kind new --from` with documents that services have sent.
@Suite struct KindDraftCommandTests {
    /// The kind works at once: no error and no warning of the check, a line, and pictures.
    private func verify(_ sandbox: Sandbox) throws {
        let checked = try sandbox.run("kind", "check", "mine")
        #expect(checked.status == 0 && checked.errors.isEmpty, "\(checked.errors)")
        let shown = try sandbox.run("kind", "show", "mine")
        #expect(shown.status == 0 && shown.errors.isEmpty, "\(shown.errors)")
        let line = try sandbox.run("feed", "--kind", "mine", "--once")
        #expect(line.status == 0 && line.output.count > 2 && !line.output.contains("–"), "\(line.output)\(line.errors)")
        let drawn = try sandbox.run("render", "mine", "--all", "-o", "out/")
        #expect(drawn.status == 0, "\(drawn.errors)")
    }

    @Test(arguments: [
        "kinds/weather/answer.json", "kinds/feed/feed.xml", "kinds/home-assistant/live.json", "entries/playing.json",
        "kinds/departures/live.json",
    ])
    func aFile(_ fixture: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let file = (fixture as NSString).lastPathComponent
        try Data(Repository.fixtureBytes(fixture)).write(to: URL(filePath: sandbox.path(file)))
        let made = try sandbox.run("kind", "new", "mine", "--from", file)
        #expect(made.status == 0, "\(made.errors)")
        try verify(sandbox)
    }

    /// The folder of a kind stands for its name, in every command that takes a kind.
    @Test func aFolderStandsForTheKind() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        #expect(try sandbox.run("kind", "new", "steps", "work").status == 0)
        for (arguments, expected) in [
            (["kind", "show", "work/steps"], "steps"), (["kind", "fetch", "./work/steps/"], "42"),
            (["kind", "schema", "work/steps"], "steps"),
            (["feed", "--kind", "work/steps", "--once"], "42 steps today"), (["expr", "--kind", "work/steps", "steps * 2"], "84"),
            (["timeline", "work/steps"], "  live\n"), (["render", "work/steps", "--all", "-o", "out/"], ""),
            (["kind", "check", "work/steps"], ""),
        ] {
            let outcome = try sandbox.run(arguments)
            #expect(outcome.status == 0 && (expected.isEmpty || outcome.output.contains(expected)), "\(arguments): \(outcome)")
        }
        let missing = try sandbox.run("kind", "show", "work/stepz")
        #expect(missing.status == 66 && missing.errors == "subdial: work/stepz: there is no such folder of a kind\n")
    }

    @Test func anAddress() async throws {
        try await withServer { _, peer in
            try peer.answer(Array(#"{"station":"Pier","water":{"temperature":17.4,"level":2.31},"hours":[1,2,4,3]}"#.utf8))
        } _: { server in
            let sandbox = try Sandbox()
            defer { sandbox.clean() }
            let made = try sandbox.run("kind", "new", "mine", "--from", server.url + "/pier?unit=m")
            #expect(made.status == 0, "\(made.errors)")
            try verify(sandbox)
            #expect(try sandbox.run("feed", "--kind", "mine", "--once").output == "17.4\n")
        }
    }

    /// What is wrong is an error, and writes nothing.
    @Test(arguments: [
        ("none.json", 66 as Int32, "there is no such document"), ("broken.json", 65, "this is not JSON"), ("empty.json", 65, "no value"),
        ("http://127.0.0.1:9/", 69, "127.0.0.1"), ("-", 64, "--from takes an address or a file"),
    ])
    func whatIsWrong(_ origin: String, _ status: Int32, _ message: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try Data("{".utf8).write(to: URL(filePath: sandbox.path("broken.json")))
        try Data("{}".utf8).write(to: URL(filePath: sandbox.path("empty.json")))
        let made = try sandbox.run("kind", "new", "mine", "here", "--from", origin)
        #expect(made.status == status && made.errors.contains(message), "\(made.status) \(made.errors)")
        #expect(!FileManager.default.fileExists(atPath: sandbox.path("here")))
    }
}
