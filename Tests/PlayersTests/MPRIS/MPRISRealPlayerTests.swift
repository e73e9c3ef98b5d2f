import Foundation
import SubdialPlayback
import Testing

@testable import SubdialDesktopSupport
@testable import SubdialPlayers

/// mpv as the player, and playerctl to verify its state.
@Suite(.enabled(if: PrivateBus.hasPlayers, "needs mpv with mpv-mpris, playerctl, ffmpeg and dbus-daemon")) struct MPRISRealPlayerTests {
    private static let tags = ["title": "Ain’t <No> \"Mountain\" & 日本", "artist": "Marvin & Tammi", "album": "United", "genre": "Soul"]

    private func playerctl(_ bus: PrivateBus, _ words: String...) async throws -> String {
        switch words.count {
        case 1: try await bus.output(of: "playerctl", "-p", "mpv", words[0])
        default: try await bus.output(of: "playerctl", "-p", "mpv", words[0], words[1])
        }
    }

    /// mpv seeks to the start of a block in the file.
    private func isNear(_ wanted: Double, _ seconds: Double?) -> Bool { seconds.map { abs($0 - wanted) < 5 } ?? false }
    private func isNear(_ wanted: Double, _ text: String) -> Bool { isNear(wanted, Double(text)) }

    @Test func agreesWithPlayerctl() async throws {
        let bus = try PrivateBus()
        let files = [try bus.makeTrack("a.flac", tags: Self.tags), try bus.makeTrack("b.flac", tags: [:])]
        let mpv = try bus.startMPV(files)
        let source = MPRISSource(options: MPRISOptions(address: bus.address))
        let zone = ZoneID("mpris:mpv")
        let log = PushLog(source, zone)
        try await eventually("it plays") { log.last?.status == .playing && log.last?.title == Self.tags["title"] }
        let reading = try await source.read(zone)
        #expect(reading.track == .some(Track(title: Self.tags["title"] ?? "", artist: "Marvin & Tammi", album: "United", length: 300)))
        #expect(reading.name == "mpv")
        #expect(reading.connection == .live)
        #expect(try await playerctl(bus, "metadata", "title") == reading.title)
        let raw = try await source.metadata(of: zone)
        #expect(raw["xesam:genre"]?.texts == ["Soul"])
        #expect(raw["playerName"] == .string("mpv"))
        #expect(raw["status"] == .string("Playing"))

        // Our controls, verified by playerctl.
        try await source.perform(.playPause, in: zone, showing: log.state)
        try await eventually("it has paused") { try await playerctl(bus, "status") == "Paused" }
        try await eventually("we know") { log.last?.status == .paused }
        try await source.perform(.volume(.to(40)), in: zone, showing: nil)
        try await eventually("its volume") { try await playerctl(bus, "volume") == "0.400000" }
        try await source.perform(.mute, in: zone, showing: nil)
        try await eventually("silence") { try await playerctl(bus, "volume") == "0.000000" }
        try await eventually("we know what it comes back to") { log.last?.isMuted == true && log.last?.volumeValue == 40 }
        try await source.perform(.mute, in: zone, showing: nil)
        try await eventually("no silence") { try await playerctl(bus, "volume") == "0.400000" }
        try await source.perform(.seek(.to(100)), in: zone, showing: nil)
        try await eventually("its place") { try await isNear(100, playerctl(bus, "position")) }
        try await eventually("we know the place") { isNear(100, log.last?.position??.seconds) }
        try await source.perform(.seek(.by(-30)), in: zone, showing: nil)
        try await eventually("its place again") { try await isNear(70, playerctl(bus, "position")) }

        // Controls by playerctl, verified by our source.
        _ = try await playerctl(bus, "position", "200")
        try await eventually("a jump") { isNear(200, log.last?.position??.seconds) }
        _ = try await playerctl(bus, "volume", "0.8")
        try await eventually("a volume") { log.last?.volumeValue == 80 }
        _ = try await playerctl(bus, "next")
        try await eventually("another track, without tags") { log.last?.title == "b" || log.last?.title == "b.flac" }
        try await eventually("from its start") { (log.last?.position??.seconds ?? 99) < 5 }
        _ = try await playerctl(bus, "play")
        try await eventually("it plays again") { log.last?.status == .playing }
        try await source.perform(.previous, in: zone, showing: nil)
        try await eventually("the first track") { log.last?.title == Self.tags["title"] }
        kill(mpv.processIdentifier, SIGKILL)
        try await eventually("it has gone") { log.last?.connection == .zoneMissing }
    }

    @Test func oneOfTwoIsKilled() async throws {
        let bus = try PrivateBus()
        let first = try bus.startMPV([try bus.makeTrack("a.flac", tags: ["title": "First"])])
        let source = MPRISSource(options: MPRISOptions(address: bus.address))
        let log = PushLog(source, MPRISSource.countedZone)
        try await eventually("the first plays") { log.last?.title == "First" && log.last?.status == .playing }
        let second = try bus.startMPV([try bus.makeTrack("b.flac", tags: ["title": "Second"])])
        try await eventually("the second takes over") { log.last?.title == "Second" && log.last?.status == .playing }
        let zones = try await source.zones().map(\.id.rawValue).sorted()
        #expect(zones == ["mpris", "mpris:mpv", "mpris:mpv.instance\(second.processIdentifier)"].sorted())
        let gone = PushLog(source, ZoneID("mpris:mpv.instance\(second.processIdentifier)"))
        try await eventually("it has a zone of its own") { gone.last?.title == "Second" }
        kill(second.processIdentifier, SIGKILL)
        try await eventually("the first is back") { log.last?.title == "First" && log.last?.status == .playing }
        try await eventually("the second is missing") { gone.last?.connection == .zoneMissing }
        #expect(try await source.zones().map(\.id.rawValue) == ["mpris", "mpris:mpv"])
        #expect(first.isRunning)
    }
}
