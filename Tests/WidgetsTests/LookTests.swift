import FoundationEssentials
import SubdialDrawing
import SubdialLayout
import SubdialPlayback
import SubdialTimeline
import Testing

@testable import SubdialWidgets

/// Tests of the system's effects on a widget.
@Suite struct LookTests {
    let renderer: WidgetRenderer

    init() throws { renderer = try .make() }

    private func environment(_ family: WidgetFamily, on device: String = "iphone-15", _ entry: Entry) throws -> WidgetEnvironment {
        WidgetEnvironment(family: family, device: try renderer.catalog.device(device), scale: 1, now: entry.date)
    }

    private func colors(_ bitmap: Bitmap) -> [Color] {
        (0..<bitmap.height).flatMap { y in (0..<bitmap.width).compactMap { bitmap.color(x: $0, y: y) } }.filter { $0.alpha > 0.1 }
    }

    /// Placeholders have the positions of the texts, in the same layout, and show none of them.
    @Test(arguments: WidgetFamily.allCases.filter { $0 != .overlay && $0 != .panel }) func aPlaceholderHasTheSameLayout(
        _ family: WidgetFamily
    ) throws {
        let entry = try Entry.sample("playing")
        var look = try environment(family, on: renderer.catalog.standardDevice(for: family).id, entry)
        let shown = try renderer.picture(of: entry, in: look, folder: Entry.folder)
        look.redaction = [.placeholder]
        let hidden = try renderer.picture(of: entry, in: look, folder: Entry.folder)
        #expect(hidden.layout == shown.layout)
        #expect(hidden.bitmap != shown.bitmap)
        // The placeholder does not depend on the text, but on its width, which that of the same letters is.
        func placeholder(of title: String) throws -> Bitmap {
            var moment = NowPlaying(entry)
            moment.track?.title = title
            return try renderer.picture(of: moment.entry, in: look, folder: Entry.folder).bitmap
        }
        #expect(try placeholder(of: "bdpq") == placeholder(of: "pqbd"))
    }

    @Test func privacyHidesWhatIsPrivate() throws {
        let file = try TemplateFile("body:\n  HStack:\n    - Text: secret\n      privacySensitive: true\n    - Text: public\n")
        let entry = try Entry.sample("playing")
        var look = try environment(.systemMedium, entry)
        func picture() throws -> Bitmap {
            try renderer.picture(of: entry, template: .file(file.path), in: look, folder: Entry.folder).bitmap
        }
        let open = try picture()
        look.redaction = [.privacy]
        let hidden = try picture()
        #expect(open != hidden)
        // The right half with the other text is unchanged.
        for y in 0..<open.height {
            for x in 190..<open.width where open.color(x: x, y: y) != hidden.color(x: x, y: y) {
                Issue.record("the public text has changed at \(x), \(y)")
                return
            }
        }
    }

    @Test func aTintedWidgetHasOneColourAndItsPictures() throws {
        let entry = try Entry.sample("stopped")
        var look = try environment(.systemSmall, entry)
        look.mode = .accented
        let bitmap = try renderer.picture(of: entry, in: look, folder: Entry.folder).bitmap
        #expect(colors(bitmap).allSatisfy { $0.red > 0.97 && $0.green > 0.97 && $0.blue > 0.97 })
    }

    @Test func aWatchTintsTheAccentGroup() throws {
        let entry = try Entry.sample("playing")
        var look = try environment(.accessoryCircular, on: "watch-45mm", entry)
        look.mode = .accented
        look.tint = Color(red: 0, green: 1, blue: 0)
        let found = colors(try renderer.picture(of: entry, in: look, folder: Entry.folder).bitmap)
        #expect(found.contains { $0.green > 0.95 && $0.red < 0.05 })
        #expect(found.contains { $0.green > 0.95 && $0.red > 0.95 })
        #expect(!found.contains { $0.red > 0.5 && $0.green < 0.3 })
    }

    @Test func nightIsRedAlone() throws {
        let entry = try Entry.sample("playing")
        var look = try environment(.systemSmall, entry)
        look.placement = .standBy
        look.isNight = true
        let found = colors(try renderer.picture(of: entry, in: look, folder: Entry.folder).bitmap)
        #expect(!found.isEmpty && found.allSatisfy { $0.green < 0.1 && $0.blue < 0.1 })
    }

    /// StandBy draws no ground, so that nothing cuts the content at its corners.
    @Test(arguments: [(WidgetPlacement.standBy, true), (.standard, false)]) func cornersAreThoseOfTheGround(
        _ placement: WidgetPlacement, _ reachesCorners: Bool
    ) throws {
        let template = try TemplateFile("margins: 0\nbackground: black\nbody: { Rectangle: , fill: white }\n")
        let entry = try Entry.sample("playing")
        var look = try environment(.systemSmall, entry)
        look.placement = placement
        let bitmap = try renderer.picture(of: entry, template: .file(template.path), in: look).bitmap
        #expect((bitmap.color(x: 1, y: 1)?.alpha ?? 0 > 0.9) == reachesCorners)
        look.showsContainerBackground = !(look.showsContainerBackground ?? !reachesCorners)
        let other = try renderer.picture(of: entry, template: .file(template.path), in: look).bitmap
        #expect((other.color(x: 1, y: 1)?.alpha ?? 0 > 0.9) != reachesCorners)
    }

