// A release contains neither the testing library nor access to the modules' internals.
#if DEBUG
    import Foundation
    import SubdialDocuments
    import SubdialTestSupport
    import Testing

    @testable import SubdialProcessSupport

    /// `subdial snapshot list`: the snapshots of a suite, and those that tests in Swift have recorded.
    @Suite(.serialized) struct SnapshotListCommandTests {
        private func write(_ files: [String], in place: SnapshotWorkplace) throws {
            for file in files {
                let url = URL(filePath: place.sandbox.path(file))
                try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try place.write("", to: file)
            }
        }

        @Test func aSuiteHasItsSnapshotsWithAndWithoutReferences() throws {
            let place = try SnapshotWorkplace()
            defer { place.sandbox.clean() }
            let made = try place.run("record", "--filter", "*one.systemSmall*dark")
            #expect(made.lines.last?.hasPrefix("1 snapshot: 1 new") == true, "\(made.output)")
            let listed = try place.run("list")
            #expect(listed.status == 0 && listed.lines.count == 8, "\(listed.output)\(listed.errors)")
            let recorded = listed.lines.filter { !$0.hasSuffix("not recorded") }
            #expect(recorded.count == 1 && recorded[0].hasSuffix("dark.png"), "\(listed.output)")
            #expect(try place.run("list", "snapshots.yaml").output == listed.output)
        }

        @Test func testsInSwiftHaveWhatTheyHaveRecorded() throws {
            let place = try SnapshotWorkplace()
            defer { place.sandbox.clean() }
            let folder = "Package/Tests/CardTests/__Snapshots__"
            try write(
                [
                    "\(folder)/CardTests/Card/Playing.png", "\(folder)/CardTests/Card/Playing.tree.txt", "\(folder)/fonts.json",
                    "\(folder)/.gitkeep", "\(folder)/LineTests/bar.line.txt", "\(folder)/CardTests/Card/Playing@other.png",
                    "Package/.build/Tests/__Snapshots__/Old/a.png",
                ], in: place)
            let listed = try place.run("list", "Package")
            #expect(
                listed.lines == [
                    "CardTests  Card/Playing  \(folder)/CardTests/Card/Playing.png",
                    "LineTests  bar           \(folder)/LineTests/bar.line.txt",
                ], "\(listed.output)\(listed.errors)")
            let json = try JSONValue(parsing: try place.run("list", "Package", "--json").output)
            #expect(
                json.elements?.first == [
                    "suite": "CardTests", "name": "Card/Playing", "file": .string("\(folder)/CardTests/Card/Playing.png"),
                    "references": [
                        "picture": .string("\(folder)/CardTests/Card/Playing.png"),
                        "tree": .string("\(folder)/CardTests/Card/Playing.tree.txt"),
                    ],
                ])
        }

        @Test(
            "What is not there has its code and its remedy",
            arguments: [
                ("nowhere.yaml", "there is no such suite or folder"), ("entries", "there is neither snapshots.yaml nor a reference"),
            ])
        func mistakes(_ path: String, message: String) throws {
            let place = try SnapshotWorkplace()
            defer { place.sandbox.clean() }
            let outcome = try place.run("list", path)
            #expect(outcome.status == 66 && outcome.errors.contains("\(path): \(message)"), "\(outcome.errors)")
        }
    }
#endif
