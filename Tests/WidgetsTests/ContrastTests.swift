import FoundationEssentials
import SubdialBasics
import SubdialDrawing
import SubdialKinds
import SubdialLayout
import SubdialPlayback
import SubdialTestSupport
import SubdialTimeline
import Testing

@testable import SubdialWidgets

/// Tests of the contrast of every text and symbol in the shipped pictures with its background: 4.5 to 1 for text, 3 to 1 for symbols (WCAG
/// 2.1, 1.4.3 and 1.4.11).
///
/// Each picture is drawn with and without the content: the colour of the strongest pixel is compared with the background.
/// `References/contrast` contains the minimum of each family; `SUBDIAL_RECORD=1 swift test --filter ContrastTests` writes it again.
@Suite struct ContrastTests {
    struct Look: CustomTestStringConvertible, Sendable {
        var name: String
        var appearance = Appearance.dark
        var theme = "default"
        /// True for all kinds, families, covers and states; a look that only has other colours needs fewer.
        var isWhole = false
        var kinds = ContrastTests.systemKinds
        var apply: @Sendable (inout WidgetEnvironment) -> Void = { _ in }

        var testDescription: String { name }
    }

    /// A kind with its families and entries.
    struct Shown: Sendable {
        let kind: String
        let families: [WidgetFamily]
        let entries: [String]
    }

    private static let wallpapers: [(String, Bitmap)] = [
        ("white", Bitmap(width: 8, height: 8, color: .white)),
        ("magenta", Bitmap(width: 8, height: 8, color: Color(red: 1, green: 0, blue: 1))),
        ("blue", Bitmap(width: 8, height: 8, color: Color(red: 0.2, green: 0.45, blue: 0.85))),
    ]

    static let looks: [Look] =
        [
            Look(name: "dark", isWhole: true), Look(name: "light", appearance: .light, isWhole: true),
            Look(name: "reduced", apply: { $0.isLuminanceReduced = true }),
            Look(
                name: "night",
                apply: {
                    $0.placement = .standBy
                    $0.isNight = true
                }),
            Look(
                name: "tinted",
                apply: {
                    $0.mode = .accented
                    $0.tint = Color(hex: "#FF9500")
                }), Look(name: "light theme", appearance: .light, theme: "light"), Look(name: "high-contrast", theme: "high-contrast"),
            Look(name: "cover theme", theme: "cover"), Look(name: "cover theme, light", appearance: .light, theme: "cover"),
        ]
        + wallpapers.flatMap { name, wallpaper in
            [
                Look(
                    name: "clear over \(name)",
                    apply: {
                        $0.mode = .accented
                        $0.backdrop = wallpaper
                    }),
                Look(
                    name: "tinted over \(name)",
                    apply: {
                        $0.mode = .accented
                        $0.tint = Color(hex: "#FF9500")
                        $0.backdrop = wallpaper
                    }),
                Look(
                    name: "vibrant over \(name)", kinds: accessoryKinds,
                    apply: {
                        $0.mode = .vibrant
                        $0.backdrop = wallpaper
                    }),
            ]
        }

    static let systemKinds: [Shown] = [
        Shown(
            kind: "now-playing", families: [.systemSmall, .systemMedium, .systemLarge],
            entries: ["queue", "paused", "stale", "offline", "stopped"]),
        Shown(
            kind: "now-playing-art", families: [.systemSmall, .systemMedium], entries: ["queue", "paused", "stale", "offline", "stopped"]),
        Shown(kind: "volume", families: [.systemSmall], entries: ["queue", "stale", "offline"]),
        Shown(
            kind: "weather", families: [.systemSmall, .systemMedium, .systemLarge], entries: ["live", "night", "rain", "stale", "offline"]),
        Shown(
            kind: "match", families: [.systemSmall, .systemMedium, .systemLarge],
            entries: ["live", "stoppage", "shootout", "final", "stale", "none"]),
        Shown(kind: "recently-played", families: [.systemSmall, .systemMedium], entries: ["live", "long", "stale", "nothing"]),
        Shown(kind: "most-played", families: [.systemSmall, .systemMedium], entries: ["live", "long", "nothing"]),
        Shown(kind: "album-of-the-day", families: [.systemSmall, .systemMedium], entries: ["live", "long", "nothing"]),
        Shown(kind: "playlist", families: [.systemSmall, .systemMedium], entries: ["live", "long", "stale", "nothing"]),
        Shown(
            kind: "mixer", families: [.systemSmall, .systemMedium, .systemLarge], entries: ["live", "metered", "muted", "long", "offline"]),
        Shown(kind: "console", families: [.systemSmall, .systemMedium], entries: ["live", "muted", "long", "offline"]),
        Shown(kind: "clock", families: [.systemSmall, .systemMedium, .systemLarge], entries: ["live", "countdown"]),
        Shown(kind: "calendar", families: [.systemSmall, .systemMedium], entries: ["live", "long", "stale", "nothing"]),
        Shown(kind: "todo", families: [.systemSmall, .systemMedium], entries: ["live", "long", "stale", "nothing"]),
        Shown(kind: "feed", families: [.systemSmall, .systemMedium], entries: ["live", "long", "stale", "nothing"]),
        Shown(kind: "countdown", families: [.systemSmall, .systemMedium], entries: ["live", "today", "over", "nothing"]),
        Shown(kind: "pull-requests", families: [.systemSmall, .systemMedium], entries: ["live", "long", "stale", "nothing"]),
        Shown(kind: "home-assistant", families: [.systemSmall, .systemMedium], entries: ["live", "long", "stale", "offline"]),
        Shown(kind: "prometheus", families: [.systemSmall, .systemMedium], entries: ["live", "long", "stale", "offline"]),
        Shown(kind: "departures", families: [.systemSmall, .systemMedium], entries: ["live", "cancelled", "stale", "nothing"]),
        Shown(kind: "system", families: [.systemSmall, .systemMedium, .systemLarge], entries: ["busy", "idle", "offline"]),
        Shown(kind: "disk", families: [.systemSmall, .systemMedium], entries: ["live", "full"]),
        Shown(kind: "display", families: [.systemSmall, .systemMedium], entries: ["live", "low", "late", "long", "offline"]),
    ]

