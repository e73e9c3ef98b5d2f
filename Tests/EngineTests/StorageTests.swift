import Concurrency
import Foundation
import Playback
import Testing

@testable import Engine

@Suite struct StateStoreTests {
    private func state(_ zone: String) -> PlaybackState {
        var state = PlaybackState(zone: ZoneID(zone), name: "Kitchen")
        var reading = Reading(zone: ZoneID(zone), stamp: Stamp(Date(timeIntervalSince1970: 1_000_000), .poll))
        reading.status = .playing
        reading.track = Track(title: "So What", length: 562)
        reading.connection = .live
        state.merge(reading)
        return state
    }

    @Test func keepsStatesApartByZoneAndAddress() throws {
        let folder = try TemporaryFolder()
        let store = StateStore(folder: folder.path, logger: .silent)
        let kept = state("lms:aa:bb")
        store.keep(kept, at: "http://a:1")
        #expect(store.state(of: kept.zone, at: "http://a:1") == kept)
        #expect(store.state(of: kept.zone, at: "http://b:1") == nil)
        #expect(store.state(of: ZoneID("lms:aa:cc"), at: "http://a:1") == nil)
        store.select(Zone(id: kept.zone, name: "Den"), at: "http://a:1")
        #expect(store.selectedZone(at: "http://a:1") == Zone(id: kept.zone, name: "Kitchen"))
        #expect(store.selectedZone(at: "http://b:1") == nil)
    }

    @Test func whatALaneKeepsIsThereOnceItIsFlushed() async throws {
        let folder = try TemporaryFolder()
        let store = StateStore(folder: folder.path, logger: .silent, lane: WorkLane())
        for zone in ["a", "b", "c"] { store.keep(state(zone), at: "http://a:1") }
        await store.flush()
        for zone in ["a", "b", "c"] { #expect(store.state(of: ZoneID(zone), at: "http://a:1") == state(zone)) }
    }

    @Test func passesOverWhatItCannotRead() throws {
        let folder = try TemporaryFolder()
        let store = StateStore(folder: folder.path, logger: .silent)
        store.keep(state("z"), at: "http://a:1")
        let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
        for damage in ["", "{", "{\"zone\":3}", "\u{0}\u{0}"] {
            try Data(damage.utf8).write(to: URL(filePath: "\(folder.path)/\(file)"))
            #expect(store.state(of: ZoneID("z"), at: "http://a:1") == nil)
        }
    }
}
