import Foundation
import Logging
import SubdialFeeds
import SubdialPlayback
import SubdialSystem
import SubdialTestSupport
import Synchronization
import Testing

@testable import SubdialEngine

/// Rooms whose ids and names change, as when they are grouped differently.
@Suite struct ZoneNamesTests {
    private final class Rooms: PlaybackSource {
        private let names: Mutex<[String: String]>
        private let asked = Mutex<[String]>([])

        init(_ names: [String: String]) { self.names = Mutex(names) }

        /// The zones that received a control, in order.
        var controlled: [String] { asked.withLock { $0 } }

        func call(_ names: [String: String]) { self.names.withLock { $0 = names } }

        func zones() async throws(SourceError) -> [Zone] {
            names.withLock { $0.map { Zone(id: ZoneID($0.key), name: $0.value, status: .playing) } }.sortedByName()
        }

        /// The time that a reading of a room takes.
        let slowness = Mutex(Duration.zero)

        func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
            // As a room that answers late.
            try? await Task.sleep(for: slowness.withLock { $0 })
            guard let name = names.withLock({ $0[zone.rawValue] }) else { throw .zoneMissing(zone.rawValue, known: []) }
            var reading = Reading(zone: zone, stamp: Stamp(.now, .poll))
            reading.name = name
            reading.status = .playing
            reading.track = .some(Track(title: "So What"))
            reading.connection = .live
            return reading
        }

        func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? { nil }

