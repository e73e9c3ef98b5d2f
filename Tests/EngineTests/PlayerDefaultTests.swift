import Foundation
import SubdialBasics
import SubdialPlayback
import SubdialSystem
import SubdialTestSupport
import SubdialTimeline
import Synchronization
import Testing

@testable import SubdialEngine

/// Players whose states a test sets, with the zone of the active one first, as the desktop lists them; they push nothing unless the test says so.
final class ScriptedPlayers: PlaybackSource {
    struct Player: Sendable {
        var status: PlaybackStatus
        var title: String?
        var position: Double?
        var volume: Double?
        var instance: String?
    }

    let players: Mutex<[(id: String, player: Player)]>
    let failure = Mutex<SourceError?>(nil)
    private let pushing = Mutex<[AsyncStream<Reading>.Continuation]>([])

    init(_ players: [(String, Player)]) { self.players = Mutex(players) }

    func zones() async throws(SourceError) -> [Zone] {
        if let failure = failure.withLock({ $0 }) { throw failure }
        return players.withLock { players in
            players.map { id, player in
                var zone = Zone(id: ZoneID(id), name: id == "mpris" ? "Active player" : id, status: player.status)
                zone.hasTrack = player.title != nil
                return zone
            }
        }
    }

    func polling(of zone: ZoneID) -> PollingNeed { .none }

    func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        AsyncStream { continuation in pushing.withLock { $0.append(continuation) } }
    }

    func push(_ reading: Reading) { for stream in pushing.withLock({ $0 }) { stream.yield(reading) } }

    /// The number of the streams of pushed readings.
    var streams: Int { pushing.withLock { $0.count } }

    func set(_ id: String, _ player: Player) {
        players.withLock { players in
            guard let index = players.firstIndex(where: { $0.id == id }) else { return }
            players[index].player = player
        }
    }

    func reading(of zone: ZoneID) throws(SourceError) -> Reading {
        guard let player = players.withLock({ $0.first { $0.id == zone.rawValue }?.player }) else {
            throw .zoneMissing(zone.rawValue, known: [])
        }
        var reading = Reading(zone: zone, stamp: Stamp(.now, .poll))
        (reading.status, reading.track) = (player.status, .some(player.title.map { Track(title: $0) }))
        reading.position = .some(player.position.map { PlaybackPosition(seconds: $0, time: .now) })
        if let volume = player.volume {
            reading.volumeScale = .some(VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .number))
            reading.volumeValue = volume
        }
        if let instance = player.instance { reading.metadata = ["playerInstance": .text(instance)] }
        reading.connection = .live
        return reading
    }

    func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
        if let failure = failure.withLock({ $0 }) { throw failure }
        return try reading(of: zone)
    }

    func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? { nil }
}

/// The player that is shown without a choice, and who makes one.
@Suite struct PlayerDefaultTests {
    private static let desktop = "mpris:?players=spotify,%25any"
    private static let several = "mpris:?players=spotify,%25any mpd://nas.local"

    private static func players() -> ScriptedPlayers {
        ScriptedPlayers([
            ("mpris", .init(status: .paused, title: "Preferred")), ("mpris:firefox", .init(status: .playing, title: "Video")),
            ("mpris:spotify", .init(status: .paused, title: "Preferred")), ("mpd:nas.local", .init(status: .stopped)),
        ])
    }

