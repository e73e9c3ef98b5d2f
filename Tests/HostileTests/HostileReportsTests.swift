import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Reports of snapshot runs that came from others, as in the artifact of a pull request.
@Suite(.serialized) struct HostileReportsTests {
    /// A checkout with a suite and its references, the report of a run in which a snapshot differs, and files outside of the checkout.
    private struct Place {
        static let snapshot = "card/one.systemSmall.iphone-15.dark"
        static let file = "snapshot-report/actual/\(snapshot).png"

        let sandbox: Sandbox
        var outside: String { sandbox.path("outside") }

        init() throws {
            sandbox = try Sandbox()
            for folder in ["checkout/entries", "outside/card"] {
                try FileManager.default.createDirectory(atPath: sandbox.path(folder), withIntermediateDirectories: true)
            }
            let entry = #"{"date":"2026-01-08T20:15:04Z","status":"playing","track":{"title":"So What","artist":"Miles Davis"}}"#
            for (name, text) in [
                ("checkout/entries/one.json", entry), ("checkout/card.yaml", Self.template("headline")),
                ("checkout/snapshots.yaml", Self.suite("References")), ("outside/evil.yaml", Self.suite("Elsewhere")),
                ("outside/\(Self.snapshot).png", "secret"), ("outside/secret", "secret"), ("outside/index.html", "secret"),
            ] { try Data(text.utf8).write(to: URL(filePath: sandbox.path(name))) }
            try #require(try run("record").status == 0)
            try write(Self.template("title"), to: "card.yaml")
            try #require(try run("check").status == 1)
        }

        static func suite(_ references: String) -> String {
            """
            references: \(references)
            cases:
              - { id: card, template: card.yaml, entries: [entries/one.json], matrix: { families: [systemSmall], appearances: [dark, light] } }

            """
        }

        private static func template(_ font: String) -> String {
            "background: \"#203040\"\nbody: { Text: \"{{ title }}\", font: \(font), foreground: \"#FFFFFF\", id: title }\n"
        }

        func path(_ name: String) -> String { sandbox.path("checkout/\(name)") }

