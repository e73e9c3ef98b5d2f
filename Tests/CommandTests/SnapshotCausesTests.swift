// A release contains neither the testing library nor access to the modules' internals.
#if DEBUG
    import Foundation
    import SubdialDrawing
    import SubdialTestSupport
    import Testing

    @testable import SubdialProcessSupport

    /// Which snapshots are one row: those with the same changes, so that nobody accepts what no row shows.
    @Suite struct SnapshotCausesTests {
        private static let template = """
            background: "#203040"
            body:
              VStack:
            \((0..<25).map { "    - { Text: \"\($0)\", font: { size: 3 } }\n" }.joined())\
                - { Text: "{{ title }}", font: caption, id: title }
                - { Text: "{{ artist }}", font: caption, id: artist, frame: { width: 90, height: 12 } }

            """
        private static let font = ("font: caption, id: title", "font: caption2, id: title")

        /// A change of the template, changes of entries, and the number of rows.
        @Test(
            arguments: [
                ("", font, [:], 1), ("", ("{{ title }}", "Now: {{ title }}"), [:], 1),
                ("", font, ["two": ("Miles Davis", "UNEXPECTED")], 2),
                ("", ("", ""), ["one": ("Miles Davis", "Miles D"), "two": ("Miles Davis", "UNEXPECTED")], 2),
                ("", ("size: 3 ", "size: 4 "), ["two": ("Miles Davis", "UNEXPECTED")], 2),
                ("levels: [layout, picture]\n", font, ["two": ("Miles Davis", "UNEXPECTED")], 2),
            ] as [(String, (String, String), [String: (String, String)], Int)])
        func aRowHasTheSameChanges(
            _ levels: String, _ change: (String, String), _ entries: [String: (String, String)], _ rows: Int
        ) throws {
            let place = try SnapshotWorkplace()
            defer { place.sandbox.clean() }
            try place.write(Self.template, to: "systemSmall.yaml")
            try place.write(
                "templates: [systemSmall.yaml]\nentries: [entries/one.json, entries/two.json]\nmatrix: { appearances: [dark] }\n\(levels)",
                to: "snapshots.yaml")
            let recorded = try place.run("record")
            #expect(recorded.status == 0, "\(recorded.errors)")
            if !change.0.isEmpty { try place.write(Self.template.replacing(change.0, with: change.1), to: "systemSmall.yaml") }
            for (name, edit) in entries {
                try place.write(try place.text("entries/\(name).json").replacing(edit.0, with: edit.1), to: "entries/\(name).json")
            }
            let outcome = try place.run("check")
            #expect(outcome.lines.count { $0.hasPrefix("✗ ") } == rows && outcome.output.contains("2 failed"), "\(outcome.output)")
        }

        /// Another backdrop is not accepted with a change of the template.
        @Test func aBackdropIsPartOfTheCause() throws {
            let place = try SnapshotWorkplace()
            defer { place.sandbox.clean() }
            func draw(_ name: String, _ red: Double) throws {
                let bitmap = Bitmap(width: 40, height: 40, color: Color(red: red, green: 0.25, blue: 0.1))
                try Data(try PNG.encode(bitmap)).write(to: URL(filePath: place.sandbox.path(name)))
            }
            for name in ["one.png", "two.png"] { try draw(name, 0.5) }
            try place.write(Self.template, to: "systemSmall.yaml")
            try place.write(
                """
                templates: [systemSmall.yaml]
                entries: [entries/one.json]
                matrix: { appearances: [dark], backdrops: [one.png, two.png] }

                """, to: "snapshots.yaml")
            #expect(try place.run("record").status == 0)
            try place.write(Self.template.replacing(Self.font.0, with: Self.font.1), to: "systemSmall.yaml")
            #expect(try place.run("check").lines.count { $0.hasPrefix("✗ ") } == 1)
            try draw("two.png", 0.9)
            #expect(try place.run("check").lines.count { $0.hasPrefix("✗ ") } == 2)
            let pending = try place.run("pending").lines
            #expect(try place.run("accept", "--same-cause", try #require(pending.first)).lines.count == 1)
        }
    }
#endif