    /// A placeholder has no bars, dots and thumbs in white, in the accent or in a hue; grounds and quiet shapes stay.
    @Test(arguments: [
        ("{ Circle: , fill: white }", false), ("{ Circle: , fill: green }", false), ("{ Rectangle: , fill: accent }", false),
        ("{ Rectangle: , foreground: primary }", false), ("{ Fader: 0.7 }", false), ("{ Levels: [0.4, 0.9], foreground: white }", false),
        ("{ Progress: 0.4, foreground: white }", false), ("{ Rectangle: , fill: '#305070' }", true),
        ("{ Rectangle: , fill: { gradient: [white, blue] } }", true), ("{ Circle: , fill: white, unredacted: true }", true),
    ]) func placeholdersDoNotGlare(_ element: String, _ glares: Bool) throws {
        let template = try TemplateFile("background: black\nbody: \(element)\n")
        let entry = try Entry.sample("playing")
        var look = try environment(.systemSmall, entry)
        look.redaction = [.placeholder]
        let found = colors(try renderer.picture(of: entry, template: .file(template.path), in: look).bitmap)
        #expect(found.contains { max($0.red, $0.green, $0.blue) > 0.3 } == glares)
    }

    /// A tinted widget has no colours of a cover that is not there.
    @Test(arguments: ["fullColor", "accented", "accentedDesaturated", "desaturated"]) func placeholdersOfCoversAreTinted(
        _ rendering: String
    ) throws {
        let template = try TemplateFile("body: { Image: artwork, placeholder: music.note, renderingMode: \(rendering) }\n")
        let entry = try Entry.sample("no-artwork")
        var look = try environment(.systemSmall, entry)
        look.mode = .accented
        let found = colors(try renderer.picture(of: entry, template: .file(template.path), in: look).bitmap)
        #expect(!found.isEmpty && found.allSatisfy { abs($0.red - $0.green) < 0.02 && abs($0.green - $0.blue) < 0.02 })
    }

    @Test func anAlwaysOnDisplayIsDim() throws {
        let entry = try Entry.sample("playing")
        var look = try environment(.systemSmall, entry)
        func brightest() throws -> Double {
            colors(try renderer.picture(of: entry, in: look, folder: Entry.folder).bitmap).map { max($0.red, $0.green, $0.blue) }.max() ?? 0
        }
        let bright = try brightest()
        look.isLuminanceReduced = true
        #expect(try brightest() < bright * 0.75)
    }

    /// The backdrop is visible outside the widget, at its corners, and through glass.
    @Test func aBackdropShowsAtTheCorners() throws {
        let entry = try Entry.sample("playing")
        var look = try environment(.systemSmall, entry)
        look.backdrop = Bitmap(width: 40, height: 40, color: Color(red: 0, green: 0.5, blue: 0.25))
        let bitmap = try renderer.picture(of: entry, in: look, folder: Entry.folder).bitmap
        #expect(bitmap.isOpaque)
        #expect(bitmap.color(x: 0, y: 0)?.hex == Color(red: 0, green: 0.5, blue: 0.25).hex)
        #expect(bitmap.color(x: 79, y: 4)?.hex != Color(red: 0, green: 0.5, blue: 0.25).hex)
    }

