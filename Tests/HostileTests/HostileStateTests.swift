import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// The state folder, the cache and the folder of the socket are for their user alone, whichever command comes first and whatever the umask is.
@Suite struct HostileStateTests {
    /// A command that is the first in a new home.
    struct First: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What `sh` runs; `$0` is the front, and the working folder has the files of ``stage(_:)``.
        let script: String
        /// The beginning of a path that shows that the command has stored something.
        let path: String

        init(_ name: String, _ script: String, _ path: String) { (testDescription, self.script, self.path) = (name, script, path) }
    }

    private static let firsts = [
        First("match new", #"exec "$0" match new A B"#, "state/subdial/match.json"),
        First("kind trust", #"exec "$0" kind trust count"#, "state/subdial/trusted/"),
        First("a trusted kind", #""$0" kind trust count && exec "$0" feed --kind count"#, "state/subdial/data-count-"),
        First("an action over MQTT", #"exec "$0" control --kind door open"#, "state/subdial/mqtt/"),
        First("feed", #"exec "$0" feed --source "file:$PWD/now.jsonl""#, "state/subdial/zone-"),
        First("covers of a feed", #"exec "$0" feed --source "file:$PWD/now.jsonl" --text '{{ art_path }}'"#, "cache/subdial/covers/"),
        First("control", #"exec "$0" control --source "file:$PWD/now.jsonl" pause"#, "state/subdial/engine.log"),
        First("zones", #"exec "$0" zones --source "file:$PWD/now.jsonl""#, "state/subdial/engine.log"),
        First("activity", #"exec "$0" activity --watch --all --source "file:$PWD/now.jsonl" -o out"#, "state/subdial/activity-"),
        First("console", #"exec "$0" console --url ws://127.0.0.1:9/ fader vox 50"#, "state/subdial/consoles/"),
        First("serve", #"exec "$0" serve --bridge http://127.0.0.1:9 --listen 0.0.0.0:0"#, "state/subdial/serve-token"),
        First("preview", #"exec "$0" preview --listen 0.0.0.0:0"#, "state/subdial/preview-token"),
        First("doctor", #"exec "$0" doctor"#, "cache/subdial"),
    ]

    /// Writes what the commands need.
    private func stage(_ sandbox: Sandbox) throws {
        let message = #"{"type":"now_playing","title":"So What","status":"playing","artwork":"cover.png"}"#
        try (message + "\n").write(toFile: sandbox.path("now.jsonl"), atomically: true, encoding: .utf8)
        try Data(PNGFile.bytes(4, 4, rgba: [UInt8](repeating: 255, count: 64))).write(to: URL(filePath: sandbox.path("cover.png")))
        for (name, text) in [
            ("count", "source: { command: [cat, count.json] }\nfields: { n: { type: number, sample: 1 } }\nfeed: { text: '{{ n }}' }\n"),
            (
                "door",
                """
                source: { static: { n: 1 } }
                fields: { n: { type: number, sample: 1 } }
                actions: { open: { mqtt: door/set, broker: "mqtt://127.0.0.1:9", message: OPEN } }

                """
            ),
        ] {
            let folder = sandbox.path("templates/\(name)")
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
            for (file, content) in [("kind.yaml", text), ("count.json", #"{"n": 1}"#)] {
                try content.write(toFile: "\(folder)/\(file)", atomically: true, encoding: .utf8)
                try #require(chmod("\(folder)/\(file)", 0o644) == 0)
            }
        }
    }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : nil
    }

    /// Everything in the private folders that others could read or enter, with its mode.
    private func open(_ sandbox: Sandbox) -> [String] {
        ["state/subdial", "cache/subdial", "run/subdial"].flatMap { folder -> [String] in
            let names = (try? FileManager.default.subpathsOfDirectory(atPath: sandbox.path(folder))) ?? []
            return ([folder] + names.map { "\(folder)/\($0)" }).compactMap { path in
                // A temporary file may be gone by now.
                guard let mode = mode(sandbox.path(path)) else { return nil }
                let expected: mode_t = mode & S_IFMT == S_IFDIR ? 0o700 : 0o600
                return mode & 0o7777 == expected ? nil : "\(path) has the mode \(String(mode & 0o7777, radix: 8))"
            }
        }
    }

    private func exists(_ path: String, in sandbox: Sandbox) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let folder = sandbox.path(parts.dropLast().joined(separator: "/"))
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).contains { $0.hasPrefix(parts.last ?? "") }
    }

    private func run(_ first: First, umask: String, in sandbox: Sandbox) throws -> FeedFront {
        try FeedFront(
            sandbox, shell: "umask \(umask); \(first.script)", environment: ["SUBDIAL_TEMPLATES": sandbox.path("templates")])
    }

    @Test("Whatever a first command stores is for its user alone", arguments: firsts, ["000", "022"])
    func firstCommands(_ first: First, _ umask: String) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try stage(sandbox)
        let front = try run(first, umask: umask, in: sandbox)
        defer { front.stop() }
        try await eventually("something in \(first.path), not only '\(front.errors)'") { exists(first.path, in: sandbox) }
        #expect(open(sandbox) == [])
    }

    @Test(
        "What an earlier version has left open is closed by the next command, without a loss", arguments: ["match show", "match new C D"])
    func openFolders(_ words: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try #require(try sandbox.run("match", "new", "A", "B").status == 0)
        try FileManager.default.createDirectory(atPath: sandbox.path("state/subdial/trusted"), withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: URL(filePath: sandbox.path("state/subdial/trusted/x.json")))
        for path in try ["."] + FileManager.default.subpathsOfDirectory(atPath: sandbox.path("state/subdial")) {
            try #require(chmod(sandbox.path("state/subdial/\(path)"), 0o777) == 0)
        }
        #expect(try sandbox.run("match", "start").status == 0)
        #expect(open(sandbox) == [])
        let outcome = try sandbox.run(words.split(separator: " ").map(String.init) + (words.contains("new") ? ["--replace"] : []))
        #expect(outcome.status == 0 && open(sandbox) == [], "\(outcome.errors)")
    }

    @Test(
        "A state folder that is a file, or a link to a folder that others may enter, is refused with the remedy",
        arguments: [("file", "not a folder; remove it"), ("link", "a link to a folder that others may enter (mode 755); remove it")])
    func wrongFolders(_ kind: String, _ advice: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let folder = sandbox.path("state/subdial")
        if kind == "file" {
            try Data().write(to: URL(filePath: folder))
        } else {
            try FileManager.default.createDirectory(
                atPath: sandbox.path("public"), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
            try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: sandbox.path("public"))
        }
        let outcome = try sandbox.run("match", "new", "A", "B")
        #expect(outcome.status == 74 && outcome.errors.contains("\(folder): \(advice)"), "\(outcome.errors)")
        if kind == "link" { #expect(mode(sandbox.path("public")).map { $0 & 0o7777 } == 0o755) }
    }

    @Test(
        "Folders and files of other users are refused, not used and not changed",
        .enabled(if: geteuid() == 0, "only root may give a file away"),
        arguments: ["state/subdial", "state/subdial/match.json", "run/subdial"])
    func foreignFolders(_ path: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try stage(sandbox)
        try #require(try sandbox.run("match", "new", "A", "B").status == 0)
        try FileManager.default.createDirectory(
            atPath: sandbox.path("run/subdial"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // A folder into which others could write, as a umask of 0 made it.
        if path.hasSuffix(".json") { try #require(chmod(sandbox.path("state/subdial"), 0o777) == 0) }
        try #require(chown(sandbox.path(path), 65_534, 65_534) == 0)
        let words = path.hasPrefix("run") ? ["zones", "--source", "file:now.jsonl"] : ["match", "start"]
        for _ in 1...2 {
            let outcome = try sandbox.run(words)
            #expect(outcome.status == (path.hasPrefix("run") ? 69 : 74), "\(outcome.errors)")
            #expect(outcome.errors.contains("\(sandbox.path(path)): belongs to user 65534; have it removed"), "\(outcome.errors)")
        }
        try #require(chown(sandbox.path(path), 0, 0) == 0)
        #expect(try sandbox.run(words).status == 0)
    }
}
