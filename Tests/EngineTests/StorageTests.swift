import Foundation
import SubdialBasics
import SubdialConcurrency
import SubdialPlayback
import SubdialSystem
import SubdialTestSupport
import Testing

@testable import SubdialEngine

@Suite struct StateFilesTests {
    private let folder: TemporaryFolder
    private var files: StateFiles { StateFiles(folder: PrivateFolder(folder.path), logger: .silent) }
    private static let address = "http://a:1"

    init() throws { folder = try TemporaryFolder() }

    private static func state(_ zone: String, _ name: String = "Kitchen") -> StoredPlayback {
        var state = PlaybackState(zone: ZoneID(zone), name: name)
        var reading = Reading(zone: ZoneID(zone), stamp: Stamp(SteadyDate(seconds: 0), .poll))
        reading.status = .playing
        reading.track = Track(title: "So What", length: 562)
        reading.connection = .live
        state.merge(reading)
        return StoredPlayback(state, at: ClockPair(steady: SteadyDate(seconds: 0), wall: Date(timeIntervalSince1970: 1_000_000)))
    }

    @Test func keepsStatesApartByZoneAndAddress() {
        let kept = Self.state("lms:aa:bb")
        files.store(kept, at: Self.address)
        #expect(files.state(of: kept.zone, at: Self.address) == kept)
        #expect(files.state(of: kept.zone, at: "http://b:1") == nil)
        #expect(files.state(of: ZoneID("lms:aa:cc"), at: Self.address) == nil)
        files.select(Zone(id: kept.zone, name: "Den"), at: Self.address)
        #expect(files.selectedZone(at: Self.address) == Zone(id: kept.zone, name: "Kitchen"))
        #expect(files.selectedZone(at: "http://b:1") == nil)
    }

    @Test(arguments: [
        ("r:1", "r:1"), ("Kitchen", "r:1"), ("kITCHEN", "r:1"), ("Küche", "r:2"), ("KÜCHE", "r:2"),
        ("mpris:mpv.instance42", "mpris:mpv.instance42"),
        ("mpv", "mpris:mpv.instance42"), ("Some Player", "mpris:mpv.instance42"), ("mpris:vlc", "mpris:vlc"), ("vlc", "mpris:vlc"),
        ("MPV", nil), ("mp", nil), ("r:3", nil), ("Den", nil), ("", nil),
    ])
    func findsAZoneByItsIdAndByItsNames(_ text: String, _ zone: String?) {
        for (id, name) in [
            ("r:1", "Kitchen"), ("r:2", "Küche"), ("mpris:mpv.instance42", "Some Player"), ("mpris:vlc", "VLC media player"),
        ] {
            files.store(Self.state(id, name), at: Self.address)
        }
        #expect(files.zone(named: text, at: Self.address)?.id.rawValue == zone)
        #expect(files.zone(named: text, at: "http://b:1") == nil)
    }

    /// Other processes write the same files, and rooms are renamed or grouped.
    @Test func findsWhatAnotherProcessHasChanged() throws {
        let other = StateFiles(folder: PrivateFolder(folder.path), logger: .silent)
        #expect(files.zone(named: "Kitchen", at: Self.address) == nil)
        other.store(Self.state("r:1"), at: Self.address)
        #expect(files.zone(named: "Kitchen", at: Self.address) == Zone(id: ZoneID("r:1"), name: "Kitchen"))
        // The room has another name now.
        other.store(Self.state("r:1", "Hall"), at: Self.address)
        #expect(files.zone(named: "Kitchen", at: Self.address) == nil)
        #expect(files.zone(named: "Hall", at: Self.address)?.id == ZoneID("r:1"))
        // Of two rooms with the name, the one that was stored last counts.
        other.store(Self.state("r:2", "Hall"), at: Self.address)
        #expect(files.zone(named: "hall", at: Self.address)?.id == ZoneID("r:2"))
        other.store(Self.state("r:1", "Hall"), at: Self.address)
        #expect(files.zone(named: "hall", at: Self.address)?.id == ZoneID("r:1"))
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasPrefix("zone-") {
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
        }
        #expect(files.zone(named: "hall", at: Self.address) == nil)
        #expect(files.zone(named: "r:1", at: Self.address) == nil)
    }

    @Test func passesOverWhatItCannotRead() throws {
        files.store(Self.state("z"), at: Self.address)
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let path = "\(folder.path)/\(file)"
            let content = try #require(FileManager.default.contents(atPath: path))
            for damage in ["", "{", "{\"zone\":3}", "\u{0}\u{0}"] {
                try Data(damage.utf8).write(to: URL(filePath: path))
                #expect(files.zone(named: "Kitchen", at: Self.address) == nil)
                if file.hasPrefix("zone-") { #expect(files.state(of: ZoneID("z"), at: Self.address) == nil) }
            }
            try content.write(to: URL(filePath: path))
        }
        #expect(files.zone(named: "Kitchen", at: Self.address)?.id == ZoneID("z"))
    }

    /// A read sees all writes that were requested before it.
    @Test func aStoreReadsWhatItHasWritten() async throws {
        let store = StateStore(folder: PrivateFolder(folder.path), logger: .silent, lane: WorkLane())
        for zone in ["a", "b", "c"] {
            store.store(Self.state(zone, "Room \(zone)"), at: Self.address)
            #expect(await store.state(of: ZoneID(zone), at: Self.address) == Self.state(zone, "Room \(zone)"))
            #expect(await store.zone(named: "room \(zone)", at: Self.address)?.id == ZoneID(zone))
            store.select(Zone(id: ZoneID(zone), name: "Room \(zone)"), at: Self.address)
            #expect(await store.selectedZone(at: Self.address)?.id == ZoneID(zone))
        }
        await store.flush()
        #expect(files.selectedZone(at: Self.address)?.name == "Room c")
    }
}
