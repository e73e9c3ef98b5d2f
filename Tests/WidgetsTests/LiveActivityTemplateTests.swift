import SubdialExpressions
import SubdialLayout
import SubdialTestSupport
import SubdialTimeline
import Testing

@testable import SubdialWidgets

/// The shipped templates of the playback's live activity: what fits, and what a tap reaches.
@Suite struct LiveActivityTemplateTests {
    private func layOut(
        _ entry: String, _ presentation: ActivityPresentation, kind: String = "now-playing", language: String = "en",
        on device: String = "iphone-15", typeSize: TypeSize = .large
    ) throws -> PreparedWidget {
        let renderer = try WidgetRenderer.make()
        let entry = try Entry.sample(entry)
        var look = WidgetLook(presentation: presentation)
        (look.language, look.typeSize) = (language, typeSize)
        var environment = try WidgetEnvironment(look, on: renderer.catalog.device(device), at: entry.date)
        environment.activityState = ActivityState(of: entry, isActive: nil)
        return try renderer.layOut(entry, template: .kind(kind), in: environment, folder: Entry.folder)
    }

    /// Banner and expanded island fit in every state and language, and with large type; a reason is complete.
    @Test(arguments: ["en", "de", "fr", "ja", "ar", "he"], [ActivityPresentation.lockScreen, .expanded])
    func everyStateFits(_ language: String, _ presentation: ActivityPresentation) throws {
        let strings = try #require(try Strings(language: language, in: resources).value.members)
        let reasons = ["offline", "zone_missing", "locked", "nothing_playing"].compactMap { strings[$0]?.text }
        for name in Entry.sampleNames {
            for (device, size) in [
                ("iphone-15", TypeSize.large), ("iphone-15", .xxxLarge), ("iphone-15", .accessibility3), ("iphone-15", .accessibility5),
                ("iphone-15-pro-max", .large),
            ] {
                let widget = try layOut(name, presentation, language: language, on: device, typeSize: size)
                let place = "\(name) on \(device) at \(size.rawValue)"
                if case .cut? = widget.diagnostic { Issue.record("\(place): \(widget.diagnostic?.description ?? "")") }
                #expect(widget.layout.overflow(in: widget.canvas).map(\.description) == [], "\(place)")
                let texts = widget.layout.shownTexts
                #expect(texts.filter { $0.isTruncated && reasons.contains($0.text) }.map(\.text) == [], "\(place)")
                // A reason stands on one line, below the title.
                #expect(texts.allSatisfy { $0.lineCount <= 1 }, "\(place)")
            }
        }
    }

    /// The expanded island is as high in every state.
    @Test(arguments: Entry.sampleNames) func theExpandedIslandHasOneHeight(_ entry: String) throws {
        #expect(try layOut(entry, .expanded).size.height == 160)
    }

    /// The slider is there if the volume can be set, with its present value.
    @Test(
        arguments: [
            ("playing", [63.28]), ("paused", [63.28]), ("radio", nil), ("no-volume", []), ("offline", []), ("stale", []), ("stopped", []),
        ] as [(String, [Double]?)])
    func theExpandedIslandHasTheSliderOfTheVolume(_ entry: String, _ expected: [Double]?) throws {
        let sliders = try layOut(entry, .expanded).regions.filter { $0.from != nil }
        #expect(sliders.allSatisfy { $0.intent == "volumePercent" && $0.from == 0 && $0.to == 100 })
        let values = sliders.compactMap(\.value)
        if let expected { #expect(values == expected) } else { #expect(values.count == 1) }
    }

    /// A track that is not live has no buttons that would be refused.
    @Test(
        arguments: [
            ("playing", ["previous", "playPause", "next"]), ("stale", []), ("offline", []), ("stopped", []), ("locked", []),
        ] as [(String, [String])])
    func theBannerHasTheButtonsThatAreOfUse(_ entry: String, _ intents: [String]) throws {
        #expect(try layOut(entry, .lockScreen).regions.map(\.intent) == intents)
    }

    /// The remote control plays and pauses beside the camera, and names what plays after a triangle.
    @Test func theRemoteControlHasAButtonInTheCompactIsland() throws {
        #expect(try layOut("playing", .island, kind: "now-playing-remote").regions.map(\.intent) == ["playPause"])
        #expect(try layOut("offline", .island, kind: "now-playing-remote").regions == [])
        #expect(try layOut("playing", .expanded, kind: "now-playing-remote").regions == layOut("playing", .expanded).regions)
        let renderer = try WidgetRenderer.make()
        let entry = try Entry.sample("playing")
        let environment = try WidgetEnvironment(
            WidgetLook(family: .accessoryInline), on: renderer.catalog.device("iphone-15"), at: entry.date)
        let line = try renderer.layOut(entry, template: .kind("now-playing-remote"), in: environment, folder: Entry.folder).layout.text
        #expect(line.contains("play.fill") && line.contains("\"So What - Miles Davis\""), "\(line)")
    }
}

extension PlacedNode {
    /// The texts with their measures, except those that are drawn transparent.
    fileprivate var shownTexts: [(text: String, isTruncated: Bool, lineCount: Int)] {
        if case .effect(.opacity(0)) = drawn { return [] }
        var found: [(text: String, isTruncated: Bool, lineCount: Int)] = []
        if case .text(let content, _, _, let metrics) = drawn { found.append((content.text, metrics.isTruncated, metrics.lineCount)) }
        return found + children.flatMap(\.shownTexts)
    }
}