    static let accessoryKinds: [Shown] = systemKinds.map {
        Shown(
            kind: $0.kind,
            families: [.accessoryCircular, .accessoryRectangular, .accessoryInline].filter { [kind = $0.kind] in
                resources.text("\(kind)/\($0.rawValue).yaml") != nil
            }, entries: $0.entries)
    }

    private static let covers = ["white.jpg", "blue.jpg", "orange.jpg", "black.jpg", "forest.jpg", "dusk.jpg"]

    @Test(arguments: looks) func everythingCanBeRead(_ look: Look) throws {
        let renderer = try WidgetRenderer.make()
        let device = try renderer.catalog.device("iphone-15")
        var table: [String] = []
        for shown in look.kinds where look.isWhole || !["clock", "disk"].contains(shown.kind) {
            for family in shown.families where look.isWhole || family != .systemLarge {
                var least = Least()
                for state in look.isWhole ? shown.entries : [shown.entries[0], shown.entries[shown.entries.count - 1]] {
                    for (name, entry) in try entries(state, of: shown.kind, covers: state == "queue" ? (look.isWhole ? 6 : 2) : 1) {
                        var environment = WidgetEnvironment(
                            family: family, device: device, appearance: look.appearance, scale: 1, isSquare: true, now: entry.date)
                        look.apply(&environment)
                        func measure(scale: Double) throws -> [(String, Double, Double)] {
                            environment.scale = scale
                            let widget = try renderer.layOut(
                                entry, template: .kind(shown.kind), theme: look.theme, in: environment, folder: Entry.folder)
                            return try Contrasts(widget, renderer).all
                        }
                        var all = try measure(scale: 1)
                        // At this scale, thin strokes have no pixel of their full colour.
                        if all.contains(where: { $0.1 < $0.2 }) { all = try measure(scale: 3) }
                        for (content, contrast, wanted) in all {
                            least.note(contrast, isText: wanted > 4)
                            if contrast < wanted {
                                Issue.record(
                                    "\(look.name): \(shown.kind) \(family.rawValue) \(name): '\(content)' has \(contrast.twoDecimals)")
                            }
                        }
                    }
                }
                table.append("\(shown.kind) \(family.rawValue): \(least)")
            }
        }
        try compare(table.joined(separator: "\n") + "\n", with: "contrast/\(look.name).txt")
    }

    /// Returns the entries of a state: for a playing zone, one for each cover.
    private func entries(_ state: String, of kind: String, covers: Int) throws -> [(String, Entry)] {
        guard resources.text("\(kind)/kind.yaml") != nil else {
            return try Self.covers.prefix(covers).map { ("\(state) \($0)", try Entry.sample(state).with(artwork: "../artwork/\($0)")) }
        }
        let library = KindLibrary(builtIn: [.nowPlaying], names: { [kind] }, read: { resources.text($0) })
        let text = try String(contentsOf: Repository.fixtureURL("kinds/\(kind)/\(state).json"), encoding: .utf8)
        return [(state, try Entry(parsing: text, schemas: library.schemas))]
    }

