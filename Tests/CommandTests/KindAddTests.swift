import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialHTTPSupport
@testable import SubdialProcessSupport

/// `subdial kind add`: kinds that somebody shares, and what must not be installed.
@Suite struct KindAddTests {
    private let sandbox: Sandbox
    private var environment: [String: String] { ["SUBDIAL_TEMPLATES": sandbox.path("templates"), "TMPDIR": sandbox.path("tmp")] }

    init() throws {
        sandbox = try Sandbox()
        for folder in ["templates", "tmp"] {
            try FileManager.default.createDirectory(atPath: sandbox.path(folder), withIntermediateDirectories: true)
        }
    }

    private static let kind = """
        source: { command: [./read, --json] }
        fields: { n: { type: number, sample: 1 } }
        actions: { up: { command: [sh, -c, "echo 2 > count"] } }

        """
    private static let template = "body:\n  Text: \"{{ n }}\"\n"

    private func write(_ text: String, _ name: String) throws {
        let path = URL(filePath: sandbox.path(name))
        try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: path, atomically: true, encoding: .utf8)
    }

    /// A kind in the folder `shared/count`.
    private func share(_ kind: String = kind, template: String = template) throws {
        try write(kind, "shared/count/kind.yaml")
        try write(template, "shared/count/systemSmall.yaml")
        try write("#!/bin/sh\necho '{\"n\": 1}'\n", "shared/count/read")
        try write("secret", "shared/count/.git/config")
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: sandbox.path("shared/count/read"))
    }

    /// Runs a program in the folder `shared`.
    private func run(_ program: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: sandbox.path("shared"))
        try process.runUnblocked()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    private func add(_ arguments: String...) async -> Sandbox.Outcome {
        await sandbox.perform(["kind", "add"] + arguments, environment: environment)
    }

    private var installed: [String] {
        get throws { try FileManager.default.subpathsOfDirectory(atPath: sandbox.path("templates")).sorted() }
    }

    private func rights(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: sandbox.path("templates/\(name)"))[.posixPermissions] as? Int
    }

    private func expectNothing(_ outcome: Sandbox.Outcome, _ reason: String, status: Int32 = 65) throws {
        #expect(outcome.status == status && outcome.errors.contains(reason), "\(outcome.status): \(outcome.errors)")
        #expect(try installed == [] && FileManager.default.contentsOfDirectory(atPath: sandbox.path("tmp")) == [])
    }

    @Test("A folder and archives are installed, with the commands that they would run, which stay forbidden")
    func everyOrigin() async throws {
        defer { sandbox.remove() }
        try Tool.need("tar")
        try share()
        try run(Tool.path("tar") ?? "", ["-czf", "../count.tar.gz", "count"])
        try run(Tool.path("tar") ?? "", ["-cf", "../root-1.tar", "-C", "count", "."])
        try run(Tool.python, ["-m", "zipfile", "-c", "../count.zip", "count/"])
        for (origin, name) in [
            ("shared/count", "count"), ("shared/count/", "count"), ("count.tar.gz", "count"), ("root-1.tar", "root-1"),
            ("count.zip", "count"),
        ] {
            let outcome = await add(origin)
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(origin): \(outcome.errors)")
            let folder = sandbox.path("templates/\(name)")
            #expect(
                Set(outcome.output.split(separator: "\n").map(String.init)) == [
                    "\(folder)/kind.yaml", "\(folder)/systemSmall.yaml", "\(folder)/read", "the source 'data' would run: ./read --json",
                    "the action 'up' would run: sh -c echo 2 > count",
                    "no command runs before you have looked at it and run 'subdial kind trust \(name)'",
                ])
            #expect(try installed == [name, "\(name)/kind.yaml", "\(name)/read", "\(name)/systemSmall.yaml"])
            // Whoever shares a kind does not decide who can write it here.
            #expect(try rights("\(name)/kind.yaml") == 0o644 && rights("\(name)/read") == 0o755)
            let refused = await sandbox.perform(["kind", "fetch", name], environment: environment)
            #expect(refused.status != 0 && refused.errors.contains("run 'subdial kind trust \(name)'"), "\(refused.errors)")
            try FileManager.default.removeItem(atPath: folder)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.path("tmp")) == [])
    }

    @Test("A kind replaces another one only with --replace, as a whole, and its trust ends")
    func replacing() async throws {
        defer { sandbox.remove() }
        try share()
        #expect(await add("shared/count").status == 0)
        try write("old", "templates/count/old.txt")
        #expect(await sandbox.perform(["kind", "trust", "count"], environment: environment).status == 0)
        #expect(await sandbox.perform(["kind", "fetch", "count"], environment: environment).status == 0)
        let again = await add("shared/count")
        #expect(again.status == 74 && again.errors.contains("is there already; --replace replaces it"), "\(again.errors)")
        #expect(try installed.contains("count/old.txt"))
        #expect(await sandbox.perform(["kind", "fetch", "count"], environment: environment).status == 0)
        #expect(await add("shared/count", "--replace").status == 0)
        #expect(try installed == ["count", "count/kind.yaml", "count/read", "count/systemSmall.yaml"])
        // The files are the same, and are not trusted any more.
        let refused = await sandbox.perform(["kind", "fetch", "count"], environment: environment)
        #expect(refused.errors.contains("is not trusted yet"), "\(refused.errors)")
        // A trust outlives a folder that was removed by hand.
        #expect(await sandbox.perform(["kind", "trust", "count"], environment: environment).status == 0)
        try FileManager.default.removeItem(atPath: sandbox.path("templates/count"))
        #expect(await add("shared/count").status == 0)
        #expect(await sandbox.perform(["kind", "fetch", "count"], environment: environment).errors.contains("is not trusted yet"))
    }

    @Test("A link in the place of a kind is replaced, and not followed")
    func linkInPlace() async throws {
        defer { sandbox.remove() }
        try share()
        try write("mine", "elsewhere/kind.yaml")
        try FileManager.default.createSymbolicLink(atPath: sandbox.path("templates/count"), withDestinationPath: sandbox.path("elsewhere"))
        #expect(await add("shared/count").status == 74)
        #expect(await add("shared/count", "--replace").status == 0)
        #expect(try String(contentsOfFile: sandbox.path("elsewhere/kind.yaml"), encoding: .utf8) == "mine")
        #expect(try String(contentsOfFile: sandbox.path("templates/count/kind.yaml"), encoding: .utf8) == Self.kind)
    }

    @Test("With --dry-run, and for a kind with errors, nothing is written")
    func nothingWritten() async throws {
        defer { sandbox.remove() }
        try share()
        let dry = await add("shared/count", "--dry-run")
        #expect(dry.status == 0 && dry.output.contains("templates/count/kind.yaml\n") && dry.output.contains("would run: ./read --json"))
        #expect(try installed == [])
        try share(template: "body:\n  Txet: hello\n")
        let wrong = await add("shared/count")
        #expect(wrong.errors.contains("count/systemSmall.yaml:2:3:"), "\(wrong.errors)")
        try expectNothing(wrong, "the kind has errors, and is not installed")
        try share("fields: { n: 1 }\n")
        try expectNothing(await add("shared/count"), "count/kind.yaml:1:1: the source is missing")
    }

    @Test(
        "A name that is none of a kind's is refused",
        arguments: [
            ("Count", "small letters"), ("../count", "small letters"), ("", "small letters"), ("weather", "a name of Subdial's own"),
            ("themes", "a name of Subdial's own"), ("now-playing", "a name of Subdial's own"),
        ])
    func names(_ name: String, _ reason: String) async throws {
        defer { sandbox.remove() }
        try share()
        try expectNothing(await add("shared/count", "--name", name), reason, status: 64)
    }

    @Test("Another name is the kind's")
    func otherName() async throws {
        defer { sandbox.remove() }
        try share()
        #expect(await add("shared/count", "--name", "number-2").output.contains("'subdial kind trust number-2'"))
        #expect(await sandbox.perform(["kind", "list"], environment: environment).output.contains("number-2"))
    }

    @Test(
        "An archive of an attacker is refused",
        arguments: [
            ("../evil.yaml", "its path is refused: a part of it is '.' or '..'"), ("/etc/evil.yaml", "its path is refused: it is absolute"),
            ("link", "it is a link"), ("fifo", "it is a FIFO"), ("bomb", "its files have more than 16 MiB"),
            ("many", "it has more than 500 files"),
            ("two", "there are several kinds in it; unpack it, and add one of the folders a, b"), ("none", "there is no kind.yaml in it"),
        ])
    func hostileArchives(_ attack: String, _ reason: String) async throws {
        defer { sandbox.remove() }
        try Tool.need(Tool.python)
        try share()
        let program = """
            import io, sys, tarfile
            attack = sys.argv[1]
            archive = tarfile.open("../count.tar.gz", "w:gz")
            def add(name, data=b"x", type=tarfile.REGTYPE):
                info = tarfile.TarInfo(name)
                info.type, info.linkname, info.size = type, "/etc/passwd", len(data) if type == tarfile.REGTYPE else 0
                archive.addfile(info, io.BytesIO(data))
            if attack == "two":
                for name in ["a", "b"]: archive.add("count", name)
            elif attack == "none": add("count/systemSmall.yaml")
            else:
                archive.add("count")
                if attack == "link": add("count/entry", type=tarfile.SYMTYPE)
                elif attack == "fifo": add("count/entry", type=tarfile.FIFOTYPE)
                elif attack == "bomb": add("count/entry", b"0" * (64 << 20))
                elif attack == "many":
                    for number in range(600): add(f"count/{number}")
                else: add(attack)
            archive.close()
            """
        try run(Tool.python, ["-c", program, attack])
        try expectNothing(await add("count.tar.gz"), reason)
    }

    @Test("A folder with a link, or with what is no file, is refused")
    func hostileFolders() async throws {
        defer { sandbox.remove() }
        try share()
        try FileManager.default.createSymbolicLink(atPath: sandbox.path("shared/count/link"), withDestinationPath: "/etc/passwd")
        try expectNothing(await add("shared/count"), "'link': it is a link")
        try FileManager.default.removeItem(atPath: sandbox.path("shared/count/link"))
        #expect(mkfifo(sandbox.path("shared/count/pipe"), 0o644) == 0)
        try expectNothing(await add("shared/count"), "'pipe': it is no regular file")
        try expectNothing(await add("shared"), "there is no kind.yaml in it")
        try expectNothing(await add("nothing"), "there is no such folder or archive", status: 66)
    }

    @Test("An address is one of https, or of http if that is permitted; the archive's name is that of the kind")
    func addresses() async throws {
        defer { sandbox.remove() }
        try Tool.need("tar")
        try share()
        try run(Tool.path("tar") ?? "", ["-czf", "../count.tar.gz", "-C", "count", "kind.yaml", "systemSmall.yaml"])
        let archive = try Array(Data(contentsOf: URL(filePath: sandbox.path("count.tar.gz"))))
        try await withServer { request, peer in
            switch request.target {
            case "/number.tar.gz?download=1": try peer.answer(archive, type: "application/gzip")
            case "/moved": try peer.answer("", status: 302, fields: ["Location: /number.tar.gz?download=1"])
            case "/page": try peer.answer("<html>", type: "text/html")
            default: try peer.answer("", status: 404)
            }
        } _: { server in
            try expectNothing(await add(server.url + "/number.tar.gz"), "an address begins with https://; --allow-http permits one")
            try expectNothing(await add(server.url + "/page", "--allow-http"), "it is no archive")
            try expectNothing(await add(server.url + "/nothing", "--allow-http"), "the server answered 404")
            #expect(await add(server.url + "/moved", "--allow-http", "--name", "other").status == 0)
            #expect(await add(server.url + "/number.tar.gz?download=1", "--allow-http").status == 0)
        }
        #expect(try installed.filter { !$0.contains("/") } == ["number", "other"])
    }
}
