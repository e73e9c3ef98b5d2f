import Foundation
import SubdialDrawing
import SubdialKinds
import SubdialLayout
import SubdialPlayback
import SubdialRendering
import SubdialShippedTemplates
import SubdialTemplates
import SubdialTestSupport
import SubdialTimeline
import SubdialWidgets
import Testing

/// Templates and the same widgets as views are laid out alike.
///
/// Two differences have a reason of their own. The box of a text in SwiftUI reaches from the ascent to the descent, 20.33 points for body; in
/// templates it is the line of the guidelines' table, 22 points, with the leading in it. And a circular gauge of SwiftUI has a size of its own,
/// where that of a template fills its frame. A template that is given both has the tree of the view, so that nothing else differs.
@MainActor @Suite("Shipped templates as views")
struct ShippedTemplateTests {
    /// The three layouts of a widget: of the template, of the template with SwiftUI's boxes, and of the view.
    private struct Layouts {
        let template, boxed, view: PreparedWidget
    }

    /// The tolerance in points: a pixel and a half at a scale of 3.
    private static let tolerance = 0.5

    private let resources = ResourceFolder(path: ShippedTemplates.path)
    private let renderer: WidgetRenderer
    /// The colours of the default theme in the dark.
    private let palette: [String: String]

    init() throws {
        renderer = try WidgetRenderer(resources: resources)
        palette = try Self.darkColors(of: try #require(resources.text("themes/default.yaml")).text)
    }

    /// The colours of a theme's dark section; `accent` and the colours of states are others of the same values.
    private static func darkColors(of theme: String) throws -> [String: String] {
        let lines = theme.split(separator: "\n").drop { $0 != "dark:" }.dropFirst().prefix { $0.hasPrefix("  ") }
        let pairs = lines.map { $0.split(separator: ":").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " \"")) } }
        let colors = Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
        try #require(colors["success"] == colors["green"] && colors["primary"] == "#FFFFFF")
        return colors
    }

    private func layouts(_ widget: ShippedWidget) throws -> Layouts {
        let resources = resources
        let library = KindLibrary(builtIn: [.nowPlaying], names: { [widget.kind] }, read: { resources.text($0) })
        let entry = try Entry(parsing: try widget.text, schemas: library.schemas)
        let look = WidgetLook(family: widget.family)
        let environment = try WidgetEnvironment(look, on: try look.device(in: renderer.catalog), at: entry.date)
        let template = try renderer.layOut(entry, template: .kind(widget.kind), in: environment, folder: widget.folder)
        let boxed = try renderer.layOut(entry, in: environment, folder: widget.folder) { (_) throws(WidgetError) in
            WidgetNodes(ExpandedTemplate(background: template.expanded.background, body: template.expanded.body.asInSwiftUI))
        }
        let view = try renderer.layOut(try widget.view(side: template.canvas.height), look: look, at: entry.date)
        #expect(view.warnings.isEmpty)
        return Layouts(template: template, boxed: boxed, view: view.widget)
    }

    private func leaves(_ widget: PreparedWidget, _ shipped: ShippedWidget) -> [Leaf] {
        Leaf.all(in: widget.layout, palette, partsBars: shipped.differences.contains(.bar))
    }

    /// Compares what leaves are, without their places.
    private func compareContents(_ template: [Leaf], _ view: [Leaf]) throws {
        try #require(template.map(\.what) == view.map(\.what))
        for (first, second) in zip(template, view) {
            #expect(first.font == second.font, "\(first.what)")
            #expect(first.colors == second.colors, "\(first.what)")
            #expect(abs(first.value - second.value) < 0.01, "\(first.what)")
        }
    }

    @Test("A view has the tree of its template, whose texts have SwiftUI's boxes", arguments: ShippedWidget.allCases)
    func trees(_ widget: ShippedWidget) throws {
        let layouts = try layouts(widget)
        let (template, view) = (leaves(layouts.boxed, widget), leaves(layouts.view, widget))
        #expect(!view.isEmpty)
        try compareContents(template, view)
        for (first, var second) in zip(template, view) {
            if widget.reserves(second.what) { second.frame.size.width = first.frame.size.width }
            #expect(first.frame.isClose(to: second.frame, by: Self.tolerance), "\(first.what): \(first.frame), \(second.frame)")
            #expect(abs((first.baseline ?? 0) - (second.baseline ?? 0)) <= Self.tolerance, "\(first.what)")
        }
    }

    @Test(
        "Of a template as it is, a view differs by the leading of its lines alone",
        arguments: ShippedWidget.allCases.filter { $0 != .diskRing && $0 != .weatherRing })
    func lines(_ widget: ShippedWidget) throws {
        let layouts = try layouts(widget)
        let (template, view) = (leaves(layouts.template, widget), leaves(layouts.view, widget))
        try compareContents(template, view)
        // No leaf moves by more than all lines have lost or gained.
        let leading = zip(template, view).reduce(0.0) { sum, pair in
            pair.0.baseline == nil ? sum : sum + abs(pair.0.frame.size.height - pair.1.frame.size.height)
        }
        for (first, second) in zip(template, view) {
            #expect(abs(first.frame.minX - second.frame.minX) <= Self.tolerance, "\(first.what): \(first.frame), \(second.frame)")
            if !widget.reserves(second.what) {
                #expect(abs(first.frame.size.width - second.frame.size.width) <= Self.tolerance, "\(first.what)")
            }
            let moved = abs((first.baseline ?? first.frame.minY) - (second.baseline ?? second.frame.minY))
            #expect(moved <= leading + Self.tolerance, "\(first.what) is moved by \(moved), the lines by \(leading)")
        }
    }

    @Test(
        "The pictures are equal but for differences that have a reason",
        arguments: ShippedWidget.allCases.filter { !$0.differences.contains(.background) })
    func pictures(_ widget: ShippedWidget) throws {
        let layouts = try layouts(widget)
        let explained = leaves(layouts.view, widget).filter { leaf in
            widget.differences.contains(.secondary) && leaf.names.contains("secondary")
                || widget.differences.contains(.bar) && leaf.what == "capsule"
        }
        let (template, view) = (try renderer.draw(layouts.boxed), try renderer.draw(layouts.view))
        let (first, second) = (template.bitmap, view.bitmap)
        try #require(first.width == second.width && first.height == second.height)
        let scale = Double(first.width) / template.canvas.width
        var others = 0
        for y in 0..<first.height {
            for x in 0..<first.width {
                let place = (y * first.width + x) * 4
                let point = Point((Double(x) + 0.5) / scale, (Double(y) + 0.5) / scale)
                let isOther = (0..<4).contains { first.pixels[place + $0].distance(from: second.pixels[place + $0]) > 2 }
                if isOther, !explained.contains(where: { $0.frame.contains(point, margin: 1) }) { others += 1 }
            }
        }
        #expect(others == 0, "\(others) pixels differ without a reason")
    }
}

extension UInt8 {
    fileprivate func distance(from other: UInt8) -> Int { abs(Int(self) - Int(other)) }
}

extension Rect {
    fileprivate func isClose(to other: Rect, by tolerance: Double) -> Bool {
        abs(minX - other.minX) <= tolerance && abs(minY - other.minY) <= tolerance && abs(maxX - other.maxX) <= tolerance
            && abs(maxY - other.maxY) <= tolerance
    }

    fileprivate func contains(_ point: Point, margin: Double) -> Bool {
        point.x >= minX - margin && point.x <= maxX + margin && point.y >= minY - margin && point.y <= maxY + margin
    }
}
