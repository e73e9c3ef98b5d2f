import Foundation
import SubdialHTTP
import SubdialPlayback
import SubdialTestSupport
import Testing

@testable import SubdialDesktopSupport
@testable import SubdialPlayers

@Suite(.enabled(if: Tool.has("dbus-daemon"), "needs dbus-daemon")) struct MPRISSourceTests {
    static let playing: [String: Wire] = [
        "PlaybackStatus": .text("Playing"),
        "Metadata": .metadata([
            "mpris:trackid": Wire("o", .objectPath("/t/1")), "xesam:title": .text("One"),
            "xesam:artist": Wire("as", .array([.string("A"), .string("B")])),
            "mpris:length": Wire("x", .int(100_000_000)),
        ]),
        "Position": Wire("x", .int(5_000_000)),
    ]

    static func metadata(_ title: String, id: String = "/t/1") -> [String: Wire] {
        ["Metadata": .metadata(["mpris:trackid": Wire("o", .objectPath(id)), "xesam:title": .text(title)])]
    }

    private func source(_ bus: PrivateBus, _ change: (inout MPRISOptions) -> Void = { _ in }) -> MPRISSource {
        var options = MPRISOptions(address: bus.address)
        change(&options)
        return MPRISSource(options: options)
    }

    @Test func readsAPlayerOnce() async throws {
        let bus = try PrivateBus()
        let player = await FakePlayer(bus, "one", Self.playing)
        let source = source(bus) { $0.readingAge = .seconds(600) }
        let zones = try await source.zones()
        #expect(zones.map(\.id.rawValue) == ["mpris", "mpris:one"])
        #expect(zones.map(\.name) == ["Active player", "Fake one"])
        #expect(zones.map(\.status) == [.playing, .playing])
        for zone in zones {
            let reading = try await source.read(zone.id)
            #expect(reading.zone == zone.id)
            #expect(reading.name == "Fake one")
            #expect(reading.status == .playing)
            #expect(reading.track == .some(Track(title: "One", artist: "A, B", length: 100)))
            #expect(reading.position??.seconds == 5)
            #expect(reading.volumeValue == 50)
            #expect(reading.connection == .live)
        }
        #expect(player.calls.all == ["Get Identity", "GetAll"])
        await #expect(throws: SourceError.zoneMissing("mpris:two", known: ["mpris", "mpris:one"])) {
            try await source.read(ZoneID("mpris:two"))
        }
        #expect(try await source.metadata(of: MPRISSource.countedZone)["mpris:trackid"] == .objectPath("/t/1"))
    }

    @Test func withoutAPlayerNothingPlays() async throws {
        let bus = try PrivateBus()
        let source = source(bus)
        #expect(try await source.zones().map(\.id.rawValue) == ["mpris"])
        let reading = try await source.read(MPRISSource.countedZone)
        #expect(reading.status == .stopped)
        #expect(reading.track == .some(nil))
        #expect(reading.connection == .live)
        await #expect(throws: SourceError.refused("no player is running; start one, and try again")) {
            try await source.perform(.play, in: MPRISSource.countedZone, showing: nil)
        }
    }

    @Test func withoutABusItSaysSo() async throws {
        let source = MPRISSource(options: MPRISOptions(address: "unix:path=/nowhere/at/all"))
        await #expect(throws: SourceError.unreachable(address: "the session bus", reason: "No such file or directory")) {
            try await source.read(MPRISSource.countedZone)
        }
        let log = PushLog(source, MPRISSource.countedZone)
        try await eventually("it is told that there is no bus") { log.last?.connection == .offline }
    }

    @Test func aBusThatSaysNothingIsNotWaitedForEver() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mute-\(UUID().uuidString.prefix(8))")
        defer { try? FileManager.default.removeItem(at: folder) }
        // Accepts connections and never reads from them.
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: folder.path.utf8) }
        let isListening = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) } == 0
                && listen(listener, 8) == 0
        }
        #expect(isListening)
        var options = MPRISOptions(address: "unix:path=\(folder.path)")
        options.answerTime = .milliseconds(300)
        let source = MPRISSource(options: options)
        await #expect(throws: SourceError.unreachable(address: "the session bus", reason: "it does not answer")) {
            try await source.read(MPRISSource.countedZone)
        }
    }

    @Test func asksForThePositionWhenItIsLost() async throws {
        let bus = try PrivateBus()
        let player = await FakePlayer(bus, "one", Self.playing)
        let source = source(bus)
        let zone = ZoneID("mpris:one")
        let log = PushLog(source, zone)
        try await eventually("it is read") { log.last?.title == "One" }
        #expect(player.calls.count("Get Position") == 0)

        player.change(["Position": Wire("x", .int(7_000_000))], telling: false)
        player.change(["PlaybackStatus": .text("Paused")])
        try await eventually("a pause") { log.last?.status == .paused && log.last?.position??.seconds == 7 }
        player.change(["Position": Wire("x", .int(9_000_000))], telling: false)
        player.change(["PlaybackStatus": .text("Playing")])
        try await eventually("and its end") { log.last?.status == .playing && log.last?.position??.seconds == 9 }
        player.change(["Position": Wire("x", .int(1_000_000))], telling: false)
        player.change(Self.metadata("Two", id: "/t/2"))
        try await eventually("another track") { log.last?.title == "Two" && log.last?.position??.seconds == 1 }
        #expect(player.calls.count("Get Position") == 3)

        player.seek(to: 42_000_000)
        try await eventually("a jump") { log.last?.position??.seconds == 42 }
        player.change(["Volume": Wire("d", .double(0.25))])
        try await eventually("a volume") { log.last?.volumeValue == 25 }
        #expect(player.calls.count("Get Position") == 3)
        #expect(player.calls.count("GetAll") == 1)

        // A player may invalidate a property without sending its value.
        player.change(["Volume": Wire("d", .double(0.75))], telling: false)
        player.tell(invalid: ["Volume"])
        try await eventually("what it did not tell") { log.last?.volumeValue == 75 }
    }

    @Test func manyChangesAreToldAsOne() async throws {
        let bus = try PrivateBus()
        let player = await FakePlayer(bus, "one", Self.playing)
        let source = source(bus) { $0.mergingTime = .milliseconds(300) }
        let (log, counted) = (PushLog(source, ZoneID("mpris:one")), PushLog(source, MPRISSource.countedZone))
        try await eventually("it is read") { log.last != nil && counted.last != nil }
        player.burst((1...200).map { Self.metadata("\($0)", id: "/t/\($0)") })
        try await eventually("the newest wins") { log.last?.title == "200" && counted.last?.title == "200" }
        #expect(log.all.count < 10)
        #expect(counted.all.count < 10)
        // Many changes cause a few queries of the position.
        #expect(player.calls.count("Get Position") < 100)
    }

    /// A title is held back until its artist comes, and nothing else is.
    @Test func aTitleWaitsForItsArtist() async throws {
        let bus = try PrivateBus()
        let player = await FakePlayer(bus, "one", Self.playing)
        let source = source(bus) {
            $0.piecePatience = .seconds(3600)
            $0.learnedPiecePatience = .seconds(3600)
        }
        let (log, counted) = (PushLog(source, ZoneID("mpris:one")), PushLog(source, MPRISSource.countedZone))
        try await eventually("it is read") { log.last?.title == "One" && counted.last?.title == "One" }
        player.change(["PlaybackStatus": .text("Paused")])
        try await eventually("a pause") { log.last?.status == .paused && counted.last?.status == .paused }
        player.change(Self.whole("Two", "Somebody"))
        try await eventually("a track that comes whole") { log.last?.title == "Two" && counted.last?.title == "Two" }
        player.change(Self.metadata("three.flac", id: "/t/3"))
        try await eventually("a piece is known") { try await source.read(ZoneID("mpris:one")).title == "three.flac" }
        player.change(Self.whole("Three", "Nobody"))
        try await eventually("the rest of it") { log.last?.title == "Three" && counted.last?.title == "Three" }
        #expect(!log.all.contains { $0.title == "three.flac" } && !counted.all.contains { $0.title == "three.flac" })
    }

    private static func whole(_ title: String, _ artist: String) -> [String: Wire] {
        [
            "Metadata": .metadata([
                "mpris:trackid": Wire("o", .objectPath("/t/" + title)), "xesam:title": .text(title),
                "xesam:artist": Wire("as", .array([.string(artist)])),
            ])
        ]
    }

    @Test func whoHangsHoldsUpNobody() async throws {
        let bus = try PrivateBus()
        let (hanging, fine) = (await FakePlayer(bus, "hanging", manner: .never), await FakePlayer(bus, "fine", Self.playing))
        let source = source(bus) { $0.answerTime = .seconds(2) }
        let log = PushLog(source, ZoneID("mpris:hanging"))
        #expect(try await source.read(ZoneID("mpris:fine")).title == "One")
        #expect(try await source.read(MPRISSource.countedZone).title == "One")
        let reading = try await source.read(ZoneID("mpris:hanging"))
        #expect(reading.connection == .stale)
        #expect(reading.name == "hanging")
        try await eventually("it is told as well") { log.last?.connection == .stale }
        await #expect(throws: SourceError.unreachable(address: "hanging", reason: "no answer within 2 s, or it has ended")) {
            try await source.perform(.play, in: ZoneID("mpris:hanging"), showing: nil)
        }
        // The player responds again.
        hanging.behave(.promptly)
        hanging.change(Self.playing)
        try await eventually("it is read after all") {
            log.last?.connection == .live && log.last?.title == "One" && log.last?.volumeValue == 50
        }
        withExtendedLifetime(fine) {}
    }

    @Test func waitsForThoseWhoAreSlow() async throws {
        let bus = try PrivateBus()
        let player = await FakePlayer(bus, "slow", Self.playing, manner: .after(.milliseconds(600)))
        let source = source(bus) { $0.answerTime = .seconds(30) }
        #expect(try await source.read(ZoneID("mpris:slow")).title == "One")
        try await source.perform(.pause, in: ZoneID("mpris:slow"), showing: nil)
        try await eventually("it has paused") { try await source.read(ZoneID("mpris:slow")).status == .paused }
        #expect(player.calls.count("Pause") == 1)
    }

    @Test func metadataOfTenMegabytesIsCut() async throws {
        let bus = try PrivateBus()
        let title = String(repeating: "x", count: 10 << 20)
        let picture = [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 7, count: 6 << 20)
        let address = "data:image/jpeg;base64," + Data(picture).base64EncodedString()
        let player = await FakePlayer(
            bus, "large",
            [
                "PlaybackStatus": .text("Playing"),
                "Metadata": .metadata([
                    "xesam:title": .text(title), "mpris:artUrl": .text(address),
                    "x:bytes": Wire("ay", .array(Array(repeating: .int(1), count: 1 << 16))),
                    "x:many": Wire("as", .array(Array(repeating: .string("a"), count: 100_000))),
                ]),
            ])
        let source = source(bus) { $0.answerTime = .seconds(60) }
        let zone = ZoneID("mpris:large")
        let reading = try await source.read(zone)
        #expect(reading.title?.count == 4096)
        let artwork = try #require(reading.artwork.flatMap { $0 })
        #expect(artwork.key.count == 37)
        #expect(try await source.picture(of: artwork, in: zone, side: 100) == picture)
        let raw = try await source.metadata(of: zone)
        #expect(raw["xesam:title"]?.text?.count == 4096)
        #expect(raw["x:bytes"] == nil)
        #expect(raw["x:many"]?.texts.count == 256)

        // The next artwork is too large: the old one must be removed.
        let log = PushLog(source, zone)
        player.change([
            "Metadata": .metadata(["xesam:title": .text("B"), "mpris:artUrl": .text("data:," + String(repeating: "x", count: 44 << 20))])
        ])
        try await eventually("no cover") { log.last?.title == "B" }
        #expect(log.last?.artwork == .some(nil))
        #expect(try await source.picture(of: artwork, in: zone, side: 100) == nil)
    }

    @Test func wrongTypesHarmNobody() async throws {
        let bus = try PrivateBus()
        let odd = await FakePlayer(
            bus, "odd",
            [
                "Identity": Wire("i", .int(7)), "PlaybackStatus": Wire("i", .int(1)), "Metadata": .text("none"), "Volume": .text("loud"),
                "Position": .text("5000000"), "CanPlay": Wire("i", .int(0)), "Rate": Wire("aai", .array([.array([.int(1)])])),
            ])
        let source = source(bus)
        let zone = ZoneID("mpris:odd")
        let reading = try await source.read(zone)
        #expect(reading.name == "odd")
        #expect(reading.status == .unknown)
        #expect(reading.track == .some(nil))
        #expect(reading.volumeScale == .some(nil))
        #expect(reading.connection == .live)
        #expect(await source.refusal(of: .play, in: zone) == "odd has nothing that it can play")
        let log = PushLog(source, zone)
        for length in [Wire("i", .int(3_000_000)), Wire("t", .int(3_000_000)), Wire("d", .double(3e6)), Wire("u", .int(3_000_000))] {
            odd.change(["Metadata": .metadata(["xesam:title": .text(length.type), "mpris:length": length])])
            try await eventually("a length") { log.last?.track == .some(Track(title: length.type, length: 3)) }
        }
    }

    @Test func playersThatComeAndGo() async throws {
        let bus = try PrivateBus()
        let player = await FakePlayer(bus, "fickle", Self.playing)
        let source = source(bus)
        let (log, counted) = (PushLog(source, ZoneID("mpris:fickle")), PushLog(source, MPRISSource.countedZone))
        try await eventually("it is there") { log.last?.connection == .live }
        for _ in 0..<100 {
            await player.giveUp("fickle")
            await player.own("fickle")
        }
        await player.giveUp("fickle")
        try await eventually("it has gone") { log.last?.connection == .zoneMissing && counted.last?.track == .some(nil) }
        #expect(try await source.zones().map(\.id.rawValue) == ["mpris"])
        await player.own("fickle")
        try await eventually("it is back") { log.last?.connection == .live && log.last?.title == "One" && counted.last?.title == "One" }
        // The state equals the last reading, whatever came before.
        #expect(log.state?.connection.value == .live)
    }

    @Test func theCountedZoneGoesOnWithAnotherPlayer() async throws {
        let bus = try PrivateBus()
        let one = await FakePlayer(bus, "one", Self.playing)
        let two = await FakePlayer(bus, "two", ["PlaybackStatus": .text("Paused")].merging(Self.metadata("Two")) { $1 })
        let browser = await FakePlayer(
            bus, "firefox.instance_1_42", ["PlaybackStatus": .text("Playing")].merging(Self.metadata("Web")) { $1 })
        let ignored = await FakePlayer(bus, "kdeconnect.mpris_1", Self.playing)
        let source = source(bus) { $0.ignored = ["kdeconnect*"] }
        let log = PushLog(source, MPRISSource.countedZone)
        try await eventually("the application that plays") { log.last?.name == "Fake one" }
        #expect(try await source.zones().map(\.id.rawValue) == ["mpris", "mpris:firefox.instance_1_42", "mpris:one", "mpris:two"])
        two.change(["PlaybackStatus": .text("Playing")])
        try await eventually("the one that has changed last") { log.last?.name == "Fake two" && log.last?.title == "Two" }
        two.change(["PlaybackStatus": .text("Stopped")])
        try await eventually("the other one") { log.last?.name == "Fake one" }
        one.change(["PlaybackStatus": .text("Stopped")])
        try await eventually("the browser, which plays") { log.last?.name == "Fake firefox.instance_1_42" }
        try await source.perform(.playPause, in: MPRISSource.countedZone, showing: log.state)
        try await eventually("it has paused") { log.last?.status == .paused && browser.calls.count("Pause") == 1 }
        await browser.giveUp("firefox.instance_1_42")
        try await eventually("the one that was stopped last") { log.last?.name == "Fake one" && log.last?.status == .stopped }
        withExtendedLifetime(ignored) {}
    }

    @Test func nobodyTakesOverBetweenTwoTracks() async throws {
        let bus = try PrivateBus()
        let player = await FakePlayer(bus, "one", Self.playing)
        let other = await FakePlayer(bus, "two", ["PlaybackStatus": .text("Paused")].merging(Self.metadata("Other")) { $1 })
        let source = source(bus) { $0.stoppingTime = .seconds(60) }
        let log = PushLog(source, MPRISSource.countedZone)
        try await eventually("it plays") { log.last?.title == "One" }
        player.change(["PlaybackStatus": .text("Stopped")])
        try await eventually("it is between two tracks") { log.last?.status == .loading }
        player.change(["PlaybackStatus": .text("Playing")].merging(Self.metadata("Two", id: "/t/2")) { $1 })
        try await eventually("the next track") { log.last?.title == "Two" && log.last?.status == .playing }
        #expect(!log.all.contains { $0.title == "Other" || $0.status == .stopped })
        withExtendedLifetime(other) {}
    }

    @Test func oneConnectionIsOnePlayer() async throws {
        let bus = try PrivateBus()
        let player = await FakePlayer(bus, "vlc", Self.playing)
        await player.own("vlc.instance77")
        let other = await FakePlayer(bus, "vlc.instance88", Self.playing)
        let source = source(bus)
        #expect(try await source.zones().map(\.id.rawValue) == ["mpris", "mpris:vlc", "mpris:vlc.instance88"])
        // The other bus name remains valid.
        #expect(try await source.read(ZoneID("mpris:vlc.instance77")).title == "One")
        withExtendedLifetime(other) {}
    }

    @Test func aBusThatGoesAndComesBack() async throws {
        let bus = try PrivateBus()
        var player = await FakePlayer(bus, "one", Self.playing)
        let source = source(bus) { $0.reopening = .milliseconds(20) ... .milliseconds(100) }
        let log = PushLog(source, ZoneID("mpris:one"))
        try await eventually("it is there") { log.last?.connection == .live }
        for title in ["Again", "And again", "And once more"] {
            bus.stopDaemon()
            try await eventually("the bus is gone") { log.last?.connection == .offline }
            await #expect(throws: SourceError.self) { try await source.read(ZoneID("mpris:one")) }
            try bus.startDaemon()
            player = await FakePlayer(bus, "one", Self.metadata(title))
            try await eventually("all is back") { log.last?.connection == .live && log.last?.title == title }
        }
        withExtendedLifetime(player) {}
    }

    @Test func atRestItSleeps() async throws {
        let bus = try PrivateBus()
        let player = await FakePlayer(bus, "one", Self.playing)
        let source = source(bus)
        let log = PushLog(source, MPRISSource.countedZone)
        try await eventually("it is read") { log.last?.title == "One" }
        func turns() async throws -> Int { try await source.ask { watch, give in give(.success(watch.turns)) } }
        func deadline() async throws -> MonotonicTime? { try await source.ask { watch, give in give(.success(watch.turn().deadline)) } }
        // Only a message wakes the thread.
        try await eventually("only the check of a playing player is due") { try await deadline().map { $0 > .now + .seconds(5) } == true }
        player.change(["PlaybackStatus": .text("Paused")])
        try await eventually("nothing is due") { try await deadline() == nil }
        let before = try await turns()
        // Each query is one wake-up.
        for count in 1...50 { #expect(try await turns() == before + count) }
        withExtendedLifetime(player) {}
    }

    @Test func picturesComeFromFilesAndTheWeb() async throws {
        let bus = try PrivateBus()
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
        let file = bus.folder.appending(path: "a cover.png")
        try Data(png).write(to: file)
        try Data("<svg/>".utf8).write(to: bus.folder.appending(path: "cover.svg"))
        let player = await FakePlayer(bus, "one", Self.playing)
        let source = source(bus)
        let zone = ZoneID("mpris:one")
        let log = PushLog(source, zone)
        let folder = "file://\(bus.folder.path)/"
        let web = try bus.startWebServer()
        let drawing = Array("<svg/>".utf8)
        // The decoder judges the format.
        let rows: [(String, Result<[UInt8]?, SourceError>)] = [
            (web + "a%20cover.png", .success(png)), (web + "cover.svg", .success(drawing)),
            (web + "none.png", .failure(.badPicture("the server answers with status 404"))),
            (folder + "a%20cover.png", .success(png)), (folder + "cover.svg", .success(drawing)), (folder + "none.png", .success(nil)),
            (folder.dropLast() + "", .failure(.badPicture("it is no regular file"))),
        ]
        for (row, (address, expected)) in rows.enumerated() {
            player.change(["Metadata": .metadata(["xesam:title": .text("row \(row)"), "mpris:artUrl": .text(address)])])
            try await eventually("the track with \(address)") { log.last?.title == "row \(row)" }
            let artwork = try #require(log.last?.artwork.flatMap { $0 })
            for zone in [zone, MPRISSource.countedZone] {
                #expect(await source.found(artwork, in: zone) == expected, "\(address)")
            }
        }
        player.change(["Metadata": .metadata(["xesam:title": .text("web"), "mpris:artUrl": .text("http://127.0.0.1:1/a.png")])])
        try await eventually("a cover of the web") { log.last?.title == "web" }
        let artwork = try #require(log.last?.artwork.flatMap { $0 })
        #expect(artwork.location == "http://127.0.0.1:1/a.png")
        await #expect(throws: SourceError.self) { try await source.picture(of: artwork, in: zone, side: 64) }
    }

    @Test func controlsReachThePlayer() async throws {
        let bus = try PrivateBus()
        let player = await FakePlayer(bus, "one", Self.playing)
        let source = source(bus)
        let zone = ZoneID("mpris:one")
        let log = PushLog(source, zone)
        try await eventually("it is read") { log.last != nil }
        for control in [.next, .previous, .stop, .seek(.by(-10)), .seek(.to(60)), .volume(.to(30)), .volume(.by(5)), .mute]
            as [PlaybackControl]
        {
            try await source.perform(control, in: zone, showing: nil)
        }
        #expect(
            player.calls.all.filter { !$0.hasPrefix("Get") } == [
                "Next", "Previous", "Stop", "Seek -10000000.0", "SetPosition /t/1 60000000.0", "Set Volume 0.3", "Set Volume 0.35",
                "Set Volume 0.0",
            ])
        try await eventually("it is muted") { log.last?.isMuted == true && log.last?.volumeValue == 35 }
        try await source.perform(.mute, in: zone, showing: nil)
        try await eventually("and heard again") { log.last?.isMuted == false && log.last?.volumeValue == 35 }
        player.change(["CanGoNext": Wire("b", .bool(false)), "CanSeek": Wire("b", .bool(false))])
        try await eventually("it cannot") { await source.refusal(of: .next, in: zone) == "Fake one has no next track" }
        await #expect(throws: SourceError.refused("Fake one cannot seek in what it plays")) {
            try await source.perform(.seek(.by(1)), in: zone, showing: nil)
        }
    }

    /// mpv takes back the end of its random order, and does not signal it.
    @Test func aValueThatIsTakenBackIsShown() async throws {
        let bus = try PrivateBus()
        let random = ["Shuffle": Wire("b", .bool(true))]
        let player = await FakePlayer(bus, "one", Self.playing.merging(random) { $1 })
        let source = source(bus)
        let zone = ZoneID("mpris:one")
        let log = PushLog(source, zone)
        func isShuffled() -> Bool? { if case .flag(let flag)? = log.last?.metadata?["shuffle"] { flag } else { nil } }
        try await eventually("random order") { isShuffled() == true }
        try await eventually("random order again") {
            // Once more, because the player is asked only for some seconds, which a busy machine may exceed.
            try await source.perform(.shuffle(false), in: zone, showing: nil)
            try await eventually("the order of the tracks") { isShuffled() == false }
            player.change(random, telling: false)
            let end = ContinuousClock.now + .seconds(8)
            while isShuffled() == false, .now < end { try await Task.sleep(for: .milliseconds(20)) }
            return isShuffled() == true
        }
    }

    @Test func whoeverListensIsToldOfTheEnd() async throws {
        let bus = try PrivateBus()
        var source: MPRISSource? = source(bus)
        let pushes = try #require(source?.pushes(of: MPRISSource.countedZone))
        source = nil
        for await _ in pushes {}
    }
}
