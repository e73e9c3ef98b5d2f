import Foundation
import Logging
import SubdialPlayback
import SubdialSystem
import SubdialTestSupport
import Synchronization
import Testing

@testable import SubdialEngine

/// Several bridges, whose zones may have equal ids and names.
@Suite struct CombinedSourceTests {
    /// A bridge with rooms, which records its controls and may be away.
    private final class House: PlaybackSource {
        private let rooms: [String: String]
        let isAway = Mutex(false)
        let controlled = Mutex<[String]>([])
        let pushed: (stream: AsyncStream<Reading>, continuation: AsyncStream<Reading>.Continuation) = AsyncStream.makeStream()

        /// - Parameter rooms: The names by id.
        init(_ rooms: [String: String]) { self.rooms = rooms }

        private func name(of zone: ZoneID) throws(SourceError) -> String {
            if isAway.withLock({ $0 }) { throw .unreachable(address: "the house", reason: "it is away") }
            guard let name = rooms[zone.rawValue] else { throw .zoneMissing(zone.rawValue, known: []) }
            return name
        }

        func reading(of zone: ZoneID) throws(SourceError) -> Reading {
            var reading = Reading(zone: zone, stamp: Stamp(.now, .poll))
            reading.name = try name(of: zone)
            reading.status = .playing
            reading.connection = .live
            return reading
        }

        func zones() async throws(SourceError) -> [Zone] {
            if isAway.withLock({ $0 }) { throw .unreachable(address: "the house", reason: "it is away") }
            return rooms.map { Zone(id: ZoneID($0.key), name: $0.value, status: .playing) }.sortedByName()
        }

        func read(_ zone: ZoneID) async throws(SourceError) -> Reading { try reading(of: zone) }
        func pushes(of zone: ZoneID) -> AsyncStream<Reading> { pushed.stream }

        func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {
            _ = try name(of: zone)
            controlled.withLock { $0.append(zone.rawValue) }
        }

        func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? {
            Array(try name(of: zone).utf8)
        }
    }

    private static let address = "http://a:8088 http://b:8088 http://c:1/x"

    private let first = House(["r:1": "Kitchen", "r:2": "Office"])
    private let second = House(["r:1": "Bedroom", "r:3": "Bath", "r:9": "Office"])
    private let third = House(["r:9": "Attic"])

    private func source() throws -> CombinedSource {
        CombinedSource(try SourceAddress(Self.address), logger: .silent) { address in
            address.text == "http://a:8088" ? first : address.text == "http://b:8088" ? second : third
        }
    }

