import SubdialExpressions
import SubdialLayout
import Testing

@testable import SubdialTemplates

/// The lines of a tree with properties that the line of their node does not say.
@Suite struct TreeDetailTests {
    private func tree(_ body: String, picture: String? = nil) throws -> String {
        try template("body: \(body)\n").expand(in: DictionaryScope(["progress": .double(0.5)]), margins: Insets()).text { _ in picture }
    }

    /// An element, and a detail of it; nil for none.
    @Test(arguments: [
        ("{ Image: artwork }", nil), ("{ Text: a }", nil), ("{ Progress: 0.5 }", nil), ("{ Levels: [0.5] }", "color=primary"),
        ("{ Progress: 0.5, track: red }", "track=red"), ("{ Levels: [0.5], isMeter: true, spacing: 3 }", "spacing=3"),
        ("{ Levels: [0.5], track: clear }", "track=clear"),
        ("{ Gauge: 0.5, style: accessoryCircular, value: 1, track: red }", "track=red"),
        ("{ Chart: [{ BarMark: { y: \"{{ progress }}\" } }] }", "points=["),
        ("{ Rectangle: , fill: red, clip: circle, border: { color: blue, width: 2 } }", "border=[Circle]"),
    ])
    func saysWhatElseIsDrawn(_ body: String, _ detail: String?) throws {
        let lines = try tree(body).split(separator: "\n").filter { $0.drop { $0 == " " }.hasPrefix("+ ") }
        #expect(lines.count == (detail == nil ? 0 : 1))
        if let detail { #expect(lines.first?.contains(detail) == true, "\(lines)") }
    }

    /// The picture of an image is described below its line, and before its layers.
    @Test func aPictureIsDescribed() throws {
        let text = try tree("{ Image: artwork, id: cover, background: { Rectangle: , fill: red } }", picture: "size=1×1 digest=00")
        let expected = """
            body:
              - Image artwork #cover { padding: 0 0 0 0 }
                + size=1×1 digest=00
                - background: Rectangle fill=red

            """
        #expect(text == expected)
    }

    private func text(_ content: Content, _ modifiers: Modifier...) -> String {
        ExpandedTemplate(body: Node(content, modifiers: modifiers)).text.split(separator: "\n").dropFirst().joined(separator: "\n")
    }

    /// What templates do not have, but trees from other sources.
    @Test func runsOfATextAreDescribed() {
        var (bold, link) = (TextRun("a \"b\""), TextRun("c"))
        bold.font = Font(.style(.body), weight: .bold)
        link.paint = .color(ColorName("blue"))
        link.underline = .init(.dot, color: ColorName("red"))
        link.kerning = 1.5
        var content = TextContent([bold, link])
        content.reservedLines = 2
        let expected = #"""
              - Text "a \"b\"c" font=body primary
                + runs=[text="a \"b\"" font=body/bold, text="c" foreground=blue underline=dot/red kerning=1.5] reservedLines=2
            """#
        #expect(text(.text(content)) == expected)
        #expect(text(.text(TextContent([TextRun("a"), TextRun("b")]))) == #"  - Text "ab" font=body primary"#)
    }

    @Test func picturesAreDescribed() {
        var picture = PictureContent(.init([1], digest: "ab12"), dark: .init([2], digest: "cd"), size: Size(20, 10), name: "Logo")
        picture.resizing = .init(capInsets: Insets(all: 2), mode: .tile)
        picture.isTemplate = true
        let expected = """
              - Image Logo 20×10 primary
                + digest=ab12 dark=cd resizable=tile[2 2 2 2] template=true
            """
        #expect(text(.image(ImageContent(.picture(picture)))) == expected)
    }

    @Test(
        arguments: [
            (Shape.ellipse, "Ellipse", nil), (.container, "ContainerRelativeShape", nil), (.capsule(.circular), "Capsule", nil),
            (.capsule(), "Capsule", "style=continuous"), (.roundedRectangle(.fixed(3)), "RoundedRectangle 3", nil),
            (.roundedRectangle(.fixed(3), .circular), "RoundedRectangle 3", "style=circular"), (.inset(.circle, 2), "Circle inset=2", nil),
            (.elements([.move(.zero), .line(Point(1, 2)), .close]), "Path [M 0,0 L 1,2 Z]", nil),
        ] as [(Shape, String, String?)])
    func shapesAreDescribed(_ shape: Shape, _ name: String, _ detail: String?) {
        let expected = "  - \(name) fill=red" + (detail.map { "\n    + \($0)" } ?? "")
        #expect(text(.shape(shape, .color(ColorName("red")))) == expected)
    }

    @Test func linesAreDescribed() {
        let stroke = StrokeStyle(lineWidth: 2.5, cap: .round, dash: [3, 1])
        let expected = """
              - Circle stroke=red
                + lineWidth=2.5 lineCap=round dash=[3 1] trim=0…0.25
            """
        #expect(text(.shape(ShapeContent(.circle, .color(ColorName("red")), stroke: stroke, trim: 0...0.25))) == expected)
    }

    /// Labels, values and traits for screen readers stand in the tree.
    @Test func accessibilityIsWritten() {
        var accessibility = Accessibility()
        accessibility.label = "Play, now"
        accessibility.value = "50 %"
        accessibility.traits = ["isButton", "isSelected"]
        let expected = #"  - Spacer { accessibility: label="Play, now" value="50 %" traits=[isButton isSelected] }"#
        #expect(text(.spacer(minLength: nil), .accessibility(accessibility)) == expected)
        accessibility = Accessibility()
        accessibility.isHidden = true
        #expect(text(.spacer(minLength: nil), .accessibility(accessibility), .hidden) == "  - Spacer { accessibility: hidden, hidden }")
    }

    @Test(
        arguments: [
            (Modifier.rotation(20), "rotation: 20", nil), (.rotation(20, anchor: .zero), "rotation: 20", "rotationAnchor=0,0"),
            (.scale(x: 2, y: 2), "scale: 2", nil), (.scale(x: 2, y: -1, anchor: Point(1, 0)), "scale: 2 -1", "scaleAnchor=1,0"),
            (.filter(.dimming(0.5)), "brightness: 0.5", nil), (.filter(.brightness(0.5)), "brightness: +0.5", nil),
            (.zIndex(2), "zIndex: 2", nil), (.position(x: 1, y: 2), "position: 1 2", nil),
            (.blendMode(.multiply), "blendMode: multiply", nil),
            (.aspectRatio(nil, .fill), "aspectRatio: own fill", nil), (.containerShape(.circle), "containerShape: Circle", nil),
        ] as [(Modifier, String, String?)])
    func modifiersAreDescribed(_ modifier: Modifier, _ name: String, _ detail: String?) {
        #expect(text(.spacer(minLength: nil), modifier) == "  - Spacer { \(name) }" + (detail.map { "\n    + \($0)" } ?? ""))
    }

    /// A geometry reader with its views, and an arrangement of the user's with their places.
    @Test func arrangementsAreWritten() {
        let views = [Node(.spacer(minLength: nil))]
        #expect(text(.arranged(ArrangedContent("GeometryReader", views))) == "  - GeometryReader\n    - Spacer")
        let places = [CustomLayout.Place(position: Point(1, 2), anchor: Point(0.5, 0.5), proposal: ProposedSize(3, nil))]
        #expect(
            text(.arranged(ArrangedContent("Flow", size: Size(20, 10), views, places: places)))
                == "  - Flow size=20×10\n    + places=[1,2 anchor=0.5,0.5 3×–]\n    - Spacer")
    }
}
