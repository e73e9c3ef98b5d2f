import Foundation
import SubdialBasics
import SubdialDocuments
import SubdialPlayback
import SubdialTestSupport
import SubdialTimeline
import SubdialWidgets
import Testing

@testable import SubdialBridge
@testable import SubdialEngine
@testable import SubdialFeeds

/// Every response of a real bridge, from its bytes to a bar's line and a picture.
@Suite struct FixturePipelineTests {
    static let files: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: Repository.fixtureURL("bridge").path)) ?? []
        return names.filter { $0.contains("now-playing") && $0.hasSuffix(".json") }.sorted()
    }()

    @Test func thereAreAnswersOfBothDialects() {
        #expect(Self.files.contains { $0.hasPrefix("node-") })
        #expect(Self.files.contains { $0.hasPrefix("rust-") })
        #expect(Self.files.count >= 6)
    }

    @Test(arguments: files)
    func comesOutAsALineAndAsAPicture(_ file: String) throws {
        let asked = Date(timeIntervalSince1970: 1_767_903_304)
        let json = try JSONValue(parsing: try Repository.fixture("bridge/\(file)"))
        let wire = try #require(WireNowPlaying(json))
        let zone = try #require(wire.zone)
        let context = AnswerContext(
            zone: zone, asked: SteadyDate(seconds: 0), received: SteadyDate(seconds: 0.01),
            status: BridgeStatus(dialect: file.hasPrefix("node") ? .node : .rust))
        var state = PlaybackState(zone: zone)
        state.merge(Reading(wire, in: context))
        #expect(state.connection.value == .live)

        let timeline = NowPlayingTimeline(pace: .watched).timeline(
            of: state, at: ClockPair(steady: SteadyDate(seconds: 1), wall: asked.addingTimeInterval(1)))
        let entry = try #require(timeline.entry(at: asked.addingTimeInterval(1)))
        let moment = NowPlaying(entry)
        #expect(moment.zone?.id == zone.rawValue)
        let isPlaying = json["is_playing"]?.bool == true
        #expect((moment.status == .playing) == isPlaying)
        if isPlaying { #expect(moment.track?.title == json["line1"]?.string) }

        for format in ["waybar", "i3blocks", "plain"] {
            var feed = Feed(try FeedOptions(format: format))
            let first = feed.line(for: entry, at: asked.addingTimeInterval(1))
            let line = try #require(first)
            #expect(line.utf8.count < 4095)
            #expect(!line.contains("\n"))
            if isPlaying, let title = json["line1"]?.string { #expect(line.contains(format == "plain" ? title : String(title.prefix(4)))) }
        }

        let renderer = try WidgetRenderer(resources: ResourceFolder(path: Repository.root.appending(path: "Templates").path))
        let device = try renderer.catalog.device("iphone-15")
        for family in [WidgetFamily.systemSmall, .systemMedium, .systemLarge] {
            let picture = try renderer.picture(of: entry, in: WidgetEnvironment(family: family, device: device, scale: 1, now: asked))
            #expect(picture.layout.text.contains(isPlaying ? "#title" : "Nothing playing") || moment.status == .paused)
        }
    }
}