    private func hub(_ folder: TemporaryFolder) throws -> Hub {
        let source = try source()
        return Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent) { _ in source }
    }

    private static let ids = ["r:1", "r:2", "r:3@b:8088", "r:1@b:8088", "r:9@b:8088", "r:9@c:1/x"]

    @Test func theZonesOfFurtherBridgesAreNamedAfterThem() async throws {
        #expect(try await source().zones().map(\.id.rawValue) == Self.ids)
    }

    /// A bridge that is away does not change the ids of the others.
    @Test(arguments: [0, 1, 2])
    func idsDoNotDependOnOtherBridges(_ away: Int) async throws {
        [first, second, third][away].isAway.withLock { $0 = true }
        let left = try await source().zones().map(\.id.rawValue)
        let own = [["r:1", "r:2"], ["r:3@b:8088", "r:1@b:8088", "r:9@b:8088"], ["r:9@c:1/x"]][away]
        #expect(left == Self.ids.filter { !own.contains($0) })
    }

    /// Each request goes to the bridge of its zone, by the id that the bridge uses.
    @Test(arguments: [
        ("r:1", "Kitchen", ["r:1"], []), ("r:1@b:8088", "Bedroom", [], ["r:1"]), ("r:3@b:8088", "Bath", [], ["r:3"]),
    ])
    func requestsGoToTheBridgeOfTheZone(_ id: String, _ name: String, _ atFirst: [String], _ atSecond: [String]) async throws {
        let (source, zone) = (try source(), ZoneID(id))
        let reading = try await source.read(zone)
        #expect(reading.zone == zone && reading.name == name)
        #expect(try await source.picture(of: Artwork(key: "x"), in: zone, side: 8) == Array(name.utf8))
        try await source.perform(.next, in: zone, showing: nil)
        #expect(first.controlled.withLock { $0 } == atFirst)
        #expect(second.controlled.withLock { $0 } == atSecond)
        #expect(third.controlled.withLock { $0 }.isEmpty)
    }

    @Test func pushesHaveTheIDOfTheZoneToo() async throws {
        let pushes = try source().pushes(of: ZoneID("r:1@b:8088"))
        second.pushed.continuation.yield(try second.reading(of: ZoneID("r:1")))
        for house in [first, second, third] { house.pushed.continuation.finish() }
        let reading = try #require(await pushes.first { _ in true })
        #expect(reading.zone == ZoneID("r:1@b:8088") && reading.name == "Bedroom")
    }

    /// A bridge must not offer a zone whose requests another source would get.
    @Test func aBridgeCannotClaimZonesOfOthers() async throws {
        let liar = House(["r:7@b:8088": "Trap", "mpris:mpv": "Trap", "r:8": "Hall"])
        let source = CombinedSource(try SourceAddress("http://a:8088 http://b:8088 mpris:"), logger: .silent) { address in
            address.text == "http://a:8088" ? liar : House([:])
        }
        #expect(try await source.zones().map(\.name) == ["Hall"])
    }

    /// A zone of a further bridge is also found by its name, and by its own id if no other zone has that.
    @Test(arguments: [
        ("Bedroom", "r:1@b:8088"), ("bath", "r:3@b:8088"), ("r:3", "r:3@b:8088"), ("r:1", "r:1"), ("r:1@b:8088", "r:1@b:8088"),
        ("Attic", "r:9@c:1/x"),
    ])
    func zonesAreFound(_ text: String, _ id: String) async throws {
        let folder = try TemporaryFolder()
        let hub = try hub(folder)
        #expect(try await hub.zone(text, at: Self.address).id.rawValue == id)
        try await ControlSession(hub: hub, address: Self.address, zone: text).perform(.next)
        #expect([first, second, third].flatMap { house in house.controlled.withLock { $0 } } == [String(id.prefix(3))])
        await hub.stop()
    }

    /// An ambiguous name or id is refused, with the ids.
    @Test(arguments: [("Office", ["'r:2'", "'r:9@b:8088'"]), ("r:9", ["'r:9@b:8088'", "'r:9@c:1/x'"])])
    func whatIsAmbiguousIsRefused(_ text: String, _ ids: [String]) async throws {
        let folder = try TemporaryFolder()
        let hub = try hub(folder)
        let error = await #expect(throws: SourceError.self) { try await hub.zone(text, at: Self.address) }
        #expect(ids.allSatisfy { error?.description.contains($0) == true }, "\(String(describing: error))")
        await hub.stop()
    }

    /// While the first bridge is away, an id of its zones does not mean a zone of another bridge.
    @Test func anIDOfAnAbsentBridgeMeansNoOtherZone() async throws {
        let folder = try TemporaryFolder()
        let hub = try hub(folder)
        first.isAway.withLock { $0 = true }
        let session = ControlSession(hub: hub, address: Self.address, zone: "r:1")
        await #expect(throws: SourceError.self) { try await session.perform(.next) }
        #expect(second.controlled.withLock { $0 }.isEmpty)
        // The complete id and the name work.
        for zone in ["r:1@b:8088", "Bedroom"] { try await ControlSession(hub: hub, address: Self.address, zone: zone).perform(.next) }
        #expect(second.controlled.withLock { $0 } == ["r:1", "r:1"])
        await hub.stop()
    }

    /// One room of each bridge is ranked with the players.
    @Test func eachBridgeTakesPartWithARoom() throws {
        let selection = ZoneSelection(address: try SourceAddress(Self.address), choice: nil)
        let zones = [
            Zone(id: ZoneID("r:1"), name: "Kitchen", status: .paused), Zone(id: ZoneID("r:3@b:8088"), name: "Bath", status: .stopped),
            Zone(id: ZoneID("r:1@b:8088"), name: "Bedroom", status: .playing),
            Zone(id: ZoneID("r:9@c:1/x"), name: "Attic", status: .stopped),
        ]
        #expect(selection.recordListed(listed: zones).map(\.id.rawValue) == ["r:1@b:8088", "r:1", "r:9@c:1/x"])
        #expect((0..<3).map { selection.room(at: $0)?.rawValue } == ["r:1", "r:1@b:8088", "r:9@c:1/x"])
        // A bridge that is away has the last rank, and keeps its room.
        #expect(selection.recordListed(listed: [zones[0], zones[3]]).map(\.id.rawValue) == ["r:1", "r:9@c:1/x", "r:1@b:8088"])
        #expect(selection.room(at: 1)?.rawValue == "r:1@b:8088")
    }
}
