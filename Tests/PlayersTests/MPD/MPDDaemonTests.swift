import FoundationEssentials
import SubdialPlayback
import SubdialTestSupport
import Testing

@testable import SubdialDesktopSupport
@testable import SubdialPlayers

/// Tests with the real daemon, and with `mpc` as another client that changes and verifies its state.
@Suite(.serialized, .enabled(if: Tool.has("mpd", "mpc", "ffmpeg"), "needs mpd, mpc and ffmpeg")) struct MPDDaemonTests {
    private static let songs = ["inside.flac", "beside/a \"b\".flac", "untagged.flac"]

    private func fill(_ daemon: MPDDaemon) throws {
        for song in Self.songs { try daemon.mpc("add", song) }
    }

    @Test func readsWhatPlaysOverBothKindsOfSocket() async throws {
        try await MPDDaemon.run { daemon in
            try fill(daemon)
            try daemon.mpc("volume", "35")
            try daemon.mpc("play")
            try daemon.mpc("seek", "0:40")
            // The name has two addresses, and the daemon listens on only one of them. A minimal system may not resolve the name.
            let named = Tool.succeeds(["getent", "ahosts", "localhost"]) ? ["mpd://localhost:\(daemon.port)"] : []
            for text in [daemon.overTCP, daemon.overSocket] + named {
                let source = MPDSource(try MPDAddress(text))
                let zone = try #require(try await source.zones().first)
                #expect(zone.id == source.address.zone)
                #expect(zone.status == .playing)
                #expect(zone.volume?.value == 35)
                let reading = try await source.read(zone.id)
                #expect(reading.connection == .live)
                #expect(reading.status == .playing)
                #expect(reading.track == .some(Track(title: "Åben \"dør\"", artist: "Ada", album: "Første", length: 90)))
                #expect(reading.queue == [Track(title: "Second", artist: "Ben", length: 90), Track(title: "untagged", length: 90)])
                #expect(reading.volumeValue == 35)
                #expect(try #require(reading.position ?? nil).seconds >= 40)
                #expect(reading.artwork??.key.hasSuffix("Z inside.flac") == true)
            }
            try daemon.mpc("random", "on")
            #expect(try await MPDSource(try MPDAddress(daemon.overTCP)).read(MPDAddress(daemon.overTCP).zone).queue?.count ?? 9 <= 1)
        }
    }

    @Test func tellsWhatOthersDo() async throws {
        try await MPDDaemon.run { daemon in
            let source = MPDSource(try MPDAddress(daemon.overSocket))
            let log = MPDPushLog(source.pushes(of: source.address.zone))
            try await mpdEventually("the first reading") { log.last?.track == .some(nil) }
            try fill(daemon)
            try await mpdEventually("the queue") { log.last?.queue?.count == 3 }
            try daemon.mpc("play")
            try await mpdEventually("play") { log.last?.status == .playing && log.last?.track??.title == "Åben \"dør\"" }
            try daemon.mpc("pause")
            try await mpdEventually("pause") { log.last?.status == .paused }
            try daemon.mpc("next")
            try await mpdEventually("next") { log.last?.track??.title == "Second" && log.last?.queue?.count == 1 }
            try daemon.mpc("volume", "21")
            try await mpdEventually("volume") { log.last?.volumeValue == 21 }
            try daemon.mpc("seek", "1:10")
            try await mpdEventually("seek") { log.last?.position??.seconds ?? 0 >= 70 }
            try daemon.mpc("single", "on")
            try await mpdEventually("options") { log.last?.queue == [] }
            try daemon.mpc("stop")
            try await mpdEventually("stop") { log.last?.status == .stopped }
            #expect(log.readings.allSatisfy { $0.stamp.authority == .push && $0.connection == .live && $0.zone == source.address.zone })
        }
    }

    @Test func doesWhatIsAsked() async throws {
        try await MPDDaemon.run { daemon in
            let source = MPDSource(try MPDAddress(daemon.overTCP))
            let zone = source.address.zone
            func perform(_ control: PlaybackControl, showing status: PlaybackStatus? = nil) async throws {
                var state: PlaybackState?
                if let status {
                    var reading = Reading(zone: zone, stamp: Stamp(.now, .poll))
                    reading.status = status
                    state = PlaybackState(zone: zone)
                    state?.merge(reading)
                }
                try await source.perform(control, in: zone, showing: state)
            }
            func confirm(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
                let said = try daemon.mpc("status")
                for word in words { #expect(said.contains(word), sourceLocation: sourceLocation) }
            }

            // With an empty queue, no control is possible.
            for control in [PlaybackControl.play, .playPause, .next, .previous, .seek(.to(3)), .seek(.by(3))] {
                await #expect(throws: SourceError.self, "\(control)") { try await perform(control) }
            }
            try fill(daemon)
            try await perform(.play)
            try confirm("[playing] #1/3")
            try await perform(.pause)
            try confirm("[paused]  #1/3")
            // `pause` does not toggle.
            try await perform(.pause)
            try confirm("[paused]  #1/3")
            try await perform(.play)
            try confirm("[playing] #1/3")
            try await perform(.playPause)
            try confirm("[paused]")
            // The displayed status decides, not the actual one.
            try await perform(.playPause, showing: .playing)
            try confirm("[paused]")
            try await perform(.playPause, showing: .paused)
            try confirm("[playing]")
            try await perform(.next)
            try confirm("#2/3")
            try await perform(.previous)
            try confirm("#1/3")
            try await perform(.pause)
            try await perform(.seek(.to(62.4)))
            try confirm("1:02/1:30")
            try await perform(.seek(.by(-10)))
            try confirm("0:52/1:30")
            try await perform(.seek(.by(-1000)))
            try confirm("0:00/1:30")
            try await perform(.volume(.to(42)))
            try confirm("volume: 42%")
            try await perform(.volume(.by(-10.4)))
            try confirm("volume: 32%")
            try await perform(.volume(.by(1000)))
            try confirm("volume:100%")
            try await perform(.volume(.by(-1000)))
            try confirm("volume:  0%")
            for change in [Change.to(.nan), .by(.infinity)] {
                await #expect(throws: SourceError.refused("that is no volume")) { try await perform(.volume(change)) }
            }
            // The volume before is unknown.
            await #expect(throws: SourceError.self) { try await perform(.mute) }
            await #expect(throws: SourceError.self) { try await perform(.seek(.to(.nan))) }
            try await perform(.stop)
            #expect(try await source.read(zone).status == .stopped)
        }
    }

    @Test func mutesByTheVolume() async throws {
        try await MPDDaemon.run { daemon in
            let source = MPDSource(try MPDAddress(daemon.overTCP))
            let zone = source.address.zone
            func heard() throws -> String { try daemon.mpc("volume").filter { $0.isNumber } }
            try daemon.mpc("volume", "64")
            try await source.perform(.mute, in: zone, showing: nil)
            #expect(try heard() == "0")
            let muted = try await source.read(zone)
            #expect(muted.isMuted == true)
            #expect(muted.volumeValue == 64)
            try await source.perform(.mute, in: zone, showing: nil)
            #expect(try heard() == "64")
            #expect(try await source.read(zone).isMuted == false)
            // A relative change while muted starts from the volume before, and unmutes.
            try await source.perform(.mute, in: zone, showing: nil)
            try await source.perform(.volume(.by(-4)), in: zone, showing: nil)
            #expect(try heard() == "60")
            // A volume that another client sets ends the mute, and is restored by the next unmute.
            try await source.perform(.mute, in: zone, showing: nil)
            try daemon.mpc("volume", "30")
            #expect(try await source.read(zone).isMuted == false)
            try await source.perform(.mute, in: zone, showing: nil)
            try await source.perform(.mute, in: zone, showing: nil)
            #expect(try heard() == "30")
            // A mute by another client is not undone, even after one by Subdial.
            try await source.perform(.mute, in: zone, showing: nil)
            try daemon.mpc("volume", "25")
            _ = try await source.read(zone)
            try daemon.mpc("volume", "0")
            let silent = try await source.read(zone)
            #expect(silent.isMuted == false)
            #expect(silent.volumeValue == 0)
        }
    }

    @Test func refusesAVolumeThatIsFixed() async throws {
        try await MPDDaemon.run(mixer: "none") { daemon in
            let source = MPDSource(try MPDAddress(daemon.overTCP))
            let zone = source.address.zone
            #expect(await source.refusal(of: .mute, in: zone) == nil)
            let reading = try await source.read(zone)
            #expect(reading.volumeScale == .some(nil))
            for control in [PlaybackControl.volume(.to(3)), .mute] {
                #expect(await source.refusal(of: control, in: zone)?.contains("fixed") == true)
                await #expect(throws: SourceError.self) { try await source.perform(control, in: zone, showing: nil) }
            }
            #expect(await source.refusal(of: .play, in: zone) == nil)
        }
    }

    @Test func givesPicturesFromInsideAndBeside() async throws {
        try await MPDDaemon.run { daemon in
            try fill(daemon)
            try daemon.mpc("play")
            var limits = MPDLimits()
            limits.pictureChunk = 50_000
            let source = MPDSource(try MPDAddress(daemon.overTCP), limits: limits)
            let zone = source.address.zone
            let inside = try daemon.bytes(of: "cover.png")
            #expect(inside.count > 3 * limits.pictureChunk)
            func picture() async throws -> [UInt8]? {
                let artwork = try #require(try await source.read(zone).artwork ?? nil)
                return try await source.picture(of: artwork, in: zone, side: 100)
            }
            #expect(try await picture() == inside)
            try daemon.mpc("next")
            #expect(try await picture() == daemon.bytes(of: "music/beside/cover.png"))
            try daemon.mpc("next")
            #expect(try await picture() == nil)
            for key in ["", "x", "- gone.flac", "- a\nclear", "- ../../etc/passwd"] {
                #expect(try await source.picture(of: Artwork(key: key), in: zone, side: 100) == nil)
            }
            #expect(try daemon.mpc("playlist").split(separator: "\n").count == 3)

            limits.maximumPicture = inside.count - 1
            let modest = MPDSource(try MPDAddress(daemon.overTCP), limits: limits)
            await #expect(throws: SourceError.badAnswer(address: daemon.overTCP, reason: "the picture is too large")) {
                try await modest.picture(of: Artwork(key: "- inside.flac"), in: zone, side: 100)
            }
        }
    }

    @Test func goesOnWhenTheDaemonComesBack() async throws {
        try await MPDDaemon.run { daemon in
            try fill(daemon)
            try daemon.mpc("play")
            let source = MPDSource(try MPDAddress(daemon.overTCP))
            let zone = source.address.zone
            let log = MPDPushLog(source.pushes(of: zone))
            try await mpdEventually("the first reading") { log.last?.status == .playing }
            daemon.kill()
            try await mpdEventually("the loss") { log.last?.connection == .stale }
            let error = await #expect(throws: SourceError.self) { try await source.read(zone) }
            #expect(error?.isPassing == true)
            try await daemon.start()
            try await mpdEventually("the daemon anew") { log.last?.connection == .live && log.last?.track == .some(nil) }
            try fill(daemon)
            try daemon.mpc("play")
            try await mpdEventually("what plays now") { log.last?.status == .playing }
            #expect(log.readings.count { $0.connection == .stale } == 1)
            #expect(try await source.read(zone).status == .playing)
        }
    }

    /// A daemon that hangs keeps its connections, and reports nothing.
    @Test func noticesThatADaemonHangsWhileItPlays() async throws {
        try await MPDDaemon.run { daemon in
            try fill(daemon)
            try daemon.mpc("play")
            var limits = MPDLimits()
            limits.checkInterval = .milliseconds(300)
            (limits.stateTimeout, limits.connectTimeout) = (.milliseconds(500), .milliseconds(500))
            limits.reconnecting = .milliseconds(50) ... .milliseconds(50)
            let source = MPDSource(try MPDAddress(daemon.overTCP), limits: limits)
            let log = MPDPushLog(source.pushes(of: source.address.zone))
            try await mpdEventually("readings without a change") { log.readings.count { $0.status == .playing } > 2 }
            #expect(log.readings.allSatisfy { $0.connection == .live })
            daemon.hang()
            defer { daemon.awaken() }
            try await mpdEventually("the silence") { log.last?.connection == .stale }
            let problem = try #require(log.last?.problem)
            #expect(problem.contains("time"), "\(problem)")
            daemon.awaken()
            try await mpdEventually("the daemon anew") { log.last?.connection == .live && log.last?.status == .playing }
        }
    }

    /// While nothing plays, the daemon is asked nothing.
    @Test func asksNothingWhileTheDaemonIsPaused() async throws {
        try await MPDDaemon.run { daemon in
            try fill(daemon)
            try daemon.mpc("play")
            try daemon.mpc("pause")
            var limits = MPDLimits()
            limits.checkInterval = .milliseconds(20)
            let source = MPDSource(try MPDAddress(daemon.overTCP), limits: limits)
            let log = MPDPushLog(source.pushes(of: source.address.zone))
            try await mpdEventually("the pause") { log.last?.status == .paused }
            // The daemon may report what `mpc` changed a little later: that is read once more.
            try await mpdEventually("a time of twenty intervals without a reading") {
                let count = log.readings.count
                try? await Task.sleep(for: limits.checkInterval * 20)
                return log.readings.count == count
            }
            try daemon.mpc("play")
            try await mpdEventually("the change") { log.last?.status == .playing }
        }
    }

    /// A source that pauses for an hour before it tries a lost connection again.
    private static func patientSource(_ daemon: MPDDaemon) throws -> MPDSource {
        var limits = MPDLimits()
        limits.reconnecting = .seconds(3600) ... .seconds(3600)
        return MPDSource(try MPDAddress(daemon.overSocket), limits: limits)
    }

    /// A query may find the daemon back before the connection for changes is tried again.
    ///
    /// That connection is then made at once, and its loss told.
    @Test func aQueryThatIsAnsweredEndsThePauseOfALostConnection() async throws {
        try await MPDDaemon.run { daemon in
            let source = try Self.patientSource(daemon)
            let zone = source.address.zone
            let log = MPDPushLog(source.pushes(of: zone))
            try await mpdEventually("the first reading") { log.last?.connection == .live }
            for losses in 1...2 {
                daemon.kill()
                try await mpdEventually("loss \(losses)") { log.readings.count { $0.connection == .stale } == losses }
                try await daemon.start()
                #expect(try await source.read(zone).connection == .live)
                try await mpdEventually("connection \(losses)") { log.last?.connection == .live }
            }
        }
    }

    /// The daemon answers a query, and is gone again before the connection for changes is made.
    @Test func aLossIsToldAgainAfterAnAnswerInBetween() async throws {
        try await MPDDaemon.run { daemon in
            let source = try Self.patientSource(daemon)
            daemon.kill()
            let log = MPDPushLog(source.pushes(of: source.address.zone))
            try await mpdEventually("the loss") { log.last?.connection == .offline }
            source.recordAnswer()
            try await mpdEventually("the loss after an answer") { log.readings.map(\.connection) == [.offline, .stale] }
        }
    }

    @Test func sendsThePassword() async throws {
        let settings = ["password \"ge heim@read,add,control,admin\"", "password \"leser@read\"", "default_permissions \"\""]
        try await MPDDaemon.run(password: "ge heim", settings: settings) { daemon in
            let place = "127.0.0.1:\(daemon.port)"
            func source(_ login: String) throws -> MPDSource { MPDSource(try MPDAddress("mpd://\(login)\(place)")) }
            let zone = try MPDAddress("mpd://\(place)").zone

            try fill(daemon)
            try await source("ge%20heim@").perform(.play, in: zone, showing: nil)
            #expect(try daemon.mpc("status").contains("[playing]"))
            #expect(try await source("leser@").read(zone).status == .playing)
            await #expect(throws: SourceError.locked("mpd://\(place)")) {
                try await source("leser@").perform(.pause, in: zone, showing: nil)
            }
            await #expect(throws: SourceError.refused("mpd://\(place) asks for a password; write it as in mpd://PASSWORD@\(place)")) {
                try await source("").read(zone)
            }
            let error = await #expect(throws: SourceError.self) { try await source("falsch@").read(zone) }
            #expect("\(error as Any)".contains("does not accept this password"))
            #expect(!"\(error as Any)".contains("falsch"))
        }
    }
}
