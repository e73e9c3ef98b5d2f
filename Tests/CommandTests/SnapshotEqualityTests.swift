// A release contains neither the testing library nor access to the modules' internals.
#if DEBUG
    import Foundation
    import SubdialDocuments
    import SubdialDrawing
    import SubdialTestSupport
    import Testing

    @testable import SubdialProcessSupport

    /// What a suite counts as equal: every pixel and every picture, unless it says otherwise.
    @Suite struct SnapshotEqualityTests {
        private let template = """
            background: "#203040"
            body:
              VStack:
                - { Image: artwork, id: cover, frame: { width: 60, height: 60 } }
                - { Text: "{{ title }}", foreground: "#FFFFFF", id: title }

            """
        private let suite = "templates: [systemSmall.yaml]\nentries: [entries/one.json]\nmatrix: { appearances: [dark] }\n"

        /// Runs `body` with recorded references of a template with a cover.
        private func with(_ compare: String = "", _ body: (SnapshotWorkplace) throws -> Void) throws {
            let place = try SnapshotWorkplace()
            defer { place.sandbox.clean() }
            try place.write(template, to: "systemSmall.yaml")
            let bitmap = Bitmap(width: 40, height: 40, color: Color(red: 0.5, green: 0.25, blue: 0.1))
            try Data(try PNG.encode(bitmap)).write(to: URL(filePath: place.sandbox.path("entries/cover.png")))
            let entry =
                #"{ "date": "2026-01-08T20:15:04Z", "status": "playing", "track": { "title": "So What" }, "artwork": "cover.png" }"#
            try place.write(entry, to: "entries/one.json")
            try place.write(suite + compare, to: "snapshots.yaml")
            let recorded = try place.run("record")
            #expect(recorded.status == 0, "\(recorded.output) \(recorded.errors)")
            try body(place)
        }

        private func message(_ place: SnapshotWorkplace) throws -> String {
            try #require(try place.report()["cases"]?.elements?.first?["message"]?.string)
        }

        /// A cover that is lighter by 20 of 255 fails by its pixels, or at least by its digest in the tree.
        @Test(arguments: [
            ("", "pixels differ where none may; the tree differs"),
            ("compare: { exact: true }\n", "pixels differ where none may; the tree differs"),
            ("compare: { maxDifferentPixels: 5 }\n", "more than the 5 allowed; the tree differs"),
            ("compare: { threshold: 0.1 }\n", "the tree differs, the picture no more than the suite permits"),
            ("compare: { maxDifferentPixels: 1000000 }\n", "the tree differs, the picture no more than the suite permits"),
        ])
        func aLighterCoverIsSeen(_ compare: String, _ message: String) throws {
            try with(compare) { place in
                try lighten(place.sandbox.path("entries/cover.png"))
                let outcome = try place.run("check")
                #expect(outcome.status == 1 && outcome.output.contains("`cover` has digest "), "\(outcome.output)")
                let told = try self.message(place)
                #expect(told.hasSuffix(message), "\(told)")
            }
        }

        /// Another compression of the same pixels is the same picture.
        @Test func theFileOfACoverMayChange() throws {
            try with { place in
                let path = place.sandbox.path("entries/cover.png")
                let file = try Data(contentsOf: URL(filePath: path))
                let bitmap = try PNG.decode([UInt8](file))
                let rgba = bitmap.pixels.indices.map { index in bitmap.pixels[[2, 0, -2, 0][index % 4] + index] }
                let other = Data(PNGFile.bytes(bitmap.width, bitmap.height, rgba: rgba))
                #expect(other != file)
                try other.write(to: URL(filePath: path))
                let outcome = try place.run("check")
                #expect(outcome.status == 0, "\(outcome.output)")
            }
        }

        /// The message says that the picture does not differ only if all of its pixels are equal.
        @Test func theWordsForAnEqualPictureAreForEqualPixels() throws {
            try with { place in
                // What only the tree says.
                try place.write(template.replacing("id: title }", with: "id: title, lineLimit: 3 }"), to: "systemSmall.yaml")
                #expect(try place.run("check").status == 1)
                #expect(try self.message(place) == "the tree differs, the picture does not")
                // A text in another white, which nobody sees, and a threshold permits.
                try place.write(template.replacing("#FFFFFF", with: "#FEFEFE"), to: "systemSmall.yaml")
                #expect(try place.run("check").status == 1)
                #expect(try self.message(place).hasSuffix("where none may; the tree differs"))
                for compare in ["compare: { threshold: 0.1 }\n", "levels: [tree, picture]\ncompare: { maxDifferentRatio: 1 }\n"] {
                    try place.write(suite + compare, to: "snapshots.yaml")
                    #expect(try place.run("check").status == 1)
                    #expect(try self.message(place) == "the tree differs, the picture no more than the suite permits")
                }
            }
        }

        /// A new suite has no tolerance, and no word about one.
        @Test func initWritesNothingAboutEquality() throws {
            let place = try SnapshotWorkplace()
            defer { place.sandbox.clean() }
            let text = try String(contentsOfFile: place.sandbox.path("snapshots.yaml"), encoding: .utf8)
            #expect(!["compare", "threshold", "exact", "differ"].contains { text.contains($0 + ":") }, "\(text)")
        }

        /// `compare` counts every difference, unless an option of pixelmatch is given.
        @Test(arguments: [
            ([], "1600"), (["--exact", "--threshold", "0.1"], "1600"), (["--threshold", "0.1"], "0"), (["--include-aa"], "0"),
            (["--checkerboard", "off"], "0"), (["--checkerboard", "on"], "0"), (["--threshold", "0"], "1600"),
        ])
        func compareCountsEveryDifference(_ options: [String], _ count: String) throws {
            try with { place in
                let cover = place.sandbox.path("entries/cover.png")
                try FileManager.default.copyItem(atPath: cover, toPath: place.sandbox.path("before.png"))
                try lighten(cover)
                let outcome = try place.sandbox.run(["snapshot", "compare", "before.png", "entries/cover.png"] + options)
                #expect(outcome.output == "\(count)\n" && outcome.status == (count == "0" ? 0 : 1), "\(outcome.errors)")
            }
        }
    }
#endif
