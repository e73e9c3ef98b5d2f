import FoundationEssentials
import SubdialExpressions
import SubdialLayout
import SubdialTemplates
import Testing

/// Tests of elements with running values, and of those with special content.
@Suite struct LiveElementTests {
    private static let start = Date(timeIntervalSince1970: 1_000_000)

    private func times(now: Double, length: Double = 600) -> [String: Value] {
        [
            "started": .date(Self.start), "ends": .date(Self.start.addingTimeInterval(length)),
            "now": .date(Self.start.addingTimeInterval(now)),
        ]
    }

    /// A running time has the width of the longest time that it will show.
    @Test(arguments: [
        (0.0, "0:00", "10:00"), (59.9, "0:59", "9:01"), (61, "1:01", "8:59"), (600, "10:00", "0:00"), (900, "10:00", "0:00"),
        (-5, "0:00", "10:00"),
    ])
    func timers(_ now: Double, _ elapsed: String, _ remaining: String) throws {
        let interval = "from: \"{{ started }}\", to: \"{{ ends }}\""
        for (countsDown, expected) in [(false, elapsed), (true, remaining)] {
            let text = try #require(
                try expand("body:\n  Timer: { \(interval), countsDown: \(countsDown) }\n", times(now: now)).text)
            #expect(text.text == expected)
            #expect(text.widest == "10:00")
            #expect(text.font.hasMonospacedDigits)
            #expect(text.lineLimit == 1)
        }
    }

    @Test(arguments: [(true, "1:15:00", "1:30:00"), (false, "75:00", "90:00")])
    func aMatchHasMinutesAlone(_ showsHours: Bool, _ expected: String, _ widest: String) throws {
        let text = try expand(
            "body:\n  Timer: { from: \"{{ started }}\", to: \"{{ ends }}\", showsHours: \(showsHours) }\n", times(now: 4500, length: 5400)
        ).text
        #expect(text?.text == expected && text?.widest == widest)
    }

    @Test func aPausedTimerStandsStill() throws {
        var values = times(now: 500)
        values["queue"] = .date(Self.start.addingTimeInterval(65))
        let node = try expand(
            "body:\n  Timer: { from: \"{{ started }}\", to: \"{{ ends }}\", pausedAt: \"{{ queue }}\" }\n", values)
        #expect(node.text?.text == "1:05")
    }

    /// A timer without an end date is empty.
    @Test func aTimerWithoutDatesIsEmpty() throws {
        var values = times(now: 5)
        values["ends"] = .missing
        #expect(try expand("body:\n  Timer: { from: \"{{ started }}\", to: \"{{ ends }}\" }\n", values).text?.text == "")
        values["ends"] = values["started"]
        #expect(try expand("body:\n  Timer: { from: \"{{ started }}\", to: \"{{ ends }}\" }\n", values).text?.text == "")
    }

    @Test func aLoopTellsWhichItemItIs() throws {
        let text = "body:\n  HStack:\n    - { for: t in queue, Text: \"{{ index + 1 }} {{ t }}{{ last ? '.' : ',' }}\" }\n"
        let node = try expand(text, ["queue": .list([.string("a"), .string("b")])])
        #expect(node.texts == ["1 a,", "2 b."])
        #expect(throws: TemplateError.self) { try template("body:\n  Text: \"{{ index }}\"\n") }
    }

    @Test(arguments: [
        ("{ Label: a, systemImage: play.fill }", "HStack center spacing=4"),
        ("{ Label: a, systemImage: play.fill, spacing: 7 }", "spacing=7"),
        ("{ Label: a, lineLimit: 1 }", "- Text \"a\""),
    ])
    func aLabelIsASymbolAndAText(_ text: String, _ expected: String) throws {
        let tree = try template("body: \(text)\n").expand(in: DictionaryScope([:]), margins: Insets()).text
        #expect(tree.contains(expected) && tree.contains("Text \"a\"") && tree.contains("Image play.fill") == text.contains("play"))
    }

    @Test(arguments: [
        ("Levels: [0, 0.5, 1, 2, -1]", [0, 0.5, 1, 1, 0] as [Double]),
        ("Levels: [-60, -30, 0, 6, -90]\n  unit: decibels", [0, 0.5, 1, 1, 0]),
        ("Levels: \"{{ queue }}\"", [0.25, 0.75]), ("Levels: \"{{ artist }}\"", []), ("Levels: [\"{{ progress }}\", 0.1]", [0.4, 0.1]),
    ])
    func levels(_ text: String, _ expected: [Double]) throws {
        let values: [String: Value] = ["queue": .list([.double(0.25), .double(0.75)]), "artist": .missing, "progress": .double(0.4)]
        guard case .levels(let levels) = try expand("body:\n  \(text)\n", values).content else {
            Issue.record("no levels")
            return
        }
        #expect(levels.levels == expected)
        #expect(levels.color == .primary)
    }

    @Test func levelsHaveTheirArguments() throws {
        let node = try expand("body:\n  Levels: [0.5]\n  isMeter: true\n  axis: horizontal\n  spacing: 3\n  track: clear\n")
        #expect(node.levels == LevelsContent([0.5], axis: .horizontal, spacing: 3, color: nil, track: ColorName("clear")))
    }

    @Test func levelsTakeNoText() {
        #expect(throws: TemplateError.self) { try expand("body:\n  Levels: \"{{ title }}\"\n", ["title": .string("loud")]) }
    }

    @Test(arguments: [
        ("Path: M0 0L10 10", Shape.path("M0 0L10 10", box: Rect(0, 0, 24, 24))),
        ("Path: M0 0L10 10\n  viewBox: [1, 2, 30, 40]", .path("M0 0L10 10", box: Rect(1, 2, 30, 40))),
    ])
    func outlines(_ text: String, _ expected: Shape) throws {
        #expect(try expand("body:\n  \(text)\n  fill: red\n").content == .shape(expected, .color(ColorName("red"))))
    }

    @Test(arguments: ["[0, 0, 0, 1]", "[1, 2, 3]", "[0, 0, -1, 4]"]) func boxesWithoutRoom(_ box: String) {
        #expect(throws: TemplateError.self) { try expand("body:\n  Path: M0 0\n  viewBox: \(box)\n") }
    }

    @Test func gridsHaveRowsAndCells() throws {
        let node = try expand(
            """
            body:
              Grid:
                - GridRow:
                    - Text: a
                    - Text: b
                      gridCellColumns: 2
                      gridColumnAlignment: trailing
                  alignment: firstTextBaseline
                - Divider
              alignment: topLeading
              horizontalSpacing: 3
            """)
        guard case .grid(let alignment, let horizontal, let vertical, let rows) = node.content, rows.count == 2,
            case .gridRow(let rowAlignment, let cells) = rows[0].content
        else {
            Issue.record("\(node.content)")
            return
        }
        #expect(alignment == .topLeading && horizontal == 3 && vertical == nil && rowAlignment == .firstTextBaseline)
        #expect(cells.map(\.text?.text) == ["a", "b"])
        #expect(cells[1].modifiers == [.gridCellColumns(2), .gridColumnAlignment(.trailing)])
        #expect(cells[1].path == "body.Grid[0].GridRow[1].Text")
    }

    @Test func masksAreNodesOrPaints() throws {
        let text = "body:\n  Rectangle:\n  mask: { Text: a }\n  maskAlignment: top\n  opacity: 0.5\n"
        let node = try expand(text)
        guard case .mask(let mask, let alignment)? = node.modifiers.first else {
            Issue.record("\(node.modifiers)")
            return
        }
        #expect(mask.text?.text == "a" && alignment == .named["top"] && node.modifiers.last == .opacity(0.5))
        #expect(mask.path == "body.Rectangle.mask.Text")
        let gradient = try expand("body:\n  Rectangle:\n  mask: { gradient: [white, clear] }\n")
        guard case .mask(let paint, _)? = gradient.modifiers.first, case .shape(let shape) = paint.content,
            case .linearGradient = shape.paint, shape.shape == .rectangle
        else {
            Issue.record("\(gradient.modifiers)")
            return
        }
    }

    @Test func codesAreDarkOnLightUnlessToldOtherwise() throws {
        #expect(try expand("body:\n  QRCode: abc\nforeground: red\n").content == .qrCode(QRCodeContent("abc")))
        let own = "body:\n  QRCode: abc\n  foreground: red\n  ground: clear\n  correction: H\n  quietZone: 1\n"
        let expected = QRCodeContent("abc", correction: .high, quietZone: 1, color: ColorName("red"), ground: ColorName("clear"))
        #expect(try expand(own).content == .qrCode(expected))
    }

    @Test(arguments: [("L", 2953), ("M", 2331), ("Q", 1663), ("H", 1273)])
    func codesHoldSoMuch(_ correction: String, _ most: Int) throws {
        func code(_ count: Int) throws -> Content {
            try expand(
                "body:\n  QRCode: \"{{ title }}\"\n  correction: \(correction)\n", ["title": .string(String(repeating: "a", count: count))]
            ).content
        }
        #expect(throws: Never.self) { try code(most) }
        let error = #expect(throws: TemplateError.self) { try code(most + 1) }
        #expect(
            error?.description.contains(
                "a QR code with correction \(correction) holds \(most) bytes of text at most, and this one has \(most + 1)")
                == true)
    }

    private let island = """
        body:
          DynamicIsland:
            leading: { Text: l }
            trailing:
              Text: t
              belowIfTooWide: true
            center: { Text: c }
            bottom: { Text: b }
            compactLeading: { Text: cl }
            compactTrailing: { Text: ct }
            minimal: { Text: m }
          spacing: 5
        """

    @Test(arguments: [("compactLeading", "cl"), ("compactTrailing", "ct"), ("minimal", "m")])
    func compactIslandsShowOneRegion(_ presentation: String, _ text: String) throws {
        let context = TemplateContext(variables: ["presentation"], symbols: [])
        let template = try Template(island, file: "t.yaml", context: context)
        let body = try template.expand(in: DictionaryScope(["presentation": .string(presentation)]), margins: Insets()).body
        #expect(body.texts == [text])
    }

    @Test func theExpandedIslandHasItsRegions() throws {
        let content = try #require(try expand(island).island)
        #expect([content.leading, content.trailing, content.center, content.bottom].map { $0?.text?.text } == ["l", "t", "c", "b"])
        #expect(content.spacing == 5)
        #expect(content.trailing?.modifiers == [.belowIfTooWide])
        #expect(content.leading?.path == "body.DynamicIsland.leading.Text")
    }

    @Test(arguments: [
        ("blur: 3", [Modifier.blur(3)]), ("shadow: {}", [.shadow(ColorName("black", opacity: 0.33), radius: 4, x: 0, y: 0)]),
        ("shadow: { color: red, radius: 2, x: 1, y: -1 }", [.shadow(ColorName("red"), radius: 2, x: 1, y: -1)]),
        ("layoutDirection: rightToLeft", [.layoutDirection(.rightToLeft)]),
    ])
    func effects(_ text: String, _ expected: [Modifier]) throws {
        #expect(try expand("body:\n  Spacer:\n  \(text)\n").modifiers == expected)
    }

    @Test func layersHaveAlignments() throws {
        let node = try expand("body:\n  Text: a\n  overlay: { Text: b }\n  overlayAlignment: topTrailing\n")
        #expect(node.modifiers.first?.overlayAlignment == Alignment(.trailing, .top))
    }

    @Test func coversOfOtherTracks() throws {
        let track: Value = .map(["title": .string("Nardis"), "artist": .string("Bill Evans"), "artwork": .string("a.jpg")])
        let node = try expand("body:\n  Image: artwork\n  of: \"{{ queue }}\"\n  renderingMode: desaturated\n", ["queue": track])
        let image = try #require(node.image)
        #expect(
            image.kind
                == .artwork(placeholder: nil, of: .init(artwork: "a.jpg", title: "Nardis", seed: "Bill Evans\u{1F}Nardis")))
        #expect(image.accentedRendering == .desaturated)
    }

    @Test func aLabelStandsApart() throws {
        let template = try template("body:\n  Spacer:\nlabel:\n  Text: \"{{ title }}\"\n")
        let expanded = try template.expand(in: DictionaryScope(["title": .string("So What")]), margins: Insets())
        #expect(expanded.label?.text?.text == "So What")
        #expect(expanded.label?.path == "label.Text")
    }
}

extension Modifier {
    /// The alignment of an overlay; nil for other modifiers.
    fileprivate var overlayAlignment: Alignment? { if case .overlay(_, let alignment) = self { alignment } else { nil } }
}
