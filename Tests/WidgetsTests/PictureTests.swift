import FoundationEssentials
import SubdialBasics
import SubdialDrawing
import SubdialLayout
import SubdialPictureSupport
import SubdialPlayback
import SubdialTestSupport
import SubdialTimeline
import SubdialWidgets
import Testing

@Suite struct PictureTests {
    let renderer: WidgetRenderer

    init() throws {
        renderer = try .make()
    }

    @Test(arguments: ["playing", "hostile", "no-artwork"])
    func sameEntrySamePicture(name: String) throws {
        let entry = try Entry.sample(name)
        let picture = try renderer.picture(entry, .systemMedium)
        #expect(try renderer.picture(entry, .systemMedium).bitmap == picture.bitmap)
        let other = try WidgetRenderer.make().picture(entry, .systemMedium)
        #expect(other.bitmap == picture.bitmap && other.layout == picture.layout)
        #expect(try other.png() == picture.png())
        #expect(try other.png(.small) == picture.png(.small))
        // An entry is the same after writing and parsing.
        let saved = try Entry(parsing: entry.json.text())
        #expect(try renderer.picture(saved, .systemMedium).bitmap == picture.bitmap)
    }

    @Test(arguments: [
        ("iphone-15", WidgetFamily.systemSmall, 1.0 as Double?, 158, 158), ("iphone-15", .systemSmall, 2, 316, 316),
        ("iphone-15", .systemSmall, 3, 474, 474), ("iphone-15", .systemSmall, 0.5, 79, 79), ("iphone-15", .systemMedium, nil, 1014, 474),
        ("iphone-15", .systemLarge, nil, 1014, 1062), ("iphone-16-pro", .systemLarge, nil, 1049, 1095),
        ("iphone-15", .accessoryInline, 2, 468, 52), ("watch-45mm", .accessoryRectangular, nil, 386, 164),
        ("watch-45mm", .accessoryCircular, 1, 50, 50), ("watch-41mm", .accessoryCircular, 1, 45, 45),
        ("watch-41mm", .accessoryCircular, 2, 89, 89),
        ("ipad-pro-11", .systemMedium, nil, 600, 272), ("ipad-pro-11", .systemMedium, 1, 300, 136),
        ("ipad-mini", .systemLarge, 0.5, 130, 130),
    ])
    func pixels(device: String, family: WidgetFamily, scale: Double?, width: Int, height: Int) throws {
        let bitmap = try renderer.picture(.sample("playing"), family, on: device, scale: scale).bitmap
        #expect(bitmap.width == width && bitmap.height == height)
    }

    @Test func anIPadLaysOutOnItsCanvas() throws {
        let picture = try renderer.picture(.sample("playing"), .systemMedium, on: "ipad-pro-11")
        // 342 × 155 with its edges on pixels, at 0.88 pixels per point.
        #expect(abs(picture.layout.frame.size.width - 342) < 0.6 && abs(picture.layout.frame.size.height - 155) < 0.6)
    }