        func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: URL(filePath: path(name))) }

        @discardableResult
        func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Sandbox.Outcome {
            try run(arguments, environment: environment)
        }

        @discardableResult
        func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Sandbox.Outcome {
            // The shell changes into the checkout, as a user does.
            let process = sandbox.process(["snapshot"] + arguments, environment: environment)
            process.currentDirectoryURL = URL(filePath: sandbox.path("checkout"))
            let (output, errors) = (Pipe(), Pipe())
            process.standardOutput = output
            process.standardError = errors
            try process.runUnblocked()
            let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
            let told = errors.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return Sandbox.Outcome(
                status: process.terminationStatus, output: String(decoding: bytes, as: UTF8.self),
                errors: String(decoding: told, as: UTF8.self), bytes: bytes)
        }

        /// Sets a value of a JSON file: `cases.0.id` is the id of its first case.
        func edit(_ file: String, _ key: String, _ value: String) throws {
            let data = try Data(contentsOf: URL(filePath: path(file)))
            let text = value.replacingOccurrences(of: "OUTSIDE", with: outside)
            let new = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            func set(_ json: Any?, _ keys: ArraySlice<Substring>) -> Any {
                guard let key = keys.first else { return new }
                if var list = json as? [Any], let index = Int(key) {
                    list[index] = set(list[index], keys.dropFirst())
                    return list
                }
                var members = json as? [String: Any] ?? [:]
                members[String(key)] = set(members[String(key)], keys.dropFirst())
                return members
            }
            let edited = set(try JSONSerialization.jsonObject(with: data), key.split(separator: ".")[...])
            try JSONSerialization.data(withJSONObject: edited).write(to: URL(filePath: path(file)))
        }

        func replace(_ name: String, byLinkTo target: String) throws {
            try? FileManager.default.removeItem(atPath: path(name))
            try FileManager.default.createDirectory(
                atPath: URL(filePath: path(name)).deletingLastPathComponent().path, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
        }

        /// The contents of all files below a folder, by path; of a link, its target.
        private func files(_ folder: String) throws -> [String: Data] {
            var files: [String: Data] = [:]
            for file in try FileManager.default.subpathsOfDirectory(atPath: folder) {
                let path = "\(folder)/\(file)"
                if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
                    files[file] = Data(target.utf8)
                } else if let data = FileManager.default.contents(atPath: path) {
                    files[file] = data
                }
            }
            return files
        }

        /// Runs `body`, and expects that nothing outside of the checkout has changed, and in it no file but those below `changed`.
        func expectChanges(
            only changed: [String], sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
        ) throws {
            let (before, secret) = (try files(sandbox.path("checkout")), try files(outside))
            try body()
            let after = try files(sandbox.path("checkout"))
            let different = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
            let others = different.filter { name in !changed.contains { name.hasPrefix($0) } }
            #expect(others.isEmpty, sourceLocation: sourceLocation)
            #expect(try files(outside) == secret, sourceLocation: sourceLocation)
        }
    }

    private static func with(_ body: (Place) throws -> Void) throws {
        let place = try Place()
        defer { place.sandbox.clean() }
        try body(place)
    }

    /// An edit of a file of a report, and the entry that the message names.
    private static let edits: [(file: String, key: String, value: String, entry: String)] = [
        ("report.json", "cases.0.actual", #""OUTSIDE/secret""#, "cases[0].actual"),
        ("report.json", "cases.0.actual", #""../../outside/secret""#, "cases[0].actual"),
        ("report.json", "cases.0.actual", #""actual/../../card.yaml""#, "cases[0].actual"),
        ("report.json", "cases.0.actual", #""./actual/x.png""#, "cases[0].actual"),
        ("report.json", "cases.0.actual", #""actual//x.png""#, "cases[0].actual"),
        ("report.json", "cases.0.actual", #""actual/a\u0000b""#, "cases[0].actual"),
        ("report.json", "cases.0.actual", #""index.html""#, "cases[0].actual"),
        ("report.json", "cases.0.expected", #""https://example.com/pixel.png""#, "cases[0].expected"),
        ("report.json", "cases.0.difference", #""OUTSIDE/secret""#, "cases[0].difference"),
        ("report.json", "cases.0.actualText", #""../../outside/secret""#, "cases[0].actualText"),
        ("report.json", "cases.0.expectedText", #""../report.json""#, "cases[0].expectedText"),
        ("report.json", "cases.0.id", #""../../outside/secret""#, "cases[0].expected"),
        ("report.json", "cases.0.id", #""a\u001b[2Jb""#, "cases[0].id"), ("report.json", "cases.0.id", #""""#, "cases[0].id"),
        ("report.json", "cases.1.id", #""card/one.systemSmall.iphone-15.dark""#, "cases[1]"),
        ("report.json", "cases.0.reference", #"{"folder":"OUTSIDE","id":"../secret"}"#, "cases[0]"),
        ("report.json", "cases.0.nodeChanges", "[[[[]]]]", "this is not a snapshot report"),
        ("report.json", "cases.0.line", "1e300", "this is not a snapshot report"),
        ("report.json", "cases.0.status", #""accepted""#, "this is not a snapshot report"),
        ("report.json", "cases", "{}", "this is not a snapshot report"),
        ("run.json", "platforms", #"["../../../outside/secret"]"#, "platforms[0]"), ("run.json", "platforms", #"["a/b"]"#, "platforms[0]"),
        ("run.json", "shards", "9223372036854775807", "shard"), ("run.json", "shard", "-1", "shard"),
        ("run.json", "fonts", #"[{"family":"F","style":"","file":"../../x","version":"","sha256":"0"}]"#, "fonts[0]"),
        ("run.json", "suite", #""a\u0000b""#, "suite"), ("run.json", "platforms", "7", "this is no record of a run"),
    ]

    /// The arguments of a command that uses all of a report.
    private static func arguments(_ command: String) -> [String] {
        command == "merge" ? ["merge", "snapshot-report", "-o", "merged"] : [command, "--all"]
    }

    /// A report of which an entry breaks a rule is refused with the entry's name, and nothing is changed.
    @Test(arguments: edits.indices) func anEditedReportIsRefused(_ index: Int) throws {
        try Self.with { place in
            let edit = Self.edits[index]
            try place.edit("snapshot-report/\(edit.file)", edit.key, edit.value)
            for command in ["accept", "reject", "merge"] {
                try place.expectChanges(only: command == "merge" ? ["merged"] : []) {
                    let outcome = try place.run(Self.arguments(command))
                    #expect(outcome.status == 65, "\(command): \(outcome.output)\(outcome.errors)")
                    #expect(outcome.errors.contains("snapshot-report/\(edit.file): \(edit.entry)"), "\(command): \(outcome.errors)")
                    #expect(outcome.errors.split(separator: "\n").count == 1 && outcome.errors.utf8.count < 2000, "\(outcome.errors)")
                    #expect(!outcome.output.contains("accepted") && !outcome.output.contains("rejected"))
                }
            }
        }
    }

    /// The folders and names of references are those of the user's own suite, whatever the record of the run says.
    @Test(
        arguments: [
            ("references", #""OUTSIDE""#, 0), ("references", #""../outside""#, 0),
            ("formerIDs", #"{"card/one":"../../outside/secret"}"#, 0),
            ("suite", #""OUTSIDE/evil.yaml""#, 0), ("suite", #""/dev/zero""#, 0), ("relativeSuite", #""../outside/evil.yaml""#, 0),
            ("both", #""snapshot-report/evil.yaml""#, 65), ("both", #""snapshot-report/absolute.yaml""#, 65),
            ("both", #""snapshot-report/link.yaml""#, 66), ("both", #""snapshot-report/behind.yaml""#, 65), ("both", #""none.yaml""#, 66),
        ] as [(String, String, Int32)])
    func theRecordNamesNoFolder(_ key: String, _ value: String, _ status: Int32) throws {
        try Self.with { place in
            // Suites that have come with the report: their references are elsewhere, or behind a link.
            try place.write(Place.suite("../../outside"), to: "snapshot-report/evil.yaml")
            try place.write(Place.suite(place.outside), to: "snapshot-report/absolute.yaml")
            try place.write(Place.suite("behind/new"), to: "snapshot-report/behind.yaml")
            try place.replace("snapshot-report/behind", byLinkTo: place.outside)
            try place.replace("snapshot-report/link.yaml", byLinkTo: "\(place.outside)/evil.yaml")
            if key == "both" {
                try place.edit("snapshot-report/run.json", "suite", "\"/nowhere/snapshots.yaml\"")
                try place.edit("snapshot-report/run.json", "relativeSuite", value)
            } else {
                try place.edit("snapshot-report/run.json", key, value)
            }
            try place.expectChanges(only: status == 0 ? ["References/", "snapshot-report/"] : []) {
                let outcome = try place.run("accept", "--all")
                #expect(outcome.status == status, "\(outcome.output)\(outcome.errors)")
            }
            // Named by its user, it is the suite.
            try place.expectChanges(only: ["References/", "snapshot-report/"]) {
                let outcome = try place.run("accept", "--all", "--suite", "snapshots.yaml")
                #expect(outcome.status == 0, "\(outcome.errors)")
            }
            #expect(try place.run("check").output == "2 snapshots: 2 passed\n")
        }
    }

    /// A snapshot that the suite does not have is not accepted, and none of the others either.
    @Test(arguments: [
        ("cases.0.id", #""outside/secret""#, "has no such snapshot"), ("cases.0.drawnLevels", #"["picture"]"#, "compares other levels"),
        ("cases.0.drawnLevels", #"["line","timeline"]"#, "compares other levels"),
        ("cases.0.reference", #"{"folder":"OUTSIDE/__Snapshots__","id":"one.systemSmall.iphone-15.dark"}"#, "a reference of its own"),
    ])
    func whatTheSuiteLacksIsNotAccepted(_ key: String, _ value: String, _ reason: String) throws {
        try Self.with { place in
            try place.edit("snapshot-report/report.json", key, value)
            if key == "cases.0.id" {
                try place.edit("snapshot-report/report.json", "cases.0.actual", #""actual/outside/secret.png""#)
                for other in ["expected", "difference"] { try place.edit("snapshot-report/report.json", "cases.0.\(other)", "null") }
            }
            if key == "cases.0.reference" {
                for other in ["expected", "difference", "actual"] {
                    let file = #""card/\#(other)/one.systemSmall.iphone-15.dark.png""#
                    try place.edit("snapshot-report/report.json", "cases.0.\(other)", file)
                }
            }
            try place.expectChanges(only: []) {
                let outcome = try place.run("accept", "--all")
                #expect(outcome.status == 65 && outcome.errors.contains("report.json: '"), "\(outcome.output)\(outcome.errors)")
                #expect(outcome.errors.contains(reason) && outcome.output.isEmpty, "\(outcome.errors)")
            }
        }
    }

    /// A link in the folder of a report, and where it leads.
    private static let links: [(name: String, target: String)] = [
        ("actual/\(Place.snapshot).png", "OUTSIDE/secret"), ("actual/\(Place.snapshot).tree.txt", "OUTSIDE/secret"),
        ("actual/card", "OUTSIDE/card"), ("actual", "OUTSIDE"), ("report.json", "OUTSIDE/report.json"), ("run.json", "OUTSIDE/run.json"),
    ]

    /// What is a link, or behind one, is neither read nor removed, and no command writes through it.
    @Test(arguments: links.indices, ["accept", "reject", "merge", "check"]) func noLinkLeadsOut(_ index: Int, _ command: String) throws {
        try Self.with { place in
            let (name, target) = Self.links[index]
            let folder = "snapshot-report"
            if name.hasSuffix(".json") {
                try FileManager.default.copyItem(atPath: place.path("\(folder)/\(name)"), toPath: "\(place.outside)/\(name)")
            }
            try place.replace("\(folder)/\(name)", byLinkTo: target.replacingOccurrences(of: "OUTSIDE", with: place.outside))
            // Of a link in the place of a picture, rejecting removes the link; a run replaces its own folder.
            let isOwn = command == "check" || command == "reject" && name.hasPrefix("actual/") && name != "actual/card"
            try place.expectChanges(only: isOwn ? [folder] : command == "merge" ? ["merged"] : []) {
                switch command {
                case "check": #expect(try place.run("check").status == 1)
                case "merge":
                    let outcome = try place.run(Self.arguments(command))
                    #expect(outcome.status == 65 && outcome.errors.contains("link"), "\(outcome.errors)")
                default:
                    let outcome = try place.run(command, Place.snapshot)
                    #expect((outcome.status == 0) == isOwn, "\(outcome.output)\(outcome.errors)")
                    #expect(isOwn || outcome.errors.contains("link"), "\(outcome.errors)")
                }
            }
            #expect(!FileManager.default.fileExists(atPath: place.path("merged/actual")))
        }
    }

    /// A page or a reference that is a link is replaced, and not written through; a folder of references that is a link is an error.
    @Test(arguments: ["index.html", "junit.xml", "References/\(Place.snapshot).png", "References/fonts.json", "References/card"])
    func writingReplacesLinks(_ name: String) throws {
        try Self.with { place in
            let target = name == "References/card" ? "card" : "index.html"
            try place.replace(name.contains("/") ? name : "snapshot-report/\(name)", byLinkTo: "\(place.outside)/\(target)")
            try place.expectChanges(only: ["snapshot-report/", "References"]) {
                let outcome = try place.run("accept", Place.snapshot)
                #expect((outcome.status == 74) == (name == "References/card"), "\(outcome.errors)")
                #expect(outcome.status == 0 || outcome.errors.contains("it is a link or no folder"), "\(outcome.errors)")
            }
        }
    }

    /// What is accepted or merged is a whole picture or a text, in the format of the reference.
    @Test(
        arguments: ["accept", "merge"],
        [
            ("png", Data("GIF89a".utf8)), ("png", Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10])), ("png", Data()),
            ("png", Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)),
            // A header of 65,536 × 65,536 pixels.
            (
                "png",
                Data([
                    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 1, 0, 0, 0, 1, 0, 0, 8, 6, 0, 0,
                    0,
                ])
            ),
            ("tree.txt", Data([0xC0, 0xAF])), ("layout.txt", Data("a\0b".utf8)),
        ])
    func whatIsAcceptedHasTheFormatOfItsReference(_ command: String, _ file: (ending: String, data: Data)) throws {
        try Self.with { place in
            let name = "actual/\(Place.snapshot).\(file.ending)"
            try file.data.write(to: URL(filePath: place.path("snapshot-report/\(name)")))
            try place.expectChanges(only: command == "merge" ? ["merged"] : []) {
                let outcome = try place.run(Self.arguments(command))
                let reason = file.ending == "png" ? "the drawn snapshot is no whole PNG" : "the drawn snapshot is no text"
                #expect(outcome.status == 65 && outcome.errors.contains("\(name): \(reason)"), "\(outcome.errors)")
            }
            #expect(!FileManager.default.fileExists(atPath: place.path("merged/\(name)")))
        }
    }

    /// A report that leaves out snapshots of the suite makes no reference of the suite obsolete.
    @Test(arguments: [nil, "[]"] as [String?]) func aReportCannotHaveReferencesPruned(_ cases: String?) throws {
        try Self.with { place in
            try #require(try place.run("record").status == 0)
            try #require(try place.run("check").status == 0)
            if let cases { try place.edit("snapshot-report/report.json", "cases", cases) }
            try place.expectChanges(only: ["merged"]) {
                let outcome = try place.run(Self.arguments("merge") + ["--prune", "--fail-on-obsolete"])
                #expect(outcome.status == 0 && !outcome.output.contains("obsolete"), "\(outcome.output)\(outcome.errors)")
            }
        }
    }

    /// Reports that are large or deep are refused at once.
    @Test(arguments: ["report.json", "run.json"], ["large", "deep", "fifo"]) func absurdFilesAreRefused(_ file: String, _ kind: String)
        throws
    {
        try Self.with { place in
            let path = place.path("snapshot-report/\(file)")
            try FileManager.default.removeItem(atPath: path)
            switch kind {
            case "large":
                try Data().write(to: URL(filePath: path))
                try #require(truncate(path, 1 << 40) == 0)
            case "deep": try Data(String(repeating: "{\"cases\":[", count: 1 << 20).utf8).write(to: URL(filePath: path))
            default: try #require(mkfifo(path, 0o600) == 0)
            }
            for command in [["pending"], ["accept", "--all"], ["reject", "--all"], Self.arguments("merge")] {
                let outcome = try place.run(command)
                #expect(outcome.status == 65 && outcome.errors.contains("snapshot-report/\(file): "), "\(outcome.errors)")
                #expect(outcome.errors.utf8.count < 2000)
            }
        }
    }

    /// The texts of a report are data in every format, and no command for the runner that prints them.
    @Test func textsOfOthersAreNoCommands() throws {
        try Self.with { place in
            let text = #""\n::add-mask::secret\n  ::stop-commands::x\n##[error]y <script>alert(1)</script> ]]> `a` | b""#
            for (key, value) in [
                ("cases.0.message", text), ("cases.0.group", text), ("cases.0.nodeChanges", "[\(text)]"),
                ("cases.0.fontWarnings", "[\(text)]"),
                ("warnings", "[\(text)]"), ("suite", text),
            ] { try place.edit("snapshot-report/report.json", key, value) }
            let summary = place.path("summary.md")
            let environment = ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary]
            let outcome = try place.run(Self.arguments("merge"), environment: environment)
            #expect(outcome.status == 1, "\(outcome.errors)")
            let commands = outcome.lines.map { $0.drop { $0.isWhitespace } }.filter { $0.hasPrefix("::") }
            #expect(!commands.isEmpty && commands.allSatisfy { $0.hasPrefix("::error ") || $0.hasPrefix("::warning ") }, "\(commands)")
            #expect(!outcome.lines.contains { !$0.hasPrefix("::") && $0.contains("##[") })
            let page = try String(contentsOfFile: place.path("merged/index.html"), encoding: .utf8)
            let (xml, table) = (
                try String(contentsOfFile: place.path("merged/junit.xml"), encoding: .utf8),
                try String(contentsOfFile: summary, encoding: .utf8)
            )
            for written in [page, xml, table] { #expect(written.contains("alert(1)") && !written.contains("<script>alert")) }
            #expect(table.split(separator: "\n").allSatisfy { !$0.contains("add-mask") || $0.hasPrefix("|") || $0.hasPrefix("❌") })
        }
    }
}
