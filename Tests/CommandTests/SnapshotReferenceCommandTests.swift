import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Invalid references, and missing pictures and masks.
@Suite(.serialized) struct SnapshotReferenceCommandTests {
    private static let name = "systemSmall/one.systemSmall.iphone-15.dark"

    private static let pointer = Data("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n".utf8)

    /// The two sides of a merge.
    private static func conflict(_ data: Data) -> Data {
        Data("<<<<<<< HEAD\n".utf8) + data + Data("\n=======\n".utf8) + data + Data("\n>>>>>>> main\n".utf8)
    }

    /// The data with a changed bit.
    private static func flipped(_ data: Data, _ offset: Int) -> Data {
        var data = data
        data[data.startIndex + offset] ^= 1
        return data
    }

    /// Damages of a reference, with the message of each.
    private static let damages: [(String, @Sendable (Data) -> Data, String)] = [
        ("png", { _ in Data() }, "is empty; record it with 'subdial snapshot record'"),
        ("png", { $0.prefix($0.count / 2) }, "is no whole PNG (the png picture ends too early); record it with"),
        ("png", { _ in Data("no picture".utf8) }, "is no whole PNG (the png picture ends too early); record it with"),
        (
            "png",
            { data in
                // Within the compressed pixels, so that the stored digest is not trusted.
                var data = data
                for index in stride(from: data.count - 200, to: data.count - 100, by: 3) { data[index] ^= 0x5A }
                return data
            }, "is no whole PNG (the png picture is damaged"
        ),
        // The header: its interlace method, and its size; and the checksum of the compressed pixels.
        ("png", { flipped($0, 28) }, "is no whole PNG (the png picture is damaged: invalid chunk checksum); record it with"),
        ("png", { flipped($0, 19) }, "is no whole PNG (the png picture is damaged: invalid chunk checksum); record it with"),
        ("png", { flipped($0, $0.count - 16) }, "is no whole PNG (the png picture is damaged: invalid chunk checksum); record it with"),
        // What Git has left there needs no recording.
        ("png", { _ in pointer }, "is a pointer of Git LFS; 'git lfs pull' fetches the file\n"),
        ("layout.txt", { _ in pointer }, "is a pointer of Git LFS; 'git lfs pull' fetches the file\n"),
        ("tree.txt", { conflict($0) }, "has the conflict markers of a merge from line 1 on; record it with"),
        ("layout.txt", { conflict($0) }, "has the conflict markers of a merge from line 1 on; record it with"),
    ]

