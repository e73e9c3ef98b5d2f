import SubdialBasics
import SubdialLayout
import SubdialTemplates
import Testing

/// Tests of the parsing of each modifier, and of the order in which they apply.
@Suite struct ModifierTests {
    private static let lines = [
        "font: caption", "foreground: accent", "fixedSize: true", "aspectRatio: 2", "padding: 4", "frame: { width: 50 }", "background: red",
        "clip: circle", "border: { width: 2 }", "overlay: blue", "brightness: 0.5", "rotation: 45", "scale: 2", "opacity: 0.5",
        "offset: { x: 1 }", "alignmentGuide: { top: 3 }", "intent: next", "privacySensitive: true", "layoutPriority: 1",
    ]

    /// The order is the same for any order in the file.
    @Test(arguments: [lines, lines.reversed(), Array(lines[9...] + lines[..<9])])
    func orderIsAlwaysTheSame(_ lines: [String]) throws {
        let node = try expand("body:\n  Text: a\n" + lines.map { "  \($0)\n" }.joined())
        #expect(
            node.modifiers == [
                .fixedSize(horizontal: true, vertical: true),
                .aspectRatio(2, .fit),
                .padding(Insets(all: 4)),
                .frame(width: 50, height: nil, alignment: .center),
                .background(Node(.shape(.rectangle, .color(ColorName("red"))), path: "body.Text.background"), alignment: .center),
                .clip(.circle),
                .border(.circle, ColorName("fill"), width: 2),
                .overlay(Node(.shape(.rectangle, .color(ColorName("blue"))), path: "body.Text.overlay"), alignment: .center),
                .filter(.dimming(0.5)),
                .rotation(45),
                .scale(x: 2, y: 2),
                .opacity(0.5),
                .offset(x: 1, y: 0),
                .verticalGuide(.top, 3),
                .intent("next"),
                .privacySensitive,
                .layoutPriority(1),
            ])
    }

    @Test(
        arguments: [
            ("padding: -2", [.padding(Insets(all: -2))]),
            ("padding: { horizontal: 3, leading: 1 }", [.padding(Insets(leading: 1, trailing: 3))]),
            ("padding: { top: 1, leading: 2, bottom: 3, trailing: 4 }", [.padding(Insets(top: 1, leading: 2, bottom: 3, trailing: 4))]),
            ("padding: { vertical: 5 }", [.padding(Insets(top: 5, bottom: 5))]),
            ("frame: { width: 30, height: 40 }", [.frame(width: 30, height: 40, alignment: .center)]),
            ("frame: { height: 40, alignment: topTrailing }", [.frame(width: nil, height: 40, alignment: Alignment(.trailing, .top))]),
            ("frame: { maxWidth: infinity }", [.flexibleFrame(FlexibleFrame(horizontal: .init(maximum: .infinity)))]),
            (
                "frame: { minWidth: 1, idealWidth: 2, maxWidth: 3, minHeight: 4, idealHeight: 5, maxHeight: 6, alignment: leading }",
                [
                    .flexibleFrame(
                        FlexibleFrame(
                            horizontal: .init(minimum: 1, ideal: 2, maximum: 3), vertical: .init(minimum: 4, ideal: 5, maximum: 6),
                            alignment: Alignment(.leading, .center)))
                ]
            ),
            (
                "frame: { width: 30, maxHeight: 40 }",
                [.frame(width: 30, height: nil, alignment: .center), .flexibleFrame(FlexibleFrame(vertical: .init(maximum: 40)))]
            ),
            ("frame: {}", [.flexibleFrame(FlexibleFrame())]),
            ("fixedSize: horizontal", [.fixedSize(horizontal: true, vertical: false)]),
            ("fixedSize: vertical", [.fixedSize(horizontal: false, vertical: true)]),
            ("fixedSize: false", [.fixedSize(horizontal: false, vertical: false)]),
            ("aspectRatio: { ratio: 1.5, mode: fill }", [.aspectRatio(1.5, .fill)]),
            ("cornerRadius: concentric", [.clip(.roundedRectangle(.concentric))]),
            ("cornerRadius: 8", [.clip(.roundedRectangle(.fixed(8)))]),
            ("clip: capsule", [.clip(.capsule(.circular))]),
            ("border: { color: red }", [.border(.rectangle, ColorName("red"), width: 1)]),
            ("alignmentGuide: { center: 2 }", [.verticalGuide(.center, 2), .horizontalGuide(.center, 2)]),
            ("alignmentGuide: { trailing: -2 }", [.horizontalGuide(.trailing, -2)]),
            ("intent: ''", []),
            (
                "intent: { name: volume, from: -80, to: 0, value: '{{ 0 - 23.5 }}' }",
                [.intent(Intent("volume", slider: Intent.Slider(from: -80, to: 0, value: -23.5)))]
            ),
            ("intent: { name: seek }", [.intent(Intent("seek", slider: Intent.Slider(from: 0, to: 100, value: 0)))]),
            ("intent: { name: '', to: 1 }", []),
            ("accented: false", []),
            ("unredacted: true", [.unredacted]),
        ] as [(String, [Modifier])])
    func each(_ line: String, _ expected: [Modifier]) throws {
        #expect(try expand("body:\n  Spacer:\n  \(line)\n").modifiers == expected)
    }

    /// A layer is a paint, an element, or a list of these.
    @Test(
        arguments: [
            ("'#FF000080'", .shape(.rectangle, .color(ColorName("#FF000080")))),
            ("Divider", .divider(ColorName("fill"))),
            ("{ Circle: , fill: red }", .shape(.circle, .color(ColorName("red")))),
            ("[Spacer]", .vstack(alignment: .center, spacing: nil, [Node(.spacer(minLength: nil), path: "body.Text.overlay[0].Spacer")])),
        ] as [(String, Content)])
    func layers(_ source: String, _ expected: Content) throws {
        guard case .overlay(let node, .center)? = try expand("body:\n  Text: a\n  overlay: \(source)\n").modifiers.first else {
            Issue.record("there is no overlay")
            return
        }
        #expect(node.content == expected)
    }

    @Test func radialAndAngularGradients() throws {
        let stops = [GradientStop(ColorName("red"), at: 0), GradientStop(ColorName("blue"), at: 1)]
        func paint(_ source: String) throws -> Content {
            try expand("body:\n  Capsule:\n  fill: { gradient: [red, blue], \(source) }\n").content
        }
        #expect(
            try paint("type: radial")
                == .shape(.capsule(.circular), .radialGradient(center: Point(0.5, 0.5), startRadius: 0, endRadius: nil, stops: stops)))
        #expect(
            try paint("type: radial, center: topLeading, startRadius: 3, endRadius: 40")
                == .shape(.capsule(.circular), .radialGradient(center: Point(0, 0), startRadius: 3, endRadius: 40, stops: stops)))
        #expect(
            try paint("type: angular")
                == .shape(.capsule(.circular), .angularGradient(center: Point(0.5, 0.5), start: -90, end: 270, stops: stops)))
        #expect(
            try paint("type: angular, startAngle: 180, endAngle: 360, center: bottom")
                == .shape(.capsule(.circular), .angularGradient(center: Point(0.5, 1), start: 180, end: 360, stops: stops)))
        #expect(throws: TemplateError.self) { try paint("type: conic") }
    }

    @Test(
        arguments: [
            (
                "[red, '#00FF00', blue]", Point(0.5, 0), Point(0.5, 1),
                [
                    GradientStop(ColorName("red"), at: 0), GradientStop(ColorName("#00FF00"), at: 0.5),
                    GradientStop(ColorName("blue"), at: 1),
                ]
            ),
            ("[red], from: topLeading, to: bottomTrailing", Point(0, 0), Point(1, 1), [GradientStop(ColorName("red"), at: 0)]),
            (
                "[{ color: black, opacity: 0.5 }, { color: black, at: 0.25, opacity: 0 }], from: leading, to: center", Point(0, 0.5),
                Point(0.5, 0.5),
                [GradientStop(ColorName("black", opacity: 0.5), at: 0), GradientStop(ColorName("black", opacity: 0), at: 0.25)]
            ),
        ] as [(String, Point, Point, [GradientStop])])
    func gradients(_ source: String, _ from: Point, _ to: Point, _ stops: [GradientStop]) throws {
        let paint = Paint.linearGradient(from: from, to: to, stops: stops)
        #expect(try expand("body:\n  Capsule:\n  fill: { gradient: \(source) }\n").content == .shape(.capsule(.circular), paint))
        let layered = try expand("body:\n  Spacer:\n  background: { gradient: \(source) }\n").modifiers
        #expect(layered == [.background(Node(.shape(.rectangle, paint), path: "body.Spacer.background"), alignment: .center)])
    }

    @Test(
        arguments: [
            ("Text: a\n  widest: bbb\n  alignment: trailing", .text(TextContent("a", widest: "bbb", alignment: .trailing))),
            ("Image: artwork\n  placeholder: music.note", .image(ImageContent(.artwork(placeholder: "music.note")))),
            ("Image: play.fill\n  symbolSize: 20", .image(ImageContent(.symbol("play.fill"), symbolSize: 20))),
            ("Spacer: { minLength: 4 }", .spacer(minLength: 4)),
            ("HStack: []\n  alignment: firstTextBaseline\n  spacing: 0", .hstack(alignment: .firstTextBaseline, spacing: 0, [])),
            ("VStack: []\n  alignment: leading\n  spacing: -3", .vstack(alignment: .leading, spacing: -3, [])),
            ("ZStack: []\n  alignment: bottomLeading", .zstack(alignment: Alignment(.leading, .bottom), [])),
            ("ViewThatFits: []", .viewThatFits(axes: [.horizontal, .vertical], [])),
            ("ViewThatFits: []\n  axes: vertical", .viewThatFits(axes: [.vertical], [])),
            ("Gauge: 0.5\n  track: red", .progress(ProgressContent(0.5, style: .gauge, track: ColorName("red")))),
            ("Rectangle:", .shape(.rectangle, .color(.primary))),
            ("RoundedRectangle:\n  radius: 5\n  fill: accent", .shape(.roundedRectangle(.fixed(5)), .color(ColorName("accent")))),
            ("RoundedRectangle:", .shape(.roundedRectangle(.concentric), .color(.primary))),
            ("Circle:\n  foreground: red", .shape(.circle, .color(ColorName("red")))),
        ] as [(String, Content)])
    func elements(_ source: String, _ expected: Content) throws {
        #expect(try expand("body:\n  \(source)\n").content == expected)
    }

    /// The colours of symbols are inherited, and a node may have its own.
    @Test(arguments: [
        ("Image: play.fill", "monochrome", [ImageContent.SymbolRenderingMode.monochrome]),
        ("Image: play.fill", "multicolor", [.multicolor]),
        (
            "HStack:\n    - Image: play.fill\n    - { Image: play.fill, symbolRenderingMode: monochrome }\n    - { Label: a, systemImage: play.fill }",
            "multicolor", [.multicolor, .monochrome, .multicolor]
        ),
    ])
    func symbolsHaveColours(_ source: String, _ mode: String, _ expected: [ImageContent.SymbolRenderingMode]) throws {
        func modes(_ node: Node) -> [ImageContent.SymbolRenderingMode] {
            if case .image(let image) = node.content { return [image.symbolRenderingMode] }
            if case .hstack(_, _, let nodes) = node.content { return nodes.flatMap(modes) }
            return []
        }
        #expect(modes(try expand("body:\n  \(source)\n  symbolRenderingMode: \(mode)\n")) == expected)
    }
}
