import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Kinds whose programs change after their review, and documents that try to run or read something.
@Suite(.serialized) struct HostileKindsTests {
    /// A sandbox with a kind `k`, and the environment in which it is found.
    private struct Place {
        let sandbox: Sandbox
        var environment: [String: String] {
            let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
            return ["SUBDIAL_TEMPLATES": sandbox.path("t"), "PATH": "\(sandbox.path("first")):\(sandbox.path("bin")):\(path)"]
        }

        init(_ sandbox: Sandbox) throws {
            self.sandbox = sandbox
            for name in ["t/k/bin", "bin", "first"] {
                try FileManager.default.createDirectory(atPath: sandbox.path(name), withIntermediateDirectories: true)
            }
        }

        func write(_ name: String, _ text: String, mode: Int = 0o755) throws {
            try text.write(toFile: sandbox.path(name), atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: sandbox.path(name))
        }

        func run(_ arguments: String...) throws -> Sandbox.Outcome { try sandbox.run(arguments, environment: environment) }

        /// True if an attack has created its file.
        var isAttacked: Bool { FileManager.default.fileExists(atPath: sandbox.path("attacked")) }

        /// A program that gives a document, and one that attacks.
        static let program = "#!/bin/sh\necho '{\"n\":1}'\n"
        var attack: String { "#!/bin/sh\ntouch \(sandbox.path("attacked"))\necho '{\"n\":2}'\n" }
    }

