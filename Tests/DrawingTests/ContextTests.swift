import SubdialDrawing
import SubdialLayout
import SubdialPictureSupport
import Testing

@Suite struct ContextTests {
    private func drawn(_ width: Int, _ height: Int, _ body: (Context) throws -> Void) throws -> Bitmap {
        let surface = try Surface(width: width, height: height)
        try body(Context(surface))
        return try surface.bitmap()
    }

    private let red = Color(red: 1, green: 0, blue: 0)
    private let blue = Color(red: 0, green: 0, blue: 1)

    @Test(arguments: [(0, 1), (1, 0), (-1, 5), (32_768, 1), (9000, 9000), (Int.max, Int.max)])
    func refusesSizesThatCannotBe(width: Int, height: Int) {
        #expect(throws: DrawingError.size(width: width, height: height, limit: Surface.maximumPixels)) {
            try Surface(width: width, height: height)
        }
    }

    @Test(
        "Scalings that leave no coordinates are ignored",
        arguments: [0.0, 1e-200, 1e-9, 1e200, 1e7, .infinity, .nan, -.infinity])
    func impossibleScale(factor: Double) throws {
        let bitmap = try drawn(4, 4) { context in
            #expect(!context.canScale(x: factor, y: factor))
            context.rotate(degrees: 45)
            #expect(context.canScale(x: 2, y: -0.5))
            context.scale(factor)
            context.paint(.color(red))
        }
        #expect(bitmap.color(x: 3, y: 3) == red)
    }

    @Test(
        "An area beyond the coordinates of a surface is not reached",
        arguments: [
            (0.0, true), (-5, true), (1e6, true), (-1e6, true), (1e7, false), (-1e7, false), (1e300, false), (.nan, false),
            (.infinity, false),
        ])
    func reach(place: Double, isReached: Bool) throws {
        _ = try drawn(4, 4) { context in
            context.scale(2)
            #expect(context.reaches(Rect(x: place, y: 0, width: 10, height: 10)) == isReached)
            #expect(context.reaches(Rect(x: 0, y: place, width: 10, height: 10)) == isReached)
            #expect(context.reaches(Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9)))
            #expect(context.reaches(Rect(x: -.infinity, y: -.infinity, width: .infinity, height: .infinity)))
            context.rotate(degrees: 90)
            #expect(context.reaches(Rect(x: place, y: 0, width: 10, height: 10)) == isReached)
        }
    }

    @Test func aBitmapComesBackFromASurface() throws {
        let bitmap = try #require(Bitmap.random(width: 13, height: 7, seed: 3))
        #expect(try Surface(bitmap).bitmap() == bitmap)
    }

    /// Translucent edges are rounded differently on a surface that Cairo does not know to be transparent.
    @Test(arguments: [0.1033, 0.1165, 0.1264, 0.9]) func aBitmapIsDrawnLikeASurface(alpha: Double) throws {
        func draw(_ context: Context) {
            context.scale(2)
            context.fill(.circle(center: Point(38, 38), radius: 38), with: Color(red: 1, green: 1, blue: 1, alpha: alpha))
        }
        // The memory of an array is not cleared.
        let filled = try Bitmap(width: 152, height: 152) { context in context.paint(.color(red)) }
        #expect(filled.color(x: 151, y: 151) == red)
        #expect(try Bitmap(width: 152, height: 152) { context in draw(context) } == drawn(152, 152) { draw($0) })
        let again = try drawn(152, 152) { context in
            context.paint(.color(red))
            context.clear()
            draw(context)
        }
        #expect(try drawn(152, 152) { draw($0) } == again)
    }

    @Test(arguments: [(0, 1), (32_768, 1), (Int.max, Int.max)]) func aBitmapOfNoSizeIsNotDrawn(width: Int, height: Int) {
        #expect(throws: DrawingError.size(width: width, height: height, limit: Surface.maximumPixels)) {
            try Bitmap(width: width, height: height) { _ in Issue.record("it is not drawn") }
        }
    }

    @Test func aContextThatIsKeptDrawsNoMore() throws {
        var kept: Context?
        let bitmap = try Bitmap(width: 4, height: 4) { context in
            context.paint(.color(red))
            kept = context
        }
        let context = try #require(kept)
        context.paint(.color(blue))
        #expect(throws: DrawingError.self) { try context.check() }
        #expect(throws: DrawingError.cairo("the surface is finished")) { try context.surface.bitmap() }
        var other = bitmap
        #expect(throws: DrawingError.cairo("the surface is finished")) {
            try context.surface.copy(x: 0, y: 0, width: 4, height: 4, into: &other)
        }
        #expect(bitmap.color(x: 2, y: 2) == red)
    }

    @Test func anErrorOfTheDrawingLeavesNoBitmap() {
        #expect(throws: DrawingError.cairo("no ink")) {
            try Bitmap(width: 4, height: 4) { _ throws(DrawingError) in throw DrawingError.cairo("no ink") }
        }
    }

    @Test func fillsAndClips() throws {
        let bitmap = try drawn(4, 4) { context in
            context.saved {
                context.clip(.rect(Rect(x: 1, y: 1, width: 2, height: 2)))
                context.paint(.color(red))
            }
            context.fill(.rect(Rect(x: 3, y: 0, width: 1, height: 1)), with: blue)
        }
        #expect(bitmap.color(x: 0, y: 0) == .clear)
        #expect(bitmap.color(x: 1, y: 1) == red)
        #expect(bitmap.color(x: 2, y: 2) == red)
        #expect(bitmap.color(x: 3, y: 3) == .clear)
        #expect(bitmap.color(x: 3, y: 0) == blue)
    }

    @Test func savedTakesTransformsBack() throws {
        let bitmap = try drawn(4, 4) { context in
            context.saved {
                context.translate(x: 2, y: 2)
                context.scale(2)
                context.fill(.rect(Rect(x: 0, y: 0, width: 1, height: 1)), with: red)
            }
            context.fill(.rect(Rect(x: 0, y: 0, width: 1, height: 1)), with: blue)
        }
        #expect(bitmap.color(x: 0, y: 0) == blue)
        #expect(bitmap.color(x: 1, y: 1) == .clear)
        #expect(bitmap.color(x: 3, y: 3) == red)
    }

    @Test func rotatesClockwise() throws {
        let bitmap = try drawn(4, 4) { context in
            context.translate(x: 2, y: 2)
            context.rotate(degrees: 90)
            context.fill(.rect(Rect(x: 0, y: 0, width: 2, height: 2)), with: red)
        }
        #expect(bitmap.color(x: 0, y: 3)?.hex == "#ff0000")
        #expect(bitmap.color(x: 3, y: 3)?.alpha ?? 1 < 0.05)
    }

    @Test func strokesDashes() throws {
        let bitmap = try drawn(8, 1) { context in
            var line = Path()
            line.move(to: Point(0, 0.5))
            line.line(to: Point(8, 0.5))
            context.stroke(line, with: red, style: SubdialDrawing.StrokeStyle(width: 1, dash: [2, 2]))
            // An invalid dash pattern is ignored, and does not stop later drawing.
            context.stroke(line, with: blue, style: SubdialDrawing.StrokeStyle(width: 0, dash: [-1]))
            context.stroke(line, with: blue, style: SubdialDrawing.StrokeStyle(width: 0, dash: [0, 0]))
        }
        #expect((0..<8).map { bitmap.color(x: $0, y: 0) == red } == [true, true, false, false, true, true, false, false])
    }

    @Test func gradientsRunBetweenTheirEnds() throws {
        let stops = [GradientStop(0, .black), GradientStop(1, .white)]
        let linear = try drawn(100, 1) { $0.paint(.linear(LinearGradient(stops: stops, from: .zero, to: Point(100, 0)))) }
        #expect(abs((linear.color(x: 25, y: 0)?.red ?? 0) - 0.255) < 0.01)
        #expect(abs((linear.color(x: 75, y: 0)?.red ?? 0) - 0.755) < 0.01)
        let radial = try drawn(101, 1) { context in
            context.paint(.radial(RadialGradient(stops: stops, center: Point(50.5, 0.5), endRadius: 50)))
        }
        #expect(abs((radial.color(x: 50, y: 0)?.red ?? 1) - 0) < 0.02)
        #expect(abs((radial.color(x: 75, y: 0)?.red ?? 0) - 0.5) < 0.02)
        // Clockwise from the right; the area outside the angles has the first colour in one half and the last colour in the other.
        let angular = try drawn(101, 101) { context in
            context.paint(
                .angular(AngularGradient(stops: stops, center: Point(50.5, 50.5), radius: 80, start: 0, end: 180)))
        }
        for (x, y, expected) in [(99, 52, 0.0), (86, 86, 0.25), (50, 99, 0.5), (15, 86, 0.75), (15, 15, 1), (86, 15, 0)] {
            #expect(abs((angular.color(x: x, y: y)?.red ?? -1) - expected) < 0.03, "at \(x), \(y)")
        }
    }

    @Test func groupsFadeAsOne() throws {
        let bitmap = try drawn(3, 1) { context in
            context.group(alpha: 0.5) {
                context.fill(.rect(Rect(x: 0, y: 0, width: 2, height: 1)), with: red)
                context.fill(.rect(Rect(x: 1, y: 0, width: 2, height: 1)), with: blue)
            }
        }
        // In the overlap, the first shape is not visible through the second.
        #expect(bitmap.rgba == [255, 0, 0, 128, 0, 0, 255, 128, 0, 0, 255, 128])
    }

    @Test func errorsPassThroughGroups() throws {
        struct Failure: Error {}
        let context = try Context(Surface(width: 1, height: 1))
        #expect(throws: Failure.self) { try context.group { throw Failure() } }
        #expect(throws: Failure.self) { try context.saved { throw Failure() } }
        try context.check()
    }

    @Test func blends() throws {
        let grey = Color(white: 128.0 / 255)
        func blended(_ mode: SubdialDrawing.BlendMode) throws -> Bitmap {
            try drawn(2, 1) { context in
                context.fill(.rect(Rect(x: 0, y: 0, width: 1, height: 1)), with: grey)
                context.group(blend: mode) { context.paint(.color(red)) }
            }
        }
        #expect(try blended(.over).color(x: 0, y: 0) == red)
        #expect(try blended(.multiply).color(x: 0, y: 0)?.hex == "#800000")
        #expect(try blended(.atop).color(x: 1, y: 0) == .clear)
        #expect(try blended(.destinationIn).color(x: 0, y: 0)?.hex == "#808080")
        #expect(try blended(.destinationOut).color(x: 0, y: 0) == .clear)
        #expect(try blended(.destinationOver).color(x: 0, y: 0)?.hex == "#808080")
        #expect(try blended(.copy).color(x: 1, y: 0) == red)
    }

    @Test func paintsThroughAMask() throws {
        let mask = try #require(Bitmap(width: 2, height: 1, rgba: [9, 9, 9, 255, 200, 0, 0, 128]))
        let bitmap = try drawn(4, 1) { context in
            try context.mask(Surface(mask), in: Rect(x: 0, y: 0, width: 2, height: 1), with: blue)
        }
        #expect(bitmap.rgba == [0, 0, 255, 255, 0, 0, 255, 128, 0, 0, 0, 0, 0, 0, 0, 0])
    }

    @Test func drawsPictures() throws {
        let picture = try #require(Bitmap(width: 2, height: 1, rgba: [255, 0, 0, 255, 0, 0, 255, 255]))
        let bitmap = try drawn(4, 3) { context in
            try context.draw(picture, in: Rect(x: 0, y: 0, width: 4, height: 1), filter: .nearest)
            try context.draw(picture, in: Rect(x: 1, y: 1, width: 2, height: 1))
            try context.draw(
                picture,
                in: Rect(x: 0, y: 2, width: 4, height: 1),
                outline: .rect(Rect(x: 0, y: 2, width: 1, height: 1)),
                filter: .nearest,
                alpha: 0.5
            )
        }
        #expect((0..<4).map { bitmap.color(x: $0, y: 0) } == [red, red, blue, blue])
        #expect((0..<4).map { bitmap.color(x: $0, y: 1) } == [.clear, red, blue, .clear])
        #expect(bitmap.color(x: 0, y: 2)?.hex == "#ff000080")
        #expect(bitmap.color(x: 1, y: 2) == .clear)
    }

    @Test func outlandishNumbersAreHarmless() throws {
        let bitmap = try drawn(4, 4) { context in
            for value in [Double.nan, .infinity, -.infinity, 1e300, 0] {
                context.fill(.rect(Rect(x: value, y: value, width: value, height: value)), with: red)
                context.fill(.roundedRect(Rect(x: 0, y: 0, width: value, height: 1), radius: value), with: red)
                context.translate(x: value == 1e300 ? 0 : value, y: 0)
                context.scale(value == 1e300 ? 1 : value)
                context.stroke(.circle(center: Point(value, 0), radius: value), with: red, style: SubdialDrawing.StrokeStyle(width: value))
                context.fill(
                    .rect(Rect(x: 0, y: 0, width: 1, height: 1)),
                    with: .radial(RadialGradient(stops: [], center: Point(value, value), endRadius: value))
                )
            }
            context.paint(.color(blue))
            try context.check()
        }
        #expect(bitmap == Bitmap(width: 4, height: 4, color: blue))
    }
}
