import Foundation
import SubdialPlayback
import Testing

@testable import SubdialDesktopSupport
@testable import SubdialPlayers

/// The same scenario for every source, each with its real program, since callers do not depend on the kind of source.
@Suite(.serialized) struct EverySourceTests {
    @Test(.enabled(if: PrivateBus.hasPlayers, "needs mpv with mpv-mpris, playerctl, ffmpeg and dbus-daemon")) func mpris() async throws {
        let bus = try PrivateBus()
        let files = try ["First", "Second"].map { try bus.makeTrack("\($0).flac", tags: ["title": $0, "artist": "Ada"]) }
        let mpv = try bus.startMPV(files)
        try await play(MPRISSource(options: MPRISOptions(address: bus.address)), ZoneID("mpris:mpv")) {
            kill(mpv.processIdentifier, SIGKILL)
        }
    }

    /// The zone of the active player behaves like the player's own zone.
    @Test(.enabled(if: PrivateBus.hasPlayers, "needs mpv with mpv-mpris, playerctl, ffmpeg and dbus-daemon")) func thePlayerThatCounts()
        async throws
    {
        let bus = try PrivateBus()
        let files = try ["First", "Second"].map { try bus.makeTrack("\($0).flac", tags: ["title": $0, "artist": "Ada"]) }
        _ = try bus.startMPV(files)
        try await play(MPRISSource(options: MPRISOptions(address: bus.address)), MPRISSource.countedZone, isGone: nil)
    }

    @Test func mpd() async throws {
        try await MPDDaemon.run { daemon in
            for song in ["inside.flac", "beside/a \"b\".flac", "untagged.flac"] { try daemon.mpc("add", song) }
            try daemon.mpc("play")
            let source = MPDSource(try MPDAddress(daemon.overSocket))
            try await play(source, source.address.zone) { daemon.kill() }
        }
    }

    @Test func vlc() async throws {
        try await VLCPlayer.run { player in
            let source = VLCSource(try VLCAddress(player.address))
            try await play(source, source.address.zone) { player.kill() }
        }
    }

    /// Follows a source that plays a track with others after it, sends all controls, and stops its player.
    private func play(_ source: any PlaybackSource, _ zone: ZoneID, isGone: (() -> Void)?) async throws {
        func reads(_ what: Comment, at location: SourceLocation = #_sourceLocation, _ condition: (Reading) -> Bool) async throws {
            // The player may not be running yet.
            try await eventually(what, sourceLocation: location) { (try? await source.read(zone)).map(condition) ?? false }
        }
        func isNear(_ wanted: Double, _ reading: Reading) -> Bool {
            // Players seek to the start of a block in the file.
            (reading.position ?? nil).map { abs($0.seconds(at: .now, running: false) - wanted) < 15 } ?? false
        }
        try await reads("it plays") { $0.status == .playing && $0.track??.title.isEmpty == false && $0.track??.length != nil }
        let first = try #require(try await source.read(zone).track ?? nil)
        #expect(try await source.zones().contains { $0.id == zone && $0.status == .playing })

        try await source.perform(.pause, in: zone, showing: nil)
        try await reads("a pause") { $0.status == .paused }
        try await source.perform(.play, in: zone, showing: nil)
        try await reads("it goes on") { $0.status == .playing }
        try await source.perform(.volume(.to(30)), in: zone, showing: nil)
        try await reads("its volume") { $0.volumeValue == 30 }
        try await source.perform(.volume(.by(10)), in: zone, showing: nil)
        try await reads("a louder one") { $0.volumeValue == 40 }
        try await source.perform(.mute, in: zone, showing: nil)
        try await reads("silence") { $0.isMuted == true }
        try await source.perform(.mute, in: zone, showing: nil)
        try await reads("what it was") { $0.isMuted == false && $0.volumeValue == 40 }
        for isMuted in [true, true, false, false] {
            try await source.perform(.mute(isMuted), in: zone, showing: nil)
            try await reads("silence or not") { $0.isMuted == isMuted && $0.volumeValue == 40 }
        }
        for mode in LoopMode.allCases + LoopMode.allCases.reversed() {
            try await source.perform(.loop(mode), in: zone, showing: nil)
            try await reads("what is repeated: \(mode)") { $0.metadata?["loop"] == .text(mode.rawValue) }
        }
        // Once mpv plays in random order, it does not return to the original order.
        for isOn in zone.rawValue.hasPrefix("mpris") ? [true] : [true, false] {
            try await source.perform(.shuffle(isOn), in: zone, showing: nil)
            try await reads("random order or not") { $0.metadata?["shuffle"] == .flag(isOn) }
        }
        if try await source.read(zone).volumeScale??.boost != nil {
            try await source.perform(.volume(.to(120)), in: zone, showing: nil)
            try await reads("a boost") { $0.volumeValue == 120 }
            try await source.perform(.volume(.by(5)), in: zone, showing: nil)
            try await source.perform(.volume(.by(-30)), in: zone, showing: nil)
            try await reads("no boost any more") { $0.volumeValue == 90 }
        }
        try await source.perform(.seek(.to(40)), in: zone, showing: nil)
        try await reads("its place") { isNear(40, $0) }
        try await source.perform(.next, in: zone, showing: nil)
        try await reads("the next track") { $0.track??.isSame(as: first) == false && $0.track??.title.isEmpty == false }
        #expect(try await source.picture(of: Artwork(key: "nothing"), in: zone, side: 64) == nil)
        await #expect(throws: SourceError.self) { try await source.read(ZoneID("nothing:at-all")) }

        guard let isGone else { return }
        isGone()
        try await eventually("its absence is told") {
            do {
                let reading = try await source.read(zone)
                return reading.connection != .live || reading.track == .some(nil)
            } catch {
                return true
            }
        }
    }
}
