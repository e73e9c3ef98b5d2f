import SubdialDrawing
import SubdialLayout
import Testing

@testable import SubdialWidgets

/// Tests of what only nodes from code have: runs, pictures, blends, shapes.
@Suite struct NodeDrawingTests {
    private func color(_ bitmap: Bitmap, _ x: Double, _ y: Double) -> String {
        bitmap.color(x: Int(x * Double(bitmap.width - 1)), y: Int(y * Double(bitmap.height - 1)))?.hex ?? ""
    }

    private func area(_ shape: ShapeContent) throws -> Double {
        let picture = try NodePicture(40, 40, in: resources)
        let bitmap = try picture.draw(Node(.shape(shape)))
        var sum = 0
        for index in stride(from: 3, to: bitmap.pixels.count, by: 4) { sum += Int(bitmap.pixels[index]) }
        return Double(sum) / 255 / 4
    }

    /// Areas in square points, by geometry.
    @Test func shapesHaveTheirAreas() throws {
        let red = SubdialLayout.Paint.hex("#FF0000")
        #expect(abs(try area(ShapeContent(.ellipse, red)) - .pi * 400) < 4)
        #expect(abs(try area(ShapeContent(.inset(.rectangle, 5), red)) - 900) < 1)
        #expect(abs(try area(ShapeContent(.roundedRectangle(.fixed(10), .circular), red)) - (1600 - (4 - .pi) * 100)) < 4)
        let stroke = SubdialLayout.StrokeStyle(lineWidth: 4)
        #expect(abs(try area(ShapeContent(.inset(.rectangle, 10), red, stroke: stroke)) - 20 * 4 * 4) < 2)
        #expect(abs(try area(ShapeContent(.inset(.rectangle, 10), red, stroke: stroke, trim: 0...0.25)) - 20 * 4) < 1)
        let twice: [PathElement] = [
            .move(.zero), .line(Point(40, 0)), .line(Point(40, 40)), .line(Point(0, 40)), .close, .move(Point(10, 10)),
            .line(Point(30, 10)),
            .line(Point(30, 30)), .line(Point(10, 30)), .close,
        ]
        #expect(abs(try area(ShapeContent(.elements(twice), red)) - 1600) < 1)
        #expect(abs(try area(ShapeContent(.elements(twice), red, isEvenOdd: true)) - 1200) < 1)
    }

    @Test func aColourHasItsValueInEachLook() throws {
        let variants = ColorVariants(
            light: .init(red: 1, green: 0, blue: 0), dark: .init(red: 0, green: 1, blue: 0),
            darkHighContrast: .init(red: 0, green: 0, blue: 1))
        let node = Node(.shape(ShapeContent(.rectangle, .color(ColorName(variants)))))
        #expect(color(try NodePicture(4, 4, appearance: .light, in: resources).draw(node), 0.5, 0.5) == "#ff0000")
        var dark = try NodePicture(4, 4, in: resources)
        #expect(color(try dark.draw(node), 0.5, 0.5) == "#00ff00")
        dark.environment.isHighContrast = true
        #expect(color(try dark.draw(node), 0.5, 0.5) == "#0000ff")
    }

    /// A text of runs that say nothing of their own is measured like a uniform one, and a larger run makes its line higher.
    @Test func runsAreMeasuredLikeTexts() throws {
        let measurer = try NodePicture(4, 4, in: resources).measurer
        func size(_ content: TextContent) -> Size {
            measurer.measure(content, text: content.text, scale: 1, width: nil, maximumLines: nil).size
        }
        var red = TextRun("Hel")
        red.paint = .hex("#FF0000")
        let plain = TextContent("Hello")
        let runs = TextContent([red, TextRun("lo")])
        #expect(abs(size(plain).width - size(runs).width) < 0.1)
        #expect(size(plain).height == size(runs).height)
        var large = TextRun("lo")
        large.font = Font(.size(34))
        #expect(size(TextContent([red, large])).height == measurer.lineHeight(of: Font(.size(34))))
        var tracked = TextRun("Hello")
        tracked.tracking = 3
        #expect(abs(size(TextContent([tracked])).width - size(plain).width - 15) < 0.1)
        var spaced = TextContent("Hello\nHello")
        spaced.lineSpacing = 5
        #expect(size(spaced).height == 2 * size(plain).height + 5)
        var reserved = plain
        reserved.reservedLines = 3
        #expect(size(reserved).height == 3 * size(plain).height)
    }

