import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// True if the sources are a git repository, and not an archive.
private let isCheckout = Tool.has("git") && Tool.succeeds(["git", "-C", Repository.root.path, "rev-parse", "--verify", "HEAD"])

/// `Scripts/release` in a temporary clone.
@Suite(.enabled(if: isCheckout, "needs git and a checkout")) struct ReleaseScriptTests {
    private struct Clone {
        let sandbox: Sandbox
        var folder: String { sandbox.path("clone") }

        init() throws {
            sandbox = try Sandbox()
            #expect(try run("git", "clone", "--quiet", Repository.root.path, sandbox.path("clone"), folder: "/").status == 0)
        }

        func run(_ words: String..., folder: String? = nil) throws -> (status: Int32, text: String) {
            let identity = [
                "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org", "GIT_COMMITTER_NAME": "Ada",
                "GIT_COMMITTER_EMAIL": "ada@example.org",
            ]
            let process = sandbox.process(words, environment: identity)
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.currentDirectoryURL = URL(filePath: folder ?? self.folder)
            let output = Pipe()
            (process.standardOutput, process.standardError) = (output, output)
            try process.runUnblocked()
            try output.fileHandleForWriting.close()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            return (process.terminationStatus, text)
        }

        func text(_ file: String) throws -> String { try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8) }

        func write(_ text: String, _ file: String) throws {
            try text.write(toFile: "\(folder)/\(file)", atomically: true, encoding: .utf8)
        }

        var version: String {
            get throws {
                try text("Sources/Engine/EngineWire/SubdialVersion.swift").firstMatch(of: /current = "(.*)"/).map { String($0.1) } ?? ""
            }
        }

        /// Replaces the entries under `Unreleased`.
        func note(_ entries: String) throws {
            let parts = try text("CHANGELOG.md").split(separator: "\n## [", omittingEmptySubsequences: false)
            try write(([parts[0], "Unreleased]\n\n\(entries)"] + parts.dropFirst(2)).joined(separator: "\n## ["), "CHANGELOG.md")
            let outcome = try run("git", "commit", "--quiet", "--all", "--allow-empty", "--message", "Notes")
            #expect(outcome.status == 0, "\(outcome.text)")
        }
    }

    @Test func aReleaseRaisesTheVersionAndMovesTheNotes() throws {
        let clone = try Clone()
        defer { clone.sandbox.clean() }
        let old = try clone.version
        try clone.note("### Added\n\n- A new feature.\n")
        // What has been in a version stays.
        try clone.write(try clone.text("README.md") + "\nThe form of version \(old) is in Fixtures/\(old)/form.\n", "README.md")
        #expect(try clone.run("git", "commit", "--quiet", "--all", "--message", "History").status == 0)
        let outcome = try clone.run("Scripts/release", "70.8.9")
        #expect(outcome.status == 0, "\(outcome.text)")
        #expect(try clone.version == "70.8.9")
        for file in ["README.md", "Documentation/installing.md", "Tests/Documentation/commands.yaml"] {
            let text = try clone.text(file)
            #expect(text.contains("70.8.9") && !text.contains("_\(old)") && !text.contains("-\(old)"), "\(file)")
        }
        #expect(try clone.text("README.md").hasSuffix("\nThe form of version \(old) is in Fixtures/\(old)/form.\n"))
        let changes = try clone.text("CHANGELOG.md")
        let section = try #require(changes.firstRange(of: "\n## [Unreleased]\n\n## [70.8.9] - 2"))
        #expect(changes[section.upperBound...].split(separator: "\n## [").first?.hasSuffix("\n\n### Added\n\n- A new feature.\n") == true)
        #expect(changes.contains("\n## [\(old)] - 2"))
        // The commit contains all of it, and has the tag.
        #expect(try clone.run("git", "status", "--porcelain").text.isEmpty)
        #expect(try clone.run("git", "log", "-1", "--format=%s").text == "Version 70.8.9\n")
        #expect(try clone.run("git", "rev-parse", "v70.8.9^{commit}").text == clone.run("git", "rev-parse", "HEAD").text)
        // There is nothing new to release.
        let again = try clone.run("Scripts/release", "70.9.0")
        #expect(again.status == 65 && again.text == "release: CHANGELOG.md has no entries under Unreleased\n", "\(again.text)")
    }

    @Test func aWrongReleaseChangesNothing() throws {
        let clone = try Clone()
        defer { clone.sandbox.clean() }
        try clone.note("- A new feature.\n")
        let head = try clone.run("git", "rev-parse", "HEAD").text
        let old = try clone.version
        for (version, message) in [
            ("1.2", "'1.2' is no version: write one like 1.2.3"), ("v1.2.3", "'v1.2.3' is no version: write one like 1.2.3"),
            ("1.02.3", "'1.02.3' is no version: write one like 1.2.3"), (old, "\(old) is not later than \(old)"),
            ("0.0.1", "0.0.1 is not later than \(old)"),
        ] {
            let outcome = try clone.run("Scripts/release", version)
            #expect(outcome.status == 64 && outcome.text == "release: \(message)\n", "\(outcome.text)")
        }
        #expect(try clone.run("git", "tag", "v70.8.9").status == 0)
        let tagged = try clone.run("Scripts/release", "70.8.9")
        #expect(tagged.status == 65 && tagged.text == "release: there is a tag v70.8.9 already\n", "\(tagged.text)")
        try clone.write("new", "new.txt")
        let changed = try clone.run("Scripts/release", "70.9.0")
        #expect(changed.status == 65 && changed.text == "release: the working tree has changes: commit them first\n", "\(changed.text)")
        #expect(try clone.run("git", "rev-parse", "HEAD").text == head)
        // A file that the script does not know contains the version.
        try clone.write("subdial \(old)\n", "new.txt")
        #expect(try clone.run("git", "add", "new.txt").status == 0)
        #expect(try clone.run("git", "commit", "--quiet", "--message", "New").status == 0)
        let unknown = try clone.run("Scripts/release", "70.9.0")
        #expect(unknown.status == 65 && unknown.text.contains("the version is also written in new.txt: add the file"), "\(unknown.text)")
    }
}
