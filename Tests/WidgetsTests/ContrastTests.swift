import Drawing
import FoundationEssentials
import Layout
import TestSupport
import Testing
import Timeline

@testable import Widgets

/// Every text and every glyph of the shipped pictures against what is behind it: 4.5 to 1 for text, 3 to 1 for glyphs (WCAG 2.1, 1.4.3 and
/// 1.4.11).
///
/// Each is drawn, and drawn again without it: the colour of its strongest pixel against the ground below.
@Suite struct ContrastTests {
    struct Look: CustomTestStringConvertible, Sendable {
        var name: String
        var appearance = Appearance.dark
        var theme = "default"
        var apply: @Sendable (inout WidgetEnvironment) -> Void = { _ in }

        var testDescription: String { name }
    }

    static let looks: [Look] = [
        Look(name: "dark"), Look(name: "light", appearance: .light),
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
            }),
        Look(name: "light theme", appearance: .light, theme: "light"), Look(name: "high-contrast", theme: "high-contrast"),
    ]

    private static let covers = ["blue.jpg", "orange.jpg", "white.jpg", "black.jpg", "forest.jpg", "dusk.jpg"]
    private static let families: [(String, [WidgetFamily])] = [
        ("now-playing", [.systemSmall, .systemMedium, .systemLarge]), ("now-playing-art", [.systemSmall, .systemMedium]),
        ("volume", [.systemSmall]),
    ]

    @Test(arguments: looks) func everythingCanBeRead(_ look: Look) throws {
        let renderer = try WidgetRenderer.make()
        let device = try renderer.catalog.device("iphone-15")
        // Other looks draw the same things in other colours.
        let isPlain = ["dark", "light"].contains(look.name)
        for state in isPlain ? ["queue", "paused", "stale", "offline", "stopped"] : ["queue", "offline"] {
            for cover in state == "queue" && isPlain ? Self.covers : ["white.jpg", "blue.jpg"] {
                let entry = try Entry.sample(state).with(artwork: "../artwork/\(cover)")
                for (kind, families) in Self.families {
                    for family in families {
                        var environment = WidgetEnvironment(
                            family: family, device: device, appearance: look.appearance, scale: 2, isSquare: true, now: entry.date)
                        look.apply(&environment)
                        let prepared = try renderer.layOut(entry, kind: kind, theme: look.theme, in: environment, folder: Entry.folder)
                        for (content, contrast, least) in try Contrasts(prepared, renderer).all where contrast < least {
                            Issue.record(
                                "\(look.name): \(kind) \(family.rawValue) \(state) \(cover): '\(content)' has \((contrast * 100).rounded() / 100)"
                            )
                        }
                    }
                }
            }
        }
    }
}

/// The contrasts in one picture.
private struct Contrasts {
    /// The text or the symbol, its contrast, or one that is enough, and the least that it should have.
    var all: [(String, Double, Double)] = []

    init(_ widget: PreparedWidget, _ renderer: WidgetRenderer) throws {
        let whole = try renderer.draw(widget).bitmap
        var bare = widget
        bare.layout = widget.layout.withoutForeground
        let ground = try renderer.draw(bare).bitmap
        let scale = Double(whole.width) / widget.canvas.width
        for node in widget.layout.everything {
            let (content, least): (String, Double)
            switch node.drawn {
            case .text(let text, _, _, _) where !text.text.isEmpty: (content, least) = (text.text, 4.5)
            case .image(let image):
                guard case .symbol(let name) = image.source else { continue }
                (content, least) = (name, 3)
            default: continue
            }
            var best = 1.0
            rows: for y in max(0, Int(saturating: node.frame.minY * scale))..<min(whole.height, Int(saturating: node.frame.maxY * scale)) {
                for x in max(0, Int(saturating: node.frame.minX * scale))..<min(whole.width, Int(saturating: node.frame.maxX * scale)) {
                    guard let over = whole.color(x: x, y: y), let under = ground.color(x: x, y: y), over != under else { continue }
                    best = max(best, over.over(.black).contrast(with: under.over(.black)))
                    // Enough is enough.
                    if best >= least { break rows }
                }
            }
            all.append((content, best, least))
        }
    }
}

extension Color {
    /// The colour as it looks on an opaque one.
    fileprivate func over(_ ground: Color) -> Color {
        Color(
            red: red * alpha + ground.red * (1 - alpha), green: green * alpha + ground.green * (1 - alpha),
            blue: blue * alpha + ground.blue * (1 - alpha))
    }
}

extension PlacedNode {
    /// Itself and all below it, but for what cannot be seen or is told by its brightness.
    fileprivate var everything: [PlacedNode] {
        if case .effect(.opacity(let opacity)) = drawn, opacity <= 0 { return [] }
        return [self] + children.flatMap(\.everything)
    }

    /// The tree without letters and glyphs.
    fileprivate var withoutForeground: PlacedNode {
        var node = self
        node.children = children.map(\.withoutForeground)
        switch drawn {
        case .text: node.drawn = .nothing
        case .image(let image): if case .symbol = image.source { node.drawn = .nothing }
        default: break
        }
        return node
    }
}