    private func compare(_ text: String, with name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "References/\(name)")
        guard ProcessInfo.processInfo.environment["SUBDIAL_RECORD"] != "1" else {
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            return try Data(text.utf8).write(to: file, options: .atomic)
        }
        let kept = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        #expect(text == kept, "the contrasts have changed: look at the pictures, then SUBDIAL_RECORD=1 swift test --filter ContrastTests")
    }
}

/// The minimum contrasts of a family.
private struct Least: CustomStringConvertible {
    private var text: Double?
    private var glyph: Double?

    mutating func note(_ contrast: Double, isText: Bool) {
        if isText { text = min(text ?? .infinity, contrast) } else { glyph = min(glyph ?? .infinity, contrast) }
    }

    var description: String {
        func part(_ name: String, _ value: Double?) -> String? {
            value.map { "\(name) \($0 >= Contrasts.enough ? "7 or more" : (($0 * 10).rounded(.down) / 10).twoDecimals)" }
        }
        return [part("text", text), part("glyphs", glyph)].compactMap { $0 }.joined(separator: ", ")
    }
}

extension Double {
    fileprivate var twoDecimals: String { "\((self * 100).rounded() / 100)" }
}

/// The contrasts in a picture.
private struct Contrasts {
    /// The text or the symbol, its contrast (or one that is sufficient), and the required minimum.
    var all: [(String, Double, Double)] = []

    /// A contrast that is always sufficient (WCAG 2.1, 1.4.6).
    static let enough = 7.0

    init(_ widget: PreparedWidget, _ renderer: WidgetRenderer) throws {
        let whole = try renderer.draw(widget).bitmap
        var bare = widget
        bare.layout = widget.layout.withoutForeground
        let ground = try renderer.draw(bare).bitmap
        let scale = Double(whole.width) / widget.canvas.width
        let (words, groundWords) = (whole.words, ground.words)
        for node in widget.layout.everything {
            let (content, least): (String, Double)
            switch node.drawn {
            // A transparent text only reserves space.
            case .text(let text, _, _, _) where !text.text.isEmpty && text.paint != .color(ColorName("clear")):
                (content, least) = (text.text, 4.5)
            case .image(let image):
                guard case .symbol(let name) = image.kind else { continue }
                (content, least) = (name, 3)
            default: continue
            }
            var best = 1.0
            var known: Set<UInt64> = []
            rows: for y in max(0, Int(saturating: node.frame.minY * scale))..<min(whole.height, Int(saturating: node.frame.maxY * scale)) {
                for x in max(0, Int(saturating: node.frame.minX * scale))..<min(whole.width, Int(saturating: node.frame.maxX * scale)) {
                    let (first, second) = (words[y * whole.width + x], groundWords[y * whole.width + x])
                    guard first != second, known.insert(UInt64(first) << 32 | UInt64(second)).inserted,
                        let over = whole.color(x: x, y: y), let under = ground.color(x: x, y: y)
                    else { continue }
                    best = max(best, over.over(.black).contrast(with: under.over(.black)))
                    // A higher contrast is not needed.
                    if best >= Self.enough { break rows }
                }
            }
            all.append((content, best, least))
        }
    }
}

extension Bitmap {
    /// The four bytes of each pixel.
    fileprivate var words: [UInt32] { pixels.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) } }
}

extension Color {
    /// Returns the colour, composed on an opaque one.
    fileprivate func over(_ ground: Color) -> Color {
        Color(
            red: red * alpha + ground.red * (1 - alpha), green: green * alpha + ground.green * (1 - alpha),
            blue: blue * alpha + ground.blue * (1 - alpha))
    }
}

extension PlacedNode {
    /// The node and all its visible descendants, at their visible positions.
    fileprivate var everything: [PlacedNode] { everything(x: 0, y: 0) }

    private func everything(x: Double, y: Double) -> [PlacedNode] {
        var node = self
        node.frame.origin.x += x
        node.frame.origin.y += y
        switch drawn {
        // A faint node represents an inactive state, or is invisible.
        case .effect(.opacity(let opacity)) where opacity < 0.6: return []
        // Rotated and scaled content is not at its position in the layout.
        case .effect(.rotation), .effect(.scale): return []
        case .effect(.offset(let right, let down)): return children.flatMap { $0.everything(x: x + right, y: y + down) }
        default: return [node] + children.flatMap { $0.everything(x: x, y: y) }
        }
    }

    /// The tree without texts and symbols.
    fileprivate var withoutForeground: PlacedNode {
        var node = self
        node.children = children.map(\.withoutForeground)
        switch drawn {
        case .text: node.drawn = .nothing
        case .image(let image): if case .symbol = image.kind { node.drawn = .nothing }
        default: break
        }
        return node
    }
}