    @Test(arguments: [WidgetFamily.systemSmall, .systemMedium, .systemLarge], [1.0, 2, 3])
    func corners(family: WidgetFamily, scale: Double) throws {
        let round = try renderer.picture(.sample("playing"), family, scale: scale).bitmap
        let square = try renderer.picture(.sample("playing"), family, scale: scale, isSquare: true).bitmap
        #expect(square.isOpaque)
        for x in [0, round.width - 1] {
            for y in [0, round.height - 1] { #expect(round.color(x: x, y: y)?.alpha == 0) }
        }
        // Only the corner differs: the edges beyond it are the same.
        let middle = (round.width / 2, round.height / 2)
        for place in [(middle.0, 0), (0, middle.1), (round.width - 1, middle.1), (middle.0, round.height - 1), middle] {
            #expect(round.color(x: place.0, y: place.1) == square.color(x: place.0, y: place.1))
        }
        // The point 8 points from both edges is inside the corner.
        #expect(round.color(x: Int(saturating: 8 * scale), y: Int(saturating: 8 * scale))?.alpha == 1)
    }

    @Test(arguments: Entry.sampleNames, Appearance.allCases)
    func everyStateInEveryFamily(name: String, appearance: Appearance) throws {
        let entry = try Entry.sample(name)
        for family in WidgetFamily.allCases {
            for device in ["iphone-15", "watch-45mm", "ipad-pro-11"] where try renderer.catalog.device(device).places[family] != nil {
                let picture = try renderer.picture(entry, family, on: device, appearance, isSquare: true)
                let bitmap = picture.bitmap
                #expect(bitmap.showsSomething, "\(family) shows nothing")
                // The margins are empty except for the descenders of some scripts: one or two of the 16 points.
                let margin = family.isSystem ? (device == "ipad-pro-11" ? 11 : 13) : 0
                if let place = bitmap.firstPixel(inMargin: margin) {
                    Issue.record("\(family) draws in its margin, at \(place.x), \(place.y)")
                    return
                }
                #expect(
                    picture.layout.texts.allSatisfy { $0.minX >= Double(margin) && $0.maxX <= picture.canvas.width - Double(margin) },
                    "\(family) on \(device)")
                #expect(
                    picture.layout.texts.allSatisfy { $0.minY >= -0.5 && $0.maxY <= picture.canvas.height + 0.5 }, "\(family) on \(device)")
            }
        }
    }

    @Test func noEntryIsForgotten() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Entry.folder).filter { $0.hasSuffix(".json") }
        #expect(files.sorted() == Entry.sampleNames.map { "\($0).json" })
    }

    @Test func aPauseFreezes() throws {
        for family in WidgetFamily.shipped {
            let paused = try Entry.sample("paused")
            #expect(try renderer.picture(paused, family).bitmap == renderer.picture(paused, family, later: 60).bitmap, "\(family)")
        }
        let playing = try Entry.sample("playing")
        #expect(try renderer.picture(playing, .systemMedium).bitmap != renderer.picture(playing, .systemMedium, later: 60).bitmap)
        #expect(try renderer.picture(playing, .accessoryCircular).bitmap != renderer.picture(playing, .accessoryCircular, later: 60).bitmap)
    }

    @Test func afterItsEndATrackStandsFull() throws {
        let playing = try Entry.sample("playing")
        #expect(
            try renderer.picture(playing, .systemMedium, later: 458).bitmap == renderer.picture(playing, .systemMedium, later: 900).bitmap)
    }

    @Test func tellsWhenItLooksOtherwise() throws {
        func next(_ name: String, _ family: WidgetFamily, scale: Double = 1) throws -> Double? {
            let entry = try Entry.sample(name)
            return try renderer.picture(entry, family, scale: scale).nextChange?.timeIntervalSince(entry.date)
        }
        // The next change is that of the displayed seconds, or of the length of the progress line in pixels.
        let medium = try renderer.picture(.sample("playing"), .systemMedium, scale: 2)
        let line = try #require(medium.layout.node("progress"))
        let pixels = (line.frame.size.width * 2).rounded(.down)
        func step(_ pixels: Double) -> Double {
            let done = (104 / 562 * pixels).rounded(.down)
            return (done + 1) / pixels * 562 - 104
        }
        #expect(abs(try #require(try next("playing", .systemMedium, scale: 2)) - min(step(pixels), 1)) < 1e-3)
        #expect(try next("playing", .systemSmall) == nil)
        // The steps of a ring are along its circumference: 72 π.
        let ring = try #require(try next("playing", .accessoryCircular))
        #expect(abs(ring - step(226)) < 1e-3)
        #expect(try next("stopped", .systemMedium) == nil)
        #expect(try next("paused", .systemMedium) == nil)
        // The seconds of a radio station advance; it has no progress line.
        #expect(try next("radio", .systemMedium).map { $0 <= 1 } ?? true)
    }

    @Test(arguments: WidgetFamily.shipped)
    func vibrantIsGreyWithoutAGround(family: WidgetFamily) throws {
        let bitmap = try renderer.picture(.sample("playing"), family, mode: .vibrant, isSquare: true).bitmap
        for index in stride(from: 0, to: bitmap.pixels.count, by: 4) {
            guard bitmap.pixels[index] == bitmap.pixels[index + 1], bitmap.pixels[index] == bitmap.pixels[index + 2] else {
                Issue.record("pixel \(index / 4) has a colour")
                return
            }
        }
        #expect(bitmap.color(x: 0, y: 0)?.alpha == 0)
        #expect(bitmap.showsSomething)
    }

    @Test func accentedIsWhiteAndOnAWatchItsTint() throws {
        func colours(_ device: String) throws -> Set<String> {
            let bitmap = try renderer.picture(.sample("playing"), .accessoryRectangular, on: device, mode: .accented).bitmap
            var found: Set<String> = []
            for y in 0..<bitmap.height {
                for x in 0..<bitmap.width {
                    if let color = bitmap.color(x: x, y: y), color.alpha == 1 { found.insert(color.hex) }
                }
            }
            return found
        }
        #expect(try colours("iphone-15") == ["#ffffff"])
        #expect(try colours("watch-45mm").contains("#ff9230"))
    }

    @Test(arguments: ["../artwork/README.md", "../entries", "../artwork/nothing.jpg", "", "/dev/null", "../artwork/\u{0}.jpg"])
    func whatIsNoCoverGetsThePlaceholder(artwork: String) throws {
        let entry = try Entry.sample("playing")
        for family in WidgetFamily.shipped {
            let picture = try renderer.picture(entry.with(artwork: artwork), family)
            #expect(try picture.bitmap == renderer.picture(entry.with(artwork: nil), family).bitmap, "\(family)")
        }
    }

    @Test(arguments: ["corrupt.jpg", "truncated.jpg"])
    func damagedCoversNeverStopAPicture(name: String) throws {
        let entry = try Entry.sample("playing").with(artwork: "../artwork/\(name)")
        let picture = try renderer.picture(entry, .systemMedium)
        #expect(try WidgetRenderer.make().picture(entry, .systemMedium).bitmap == picture.bitmap)
    }

    @Test func aCoverInMemoryIsLikeOneInAFile() throws {
        let entry = try Entry.sample("playing")
        let cover = Cover(key: "blue", bytes: try Repository.fixtureBytes("artwork/blue.jpg"))
        let environment = WidgetEnvironment(
            family: .systemSmall, device: try renderer.catalog.device("iphone-15"), scale: 1, now: entry.date)
        let picture = try renderer.picture(of: entry.with(artwork: nil), in: environment, cover: cover)
        #expect(try picture.bitmap == renderer.picture(entry, .systemSmall).bitmap)
        let broken = Cover(key: "broken", bytes: [0xFF, 0xD8, 0xFF])
        let other = try renderer.picture(of: entry, in: environment, folder: Entry.folder, cover: broken)
        #expect(try other.bitmap == renderer.picture(entry.with(artwork: nil), .systemSmall).bitmap)
    }
}

extension PlacedNode {
    /// The frames of all texts in the tree.
    var texts: [Rect] {
        var found = children.flatMap(\.texts)
        if case .text(let content, _, _, _) = drawn, !content.text.isEmpty { found.append(frame) }
        return found
    }

    /// Returns the first node with that id.
    func node(_ id: String) -> PlacedNode? {
        self.id == id ? self : children.lazy.compactMap { $0.node(id) }.first
    }
}