    @Test(arguments: damages.indices) func aDamagedReferenceIsToldAndMended(_ index: Int) throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        let (ending, damage, message) = Self.damages[index]
        #expect(try place.run("record").status == 0)
        let path = place.sandbox.path("References/\(Self.name).\(ending)")
        for way in ["record", "all", "accept"] {
            try damage(Data(contentsOf: URL(filePath: path))).write(to: URL(filePath: path))
            let outcome = try place.run("check")
            #expect(outcome.status == 1)
            #expect(outcome.output.contains("the reference \(path) \(message)"), "\(way): \(outcome.output)")
            #expect(try place.statuses() == ["error": 1, "passed": 7])
            #expect(FileManager.default.fileExists(atPath: place.sandbox.path("snapshot-report/actual/\(Self.name).png")))
            switch way {
            case "record": #expect(try place.run("record").status == 0)
            case "all": #expect(try place.run("record", "--mode", "all").status == 0)
            default: #expect(try place.run("accept", "--all").output == "accepted \(Self.name)\n")
            }
            #expect(try place.run("check").output == "8 snapshots: 8 passed\n", "\(way)")
        }
    }

    @Test func theMessagesOfARunAreThese() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        let only = ["--filter", "systemSmall/one.systemSmall.iphone-15.dark"]
        func run(_ arguments: String...) throws -> String { try place.sandbox.run(["snapshot"] + arguments + only).output }
        let page = "see \(place.sandbox.path("snapshot-report/index.html"))\n"
        let file = place.sandbox.path("References/\(Self.name)")
        #expect(
            try run("check")
                == "? \(Self.name): there is no reference; record it with 'subdial snapshot record'\n1 snapshot: 1 missing\n\(page)")
        #expect(try run("record") == "+ \(Self.name): recorded\n1 snapshot: 1 new\n")
        try FileManager.default.removeItem(atPath: "\(file).layout.txt")
        #expect(
            try run("check") == """
                ? \(Self.name): of the reference a file is missing: \(file).layout.txt; record it with 'subdial snapshot record'
                1 snapshot: 1 missing
                \(page)
                """)
        #expect(try run("record") == "~ \(Self.name): recorded: layout\n1 snapshot: 1 updated\n")
        try Data().write(to: URL(filePath: "\(file).png"))
        #expect(
            try run("check") == """
                ! \(Self.name): the reference \(file).png is empty; record it with 'subdial snapshot record'
                1 snapshot: 1 error
                \(page)
                """)
        #expect(try run("record") == "~ \(Self.name): recorded anew: picture\n1 snapshot: 1 updated\n")
        #expect(try run("check") == "1 snapshot: 1 passed\n")
    }

    /// An accepted picture is the file that recording it would have written.
    @Test func whatIsAcceptedIsWhatRecordingWrites() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("record").status == 0)
        let file = URL(filePath: place.sandbox.path("References/\(Self.name).png"))
        let recorded = try Data(contentsOf: file)
        try FileManager.default.removeItem(at: file)
        #expect(try place.run("check").status == 1)
        #expect(try place.run("accept", "--all").status == 0)
        #expect(try Data(contentsOf: file) == recorded)
    }

    @Test func theMissingFileOfAReferenceIsNamed() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("record").status == 0)
        let path = place.sandbox.path("References/\(Self.name).layout.txt")
        try FileManager.default.removeItem(atPath: path)
        let outcome = try place.run("check")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("? \(Self.name): of the reference a file is missing: \(path); record it with"))
    }

    /// A checkout may convert line endings.
    @Test func lineEndsOfAnotherSystemAreNoDifference() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("record").status == 0)
        for ending in ["tree", "layout"] {
            let file = "References/\(Self.name).\(ending).txt"
            try place.write(place.text(file).replacing("\n", with: "\r\n"), to: file)
        }
        #expect(try place.run("check").output == "8 snapshots: 8 passed\n")
    }

    @Test(
        arguments: [
            ("nowhere.png", nil, "there is no such picture"), ("empty.png", "", "the picture is empty"),
            ("text.png", "no picture", "not a picture that can be decoded"),
            ("https://pictures.example/a.png", nil, "a picture is a file here"),
        ] as [(String, String?, String)])
    func artworkThatCannotBeUsedIsAnErrorInSuites(_ artwork: String, _ content: String?, _ message: String) throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        let entry = #"{"date":"2026-01-08T20:15:04Z","status":"playing","track":{"title":"So What"},"artwork":"\#(artwork)"}"#
        try place.write(entry, to: "entries/one.json")
        if let content { try place.write(content, to: "entries/\(artwork)") }
        try place.write("body: { Image: artwork }\n", to: "systemSmall.yaml")
        let outcome = try place.run("record", "--filter", "systemSmall/one")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("\(artwork): \(message)"), "\(outcome.output)")
        #expect(outcome.output.contains("; a placeholder stands in its place"), "\(outcome.output)")
        #expect(!FileManager.default.fileExists(atPath: place.sandbox.path("References/\(Self.name).png")))
        guard !artwork.hasPrefix("https") else { return }  // lint: skips
        // A preview may lack the picture, and reports that.
        let preview = try place.sandbox.run(
            "render", "--template", "systemSmall.yaml", "--family", "systemSmall", "--entry", "entries/one.json", "-o", "a.png")
        #expect(preview.status == 0 && preview.errors.contains("\(artwork): \(message)"), "\(preview.errors)")
    }

    @Test func aLongNameOfArtworkIsToldInPart() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        let name = String(repeating: "a", count: 5000)
        let entry = #"{"date":"2026-01-08T20:15:04Z","status":"playing","track":{"title":"So What"},"artwork":"\#(name)"}"#
        try place.write(entry, to: "entries/one.json")
        try place.write("body: { Image: artwork }\n", to: "systemSmall.yaml")
        let outcome = try place.run("record", "--filter", "systemSmall/one.systemSmall.iphone-15.dark")
        #expect(outcome.status == 1)
        let shown =
            "\(String(repeating: "a", count: 199))… (5000 characters): there is no such picture; a placeholder stands in its place\n"
        #expect(outcome.output.contains(": \(shown)"), "\(outcome.output)")
    }

    @Test func aMaskThatCoversNothingIsAnError() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        func suite(_ node: String) throws {
            try place.write(
                """
                cases:
                  - { id: a, template: systemSmall.yaml, entries: [entries/one.json, entries/two.json], masks: [{ node: \(node) }] }
                """, to: "snapshots.yaml")
        }
        try suite("title")
        #expect(try place.run("record").status == 0)
        try suite("titel")
        let outcome = try place.run("check")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("there is no node 'titel' to mask; did you mean 'title'?"), "\(outcome.output)")
        #expect(try place.statuses() == ["error": 4])
    }

    /// A masked node is ignored in the picture and in the texts.
    @Test func aMaskedNodeIsMaskedInTheTextsToo() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        try place.write(
            "cases: [{ id: a, template: systemSmall.yaml, entries: [entries/one.json], masks: [{ node: artist }] }]\n",
            to: "snapshots.yaml")
        func template(_ font: String, _ artist: String) throws {
            try place.write(
                """
                body:
                  VStack:
                    - { Text: "{{ title }}", font: \(font) }
                    - { Text: "\(artist)", frame: { width: 120 }, id: artist }
                """, to: "systemSmall.yaml")
        }
        try template("headline", "{{ artist }}")
        #expect(try place.run("record").status == 0)
        try template("headline", "Nobody")
        #expect(try place.run("check").output == "2 snapshots: 2 passed\n")
        // Everything else is still compared.
        try template("title", "Nobody")
        #expect(try place.run("check").status == 1)
    }

    /// A growing matrix renames no reference, and references with former names are renamed.
    @Test func aMatrixGrowsWithoutRenaming() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("record").status == 0)
        let before = try place.references()
        let suite = try place.text("snapshots.yaml")
        let grown = suite.replacing(
            "  themes: [default]\n", with: "  themes: [default]\n  typeSizes: [large, AX3]\n  languages: [en, de]\n")
        #expect(grown != suite)
        try place.write(grown, to: "snapshots.yaml")
        #expect(try place.run("check").status == 1)
        #expect(try place.statuses() == ["passed": 8, "missing": 24])
        #expect(try place.run("record").status == 0)
        #expect(
            try place.references().filter { before[$0.key] != nil && $0.key != "fonts.json" } == before.filter { $0.key != "fonts.json" })

        // The former names.
        for file in before.keys where file.hasPrefix("systemSmall/one") {
            let former = file.replacing(".iphone-15.dark", with: ".iphone-15.dark.large.en").replacing(
                ".iphone-15.light", with: ".iphone-15.light.large.en")
            try FileManager.default.moveItem(
                atPath: place.sandbox.path("References/\(file)"), toPath: place.sandbox.path("References/\(former)"))
        }
        let told = try place.run("check")
        #expect(told.status == 0 && told.output.contains("32 passed"), "\(told.output)")
        #expect(told.output.contains("some references have names of an earlier version; 'subdial snapshot record' renames them"))
        #expect(try place.run("record").status == 0)
        #expect(Set(try place.references().keys).isSuperset(of: before.keys))
        #expect(try place.run("check").output == "32 snapshots: 32 passed\n")
    }

    /// Accepting renames as recording does, and what is left under a former name is obsolete.
    @Test func formerNamesDoNotStay() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("record").status == 0)
        let before = Set(try place.references().keys)
        let suite = try place.text("snapshots.yaml")
        try place.write(
            suite.replacing("  themes: [default]\n", with: "  themes: [default]\n  typeSizes: [large]\n  languages: [en]\n"),
            to: "snapshots.yaml")
        func former(_ file: String) -> String { file.replacing(/\.(dark|light)\./) { ".\($0.output.1).large.en." } }
        func move(_ file: String, to other: String) throws {
            try FileManager.default.moveItem(
                atPath: place.sandbox.path("References/\(file)"), toPath: place.sandbox.path("References/\(other)"))
        }
        for file in before where file != "fonts.json" { try move(file, to: former(file)) }
        try place.change()
        #expect(try place.run("check").status == 1)
        #expect(try place.statuses() == ["failed": 4, "passed": 4])
        #expect(try place.run("accept", "--all").lines.count == 4)
        #expect(Set(try place.references().keys) == Set(before.map { $0.hasPrefix("systemSmall") ? $0 : former($0) }))
        #expect(try place.run("check").output.hasSuffix("8 snapshots: 8 passed\n"))

        // A file of the former name beside one of the current name belongs to no snapshot.
        for ending in ["png", "tree.txt", "layout.txt"] {
            let file = "\(Self.name).\(ending)"
            try FileManager.default.copyItem(
                atPath: place.sandbox.path("References/\(file)"), toPath: place.sandbox.path("References/\(former(file))"))
        }
        let told = try place.run("check", "--fail-on-obsolete")
        #expect(told.status == 1 && told.output.contains("- \(Self.name).large.en: its references belong to no snapshot"), "\(told.output)")
        #expect(try place.run("record", "--prune").status == 0)
        #expect(Set(try place.references().keys) == before)
        #expect(try place.run("check").output == "8 snapshots: 8 passed\n")
    }

    @Test func filtersAddUp() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("record").status == 0)
        #expect(
            try place.run("check", "--filter", "systemSmall/one", "--filter", "accessoryCircular/two*dark").output
                == "3 snapshots: 3 passed\n")
        let wrong = try place.run("check", "--filter", "systemSmall", "--filter", "nothing")
        #expect(wrong.status == 64 && wrong.errors.contains("--filter 'nothing' selects none of 8 snapshots"))
    }

    /// What Git has left in place of an entry, its picture, a template or a suite is named, with the way to get the file.
    @Test(arguments: [
        ("entries/one.json", true, "the entry file is a pointer of Git LFS; 'git lfs pull' fetches the file"),
        ("entries/one.json", false, "the entry file has the conflict markers of a merge from line 1 on; choose one of its sides"),
        ("entries/cover.jpg", true, "the picture is a pointer of Git LFS; 'git lfs pull' fetches the file"),
        ("systemSmall.yaml", true, "the file is a pointer of Git LFS; 'git lfs pull' fetches the file"),
        ("systemSmall.yaml", false, "systemSmall.yaml:1:1: the file has the conflict markers of a merge from line 1 on"),
        ("snapshots.yaml", false, "snapshots.yaml:1:1: the file has the conflict markers of a merge from line 1 on"),
    ])
    func whatGitHasLeftIsNamed(_ file: String, _ isPointer: Bool, _ message: String) throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        let entry = #"{"date":"2026-01-08T20:15:04Z","status":"playing","track":{"title":"So What"},"artwork":"cover.jpg"}"#
        if file == "entries/cover.jpg" {
            try place.write(entry, to: "entries/one.json")
            try place.write("body: { Image: artwork }\n", to: "systemSmall.yaml")
        }
        let before = FileManager.default.contents(atPath: place.sandbox.path(file)) ?? Data()
        try (isPointer ? Self.pointer : Self.conflict(before)).write(to: URL(filePath: place.sandbox.path(file)))
        let outcome = try place.run("record", "--filter", "systemSmall/one")
        #expect(outcome.status != 0)
        let told = outcome.output + outcome.errors
        #expect(told.contains(message) && !told.contains("record it"), "\(told)")
    }

    /// A rectangle that covers no part of any picture of its case is an error, as a wrong node is.
    @Test(arguments: [
        ("{ x: 500, y: 0, width: 9, height: 9 }", true), ("{ x: 0, y: 500, width: 9, height: 9 }", true),
        ("{ x: 9, y: 9, width: 0, height: 9 }", true), ("{ x: 100, y: 100, width: 900, height: 900 }", false),
    ])
    func aMaskOutsideThePictureIsAnError(_ mask: String, _ isOutside: Bool) throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        let text = "cases: [{ id: a, template: systemSmall.yaml, entries: [entries/one.json], masks: [\(mask)] }]\n"
        try place.write(text, to: "snapshots.yaml")
        let outcome = try place.run("record")
        #expect(outcome.status == (isOutside ? 1 : 0))
        #expect(outcome.output.contains("the mask \(mask) covers no part of the picture, which is 158 × 158 points") == isOutside)
    }

    /// Names that differ in case alone are one file on other systems.
    @Test func namesThatClashWithoutCaseAreAWarning() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        let rest = "template: systemSmall.yaml, entries: [entries/one.json], matrix: { appearances: dark }"
        try place.write("cases: [{ id: foo, \(rest) }, { id: Foo, \(rest) }]\n", to: "snapshots.yaml")
        #expect(try place.run("record").status == 0)
        let outcome = try place.run("check")
        let id = "one.systemSmall.iphone-15.dark"
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("warning: 'foo/\(id)' and 'Foo/\(id)' are one file where names have no case"), "\(outcome.output)")
    }

    /// A path may be written in several ways.
    @Test(arguments: ["./References", "./entries/../References", "References/.", ".//References"])
    func pathsWithDotsAreTheSamePaths(_ references: String) throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("record").status == 0)
        try place.write(
            place.text("snapshots.yaml").replacing("references: References", with: "references: \(references)")
                .replacing("- systemSmall.yaml", with: "- ./entries/.././systemSmall.yaml")
                .replacing("- entries/one.json", with: "- ./entries/one.json"), to: "snapshots.yaml")
        #expect(try place.run("check", "./entries/../snapshots.yaml").output == "8 snapshots: 8 passed\n")
        try place.change()
        #expect(try place.run("check", "./entries/../snapshots.yaml", "-o", "snapshot-report").status == 1)
        // Without its name, the suite and its references are found.
        #expect(try place.run("accept", "--all").lines.count == 4)
        #expect(try place.run("check").output == "8 snapshots: 8 passed\n")
    }

    /// The zone of the command line is that of the cases which name none.
    @Test func theTimeZoneOfTheCommandLineCounts() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        try place.write("body: { Text: \"{{ date(at, 'HH:mm') }}\" }\n", to: "systemSmall.yaml")
        let rest = "template: systemSmall.yaml, entries: [entries/one.json]"
        try place.write(
            """
            cases:
              - { id: own, \(rest), matrix: { appearances: dark, timeZones: Asia/Tokyo } }
              - { id: plain, \(rest), matrix: { appearances: dark } }
            """, to: "snapshots.yaml")
        let file = "References/plain/one.systemSmall.iphone-15.dark.tree.txt"
        #expect(try place.run("record").status == 0)
        #expect(try place.text(file).contains("Text \"20:15\""))
        for processes in ["1", "2"] {
            let outcome = try place.run("check", "--time-zone", "Europe/Berlin", "--processes", processes)
            #expect(outcome.status == 1)
            #expect(outcome.output.contains("says \"21:15\" instead of \"20:15\"") && outcome.output.contains("1 failed, 1 passed"))
        }
        #expect(try place.run("record", "--time-zone", "Europe/Berlin").status == 0)
        #expect(try place.text(file).contains("Text \"21:15\""))
        #expect(try place.run("check", "--time-zone", "Europe/Berlin").status == 0)
        #expect(try place.run("check", "--time-zone", "Europe/Nowhere").status == 64)
    }

    /// A suite for a folder without entries has one with the samples, so that it draws something.
    @Test func aNewSuiteIsNeverEmpty() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try SnapshotWorkplace.template.replacing("FONT", with: "headline")
            .write(toFile: sandbox.path("systemSmall.yaml"), atomically: true, encoding: .utf8)
        #expect(try sandbox.run("snapshot", "init").lines == [sandbox.path("entries/sample.json"), sandbox.path("snapshots.yaml")])
        #expect(
            try sandbox.run("snapshot", "record").output == """
                + systemSmall/sample.systemSmall.iphone-15.dark: recorded
                + systemSmall/sample.systemSmall.iphone-15.light: recorded
                2 snapshots: 2 new

                """)
        let tree = try String(
            contentsOfFile: sandbox.path("References/systemSmall/sample.systemSmall.iphone-15.dark.tree.txt"), encoding: .utf8)
        #expect(tree.contains("So What"))
    }

    /// An annotation is at the changed line of the template, and one for all pictures of a cause, which are decided at once.
    @Test func aCauseIsOneRowAtItsLine() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("record").status == 0)
        try place.change()
        let outcome = try place.run("check", environment: ["GITHUB_ACTIONS": "true"])
        let errors = outcome.lines.filter { $0.hasPrefix("::error ") }
        #expect(errors.count == 1, "\(errors)")
        let template = place.sandbox.path("systemSmall.yaml")
        #expect(errors.first?.hasPrefix("::error file=\(template),line=4,title=") == true, "\(errors)")
        #expect(errors.first?.contains("looks different%2C and 3 more::") == true, "\(errors)")
        #expect(outcome.lines.count { $0.hasPrefix("✗ ") } == 1 && outcome.output.contains("    at \(template):4\n"))
        #expect(outcome.output.contains("    and 3 more for the same cause: "))
        #expect(try place.text("snapshot-report/junit.xml").contains("\(template):4"))
        let pending = try place.run("pending").lines
        #expect(pending.count == 4)
        #expect(try place.run("accept", "--same-cause", pending[1]).lines.count == 4)
        #expect(try place.run("check").output == "8 snapshots: 8 passed\n")
    }

    /// An error of a template is one annotation at its line, for all pictures.
    @Test func anErrorOfATemplateIsAtItsLine() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("record").status == 0)
        try place.write(SnapshotWorkplace.template.replacing("artist }}", with: "artisst }}"), to: "systemSmall.yaml")
        let outcome = try place.run("check", environment: ["GITHUB_ACTIONS": "true"])
        let errors = outcome.lines.filter { $0.hasPrefix("::error ") }
        #expect(errors.count == 1 && errors.first?.hasPrefix("::error file=\(place.sandbox.path("systemSmall.yaml")),line=4,") == true)
    }
}
