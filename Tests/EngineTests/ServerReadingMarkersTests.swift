import Foundation
import SubdialBasics
import SubdialPlayback
import SubdialSystem
import SubdialTestSupport
import Testing

@testable import SubdialEngine

/// State files that have ended engines.
@Suite struct ServerReadingMarkersTests {
    /// A folder with one zone's stored state, and the way in which an engine reads it.
    private struct Setting {
        let folder: TemporaryFolder
        let zone = ZoneID("z")
        let address = "http://a:1"

        init() throws {
            folder = try TemporaryFolder()
            var reading = Reading(zone: zone, stamp: Stamp(SteadyDate(seconds: 0), .poll))
            reading.status = .playing
            var state = PlaybackState(zone: zone, name: "Kitchen")
            state.merge(reading)
            StateFiles(folder: PrivateFolder(folder.path), logger: .silent).store(StoredPlayback(state, at: .now), at: address)
        }

        /// The names of the files of the zone's state.
        var names: [String] {
            get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("zone-") } }
        }

        /// The extensions of these files.
        var endings: [String] { get throws { try names.map { String($0.drop { $0 != "." }) }.sorted() } }

        /// Reads as an engine does; the markers hold their file's lock while they exist.
        func read(_ markers: ReadingMarkers) -> StoredPlayback? {
            markers.start()
            return StateFiles(folder: PrivateFolder(folder.path), logger: .silent, markers: markers).state(of: zone, at: address)
        }

        /// Adds the crash mark to the marker.
        func crash() throws {
            let marker = try #require(try names.first { $0.hasSuffix(".reading") })
            let file = try #require(FileHandle(forWritingAtPath: "\(folder.path)/\(marker)"))
            try file.seekToEnd()
            try file.write(contentsOf: [CrashNote.mark])
            try file.close()
        }
    }

    @Test func aFileIsMarkedWhileItIsReadAndShown() throws {
        let setting = try Setting()
        let markers = ReadingMarkers()
        #expect(setting.read(markers) != nil)
        #expect(try setting.endings == [".json", ".json.reading"])
        // Another read by the same engine adds no second mark, and removes none.
        #expect(setting.read(markers) != nil)
        #expect(try setting.endings == [".json", ".json.reading"])
        markers.end()
        #expect(try setting.endings == [".json"])
    }

    @Test func theMarkGoesByItself() async throws {
        let setting = try Setting()
        let markers = ReadingMarkers()
        #expect(setting.read(markers) != nil)
        try await eventually("the end of the mark") { try setting.endings == [".json"] }
        markers.end()
    }

    @Test func aFileThatIsOnlyLookedIntoIsMarkedNoLonger() throws {
        let setting = try Setting()
        let markers = ReadingMarkers()
        markers.start()
        let files = StateFiles(folder: PrivateFolder(setting.folder.path), logger: .silent, markers: markers)
        #expect(files.zone(named: "Kitchen", at: setting.address)?.id == setting.zone)
        #expect(try setting.endings == [".json"])
        // This read does not remove a mark for content that is shown.
        #expect(files.state(of: setting.zone, at: setting.address) != nil)
        #expect(files.zone(named: "Kitchen", at: setting.address)?.id == setting.zone)
        #expect(try setting.endings == [".json", ".json.reading"])
    }

    @Test func aFileThatIsWrittenAnewIsMarkedNoLonger() throws {
        let setting = try Setting()
        let markers = ReadingMarkers()
        let state = try #require(setting.read(markers))
        StateFiles(folder: PrivateFolder(setting.folder.path), logger: .silent, markers: markers).store(state, at: setting.address)
        #expect(try setting.endings == [".json"])
    }

    @Test func aFileThatHasCrashedAnEngineIsSetAside() throws {
        let setting = try Setting()
        var markers: ReadingMarkers? = ReadingMarkers()
        #expect(setting.read(try #require(markers)) != nil)
        try setting.crash()
        // The lock is released with the markers.
        markers = nil
        #expect(setting.read(ReadingMarkers()) == nil)
        #expect(try setting.endings == [".json.bad"])
    }

    @Test func theMarkOfAnEngineThatRunsSetsNothingAside() throws {
        let setting = try Setting()
        let running = ReadingMarkers()
        #expect(setting.read(running) != nil)
        try setting.crash()
        let other = ReadingMarkers()
        #expect(setting.read(other) != nil)
        other.end()
        #expect(try setting.endings == [".json", ".json.reading"])
        running.end()
    }

    @Test func twoEnginesMayEndWithoutAWordAndNoThird() throws {
        let setting = try Setting()
        for _ in 1...2 {
            #expect(setting.read(ReadingMarkers()) != nil)
            #expect(try setting.endings == [".json", ".json.reading"])
        }
        #expect(setting.read(ReadingMarkers()) == nil)
        #expect(try setting.endings == [".json.bad"])
    }

    @Test func nothingIsMarkedButInAnEngine() throws {
        let setting = try Setting()
        let markers = ReadingMarkers()
        let files = StateFiles(folder: PrivateFolder(setting.folder.path), logger: .silent, markers: markers)
        #expect(files.state(of: setting.zone, at: setting.address) != nil)
        #expect(try setting.endings == [".json"])
    }

    /// A pipe would block the engine forever; a test that hangs here has failed.
    @Test func whatIsNoFileOrFarTooLongIsNotRead() throws {
        let setting = try Setting()
        let files = StateFiles(folder: PrivateFolder(setting.folder.path), logger: .silent)
        let name = try #require(try setting.names.first)
        let path = "\(setting.folder.path)/\(name)"
        let json = try #require(FileManager.default.contents(atPath: path))
        try (json + Data(repeating: 0x20, count: 1 << 20)).write(to: URL(filePath: path))
        #expect(files.state(of: setting.zone, at: setting.address) == nil)
        try FileManager.default.removeItem(atPath: path)
        mkfifo(path, 0o600)
        #expect(files.state(of: setting.zone, at: setting.address) == nil)
        #expect(files.zone(named: "Kitchen", at: setting.address) == nil)
    }
}
