import AppIntents
import Foundation
import SubdialTesting
import Testing
import WidgetKit

@testable import HiFiWidgets

/// The provider and the intents with a bridge that runs.
@Suite(.serialized, .enabled(if: SimulatedBridge.isInstalled, "needs the program subdial, on the PATH or built in the checkout"))
struct LiveTests {
    private let bridge: SimulatedBridge
    private let provider = NowPlayingProvider()

    init() throws {
        bridge = try SimulatedBridge()
        provider.settings.address = bridge.address
    }

    private func livingRoom() async throws -> ZoneEntity {
        try #require(try await ZoneQuery().suggestedEntities().first { $0.name == "Living Room" })
    }

    /// Waits until what the bridge says of a room is as wanted; returns the last entry after 10 seconds.
    private func entry(of zone: ZoneEntity, where isWanted: (NowPlayingEntry) -> Bool) async throws -> NowPlayingEntry {
        let limit = ContinuousClock.now + .seconds(10)
        var entry = await provider.entry(for: zone, at: .now)
        while !isWanted(entry), ContinuousClock.now < limit {
            try await Task.sleep(for: .milliseconds(50))
            entry = await provider.entry(for: zone, at: .now)
        }
        return entry
    }

    @Test func theQueryFindsTheRooms() async throws {
        let zones = try await ZoneQuery().suggestedEntities()
        #expect(zones.count >= 3)
        #expect(zones.map(\.name) == zones.map(\.name).sorted { $0.localizedCaseInsensitiveCompare($1) == .orderedAscending })
        #expect(try await ZoneQuery().entities(matching: "living").map(\.name) == ["Living Room"])
        let wanted = [zones[1].id, "roon:gone"]
        #expect(try await ZoneQuery().entities(for: wanted).map(\.id) == wanted)
        #expect(provider.recommendations().count == zones.count)
    }

    @Test func theProviderAsksTheBridge() async throws {
        let zone = try await livingRoom()
        let entry = try await entry(of: zone) { $0.track?.end != nil }
        let track = try #require(entry.track)
        #expect(!track.title.isEmpty && !track.artist.isEmpty)
        #expect(entry.isPlaying)
        #expect(entry.zoneName == "Living Room")
        // The first record of the scenario has no cover.
        #expect(track.cover == nil)
        #expect(try #require(track.end) > entry.date)
        #expect(entry.volume?.isDecibels == true)
    }

    @Test func roomsThatAreGoneOrNotChosenHaveWords() async {
        #expect(await provider.entry(for: ZoneEntity(id: "roon:gone", name: "Attic"), at: .now).content == .zoneMissing)
        #expect(await provider.entry(for: nil, at: .now).content == .noZone)
    }

    @Test func aBridgeThatEndsLeavesTheLastTrack() async throws {
        let zone = try await livingRoom()
        let title = try #require(await provider.entry(for: zone, at: .now).track?.title)
        bridge.stop()
        guard case .unreachable(let last?) = await provider.entry(for: zone, at: .now).content else {
            Issue.record("the bridge is gone, and the widget has not said so")
            return
        }
        #expect(last.title == title)
        #expect(last.cover == nil && !last.isPlaying)
    }

    /// A tap on the button of the drawn widget reaches the bridge, and the next timeline has what it has changed.
    @Test func aTapPausesTheRoom() async throws {
        let zone = try await livingRoom()
        #expect(try await entry(of: zone) { $0.isPlaying }.isPlaying)
        let performed = try await performIntent(of: NowPlayingWidget(), at: "Pause", in: .systemMedium, intent: ChooseZoneIntent(zone))
        #expect((performed.intent as? PlayPauseIntent)?.zoneID == zone.id)
        let paused = try await entry(of: zone) { !$0.isPlaying }
        #expect(paused.track?.isPlaying == false)
        #expect(paused.timeline().entries.count == 2)
    }

    @Test func aTapPlaysTheNextTrack() async throws {
        let zone = try await livingRoom()
        let title = try #require(await provider.entry(for: zone, at: .now).track?.title)
        try await performIntent(of: NowPlayingWidget(), at: "Next Track", in: .systemMedium, intent: ChooseZoneIntent(zone))
        let next = try await entry(of: zone) { $0.track?.title != title && $0.track?.cover != nil }
        #expect(next.track?.title != title)
        #expect(next.track?.cover?.image != nil)
    }

    /// The toggle of a control says what shall be: asked twice, it changes nothing.
    @Test func aToggleSetsWhatItSays() async throws {
        let zone = try await livingRoom()
        for isPlaying in [false, false, true, true] {
            let intent = SetPlayingIntent(zoneID: zone.id)
            intent.value = isPlaying
            _ = try await intent.perform()
            #expect(try await entry(of: zone) { $0.isPlaying == isPlaying }.isPlaying == isPlaying)
        }
    }
}
