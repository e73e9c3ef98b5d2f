import Foundation
import SubdialPlayback
import Synchronization
import Testing

@testable import SubdialEngine

@Suite struct BoundedSourceTests {
    /// A source with arbitrary zone ids, which records its requests.
    private final class Liar: PlaybackSource {
        let ids: [String]
        let asked = Mutex<[String]>([])

        init(_ ids: [String]) { self.ids = ids }

        func zones() async throws(SourceError) -> [Zone] { ids.map { Zone(id: ZoneID($0), name: "Room\u{1B}[2J \($0)") } }

        func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
            asked.withLock { $0.append(zone.rawValue) }
            guard ids.contains(zone.rawValue) else { throw .zoneMissing(zone.rawValue, known: []) }
            return Reading(zone: zone, stamp: Stamp(.now, .poll))
        }

        func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {
            asked.withLock { $0.append(zone.rawValue) }
        }

        func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? { nil }
    }

    @Test func idsAreCleanedAndTheSourceIsAskedByItsOwn() async throws {
        let liar = Liar(["plain:1", "a\u{1B}]0;x\u{7}\nb", "\u{202E}", String(repeating: "x", count: 100_000)])
        let source = BoundedSource(liar)
        let zones = try await source.zones()
        #expect(zones.map(\.id.rawValue).prefix(2) == ["plain:1", "a ]0;x b"])
        #expect(zones.count == 3)
        #expect(zones.allSatisfy { $0.id.rawValue.utf8.count <= SourceLimits.idBytes })
        #expect(zones.allSatisfy { zone in !zone.name.unicodeScalars.contains { $0.value < 0x20 } })
        let reading = try await source.read(zones[1].id)
        #expect(reading.zone == zones[1].id)
        try await source.perform(.play, in: zones[1].id, showing: nil)
        #expect(liar.asked.withLock { $0 } == [liar.ids[1], liar.ids[1]])
    }

    /// An id that an earlier process has stored is found again.
    @Test func aCleanedIDIsKnownWithoutAListToo() async throws {
        let liar = Liar(["a\u{7}b"])
        #expect(try await BoundedSource(liar).read(ZoneID("a b")).zone == ZoneID("a b"))
        await #expect(throws: SourceError.self) { try await BoundedSource(liar).read(ZoneID("elsewhere")) }
    }

    @Test func aMillionZonesAreAThousand() async throws {
        let source = BoundedSource(Liar((0..<20_000).map { "z:\($0)" }))
        #expect(try await source.zones().count == SourceLimits.zones)
    }
}
