import Foundation
import SubdialDocuments
import SubdialHTTP
import SubdialTestSupport
import Testing

@testable import SubdialHTTPSupport
@testable import SubdialProcessSupport

/// `subdial mirror` with servers that send wrong data.
@Suite struct MirrorHostileTests {
    /// The SHA-256 of "hello".
    private static let hello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

    private static func context(_ files: String, kinds: String = "[]") -> String {
        #"{"version":1,"revision":"r","kinds":\#(kinds),"files":[\#(files)]}"#
    }

    private static func file(_ path: String, _ address: String = hello, size: Int = 5) -> String {
        #"{"path":"\#(path)","sha256":"\#(address)","size":\#(size)}"#
    }

    /// Mirrors a server's response once.
    private static func mirror(
        _ context: String, answer: @escaping @Sendable (Peer) throws -> Void = { try $0.answer("hello") },
        _ check: (Sandbox.Outcome, _ folder: String, _ asked: [String]) throws -> Void
    ) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await withServer { request, peer in
            if request.path == "/transfer/context.json" { try peer.answer(context) } else { try answer(peer) }
        } _: { server in
            let outcome = try sandbox.run("mirror", server.url, sandbox.path("a/mirror"), "--once")
            // Nothing is written beside the folder.
            #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.path("a")) == ["mirror"])
            try check(outcome, sandbox.path("a/mirror"), server.requests.filter { $0.path.hasPrefix("/transfer/files/") }.map(\.line))
        }
    }

    @Test func whatIsRightIsTaken() async throws {
        let kinds = #"[{"kind":"clock","entry":{"kind":"clock","date":"2026-01-08T20:15:04Z"}}]"#
        try await Self.mirror(
            Self.context([Self.file("templates/clock/a.yaml"), Self.file("covers/b.png")].joined(separator: ","), kinds: kinds)
        ) { outcome, folder, asked in
            #expect(outcome.status == 0 && outcome.lines == [#"{"changed":"clock","revision":"r"}"#], "\(outcome.errors)")
            #expect(asked.count == 1)
            for path in ["templates/clock/a.yaml", "covers/b.png"] {
                #expect(FileManager.default.contents(atPath: "\(folder)/\(path)") == Data("hello".utf8))
            }
            #expect(FileManager.default.fileExists(atPath: "\(folder)/entries/clock.json"))
        }
    }

    @Test(arguments: [
        ("../x.yaml", "begins with a dot"), ("/etc/x.yaml", "absolute"), ("templates/../../x.yaml", "begins with a dot"),
        ("templates//x.yaml", "empty"), ("templates/./x.yaml", "begins with a dot"), (".mirror.json", "begins with a dot"),
        ("templates/.hidden", "begins with a dot"), ("templates", "alone"), ("entries/clock.json", "alone"), ("x.yaml", "alone"),
        (#"templates/a\\..\\b"#, "should"), (#"templates/a\u0000b"#, "should"), (#"templates/a\nb"#, "should"), ("templates/x/", "empty"),
        ("templates/" + String(repeating: "x", count: 300), "too long"),
    ])
    func pathsLeadNowhereElse(_ path: String, _ reason: String) async throws {
        try await Self.mirror(Self.context(Self.file(path))) { outcome, _, asked in
            #expect(outcome.status == 65 && outcome.errors.contains(reason) && asked.isEmpty, "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 1 && outcome.output.isEmpty)
        }
    }

    @Test(
        arguments: [
            ("nonsense", 65, "not JSON"), ("[]", 65, "no version"),
            (#"{"version":2,"revision":"r","kinds":[],"files":[]}"#, 65, "another version"),
            (#"{"version":1,"kinds":[],"files":[]}"#, 65, "lacks"),
            (context(file("templates/x", size: 2 << 30)), 77, "--limit MIB allows more"),
            (context(file("templates/x", size: .max)), 77, "--limit MIB allows more"),
            (context(file("templates/x", size: -1)), 65, "no path, SHA-256 or size"),
            (context(file("templates/x", "../../../etc/passwd")), 65, "no path, SHA-256 or size"),
            (context([file("templates/x"), file("templates/x")].joined(separator: ",")), 65, "twice"),
            (context([file("templates/x"), file("templates/x/y")].joined(separator: ",")), 65, "in its way"),
            (context([file("templates/x"), file("templates/y", size: 6)].joined(separator: ",")), 65, "two sizes"),
            (context("", kinds: #"[{"kind":"../x","entry":{}}]"#), 65, "no kind has such a name"),
            (context("", kinds: #"[{"kind":"a","entry":5}]"#), 65, "no object"),
            (context((0...10_000).map { file("templates/\($0)") }.joined(separator: ",")), 65, "more than"),
        ] as [(String, Int32, String)])
    func contextsThatAreNone(_ context: String, _ status: Int32, _ reason: String) async throws {
        try await Self.mirror(context) { outcome, _, asked in
            #expect(outcome.status == status && outcome.errors.contains(reason) && asked.isEmpty, "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 1 && outcome.output.isEmpty)
        }
    }

    /// A file with wrong bytes is fetched once more from the start, and then reported; its entry is not written.
    @Test(arguments: ["jello", "hell", "hello, world", ""])
    func filesThatAreOthers(_ body: String) async throws {
        let kinds = #"[{"kind":"clock","entry":{"kind":"clock","date":"2026-01-08T20:15:04Z"}}]"#
        try await Self.mirror(Self.context(Self.file("templates/x.yaml"), kinds: kinds), answer: { try $0.answer(body) }) {
            outcome, folder, asked in
            #expect(outcome.status == 65 && outcome.errors.contains("not the file of its manifest"), "\(outcome.errors)")
            #expect(asked.count == 2 && outcome.output.isEmpty)
            for path in ["templates/x.yaml", "entries/clock.json", ".parts/\(Self.hello)"] {
                #expect(!FileManager.default.fileExists(atPath: "\(folder)/\(path)"), "\(path)")
            }
        }
    }

    /// A connection that breaks repeatedly without a byte is given up; earlier bytes stay.
    @Test func connectionsThatBreak() async throws {
        try await Self.mirror(
            Self.context(Self.file("templates/x.yaml")),
            answer: {
                try $0.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"); throw Peer.Hangup()
            }
        ) { outcome, _, asked in
            #expect(outcome.status == 69 && (2...8).contains(asked.count), "\(outcome.errors) \(asked)")
        }
    }

    /// A range at another position is not appended to the received bytes.
    @Test func rangesThatAreOthers() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try FileManager.default.createDirectory(atPath: sandbox.path("mirror/.parts"), withIntermediateDirectories: true)
        try Data("he".utf8).write(to: URL(filePath: sandbox.path("mirror/.parts/\(Self.hello)")))
        try await withServer { request, peer in
            if request.path == "/transfer/context.json" {
                try peer.answer(Self.context(Self.file("templates/x.yaml")))
            } else if request.field("Range") != nil {
                try peer.answer("llo", status: 206, fields: ["Content-Range: bytes 1-3/5"])
            } else {
                try peer.answer("hello")
            }
        } _: { server in
            let outcome = try sandbox.run("mirror", server.url, sandbox.path("mirror"), "--once")
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(FileManager.default.contents(atPath: sandbox.path("mirror/templates/x.yaml")) == Data("hello".utf8))
        }
    }
}
