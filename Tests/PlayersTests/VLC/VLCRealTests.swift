import FoundationEssentials
import SubdialPlayback
import SubdialTestSupport
import Testing

@testable import SubdialPlayers

/// Tests with the real VLC.
@Suite(
    .serialized, .enabled(if: Tool.has("vlc", "ffmpeg"), "needs vlc and ffmpeg"),
    .enabled(if: Tool.ordinaryUser != nil, Tool.needsOrdinaryUser))
struct VLCRealTests {
    private static let title = "Åben & \"dør\" <x> &amp;"

    @Test func readsWhatPlays() async throws {
        try await VLCPlayer.run { player in
            let source = VLCSource(try VLCAddress(player.address))
            let zone = try #require(try await source.zones().first)
            #expect(zone.id == ZoneID("vlc:127.0.0.1:\(player.port)"))
            #expect(zone.name == "VLC")
            #expect(zone.volume?.value == 100)
            // The metadata arrive in parts.
            try await eventually("the track") { try await source.read(zone.id).track??.length == 600 }
            let reading = try await source.read(zone.id)
            #expect(reading.connection == .live)
            #expect(reading.status == .playing)
            #expect(reading.track == .some(Track(title: Self.title, artist: "Ada", album: "Første", length: 600)))
            #expect(reading.queue?.map(\.title) == ["No. 2", "Third"])
            #expect(try #require(reading.position ?? nil).seconds < 600)
            for await _ in source.pushes(of: zone.id) { Issue.record("VLC tells nothing by itself") }
            await #expect(throws: SourceError.zoneMissing("vlc:x", known: ["VLC"])) { try await source.read(ZoneID("vlc:x")) }
        }
    }

    @Test func doesWhatIsAsked() async throws {
        try await VLCPlayer.run { player in
            let source = VLCSource(try VLCAddress(player.address))
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
            func confirm(_ what: Comment, _ condition: (Reading) -> Bool) async throws {
                try await eventually(what) { condition(try await source.read(zone)) }
            }

            try await perform(.pause)
            try await confirm("pause") { $0.status == .paused }
            // `pause` does not toggle.
            try await perform(.pause)
            try await perform(.playPause)
            try await confirm("resume") { $0.status == .playing }
            // The displayed status decides.
            try await perform(.playPause, showing: .paused)
            try await confirm("still") { $0.status == .playing }
            try await perform(.playPause, showing: .playing)
            try await confirm("paused") { $0.status == .paused }

            try await perform(.seek(.to(70.4)))
            try await confirm("70 s") { $0.position??.seconds.rounded() == 70 }
            try await perform(.seek(.by(-10)))
            try await confirm("60 s") { $0.position??.seconds.rounded() == 60 }
            try await perform(.seek(.by(-1000)))
            try await confirm("0 s") { $0.position??.seconds.rounded() == 0 }
            await #expect(throws: SourceError.self) { try await perform(.seek(.to(.nan))) }

            for (change, expected) in [(Change.to(42), 42.0), (.by(-10.4), 32), (.by(1000), 100), (.by(-1000), 0), (.to(64), 64)] {
                try await perform(.volume(change))
                try await confirm("volume \(expected)") { $0.volumeValue == expected && $0.isMuted == false }
            }
            await #expect(throws: SourceError.refused("that is no volume")) { try await perform(.volume(.to(.nan))) }
            try await perform(.mute)
            try await confirm("silence") { $0.isMuted == true && $0.volumeValue == 64 }
            #expect(try await VLCSource(source.address).read(zone).volumeValue == 0)
            // Another instance does not know the volume before.
            await #expect(throws: SourceError.self) { try await VLCSource(source.address).perform(.mute, in: zone, showing: nil) }
            try await perform(.mute)
            try await confirm("sound") { $0.isMuted == false && $0.volumeValue == 64 }
            try await perform(.mute)
            try await VLCSource(source.address).perform(.volume(.to(30)), in: zone, showing: nil)
            try await confirm("someone else's volume") { $0.isMuted == false && $0.volumeValue == 30 }

            try await perform(.next)
            try await confirm("next") { $0.track??.title == "No. 2" && $0.queue?.map(\.title) == ["Third"] }
            try await perform(.previous)
            try await confirm("previous") { $0.track??.title == Self.title }
            try await perform(.stop)
            try await confirm("stop") { $0.status == .stopped && $0.track == .some(nil) && $0.artwork == .some(nil) && $0.queue == [] }
            await #expect(throws: SourceError.self) { try await perform(.seek(.to(3))) }
            try await perform(.play)
            try await confirm("play") { $0.status == .playing }
            try await perform(.play)
            #expect(try await source.read(zone).status == .playing)
        }
    }

    @Test func givesPictures() async throws {
        try await VLCPlayer.run { player in
            let source = VLCSource(try VLCAddress(player.address))
            let zone = source.address.zone
            var picture: [UInt8]?
            var key: Artwork?
            try await eventually("the picture") {
                key = try await source.read(zone).artwork ?? nil
                guard let key else { return false }
                picture = try await source.picture(of: key, in: zone, side: 100)
                return picture != nil
            }
            #expect(picture?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
            #expect(try await source.picture(of: Artwork(key: "vlc:other"), in: zone, side: 100) == nil)

            var limits = VLCLimits()
            limits.maximumPicture = (picture?.count ?? 0) - 1
            let modest = VLCSource(source.address, limits: limits)
            let now = try #require(try await source.read(zone).artwork ?? nil)
            await #expect(throws: SourceError.self) { try await modest.picture(of: now, in: zone, side: 100) }

            try await source.perform(.next, in: zone, showing: nil)
            try await eventually("a track without a picture") { try await source.read(zone).track??.title == "No. 2" }
            let bare = try #require(try await source.read(zone).artwork ?? nil)
            #expect(bare != key)
            #expect(try await source.picture(of: bare, in: zone, side: 100) == nil)
            #expect(try await source.picture(of: now, in: zone, side: 100) == nil)
        }
    }

    @Test func saysHowToGetIn() async throws {
        try await VLCPlayer.run(files: false) { player in
            let place = "127.0.0.1:\(player.port)"
            let start = "start VLC with: vlc --extraintf http --http-password PASSWORD"
            let bare = VLCSource(try VLCAddress("vlc://\(place)"))
            await #expect(
                throws: SourceError.refused("vlc://\(place) asks for its password; write it as in vlc://:PASSWORD@\(place), and \(start)")
            ) { try await bare.zones() }
            let wrong = VLCSource(try VLCAddress("vlc://:falsch@\(place)"))
            let error = await #expect(throws: SourceError.self) { try await wrong.zones() }
            #expect("\(error as Any)".contains("does not accept this password"))
            #expect(!"\(error as Any)".contains("falsch"))

            // With an empty playlist, no control is possible.
            let source = VLCSource(try VLCAddress(player.address))
            await #expect(throws: SourceError.refused("there is nothing to play: the playlist of 'VLC' is empty")) {
                try await source.perform(.play, in: source.address.zone, showing: nil)
            }
            let reading = try await source.read(source.address.zone)
            #expect(reading.status == .stopped)
            #expect(reading.track == .some(nil))

            player.kill()
            let gone = await #expect(throws: SourceError.self) { try await source.zones() }
            #expect(gone?.isPassing == true)
            #expect("\(gone as Any)".contains(start))
        }
        try await VLCPlayer.run(password: nil, files: false) { player in
            let source = VLCSource(try VLCAddress(player.address))
            let error = await #expect(throws: SourceError.self) { try await source.zones() }
            #expect("\(error as Any)".contains("--http-password PASSWORD"))
        }
    }
}
