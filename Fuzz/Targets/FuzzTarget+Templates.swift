// Release builds support no `@testable` imports, but for that of `Scripts/fuzz`.
#if DEBUG || FUZZING
    import FoundationEssentials
    import SubdialDocuments
    import SubdialDrawing
    import SubdialExpressions
    import SubdialLayout
    import SubdialPlayback
    import SubdialTemplates
    import SubdialTimeline

    @testable import SubdialWidgets

    extension FuzzTarget {
        private static let variables = EntrySchema.nowPlaying.allNames + ["width", "height", "family", "strings", "language"]
        private static let sample = try? Entry(
            parsing: """
                {"date": "2026-01-08T20:15:04Z", "status": "playing", "position": 104, "track": {"title": "So What", "artist": "Miles Davis",
                "album": "Kind of Blue", "length": 562}, "metadata": {"xesam:genre": ["Jazz", "Modal"]}, "queue": [{"title": "a"}, {"title": "b"}]}
                """)

        /// A template is checked, and a valid one is expanded or throws an error.
        static let template = FuzzTarget("template", seeds: ["Templates"], dictionary: "template") { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            let context = TemplateContext(variables: variables, symbols: ["music.note", "pause.fill"]) { path in
                do {
                    _ = try Path(svg: path)
                    return nil
                } catch {
                    return "\(error)"
                }
            }
            _ = try? YAMLDocument.json(text, file: "f").text()
            let template = try Template(text, file: "f", context: context) { name in
                name == "part" ? (file: "part", text: "body:\n  Text: \"{{ title }}\"\n") : nil
            }
            _ = template.variables
            guard let sample else { return }
            let palette = Value.map(["background": .string("#102030"), "accent": .string("#FF8800")])
            let scope = EntryScope(sample, at: sample.date, palette: palette)
            _ = try template.expand(in: scope, margins: Insets(all: 8)).text
        }

        /// A symbol file.
        static let symbol = FuzzTarget("symbol", seeds: ["Templates/symbols"], dictionary: "svg") { bytes in
            _ = try SymbolFile.symbol(String(decoding: bytes, as: UTF8.self))
        }
    }
#endif