    private func with(_ body: (Place) async throws -> Void) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await body(try Place(sandbox))
    }

    // MARK: Trust

    /// A command, and the file that the attacker writes: the program itself, or one that is found earlier.
    @Test(arguments: [
        ("[fetch]", "bin/fetch"), ("[fetch]", "first/fetch"), ("[./fetch]", "t/k/fetch"), ("[bash, fetch]", "t/k/fetch"),
        ("'cd bin && ./run.sh', shell: true", "t/k/bin/run.sh"), ("'$HOME/bin/fetch', shell: true", "bin/fetch"),
        ("'sh < bin/run.sh', shell: true", "t/k/bin/run.sh"), ("[env, LC_ALL=C, timeout, 30, sh, ./fetch]", "t/k/fetch"),
        ("[./fetch], environment: { BASH_ENV: env }", "t/k/env"),
    ])
    func aChangedProgramIsNotRun(_ command: String, _ file: String) async throws {
        try await with { place in
            for name in ["bin/fetch", "t/k/fetch", "t/k/bin/run.sh"] { try place.write(name, Place.program) }
            if command.hasPrefix("[bash") { try place.write("t/k/fetch", Place.program, mode: 0o644) }
            try place.write("t/k/env", "true\n", mode: 0o644)
            if command.contains("BASH_ENV") {
                try place.write("t/k/fetch", Place.program.replacingOccurrences(of: "/bin/sh", with: "/bin/bash"))
            }
            try place.write(
                "t/k/kind.yaml",
                "source: { command: \(command) }\nfields: { n: { type: number, sample: 1 } }\nrefresh: { every: 1s }\nfeed: { text: \"{{ n }}\" }\n",
                mode: 0o644)
            let trusted = try place.run("kind", "trust", "k")
            #expect(trusted.status == 0, "\(trusted.errors)")
            // The engine has the PATH of its first front.
            let feed = try FeedFront(place.sandbox, ["feed", "--kind", "k", "--format", "json"], environment: place.environment)
            defer { feed.stop() }
            try await eventually("a document, not \(feed.lines) \(feed.errors)") { feed.last?.contains("\"live\"") == true }
            try await Innocent.with(place.sandbox) { innocent in
                try place.write(file, place.attack, mode: command.hasPrefix("[bash") ? 0o644 : 0o755)
                try await eventually("stale data, not \(feed.lines)") { feed.last?.contains("\"stale\"") == true }
                let fetched = try place.run("kind", "fetch", "k")
                #expect(fetched.status == 65 && fetched.errors.contains("'k' has changed since it was trusted, "), "\(fetched.errors)")
                #expect(fetched.errors.contains(place.sandbox.path(file)), "\(fetched.errors)")
                #expect(!place.isAttacked)
                try await innocent.expectService()
            }
        }
    }

    /// The rights of a file or folder with which another user could change the program.
    @Test(arguments: [("t/k/fetch", 0o775), ("t/k/fetch", 0o757), ("t/k", 0o775), ("t", 0o757), ("t/k/kind.yaml", 0o646)])
    func aProgramThatOthersMayWriteIsNotRun(_ path: String, _ mode: Int) async throws {
        try await with { place in
            try place.write("t/k/fetch", place.attack)
            try place.write("t/k/kind.yaml", "source: { command: [./fetch] }\nfields: { n: { type: number, sample: 1 } }\n", mode: 0o644)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place.sandbox.path(path))
            let trusted = try place.run("kind", "trust", "k")
            #expect(
                trusted.status == 65 && trusted.errors.contains("write \(place.sandbox.path(path)), and so change what is run"),
                "\(trusted.errors)")
            #expect(try place.run("kind", "fetch", "k").status == 65)
            #expect(!place.isAttacked)
        }
    }

    @Test func theReviewShowsWhatIsNotWatched() async throws {
        try await with { place in
            try place.write("t/k/fetch", Place.program)
            try place.write(
                "t/k/kind.yaml", "source: { command: './fetch; ./$NAME; eval \"$X\"', shell: true }\nfields: { n: 1 }\n", mode: 0o644)
            let trusted = try place.run("kind", "trust", "k")
            #expect(trusted.lines.contains("watched: \(place.sandbox.path("t/k/fetch"))"), "\(trusted.output)")
            #expect(trusted.lines.filter { $0.hasPrefix("not watched: ") }.count == 2, "\(trusted.output)")
            #expect(trusted.output.contains("not watched: './$NAME', which is known only when it runs\n"), "\(trusted.output)")
        }
    }

    // MARK: Documents

    /// A command with the text of a document in a program; nobody can try it, because the kind cannot be read.
    @Test(arguments: [
        "[sh, -c, 'echo {{ v }}']", "[bash, -lc, \"{{ v }}\"]", "[env, -S, \"sh -c '{{ v }}'\"]",
        "[timeout, 5, python3, -c, 'print({{ v }})']",
        "[perl, -e, \"{{ v }}\"]", "[awk, \"{{ v }}\"]", "[find, ., -exec, sh, -c, \"{{ v }}\", ;]",
        "[sh, -c, 'eval \"$1\"', sh, \"{{ v }}\"]",
    ])
    func aDocumentIsNoProgramText(_ command: String) async throws {
        try await with { place in
            try place.write("t/k/data.json", "{\"v\":\"; touch \(place.sandbox.path("attacked"))\"}", mode: 0o644)
            try place.write(
                "t/k/kind.yaml", "source: { file: data.json }\nfields: { v: x }\nactions: { act: { command: \(command) } }\n", mode: 0o644)
            for arguments in [["kind", "check", "k"], ["kind", "trust", "k"], ["control", "--kind", "k", "act"]] {
                let outcome = try place.sandbox.run(arguments, environment: place.environment)
                #expect(outcome.status == 65 && outcome.errors.contains("actions: act: command: "), "\(outcome.errors)")
            }
            #expect(!place.isAttacked)
        }
    }

    /// As an argument, the same text is data; as an option of an interpreter it is refused.
    @Test func aDocumentIsAnArgument() async throws {
        try await with { place in
            let value = "; touch \(place.sandbox.path("attacked"))"
            try place.write("t/k/data.json", "{\"v\":\"\(value)\"}", mode: 0o644)
            try place.write(
                "t/k/kind.yaml",
                """
                source: { file: data.json }
                fields: { v: x }
                actions:
                  act: { command: [sh, -c, 'printf %s "$1" > out', sh, "{{ v }}"] }
                  option: { command: [sed, -n, p, "{{ v }}"] }

                """, mode: 0o644)
            #expect(try place.run("kind", "check", "k").status == 0)
            #expect(try place.run("kind", "trust", "k").status == 0)
            let acted = try place.run("control", "--kind", "k", "act")
            #expect(acted.status == 0, "\(acted.errors)")
            #expect(try String(contentsOfFile: place.sandbox.path("t/k/out"), encoding: .utf8) == value)
            try place.write("t/k/data.json", "{\"v\":\"-e1e touch \(place.sandbox.path("attacked"))\"}", mode: 0o644)
            try await eventually("the new document") { try place.run("kind", "show", "k").output.contains("-e1e") }
            let refused = try place.run("control", "--kind", "k", "option")
            #expect(refused.status == 65 && refused.errors.contains("write '--' before {{ v }}"), "\(refused.errors)")
            #expect(!place.isAttacked)
        }
    }

    /// Without a running feed, an action waits for its data, and is not run without them.
    @Test func anActionIsNotRunWithoutData() async throws {
        try await with { place in
            try place.write(
                "t/k/kind.yaml",
                """
                source: { file: data.json }
                fields: { v: x }
                actions: { act: { command: [sh, -c, 'printf %s "$1" > out', sh, "{{ v }}"] }, plain: { command: [touch, plain] } }

                """, mode: 0o644)
            #expect(try place.run("kind", "trust", "k").status == 0)
            let refused = try place.run("control", "--kind", "k", "act")
            #expect(refused.status == 69 && refused.errors.contains("it uses v, and there is no entry yet"), "\(refused.errors)")
            #expect(!FileManager.default.fileExists(atPath: place.sandbox.path("t/k/out")))
            #expect(try place.run("control", "--kind", "k", "plain").status == 0)
            #expect(FileManager.default.fileExists(atPath: place.sandbox.path("t/k/plain")))
            // Another engine, which knows nothing yet.
            _ = try place.run("engine", "stop")
            try place.write("t/k/data.json", "{\"v\":\"here\"}", mode: 0o644)
            let acted = try place.run("control", "--kind", "k", "act")
            #expect(acted.status == 0, "\(acted.errors)")
            #expect(try String(contentsOfFile: place.sandbox.path("t/k/out"), encoding: .utf8) == "here")
        }
    }

    // MARK: Pictures

    /// The document of a web server names a picture of this machine: in another folder, as an address, and beside the kind.
    @Test(arguments: ["SANDBOX/secret.png", "file://SANDBOX/secret.png", "secret.png", "../../secret.png"])
    func aDocumentOfTheNetworkNamesNoFile(_ written: String) async throws {
        try await with { place in
            let location = written.replacingOccurrences(of: "SANDBOX", with: place.sandbox.folder.path)
            let picture = Repository.fixtureURL("artwork/blue.jpg")
            for name in ["secret.png", "t/k/secret.png"] {
                try FileManager.default.copyItem(at: picture, to: URL(filePath: place.sandbox.path(name)))
            }
            try FileManager.default.createDirectory(atPath: place.sandbox.path("web"), withIntermediateDirectories: true)
            try place.write("web/data.json", "{\"n\":1,\"icon\":\"\(location)\"}", mode: 0o644)
            let server = try FeedFront(
                place.sandbox, ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", place.sandbox.path("web")],
                executable: Tool.python)
            defer { server.stop() }
            try await eventually("a server that listens") { server.last?.hasPrefix("Serving HTTP") == true || !server.isRunning }
            let words = try #require(server.last, "\(server.errors)").split(separator: " ")
            let port = try #require(words.firstIndex(of: "port").map { words[$0 + 1] })
            let fields = "fields: { n: 1, icon: { type: image } }\n"
            try place.write("t/k/kind.yaml", "source: { url: 'http://127.0.0.1:\(port)/data.json' }\n" + fields, mode: 0o644)
            let shown = try place.run("kind", "show", "k", "--json")
            #expect(shown.status == 0 && shown.output.contains("\"n\": 1") && !shown.output.contains("secret"), "\(shown.output)")
            #expect(shown.errors.contains("is a file of this machine, which a document of another one must not name"), "\(shown.errors)")
            // The same document as a file of the user's names it.
            try place.write("t/k/kind.yaml", "source: { file: '\(place.sandbox.path("web/data.json"))' }\n" + fields, mode: 0o644)
            let own = try place.run("kind", "show", "k", "--json")
            #expect(own.output.contains("secret") && own.errors.isEmpty, "\(own.output) \(own.errors)")
        }
    }
}