        func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {
            asked.withLock { $0.append(zone.rawValue) }
        }
    }

    private func hub(_ rooms: Rooms, _ folder: TemporaryFolder) -> Hub {
        Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent) { _ in rooms }
    }

    private static let address = "http://127.0.0.1:1"

    private func control(_ name: String, _ hub: Hub) async throws {
        try await ControlSession(hub: hub, address: Self.address, zone: name).perform(.next)
    }

    private func setUp(_ hub: Hub) -> FeedSetup? {
        guard let options = try? FeedOptions(format: "plain", text: "{{ zone }} {{ zone_id }}") else { return nil }
        return FeedSetup(options: options, address: Self.address, zone: "Living Room")
    }

    @Test(arguments: [
        // The room has another id; or two rooms have exchanged their names.
        ["r:3": "Living Room", "r:2": "Kitchen"], ["r:1": "Kitchen", "r:3": "Living Room"], ["r:1": "Hall", "r:3": "living room"],
    ])
    func aNameIsTheRoomThatHasItNow(_ later: [String: String]) async throws {
        let (folder, rooms) = (try TemporaryFolder(), Rooms(["r:1": "Living Room", "r:2": "Kitchen"]))
        let hub = hub(rooms, folder)
        try await control("Living Room", hub)
        #expect(rooms.controlled == ["r:1"])
        let setup = try #require(setUp(hub))
        #expect(await FeedSession(hub: hub, setup: setup, logger: .silent).once().lines.first == "Living Room r:1")
        rooms.call(later)
        // The known state of the room may be some seconds old.
        let follower = try await hub.follower(ofZone: "Living Room", at: Self.address, asking: .never)
        await follower.readOnce()
        try await control("Living Room", hub)
        #expect(rooms.controlled == ["r:1", "r:3"])
        #expect(await FeedSession(hub: hub, setup: setup, logger: .silent).once().lines.first?.hasSuffix(" r:3") == true)
        // The same with the next engine, which finds the stored state of the previous one.
        await hub.stop()
        let next = self.hub(rooms, folder)
        try await control("Living Room", next)
        #expect(rooms.controlled == ["r:1", "r:3", "r:3"])
        await next.stop()
    }

    @Test func aFeedThatRunsGoesAlong() async throws {
        let (folder, rooms) = (try TemporaryFolder(), Rooms(["r:1": "Living Room"]))
        let hub = hub(rooms, folder)
        let setup = try #require(setUp(hub))
        let lines = Mutex<[String]>([])
        let feed = Task {
            await FeedSession(hub: hub, setup: setup, logger: .silent).run { line in lines.withLock { $0.append(line) } }
        }
        try await eventually("the room") { lines.withLock { $0.last } == "Living Room r:1" }
        rooms.call(["r:1": "Hall", "r:2": "Living Room"])
        try await hub.follower(ofZone: "r:1", at: Self.address).refresh(correcting: true)
        try await eventually("the room that has the name now") { lines.withLock { $0.last } == "Living Room r:2" }
        // A missing room is found soon after it has come back, regardless of the length of its absence.
        rooms.call(["r:1": "Hall"])
        try await hub.follower(ofZone: "r:2", at: Self.address).refresh(correcting: true)
        try await eventually("no room") { lines.withLock { $0.last } != "Living Room r:2" }
        rooms.call(["r:1": "Hall", "r:7": "Living Room"])
        try await eventually("the room again") { lines.withLock { $0.last } == "Living Room r:7" }
        feed.cancel()
        await hub.stop()
    }

    /// A chosen room that disappears is missing: another room must not be controlled in its place.
    @Test func aChosenRoomNeverGivesWay() async throws {
        let (folder, rooms) = (try TemporaryFolder(), Rooms(["r:1": "Living Room", "r:2": "Kitchen"]))
        let hub = hub(rooms, folder)
        let session = ControlSession(hub: hub, address: Self.address, zone: nil)
        _ = try await session.choose("Kitchen")
        try await session.perform(.next)
        #expect(rooms.controlled == ["r:2"])
        rooms.call(["r:1": "Living Room"])
        try await hub.follower(ofZone: "r:2", at: Self.address, asking: .never).refresh(correcting: true)
        await #expect(throws: SourceError.self) { try await session.perform(.next) }
        #expect(rooms.controlled == ["r:2"])
        rooms.call(["r:1": "Living Room", "r:2": "Kitchen"])
        try await session.perform(.next)
        #expect(rooms.controlled == ["r:2", "r:2"])
        await hub.stop()
    }

    /// `active` is a room that plays: selecting it cancels the choice, and naming it passes the choice over.
    @Test(arguments: ["active", "Active player"])
    func theActiveRoomOfABridge(_ word: String) async throws {
        let (folder, rooms) = (try TemporaryFolder(), Rooms(["r:1": "Living Room", "r:2": "Kitchen"]))
        let hub = hub(rooms, folder)
        let session = ControlSession(hub: hub, address: Self.address, zone: nil)
        _ = try await session.choose("Living Room")
        #expect(try await hub.zone(word, at: Self.address).id == ZoneID("r:2"))
        try await control(word, hub)
        try await session.perform(.next)
        #expect(rooms.controlled == ["r:2", "r:1"])
        #expect(try await session.choose(word).id == ZoneID("r:2"))
        try await session.perform(.next)
        #expect(rooms.controlled == ["r:2", "r:1", "r:2"])
        // Lists and menus have the same lines as before.
        #expect(try await ZonesList(at: Self.address, in: hub).menu == "Kitchen\nLiving Room\n")
        #expect(try await ZonesList(at: Self.address, in: hub).text.hasPrefix("* Kitchen"))
        await hub.flush()
        await hub.stop()
        // The next engine shows the same room.
        let next = self.hub(rooms, folder)
        #expect(try await next.zone(nil, at: Self.address).id == ZoneID("r:2"))
        await next.stop()
    }

    /// A feed that shows the chosen room goes to the active one.
    @Test func aFeedGoesToTheActiveRoom() async throws {
        let (folder, rooms) = (try TemporaryFolder(), Rooms(["r:1": "Living Room", "r:2": "Kitchen"]))
        let hub = hub(rooms, folder)
        let session = ControlSession(hub: hub, address: Self.address, zone: nil)
        _ = try await session.choose("Living Room")
        let lines = Mutex<[String]>([])
        let options = try FeedOptions(format: "plain", text: "{{ zone }}")
        let feed = Task {
            await FeedSession(hub: hub, setup: FeedSetup(options: options, address: Self.address), logger: .silent)
                .run { line in lines.withLock { $0.append(line) } }
        }
        try await eventually("the chosen room") { lines.withLock { $0.last } == "Living Room" }
        _ = try await session.choose("active")
        try await eventually("the active room") { lines.withLock { $0.last } == "Kitchen" }
        feed.cancel()
        await hub.stop()
    }

    /// A room with the name of the active zone is that room.
    @Test func aRoomMayBeNamedActive() async throws {
        let (folder, rooms) = (try TemporaryFolder(), Rooms(["r:1": "Active", "r:2": "A Room"]))
        let hub = hub(rooms, folder)
        #expect(try await hub.zone("active", at: Self.address).id == ZoneID("r:1"))
        #expect(try await ControlSession(hub: hub, address: Self.address, zone: nil).choose("active").id == ZoneID("r:1"))
        await hub.stop()
    }

    @Test func twoRoomsOfOneNameAreToldAndNotGuessed() async throws {
        let (folder, rooms) = (try TemporaryFolder(), Rooms(["r:1": "Living Room", "r:2": "Living Room"]))
        let hub = hub(rooms, folder)
        await #expect(throws: SourceError.self) { try await control("Living Room", hub) }
        #expect(rooms.controlled == [])
        try await control("r:2", hub)
        #expect(rooms.controlled == ["r:2"])
        await hub.stop()
    }

    /// A zone without earlier subscribers is shown without an empty line in between.
    @Test func noEmptyLineFlashesBeforeAnotherZone() async throws {
        let (folder, rooms) = (try TemporaryFolder(), Rooms(["r:1": "Living Room", "r:2": "Kitchen"]))
        let hub = hub(rooms, folder)
        let session = ControlSession(hub: hub, address: Self.address, zone: nil)
        _ = try await session.choose("Living Room")
        let options = try FeedOptions(format: "plain", text: "{{ zone }}", stateTexts: ["offline": "offline"])
        let lines = Mutex<[String]>([])
        let feed = Task {
            await FeedSession(hub: hub, setup: FeedSetup(options: options, address: Self.address), logger: .silent)
                .run { line in lines.withLock { $0.append(line) } }
        }
        try await eventually("the first room") { lines.withLock { $0.last } == "Living Room" }
        rooms.slowness.withLock { $0 = .milliseconds(200) }
        _ = try await session.choose("Kitchen")
        try await eventually("the other room") { lines.withLock { $0.last } == "Kitchen" }
        #expect(lines.withLock { $0.suffix(2) } == ["Living Room", "Kitchen"])
        feed.cancel()
        await hub.stop()
    }

    /// After the last subscriber has left, the follower is removed, and then its source.
    @Test func whatNobodyLooksAtIsLetGo() async throws {
        let (folder, rooms) = (try TemporaryFolder(), Rooms(["r:1": "Living Room", "r:2": "Kitchen"]))
        let folders = UserFolders(environment: ["HOME": folder.path])
        let hub = Hub(folders: folders, logger: .silent, lingering: .milliseconds(50)) { _ in rooms }
        let follower = try await hub.follower(ofZone: "r:1", at: Self.address)
        let other = try await hub.follower(ofZone: "r:2", at: Self.address)
        let feed = Task { for await _ in await other.entries() {} }
        await follower.waitForFirst()
        await other.waitForFirst()
        #expect(await hub.heldSources == [Self.address])
        // A zone with a subscriber keeps the source open.
        try await eventually("nobody looks at the first") { await follower.isIdle }
        #expect(await hub.heldSources == [Self.address])
        feed.cancel()
        _ = await feed.value
        try await eventually("no source is held") { await hub.heldSources.isEmpty }
        // The source is opened again for the next request.
        #expect(await FeedSession(hub: hub, setup: try #require(setUp(hub)), logger: .silent).once().lines.first == "Living Room r:1")
        await hub.stop()
    }

    /// The same address with another password is another source.
    @Test func aCorrectedPasswordCounts() async throws {
        let folder = try TemporaryFolder()
        let made = Mutex<[SourceAddress]>([])
        let hub = Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent) { address in
            made.withLock { $0.append(address) }
            return Rooms(["mpd:x": "MPD"])
        }
        for address in ["mpd://wrong@127.0.0.1:1", "mpd://right@127.0.0.1:1", "mpd://wrong@127.0.0.1:1"] {
            _ = try await hub.source(at: address)
        }
        #expect(made.withLock { $0.count } == 2)
        #expect(Set(made.withLock { $0.map(\.text) }).count == 1)
        await hub.stop()
    }
}
