import FoundationEssentials
import SubdialExpressions
import SubdialLayout
import SubdialTemplates
import Testing

/// Tests of the expansion of checked templates.
@Suite struct ExpansionTests {
    @Test func everyNodeKnowsItsPlace() throws {
        let node = try expand("body:\n  HStack:\n    - Spacer\n    - VStack:\n        - Text: a\n          id: line\n")
        #expect(node.path == "body.HStack")
        #expect(node.children.map(\.path) == ["body.HStack[0].Spacer", "body.HStack[1].VStack"])
        #expect(node.children[1].children.map(\.path) == ["body.HStack[1].VStack[0].Text"])
        #expect(node.children[1].children.map(\.id) == ["line"])
    }

    @Test func aListIsAColumn() throws {
        #expect(
            try expand("body:\n  - Spacer\n  - Divider\n").content
                == .vstack(
                    alignment: .center, spacing: nil,
                    [
                        Node(.spacer(minLength: nil), path: "body[0].Spacer"), Node(.divider(ColorName("fill")), path: "body[1].Divider"),
                    ]))
    }

    @Test(arguments: [(true, ["always", "played"]), (false, ["always", "not played"])])
    func ifDropsANode(_ playing: Bool, _ expected: [String]) throws {
        let node = try expand(
            """
            body:
              HStack:
                - Text: always
                - Text: played
                  if: playing
                - Text: not played
                  if: "{{ !playing }}"
            """, ["playing": .bool(playing)])
        #expect(node.texts == expected)
    }

    @Test func aDroppedBodyIsNothing() throws {
        #expect(
            try expand("body:\n  Text: a\n  if: playing\n", ["playing": .missing]).content == .vstack(alignment: .center, spacing: nil, []))
    }

    @Test func forRepeatsANode() throws {
        let queue = Value.list(["So What", "Nardis", "Solar"].map { .map(["title": .string($0), "isShown": .bool($0 != "Nardis")]) })
        let text = """
            body:
              VStack:
                - HStack:
                    - Text: "{{ track.title }} by {{ artist }}"
                  for: track in queue
                  if: track.isShown
            """
        #expect(try expand(text, ["queue": queue, "artist": .string("Miles")]).texts == ["So What by Miles", "Solar by Miles"])
        #expect(try expand(text, ["queue": .missing]).children.isEmpty)
        #expect(try expand(text, ["queue": .list([])]).children.isEmpty)
    }

    @Test func loopsAreBounded() throws {
        let queue = ["queue": Value.list([Value](repeating: .integer(1), count: 1000))]
        #expect(try expand("body:\n  VStack:\n    - Spacer:\n      for: x in queue\n", queue).children.count == 500)
        let nested = """
            body:
              VStack:
                - VStack:
                    - VStack:
                        - Spacer:
                          for: z in queue
                      for: y in queue
                  for: x in queue
            """
        let error = #expect(throws: TemplateError.self) { try expand(nested, queue) }
        #expect(error?.problems.map(\.message) == ["a template may come to 10000 elements, and this one comes to more"])
    }

    /// Fonts, colours and line limits are inherited from the enclosing node, unless a node sets its own.
    @Test func stylesAreInherited() throws {
        let node = try expand(
            """
            font: { style: headline, design: rounded }
            foreground: secondary
            body:
              VStack:
                - Text: a
                - Text: b
                  font: { weight: heavy }
                  foreground: accent
                - VStack:
                    - Text: c
                    - Text: d
                      lineLimit: 1
                  font: caption
                  lineLimit: 3
                  minimumScaleFactor: 0.5
                  truncation: middle
                  monospacedDigit: true
            """)
        let texts = node.children.compactMap(\.text) + node.children[2].children.compactMap(\.text)
        #expect(
            texts.map(\.font) == [
                Font(.style(.headline), design: .rounded), Font(.style(.headline), weight: .heavy, design: .rounded),
                Font(.style(.caption), design: .rounded, hasMonospacedDigits: true),
                Font(.style(.caption), design: .rounded, hasMonospacedDigits: true),
            ])
        #expect(texts.map(\.paint) == ["secondary", "accent", "secondary", "secondary"].map { .color(ColorName($0)) })
        #expect(texts.map(\.lineLimit) == [nil, nil, 3, 1])
        #expect(texts.map(\.minimumScaleFactor) == [1, 1, 0.5, 0.5])
        #expect(texts.map(\.truncation) == [.tail, .tail, .middle, .middle])
    }

    /// A style or a size replaces the weight of the font outside; a weight alone stays for fonts inside that set none.
    @Test(arguments: [
        ("headline", "body", Font(.style(.body))),
        ("{ style: title, weight: bold }", "caption", Font(.style(.caption))),
        ("{ style: title, weight: bold }", "{ size: 12 }", Font(.size(12))),
        ("{ size: 20, weight: bold }", "{ size: 12 }", Font(.size(12))),
        ("{ size: 20, weight: bold }", "caption", Font(.style(.caption))),
        ("{ size: 20, weight: bold }", "{ weight: light }", Font(.size(20), weight: .light)),
        ("{ size: 20, weight: bold }", "{ design: serif }", Font(.size(20), weight: .bold, design: .serif)),
        ("{ weight: heavy }", "caption", Font(.style(.caption), weight: .heavy)),
        ("{ weight: heavy }", "{ size: 12 }", Font(.size(12), weight: .heavy)),
        ("{ weight: heavy }", "{ style: caption, weight: light }", Font(.style(.caption), weight: .light)),
        ("{ weight: heavy }", "{ weight: thin }", Font(weight: .thin)),
    ])
    func weightsEndWithTheirFont(outer: String, inner: String, expected: Font) throws {
        let node = try expand("body:\n  VStack:\n    - Text: a\n      font: \(inner)\n  font: \(outer)\n")
        #expect(node.children.compactMap(\.text).map(\.font) == [expected])
    }

    /// A weight alone outlasts a font with a weight of its own.
    @Test func aWeightAloneReachesEveryFontInside() throws {
        let node = try expand(
            """
            body:
              VStack:
                - HStack:
                    - Text: a
                      font: caption
                  font: { style: title, weight: light }
              font: { weight: heavy }
            """)
        #expect(node.children.flatMap(\.children).compactMap(\.text).map(\.font) == [Font(.style(.caption), weight: .heavy)])
    }

    /// A line break of a text breaks the line, except where a text is one line by nature; that at the end of a block is YAML's.
    @Test(arguments: [
        (#""a\nb""#, "systemSmall", "a\nb"),
        (#""a\r\nb""#, "systemSmall", "a\r\nb"),
        (#""{{ title }}""#, "systemSmall", "c\nd"),
        ("|\n    a\n    b\n", "systemSmall", "a\nb"),
        (#""a\nb""#, "accessoryInline", "a b"),
        (#""a\r\nb\u2028c""#, "accessoryInline", "a b c"),
        (#""{{ title }}""#, "accessoryInline", "c d"),
    ])
    func lineBreaksStay(text: String, family: String, expected: String) throws {
        let node = try expand("body:\n  Text: \(text)\n", ["title": .string("c\nd"), "family": .string(family)])
        #expect(node.texts == [expected])
    }

    /// A part inherits the modifiers of its node, unless it sets its own.
    @Test func partsInherit() throws {
        let parts = ["line": "body:\n  HStack:\n    - Text: \"{{ title }}\"\n    - Text: b\n      font: footnote\n      id: own\n"]
        let node = try expand(
            "body:\n  Part: line\n  font: title2\n  foreground: accent\n  padding: 3\n", ["title": .string("Solar")], parts: parts)
        #expect(node.modifiers == [.padding(Insets(all: 3))])
        let texts = node.children.flatMap(\.children).compactMap(\.text)
        #expect(texts.map(\.text) == ["Solar", "b"])
        #expect(texts.map(\.font) == [Font(.style(.title2)), Font(.style(.footnote))])
        #expect(texts.map(\.paint) == [.color(ColorName("accent")), .color(ColorName("accent"))])
        #expect(node.children.flatMap(\.children).map(\.path) == ["body.Part.HStack[0].Text", "body.Part.HStack[1].Text"])
    }

    @Test func partsMayStandInPartsTwice() throws {
        let parts = ["a": "body:\n  HStack:\n    - Part: b\n    - Part: b\n", "b": "body:\n  Text: \"{{ title }}\"\n"]
        #expect(try expand("body:\n  Part: a\n", ["title": .string("x")], parts: parts).texts == ["x", "x"])
    }

    /// A value that is a single expression keeps its type.
    @Test func singleExpressionsKeepTheirType() throws {
        let node = try expand(
            """
            body:
              Progress: "{{ progress }}"
              style: "{{ playing ? 'circular' : 'linear' }}"
              lineWidth: "{{ count * 2 }}"
              foreground: "{{ playing ? 'accent' : 'secondary' }}"
              opacity: "{{ count / 4 }}"
            """, ["progress": .double(0.25), "playing": .bool(true), "count": .integer(2)])
        #expect(node.content == .progress(ProgressContent(0.25, style: .circular, lineWidth: 4, color: ColorName("accent"))))
        #expect(node.modifiers == [.opacity(0.5)])
    }

    @Test(arguments: [
        (Value.missing, ""), (.integer(5), "5"), (.string("So What"), "So What"), (.duration(65), "1:05"), (.bool(true), "true"),
    ])
    func textsPrintAnything(_ value: Value, _ expected: String) throws {
        #expect(try expand("body:\n  Text: \"{{ title }}\"\n", ["title": value]).texts == [expected])
        #expect(try expand("body:\n  Text: \"[{{ title }}]\"\n", ["title": value]).texts == ["[\(expected)]"])
    }

    @Test func progressFollowsTheClock() throws {
        func fraction(_ source: String, at seconds: Double) throws -> Double? {
            let start = Date(timeIntervalSince1970: 1_000)
            let values: [String: Value] = [
                "started": .date(start), "ends": .date(start + 200), "now": .date(start + seconds), "count": .date(start + 50),
            ]
            guard case .progress(let progress) = try expand("body:\n  Progress: \(source)\n", values).content else { return nil }
            return progress.fraction
        }
        let running = "{ from: '{{ started }}', to: '{{ ends }}' }"
        #expect(try [-10, 0, 50, 200, 900].map { try fraction(running, at: $0) } == [0, 0, 0.25, 1, 1])
        #expect(try fraction("{ from: '{{ started }}', to: '{{ ends }}', pausedAt: '{{ count }}' }", at: 150) == 0.25)
        #expect(try fraction("{ from: '{{ ends }}', to: '{{ started }}' }", at: 50) == 0)
        #expect(try fraction("{ from: '{{ title }}', to: '{{ ends }}' }".replacing("{{ title }}", with: "soon"), at: 50) == 0)
        #expect(try fraction("0.5", at: 0) == 0.5)
        #expect(try fraction("'{{ 0.5 }}'", at: 0) == 0.5)
        #expect(try fraction("'{{ 7 }}'", at: 0) == 1)
        #expect(try fraction("'{{ null }}'", at: 0) == 0)
    }

    @Test func backgroundAndMargins() throws {
        let text = "background: \"{{ playing ? 'accent' : 'background' }}\"\nmargins: { horizontal: 4, top: 1 }\nbody: Spacer\n"
        let expanded = try template(text).expand(in: DictionaryScope(["playing": .bool(true)]), margins: Insets(all: 16))
        #expect(expanded.background?.content == .shape(.rectangle, .color(ColorName("accent"))))
        #expect(expanded.body.modifiers == [.padding(Insets(top: 1, leading: 4, trailing: 4))])
        let view = "background: { Image: artwork, blur: 8 }\nbody: Spacer\n"
        let ground = try template(view).expand(in: DictionaryScope([:]), margins: Insets()).background
        #expect(ground?.content == .image(ImageContent(.artwork(placeholder: nil))) && ground?.modifiers == [.blur(8)])
        let plain = try template("body: Spacer\n").expand(in: DictionaryScope([:]), margins: Insets(all: 16))
        #expect(plain.background == nil)
        #expect(plain.body.modifiers == [.padding(Insets(all: 16))])
    }

    @Test(arguments: [
        ("body:\n  Text: a\n  opacity: \"{{ title }}\"\n", "t.yaml:3:12: a number should come out here, not 'Solar' (at body.Text)"),
        ("body:\n  Text: a\n  opacity: \"{{ artist }}\"\n", "t.yaml:3:12: a number should come out here, not nothing (at body.Text)"),
        ("body:\n  Text: a\n  foreground: \"{{ title }}\"\n", "t.yaml:3:15: 'Solar' is not a colour (at body.Text)"),
        (
            "body:\n  Text: a\n  foreground: \"gr{{ 'en' }}e\"\n",
            "t.yaml:3:15: 'grene' is not a colour; did you mean 'green'? (at body.Text)"
        ),
        (
            "body:\n  Text: a\n  truncation: \"{{ 'tial' }}\"\n",
            "t.yaml:3:15: 'tial' is not one of head, middle, tail; did you mean 'tail'? (at body.Text)"
        ),
        (
            "body:\n  ZStack: []\n  alignment: \"{{ 'topp' }}\"\n",
            "t.yaml:3:14: 'topp' is no alignment; did you mean 'top'? (at body.ZStack)"
        ),
        ("body:\n  Gauge: \"{{ title }}\"\n", "t.yaml:2:10: a number should come out here, not 'Solar' (at body.Gauge)"),
        ("body:\n  Part: \"{{ title }}\"\n", "t.yaml:2:9: Part takes the name of a part, not an expression (at body.Part)"),
        ("body:\n  Text: \"{{ title * 2 }}\"\n", "t.yaml:2:19: '*' cannot be used on a text and a number (at body.Text)"),
    ])
    func whatComesOutIsChecked(_ text: String, _ expected: String) {
        let error = #expect(throws: TemplateError.self) { try expand(text, ["title": .string("Solar"), "artist": .missing]) }
        #expect(error?.description == expected)
    }

    /// Numbers that are invalid for a font, a line limit or an opacity are limited to the valid range.
    @Test(arguments: [(1e300, 500.0, 1000), (-1e300, 1, 1), (0.5, 1, 1), (12.75, 12.75, 12)])
    func expressionsStayInRange(_ number: Double, _ size: Double, _ lines: Int) throws {
        let text = "body:\n  Text: a\n  font: { size: '{{ count }}' }\n  lineLimit: '{{ count }}'\n  opacity: '{{ count }}'\n"
        let node = try expand(text, ["count": .double(number)])
        #expect(node.text?.font == Font(.size(size)))
        #expect(node.text?.lineLimit == lines)
        #expect(node.modifiers == [.opacity(min(max(number, 0), 1))])
    }

    @Test func variablesOfTheTemplateAndItsParts() throws {
        let text =
            "body:\n  HStack:\n    - Text: \"{{ track.title ?? title }}\"\n"
            + "      for: track in queue\n      if: playing && track\n    - Part: p\n"
        #expect(try template(text, parts: ["p": "body:\n  Text: \"{{ artist }}\"\n"]).variables == ["title", "queue", "playing", "artist"])
    }
}
