import FoundationEssentials
import SubdialKinds
import SubdialLayout
import SubdialPlayback
import SubdialTestSupport
import SubdialTimeline
import Testing

@testable import SubdialWidgets

/// Tests that no text of a shipped template is clipped, for any type size and any device.
@Suite struct OverflowTests {
    struct Place: CustomTestStringConvertible, Sendable {
        let kind: String
        let family: WidgetFamily
        let device: String

        var testDescription: String { "\(kind) \(family.rawValue) \(device)" }
    }

    /// The smallest phones, tablets and watches: texts that fit there fit everywhere.
    private static let devices: [(String, [WidgetFamily])] = [
        ("iphone-se-1", [.systemSmall, .systemMedium]),
        ("iphone-se-3", [.systemSmall, .systemMedium, .systemLarge, .accessoryCircular, .accessoryRectangular, .accessoryInline]),
        ("ipad-mini", [.systemSmall, .systemExtraLarge]),
        ("watch-40mm", [.accessoryCircular, .accessoryRectangular, .accessoryInline, .accessoryCorner]),
        ("trmnl-og", [.panel]), ("trmnl-x", [.panel]), ("remarkable-2", [.panel]),
    ]

    private static let kinds = [
        "now-playing", "now-playing-art", "now-playing-remote", "volume", "weather", "clock", "system", "disk", "match", "recently-played",
        "most-played",
        "album-of-the-day", "playlist", "mixer", "console", "display", "matches", "piano-roll",
        "calendar", "countdown", "departures", "feed", "home-assistant", "prometheus", "pull-requests", "todo",
    ]

    static let places: [Place] = kinds.flatMap { kind in
        devices.flatMap { device, families in
            families.filter { resources.text("\(kind)/\($0.rawValue).yaml") != nil }.map { Place(kind: kind, family: $0, device: device) }
        }
    }

    private func entries(of kind: String) throws -> [(String, Entry)] {
        guard resources.text("\(kind)/kind.yaml") != nil else {
            return try ["long", "offline", "stale", "queue", "locked", "zone-missing", "cjk"].map { ($0, try Entry.sample($0)) }
        }
        let folder = Repository.fixtureURL("kinds/\(kind)").path
        let library = KindLibrary(builtIn: [.nowPlaying], names: { [kind] }, read: { resources.text($0) })
        let schemas = library.schemas
        return try (FileManager.default.contentsOfDirectory(atPath: folder)).sorted().compactMap { name in
            guard name.hasSuffix(".json") else { return nil }
            let text = try Repository.fixture("kinds/\(kind)/\(name)")
            return text.contains("\"kind\"") ? (name, try Entry(parsing: text, schemas: schemas)) : nil
        }
    }

    /// The reason for a missing track is never truncated, in every language and with large type.
    @Test(arguments: ["en", "de", "fr", "ja", "ar", "he"]) func noReasonIsCutShort(_ language: String) throws {
        let renderer = try WidgetRenderer.make()
        let words = try #require(try Strings(language: language, in: resources).value.members)
        let reasons = ["offline", "zone_missing", "locked", "nothing_playing", "fixed_volume"].compactMap { words[$0]?.text }
        #expect(reasons.count == 5)
        for place in Self.places where ["now-playing", "now-playing-art", "now-playing-remote", "volume"].contains(place.kind) {
            // The label in a watch's corner is one short line, which may end with an ellipsis.
            guard place.family != .accessoryCorner else { continue }  // lint: skips
            for state in ["offline", "zone-missing", "locked", "stopped", "no-volume"] {
                for size in [TypeSize.large, .accessibility3] {
                    let entry = try Entry.sample(state)
                    var environment = WidgetEnvironment(
                        family: place.family, device: try renderer.catalog.device(place.device), typeSize: size, scale: 2, now: entry.date)
                    environment.language = language
                    let layout = try renderer.layOut(entry, template: .kind(place.kind), in: environment, folder: Entry.folder).layout
                    let cut = layout.everyText.filter { $0.isTruncated && reasons.contains($0.text) }.map(\.text)
                    #expect(cut.isEmpty, "\(place) \(state) at \(size.rawValue): \(cut)")
                }
            }
        }
    }

