import AppIntents
import WidgetKit

/// Asks the bridge what the chosen room plays.
struct NowPlayingProvider: AppIntentTimelineProvider {
    var settings = BridgeSettings()

    func placeholder(in context: Context) -> NowPlayingEntry { .placeholder(at: .now) }

    func snapshot(for configuration: ChooseZoneIntent, in context: Context) async -> NowPlayingEntry {
        // The gallery waits for nobody.
        context.isPreview ? .sample(at: .now) : await entry(for: configuration.zone, at: .now)
    }

    func timeline(for configuration: ChooseZoneIntent, in context: Context) async -> Timeline<NowPlayingEntry> {
        await entry(for: configuration.zone, at: .now).timeline()
    }

    /// The rooms, as a watch offers them.
    func recommendations() -> [AppIntentRecommendation<ChooseZoneIntent>] {
        settings.zones.map { AppIntentRecommendation(intent: ChooseZoneIntent(ZoneEntity($0)), description: $0.name) }
    }

    /// The present entry of a room, with the answer of the bridge.
    func entry(for zone: ZoneEntity?, at date: Date) async -> NowPlayingEntry {
        guard let zone else { return NowPlayingEntry(date: date, content: .noZone) }
        var entry = NowPlayingEntry(date: date, zoneID: zone.id, zoneName: zone.name, content: .nothing)
        do {
            let client = try settings.client
            let answer = try await client.nowPlaying(in: zone.id)
            if !answer.zones.isEmpty { settings.zones = answer.zones.sortedByName }
            entry.zoneName = answer.zones.first { $0.id == zone.id }?.name ?? zone.name
            entry.volume = answer.volume
            if answer.hasTrack {
                let cover = await cover(for: answer, in: zone.id, from: client)
                let track = Track(answer, cover: cover, at: date)
                entry.content = .track(track)
                settings.setLastTrack(track, in: zone.id)
            }
        } catch BridgeError.zoneNotFound {
            entry.content = .zoneMissing
        } catch {
            entry.content = .unreachable(last: settings.lastTrack(in: zone.id))
        }
        return entry
    }

    /// The cover; nil if it does not come: a widget without a cover is better than none.
    private func cover(for answer: NowPlaying, in zoneID: Zone.ID, from client: BridgeClient) async -> Cover? {
        guard let key = answer.coverKey else { return nil }
        return try? await client.cover(of: zoneID, key: key, side: Cover.largestSide).map(Cover.data)
    }
}