    private func hub(_ folder: TemporaryFolder, _ source: ScriptedPlayers) -> Hub {
        Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent) { _ in source }
    }

    private func files(_ folder: TemporaryFolder) -> StateFiles {
        StateFiles(folder: UserFolders(environment: ["HOME": folder.path]).state, logger: .silent)
    }

    private func shown(_ hub: Hub, _ address: String) async throws -> String {
        try await hub.follower(ofZone: nil, at: address).zone.rawValue
    }

    @Test("Without a choice the active player is shown, whatever plays, and nothing is stored")
    func theActivePlayerIsTheDefault() async throws {
        let folder = try TemporaryFolder()
        let hub = hub(folder, Self.players())
        #expect(try await hub.zone(nil, at: Self.desktop).id.rawValue == "mpris")
        #expect(try await shown(hub, Self.desktop) == "mpris")
        let list = try await ZonesList(at: Self.desktop, in: hub)
        #expect(list.text.hasPrefix("* Active player"), "\(list.text)")
        await hub.flush()
        #expect(files(folder).selectedZone(at: Self.desktop) == nil)
        await hub.stop()
    }

    @Test("A choice that an earlier version has made by itself is ignored, and one of the user is not", arguments: [true, false])
    func onlyTheUserChooses(_ isChosen: Bool) async throws {
        let folder = try TemporaryFolder()
        for written in [Self.desktop, Self.several] {
            let address = try SourceAddress(written).text
            files(folder).select(Zone(id: ZoneID("mpris:firefox"), name: "Firefox"), isChosen: isChosen, at: address)
            let hub = hub(folder, Self.players())
            let expected = isChosen ? "mpris:firefox" : "mpris"
            #expect(try await shown(hub, address) == expected, "\(address)")
            // The user's choice can be ended, whatever the rules for zones are.
            let session = ControlSession(hub: hub, address: address, zone: nil, zoneRules: ZoneRules(allowed: ["mpris:firefox", "mpris"]))
            #expect(try await session.choose("active").name == "Active player")
            #expect(try await shown(hub, address) == "mpris", "\(address)")
            await hub.flush()
            #expect(files(folder).selectedZone(at: address) == nil)
            await hub.stop()
        }
    }

    @Test("A choice of the user stays, and the name of the default ends it", arguments: ["active", "Active player", "mpris"])
    func aChoiceStays(_ end: String) async throws {
        let (folder, source) = (try TemporaryFolder(), Self.players())
        let first = hub(folder, source)
        let session = ControlSession(hub: first, address: Self.desktop, zone: nil)
        _ = try await session.choose("mpris:firefox")
        #expect(try await shown(first, Self.desktop) == "mpris:firefox")
        await first.flush()
        await first.stop()
        let second = hub(folder, source)
        #expect(try await shown(second, Self.desktop) == "mpris:firefox")
        _ = try await ControlSession(hub: second, address: Self.desktop, zone: nil).choose(end)
        #expect(try await shown(second, Self.desktop) == "mpris")
        await second.flush()
        #expect(files(folder).selectedZone(at: Self.desktop) == nil)
        await second.stop()
    }

    @Test("A choice can be ended while no source responds", arguments: [desktop, several])
    func aChoiceEndsWithoutAnAnswer(_ address: String) async throws {
        let (folder, source) = (try TemporaryFolder(), Self.players())
        let hub = hub(folder, source)
        let session = ControlSession(hub: hub, address: address, zone: nil)
        _ = try await session.choose("mpris:firefox")
        source.failure.withLock { $0 = .unreachable(address: "the bus", reason: "Connection refused") }
        #expect(try await session.choose("active").name == "Active player")
        #expect(try await hub.selection(at: address).choice == nil)
        await hub.stop()
    }

    @Test("Where the active player may not be shown, the zone that was shown stays until the engine ends")
    func aZoneThatRulesLeaveIsNotStored() async throws {
        let (folder, source) = (try TemporaryFolder(), Self.players())
        let hub = hub(folder, source)
        let rules = ZoneRules(allowed: ["mpris:firefox", "mpris:spotify"])
        func shown() async throws -> String { try await hub.follower(ofZone: nil, at: Self.desktop, rules: rules).zone.rawValue }
        #expect(try await shown() == "mpris:firefox")
        source.set("mpris:firefox", .init(status: .paused, title: "Video"))
        source.set("mpris:spotify", .init(status: .playing, title: "Preferred"))
        // A click acts on the player that a feed shows.
        #expect(try await shown() == "mpris:firefox")
        await hub.flush()
        #expect(files(folder).selectedZone(at: Self.desktop) == nil)
        source.players.withLock { $0.removeAll { $0.id == "mpris:firefox" } }
        #expect(try await shown() == "mpris:spotify")
        await hub.stop()
    }
}

/// An error belongs to one attempt.
@Suite struct SourceErrorLifeTests {
    private static let address = "mpris:"
    private static let refused = SourceError.unreachable(address: "the session bus", reason: "Connection refused")

    private func with(_ body: (Hub, ScriptedPlayers) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let source = ScriptedPlayers([("mpris", .init(status: .playing, title: "Song"))])
        let hub = Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent) { _ in source }
        try await body(hub, source)
        await hub.stop()
    }

    @Test("After a failed control, the next reading of a source that has nothing new to push succeeds")
    func aFailedControlDoesNotStay() async throws {
        try await with { hub, source in
            let entries = hub.entries(of: .players(FollowedPlayers(address: Self.address)))
            #expect(await entries.current().error == nil)
            source.failure.withLock { $0 = Self.refused }
            let session = ControlSession(hub: hub, address: Self.address, zone: nil)
            await #expect(throws: Self.refused) { try await session.perform(.pause) }
            let (_, error) = await entries.current()
            #expect(error as? SourceError == Self.refused)
            source.failure.withLock { $0 = nil }
            let (frame, later) = await entries.current()
            #expect(later == nil)
            #expect(frame.timeline.entries.first?.freshness == .live)
        }
    }

    @Test("A subscriber of such a source sees its return without a push", .timeLimit(.minutes(2)))
    func aSubscriberSeesTheReturn() async throws {
        try await with { hub, source in
            let follower = try await hub.follower(ofZone: nil, at: Self.address)
            let watching = Task { for await _ in await follower.entries() {} }
            defer { watching.cancel() }
            await follower.waitForFirst()
            source.failure.withLock { $0 = Self.refused }
            await follower.readOnce()
            #expect(await follower.entry().freshness == .stale)
            source.failure.withLock { $0 = nil }
            try await eventually("the source again") { await follower.entry().freshness == .live }
            #expect(await follower.lastError == nil)
        }
    }

    @Test("A pushed live reading clears the error", .timeLimit(.minutes(2)))
    func aPushClearsTheError() async throws {
        try await with { hub, source in
            let follower = try await hub.follower(ofZone: nil, at: Self.address)
            let watching = Task { for await _ in await follower.entries() {} }
            defer { watching.cancel() }
            await follower.waitForFirst()
            try await eventually("the stream of pushes") { source.streams > 0 }
            source.failure.withLock { $0 = Self.refused }
            await follower.readOnce()
            #expect(await follower.lastError == Self.refused)
            source.push(try source.reading(of: ZoneID("mpris")))
            try await eventually("no error") { await follower.lastError == nil }
            #expect(await follower.entry().freshness == .live)
        }
    }
}