    @Test(arguments: [
        ("Text: Long enough, lineLimit: 1, frame: { width: 40 }", []),
        ("Text: Very long\u{20}and on one line, fixedSize: true, font: largeTitle", ["'Very long and on one line' left"]),
        ("VStack: [{ Text: A, font: { size: 90 } }, { Text: B, font: { size: 90 } }]", ["'A' upper", "'B' lower"]),
        ("Image: star.fill, symbolSize: 300", ["'star.fill' upper"]),
        // A cover may extend beyond the widget, and moved content is not at its position in the layout.
        ("Image: artwork, frame: { width: 400, height: 400 }", []), ("Text: away, offset: { x: 500 }", []),
        ("Text: away, opacity: 0, frame: { width: 400, alignment: leading }", []),
        // A clip cuts like an edge.
        ("Text: Clipped, fixedSize: true, frame: { width: 20 }, clip: rectangle", ["'Clipped' left"]),
    ]) func tellsWhatIsCut(_ body: String, _ expected: [String]) throws {
        let template = try TemplateFile("body: { \(body) }\n")
        let renderer = try WidgetRenderer.make()
        let entry = try Entry.sample("playing")
        let environment = WidgetEnvironment(
            family: .systemSmall, device: try renderer.catalog.device("iphone-15"), scale: 1, now: entry.date)
        let prepared = try renderer.layOut(entry, template: .file(template.path), in: environment)
        #expect(prepared.layout.overflow(in: prepared.canvas).map { "'\($0.content)' \($0.edge.rawValue)" } == expected)
    }

    /// Content that leaves its margins is one finding, at the node that is too large; there is none if something is cut, or without margins.
    @Test(arguments: [
        ("VStack: [{ Rectangle: , frame: { height: 150 } }]", ["body.VStack upper 12"]),
        ("VStack: [{ Rectangle: , frame: { height: 150 } }], frame: { maxHeight: infinity, alignment: top }", ["body.VStack upper 12"]),
        ("Rectangle: , frame: { width: 140 }", ["body.Rectangle left 7"]),
        ("ViewThatFits: [{ Rectangle: , frame: { height: 150 } }, { Rectangle: , frame: { height: 20 } }]", []),
        ("VStack: [{ Rectangle: , frame: { height: 126 } }]", []), ("VStack: [{ Rectangle: , frame: { height: 127.5 } }]", []),
        ("Rectangle: , padding: -10", []), ("Text: A, background: { Rectangle: , padding: -12 }", []),
        ("Text: away, offset: { x: 40 }", []),
        ("VStack: [{ Text: A, font: { size: 190 }, fixedSize: true }]", ["body.VStack[0].Text upper"]),
        // A frame that is too small hides from a stack how large its content is.
        (
            "VStack: [{ Spacer: }, { VStack: [{ Text: A, font: { size: 36 } }], frame: { height: 20 } }]",
            ["body.VStack[1].VStack[0].Text lower 12"]
        ),
        ("VStack: [{ Spacer: }, { Image: star.fill, symbolSize: 40, frame: { height: 20 } }]", ["body.VStack[1].Image lower 10"]),
        ("VStack: [{ Spacer: }, { Rectangle: , frame: { height: 60 }, overlay: { Text: A } }]", []),
        ("VStack: [{ Text: A, font: { size: 60 }, frame: { height: 20 } }, { Text: B }]", []),
    ]) func tellsWhatLeavesItsMargins(_ body: String, _ expected: [String]) throws {
        let template = try TemplateFile("body: { \(body) }\n")
        let renderer = try WidgetRenderer.make()
        let entry = try Entry.sample("playing")
        let environment = WidgetEnvironment(
            family: .systemSmall, device: try renderer.catalog.device("iphone-15"), scale: 1, now: entry.date)
        let found = try renderer.layOut(entry, template: .file(template.path), in: environment).overflows
        #expect(
            found.map { $0.limit == .margin ? "\($0.path) \($0.edge.rawValue) \(Int($0.points))" : "\($0.path) \($0.edge.rawValue)" }
                == expected)
        for finding in found where finding.limit == .margin {
            #expect(finding.description.hasPrefix("the content leaves its margins: "))
            #expect(finding.description.contains("pt of it reach beyond the \(finding.edge.rawValue) margin (at \(finding.path)); "))
        }
    }

    @Test(arguments: places) func nothingIsCut(_ place: Place) throws {
        let renderer = try WidgetRenderer.make()
        let device = try renderer.catalog.device(place.device)
        for (name, entry) in try entries(of: place.kind) {
            for size in [TypeSize.xxxLarge, .accessibility1, .accessibility3, .accessibility5] {
                let environment = WidgetEnvironment(
                    family: place.family, device: device, typeSize: size, scale: 2, now: entry.date)
                // The type size of accessories is at most xxxLarge.
                if !place.family.isSystem, size > .xxxLarge { continue }
                let prepared = try renderer.layOut(entry, template: .kind(place.kind), in: environment, folder: Entry.folder)
                let overflow = prepared.layout.overflow(in: prepared.canvas)
                #expect(overflow.isEmpty, "\(name) at \(size.rawValue): \(overflow.map(\.description))")
            }
        }
    }
}

extension PlacedNode {
    fileprivate var everyText: [(text: String, isTruncated: Bool)] {
        var found = children.flatMap(\.everyText)
        if case .text(let text, _, _, let metrics) = drawn { found.append((text.text, metrics.isTruncated)) }
        return found
    }
}