    /// Titles, artists, albums and covers are private in every shipped template, in all families and presentations.
    @Test(arguments: ["now-playing", "now-playing-art"], ["queue", "stale", "paused"]) func whatIsHeardIsPrivate(
        _ kind: String, _ state: String
    ) throws {
        let entry = try Entry.sample(state)
        let names = ["So What", "Miles Davis", "Kind of Blue", "Freddie Freeloader", "The Hounds of Winter", "Sting"]
        func open(_ node: PlacedNode) -> [String] {
            switch node.drawn {
            case .effect(.privacySensitive): return []
            case .text(let text, _, _, _) where names.contains { text.text.contains($0) }: return ["\(node.path): \(text.text)"]
            case .image(let image):
                if case .artwork = image.kind { return ["\(node.path): the cover"] }
                return []
            default: return node.children.flatMap(open)
            }
        }
        for family in WidgetFamily.allCases where renderer.hasTemplate(kind: kind, family: family) {
            let device = try renderer.catalog.standardDevice(for: family)
            let look = WidgetEnvironment(family: family, device: device, now: entry.date)
            #expect(
                open(try renderer.layOut(entry, template: .kind(kind), in: look, folder: Entry.folder).layout).isEmpty, "\(family.rawValue)"
            )
        }
        guard kind == "now-playing" else { return }  // lint: skips
        for presentation in [ActivityPresentation.lockScreen, .expanded, .compactLeading, .minimal] {
            var look = try environment(.systemMedium, entry)
            look.presentation = presentation
            #expect(open(try renderer.layOut(entry, in: look, folder: Entry.folder).layout).isEmpty, "\(presentation.rawValue)")
        }
    }

    /// The text along a watch's corner is redacted like any other: two titles of equal length look the same.
    @Test func aCornersLabelIsPrivate() throws {
        let template = try TemplateFile(
            "body: Spacer\nlabel: { Text: \"{{ title == 'So What' ? 'on no' : 'no on' }}\", privacySensitive: true }\n")
        let entries = [try Entry.sample("playing"), try Entry.sample("no-artwork")]
        func picture(_ entry: Entry, _ redaction: Set<Redaction>) throws -> Bitmap {
            var look = WidgetEnvironment(family: .accessoryCorner, device: try renderer.catalog.device("watch-45mm"), now: entry.date)
            look.redaction = redaction
            return try renderer.picture(of: entry, template: .file(template.path), in: look, folder: Entry.folder).bitmap
        }
        #expect(try picture(entries[0], []) != picture(entries[1], []))
        #expect(try picture(entries[0], [.privacy]) == picture(entries[1], [.privacy]))
    }

    /// The bar of a text in a colour of its own has this colour; those of the adaptive colours are all equal.
    @Test(arguments: [("white", "black", true), ("white", "white", false), ("primary", "secondary", false), ("primary", "white", true)])
    func barsHaveTheColourOfTheirText(_ first: String, _ second: String, _ differ: Bool) throws {
        let entry = try Entry.sample("playing")
        func picture(_ color: String) throws -> Bitmap {
            let template = try TemplateFile("body: { Text: Title, foreground: \(color) }\n")
            var look = try environment(.systemSmall, entry)
            look.redaction = [.placeholder]
            return try renderer.picture(of: entry, template: .file(template.path), in: look, folder: Entry.folder).bitmap
        }
        #expect((try picture(first) != picture(second)) == differ)
    }

    /// From right to left, a widget is its own mirror image, except for texts, symbols, media controls and time lines.
    @Test func rightToLeftMirrorsTheLayout() throws {
        let entry = try Entry.sample("playing")
        var look = try environment(.systemMedium, entry)
        let plain = try renderer.layOut(entry, in: look, folder: Entry.folder).layout
        look.direction = .rightToLeft
        let mirrored = try renderer.layOut(entry, in: look, folder: Entry.folder).layout
        for id in ["cover", "title", "state", "transport"] {
            let (first, second) = (try #require(plain.node(id)).frame, try #require(mirrored.node(id)).frame)
            #expect(abs(second.minX - (338 - first.maxX)) <= 1 && first.size == second.size, "\(id)")
        }
        func transport(_ node: PlacedNode) throws -> [String] {
            try #require(node.node("transport")).intents.sorted { $0.frame.minX < $1.frame.minX }.map(\.name)
        }
        #expect(try transport(plain) == transport(mirrored))
        #expect(try #require(mirrored.node("progress")).direction == .leftToRight)
    }

    @Test(arguments: ["de", "fr", "ja", "ar", "he", "de-AT", "xx"]) func wordsOfLanguages(_ language: String) throws {
        let entry = try Entry.sample("stopped")
        var look = try environment(.systemSmall, entry)
        look.language = language
        let texts = try renderer.layOut(entry, in: look, folder: Entry.folder).layout.text
        let expected = [
            "de": "Nichts läuft", "fr": "Aucune lecture", "ja": "再生していません", "ar": "لا شيء قيد التشغيل", "he": "לא מתנגן דבר",
            "de-AT": "Nichts läuft", "xx": "Nothing playing",
        ]
        #expect(texts.contains(expected[language] ?? "–"))
    }

    /// Each language has exactly the texts of English.
    @Test func languagesAreWhole() throws {
        for language in Strings.languages(in: resources) {
            let words = try Strings(language: language, in: resources)
            let all = try #require(words.value.members)
            let english = try #require(try Strings(language: "en", in: resources).value.members)
            #expect(all.keys.sorted() == english.keys.sorted())
            if language != "en" { #expect(all["offline"] != english["offline"], "\(language)") }
        }
    }

    @Test func blurKeepsWhatThereIs() throws {
        let sharp = Bitmap(width: 60, height: 60, color: .clear)
        var pixels = sharp.pixels
        for y in 20..<40 { for x in 20..<40 { for channel in 0..<4 { pixels[(y * 60 + x) * 4 + channel] = 255 } } }
        let square = try #require(Bitmap(width: 60, height: 60, pixels: pixels))
        #expect(square.blurred(radius: 0) == square)
        let blurred = square.blurred(radius: 6)
        let alphas = stride(from: 3, to: blurred.pixels.count, by: 4).map { Int(blurred.pixels[$0]) }
        let sum = alphas.reduce(0, +)
        // The total coverage is the same, but spread symmetrically.
        #expect(abs(Double(sum) / Double(20 * 20 * 255) - 1) < 0.03)
        #expect(alphas.count { $0 > 0 } > 20 * 20)
        for y in 0..<60 { for x in 0..<30 { #expect(blurred.color(x: x, y: y)?.alpha == blurred.color(x: 59 - x, y: y)?.alpha) } }
    }
}