    @Test func aSizeGrowsWithItsStyle() throws {
        var picture = try NodePicture(4, 4, in: resources)
        #expect(picture.measurer.pointSize(of: Font(.scaled(34, with: .body))) == 34)
        picture.environment.typeSize = .accessibility5
        // The Human Interface Guidelines' body: 17 points at large, 53 at AX5.
        #expect(picture.measurer.pointSize(of: Font(.scaled(34, with: .body))) == 34 * 53 / 17)
    }

    /// A picture whose edges keep their size, in a frame of 100 by 100.
    @Test func edgesKeepTheirSize() throws {
        var pixels: [UInt8] = []
        for y in 0..<30 {
            for x in 0..<30 { pixels += (10..<20).contains(x) && (10..<20).contains(y) ? [255, 0, 0, 255] : [0, 0, 255, 255] }
        }
        let bytes = try PNG.encode(try #require(Bitmap(width: 30, height: 30, pixels: pixels)), mode: .fast)
        var content = PictureContent(.init(bytes, digest: "edges"), size: Size(30, 30))
        content.resizing = .init(capInsets: Insets(all: 10))
        let bitmap = try NodePicture(100, 100, in: resources).draw(Node(.image(ImageContent(.picture(content)))))
        #expect(color(bitmap, 0.05, 0.5) == "#ff0000")
        #expect(color(bitmap, 0.13, 0.5) == "#0000ff")
        #expect(color(bitmap, 0.87, 0.5) == "#0000ff")
        content.isTemplate = true
        let filled = try NodePicture(100, 100, in: resources).draw(
            Node(.image(ImageContent(.picture(content), paint: .hex("#00FF00")))))
        #expect(color(filled, 0.5, 0.5) == "#00ff00")
    }

    @Test func anUnusablePictureIsReported() throws {
        let picture = try NodePicture(40, 40, in: resources)
        let content = PictureContent(.init(Array("no picture".utf8), digest: "none"), size: Size(40, 40), name: "hero")
        let placed = picture.layOut(Node(.image(ImageContent(.picture(content)))))
        _ = try picture.draw(placed)
        #expect(picture.artwork.pictures.problems(of: [placed]).first?.message.hasPrefix("hero: not a picture") == true)
    }

    @Test func whatIsHiddenIsNotDrawn() throws {
        let picture = try NodePicture(20, 20, in: resources)
        let node = Node(.shape(ShapeContent(.rectangle, .hex("#FF0000"))), modifiers: [.hidden])
        #expect(color(try picture.draw(node), 0.5, 0.5) == "#00000000")
    }

    /// The products and the like of 0x80 and 0x40, by the W3C's Compositing and Blending.
    @Test(arguments: [
        (SubdialLayout.BlendMode.multiply, 0x20), (.screen, 0xA0), (.darken, 0x40), (.lighten, 0x80), (.difference, 0x40),
        (.plusLighter, 0xC0),
        (.plusDarker, 0), (.normal, 0x40), (.destinationOver, 0x80),
    ]) func blendsAreThoseOfTheW3C(_ mode: SubdialLayout.BlendMode, expected: Int) throws {
        let picture = try NodePicture(20, 20, in: resources)
        let node = Node(
            .zstack(
                alignment: .center,
                [
                    Node(.shape(ShapeContent(.rectangle, .hex("#808080")))),
                    Node(.shape(ShapeContent(.rectangle, .hex("#404040"))), modifiers: [.blendMode(mode)]),
                ]), modifiers: [.compositingGroup])
        let level = try #require(try picture.draw(node).color(x: 20, y: 20)).red * 255
        #expect(abs(level - Double(expected)) <= 2)
    }
}
