import Foundation
import Glibc
import SubdialKinds
import SubdialSystem
import SubdialTestSupport
import Testing

@testable import SubdialEngine

/// Reviews of kinds with real files.
@Suite struct KindTrustTests {
    private let folder: TemporaryFolder
    private let trust: KindTrust

    init() throws {
        folder = try TemporaryFolder()
        trust = KindTrust(UserFolders(environment: ["HOME": folder.path]))
        for name in ["k/bin", "first", "second"] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        }
    }

    private func write(_ name: String, _ text: String = "#!/bin/sh\necho 1\n", mode: Int = 0o755) throws {
        try text.write(toFile: folder.path(name), atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path(name))
    }

    /// A kind in the folder `k`; `FOLDER` in the command is the whole folder.
    private func instance(_ command: String) throws -> KindInstance {
        let path = "PATH: \(folder.path("first")):\(folder.path("second")):/usr/bin:/bin, HOME: \(folder.path)"
        let text =
            "source: { command: \(command.replacingOccurrences(of: "FOLDER", with: folder.path)), environment: { \(path) } }\nfields: { a: 1 }\n"
        try write("k/kind.yaml", text, mode: 0o644)
        let kind = try Kind(text, name: "k", file: folder.path("k/kind.yaml"))
        return KindInstance(kind, try KindValues([:], of: kind), isShipped: false)
    }

    /// The program that runs, or the reason why none does.
    private func outcome(_ instance: KindInstance) async throws -> Result<String, KindError> {
        let request = try instance.kind.sources[0].request(instance.values, knowing: nil)
        let line = try #require(request as? CommandTransport.Request)
        do throws(KindError) {
            return .success(try await trust.program(of: line, in: instance))
        } catch {
            return .failure(error)
        }
    }

    private func refusal(_ instance: KindInstance) async throws -> String {
        switch try await outcome(instance) {
        case .success: ""
        case .failure(let error): error.description
        }
    }

    // MARK: Changes

    /// A command, the file that it runs, and the file that is changed if that is another one.
    @Test(arguments: [
        ("[fetch]", "second/fetch"), ("[./fetch]", "k/fetch"), ("[FOLDER/k/fetch]", "k/fetch"), ("[bash, fetch]", "k/fetch"),
        ("[sh, bin/run]", "k/bin/run"), ("['sh', '-c', 'cd bin && ./run']", "k/bin/run"),
        ("['sh', '-c', '$HOME/second/fetch']", "second/fetch"),
        ("['sh', '-c', '~/second/fetch']", "second/fetch"), ("['sh', '-c', '${HOME}/second/fetch | cat']", "second/fetch"),
        ("['sh', '-c', 'x=1; (cd bin; . ./run)']", "k/bin/run"), ("['sh', '-c', 'echo $(fetch)']", "second/fetch"),
        ("['sh', '-c', 'sh < fetch']", "k/fetch"), ("[env, A=1, timeout, 5, bash, fetch]", "k/fetch"),
        ("[find, ., -exec, ./fetch, '{}', ;]", "k/fetch"),
        ("[python3, -m, module]", "k/module.py"), ("[python3, -u, script, x]", "k/script"), ("[./fetch, --with, data]", "k/data"),
        ("[./link]", "k/bin/run"), ("[./own]", "k/interpreter"), ("[./byname]", "second/interpreter"), ("[awk, -f, script]", "k/script"),
    ])
    func aChangedFileIsNoticed(_ command: String, _ file: String) async throws {
        for name in ["second/fetch", "k/fetch", "k/bin/run", "k/interpreter", "second/interpreter"] { try write(name) }
        for name in ["k/module.py", "k/script", "k/data"] { try write(name, "text\n", mode: 0o644) }
        try write("k/fetch", mode: 0o644)
        if command.contains("./fetch") || command.contains("FOLDER") { try write("k/fetch") }
        try FileManager.default.createSymbolicLink(atPath: folder.path("k/link"), withDestinationPath: "bin/run")
        try write("k/own", "#!\(folder.path("k/interpreter"))\n")
        try write("k/byname", "#!/usr/bin/env interpreter\n")
        let instance = try instance(command)
        #expect(try await refusal(instance).contains("is not trusted yet"))
        try trust.trust(instance)
        #expect(try await refusal(instance).isEmpty)
        // Its size and its times may be those of before.
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(file))
        let text = try String(contentsOfFile: folder.path(file), encoding: .utf8)
        let handle = try #require(FileHandle(forWritingAtPath: folder.path(file)))
        handle.write(Data((text.dropLast(2) + "2\n").utf8))
        try handle.close()
        try FileManager.default.setAttributes(
            [.modificationDate: try #require(attributes[.modificationDate])], ofItemAtPath: folder.path(file))
        let shown = file == "k/bin/run" && command == "[./link]" ? "k/link" : file
        #expect(try await refusal(instance).contains("'k' has changed since it was trusted, in \(folder.path(shown)): look at it"))
        try trust.trust(instance)
        #expect(try await refusal(instance).isEmpty)
    }

    @Test func aProgramThatIsFoundEarlierIsNoticed() async throws {
        try write("second/fetch")
        for (command, name) in [("[fetch]", "fetch"), ("[date]", "date"), ("['sh', '-c', 'date | fetch']", "date")] {
            let instance = try instance(command)
            try trust.trust(instance)
            #expect(try await refusal(instance).isEmpty)
            try write("first/\(name)")
            #expect(try await refusal(instance).contains("as it runs \(folder.path("first/\(name)")) now"))
            try FileManager.default.removeItem(atPath: folder.path("first/\(name)"))
            #expect(try await refusal(instance).isEmpty)
        }
    }

    @Test func aProgramThatIsGoneIsNoticed() async throws {
        try write("second/fetch")
        let instance = try instance("[fetch]")
        try trust.trust(instance)
        try FileManager.default.removeItem(atPath: folder.path("second/fetch"))
        #expect(try await refusal(instance).contains("as it does not run \(folder.path("second/fetch")) any more"))
    }

    @Test func theCheckedProgramIsTheOneThatRuns() async throws {
        try write("second/fetch")
        for (command, program) in [("[fetch]", "second/fetch"), ("[./../second/fetch]", "k/../second/fetch")] {
            let instance = try instance(command)
            try trust.trust(instance)
            #expect(try await outcome(instance) == .success(folder.path(program)))
        }
        let missing = try instance("[nothing]")
        try trust.trust(missing)
        #expect(try await refusal(missing) == "source, command: 'nothing' cannot be run: there is no such program in PATH")
    }

    @Test func aLinkToTheSystemIsTrustedForItsTargetOnly() async throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path("first/fetch"), withDestinationPath: "/usr/bin/env")
        let instance = try instance("[fetch]")
        #expect(try trust.trust(instance).watched == [])
        #expect(try await refusal(instance).isEmpty)
        try FileManager.default.removeItem(atPath: folder.path("first/fetch"))
        try FileManager.default.createSymbolicLink(atPath: folder.path("first/fetch"), withDestinationPath: "/usr/bin/cat")
        #expect(try await refusal(instance).contains("in \(folder.path("first/fetch"))"))
    }

    /// Data that a program of the system reads may change.
    @Test func dataMayChange() async throws {
        try write("k/data", "1\n", mode: 0o644)
        let instance = try instance("[sh, -c, 'cat data | sort > out; cat < data']")
        #expect(try trust.trust(instance).watched == [])
        try write("k/data", "2\n", mode: 0o644)
        try write("k/out", "2\n", mode: 0o644)
        #expect(try await refusal(instance).isEmpty)
    }

    // MARK: Rights

    @Test(arguments: [
        ("k/fetch", 0o775, "its group may write"), ("k/fetch", 0o757, "anybody may write"), ("k", 0o775, "its group may write"),
        ("k", 0o757, "anybody may write"), ("", 0o777, "anybody may write"), ("k/kind.yaml", 0o666, "anybody may write"),
    ])
    func whatOthersMayWriteIsRefused(_ path: String, _ mode: Int, _ reason: String) async throws {
        try write("k/fetch")
        let instance = try instance("[./fetch]")
        try trust.trust(instance)
        let whole = path.isEmpty ? folder.path : folder.path(path)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: whole)
        let error = #expect(throws: KindError.self) { try trust.trust(instance) }
        #expect(error?.description.contains("\(reason) \(whole), and so change what is run") == true, "\(error.map { "\($0)" } ?? "")")
        #expect(try await refusal(instance).contains(reason))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: whole)
        #expect(try await refusal(instance).isEmpty)
    }

    /// In a sticky folder, such as /tmp, others cannot replace a user's files.
    @Test func aStickyFolderIsSafe() async throws {
        try write("k/fetch")
        try #require(chmod(folder.path("k"), 0o1777) == 0)
        let instance = try instance("[./fetch]")
        try trust.trust(instance)
        #expect(try await refusal(instance).isEmpty)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files to others"), arguments: ["k/fetch", "k/bin", "k/bin/link", "k/kind.yaml"])
    func filesOfOthersAreRefused(_ path: String) async throws {
        for name in ["k/fetch", "k/bin/run"] { try write(name) }
        try FileManager.default.createSymbolicLink(atPath: folder.path("k/bin/link"), withDestinationPath: "run")
        let instance = try instance("['sh', '-c', './fetch; bin/link']")
        try trust.trust(instance)
        try #require(lchown(folder.path(path), 65_534, 65_534) == 0)
        let error = #expect(throws: KindError.self) { try trust.trust(instance) }
        #expect(error?.description.contains("\(folder.path(path)) belongs to user 65534") == true, "\(error.map { "\($0)" } ?? "")")
        #expect(try await refusal(instance).contains("belongs to user 65534"))
    }

    // MARK: Stored reviews

    /// The only file with a review.
    private func stored() throws -> String {
        let place = folder.path(".local/state/subdial/trusted")
        return "\(place)/\(try #require(try FileManager.default.contentsOfDirectory(atPath: place).first))"
    }

    /// The form of version 0.1.0, with whole files.
    private func earlierForm(_ names: [String]) throws -> Data {
        struct Earlier: Encodable { var files: [String: Data] }
        return try JSONEncoder().encode(
            Earlier(files: Dictionary(uniqueKeysWithValues: try names.map { ($0, try Data(contentsOf: URL(filePath: $0))) })))
    }

    @Test func anEarlierReviewCountsIfItHasAllFiles() async throws {
        try write("k/fetch")
        let instance = try instance("[sh, -c, './fetch | cat']")
        try trust.trust(instance)
        let (file, kind) = (try stored(), folder.path("k/kind.yaml"))
        try earlierForm([kind, folder.path("k") + "/./fetch"]).write(to: URL(filePath: file))
        #expect(try await refusal(instance).isEmpty)
        try earlierForm([kind]).write(to: URL(filePath: file))
        #expect(try await refusal(instance).contains("as it runs \(folder.path("k/fetch")) now"))
        try earlierForm([folder.path("k/fetch")]).write(to: URL(filePath: file))
        #expect(try await refusal(instance).contains("as it runs \(kind) now"))
    }

    @Test(arguments: [
        "", "{}", "[]", "{\"files\":{}}", "{\"form\":3,\"files\":{}}", "{\"form\":2}", "{\"form\":2,\"files\":{\"a\":1}}", "\u{0}",
    ])
    func anUnreadableReviewIsNone(_ text: String) async throws {
        let instance = try instance("[cat]")
        try trust.trust(instance)
        try text.write(toFile: try stored(), atomically: false, encoding: .utf8)
        let refusal = try await refusal(instance)
        #expect(refusal.contains("is not trusted yet") || refusal.contains("has changed since it was trusted"), "\(refusal)")
    }
}
