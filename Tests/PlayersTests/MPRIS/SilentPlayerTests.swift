import Foundation
import SubdialBasics
import SubdialPlayback
import SubdialTestSupport
import Testing

@testable import SubdialDesktopSupport
@testable import SubdialPlayers

/// Players that do not signal what changes: mpDris2 with `mpc repeat`, cmus with repeat, and players without any signal.
@Suite(.enabled(if: Tool.has("dbus-daemon"), "needs dbus-daemon")) struct SilentPlayerTests {
    private static let zone = ZoneID("mpris:one")

    private static func track(_ title: String, length: Int64 = 100_000_000) -> [String: Wire] {
        [
            "Metadata": .metadata([
                "xesam:title": .text(title), "mpris:trackid": Wire("o", .objectPath("/t/1")), "mpris:length": Wire("x", .int(length)),
            ])
        ]
    }

    private static func playing(_ title: String, at seconds: Double = 5) -> [String: Wire] {
        track(title).merging(["PlaybackStatus": .text("Playing"), "Position": Wire("x", .int(Int64(saturating: seconds * 1e6)))]) { $1 }
    }

    private static func source(_ bus: PrivateBus, _ change: (inout MPRISOptions) -> Void = { _ in }) -> MPRISSource {
        var options = MPRISOptions(address: bus.address)
        options.checkInterval = .seconds(3600)
        change(&options)
        return MPRISSource(options: options)
    }

    @Test func aQueryReadsAnewWhatIsOld() async throws {
        let bus = try PrivateBus()
        let player = await FakePlayer(bus, "one", Self.playing("A"))
        let source = Self.source(bus) { $0.readingAge = .zero }
        #expect(try await source.read(Self.zone).track??.title == "A")
        player.change(Self.track("B"), telling: false)
        #expect(try await source.read(Self.zone).track??.title == "B")
        player.change(Self.track("C"), telling: false)
        #expect(try await source.metadata(of: Self.zone)["xesam:title"] == .string("C"))
        player.change(["PlaybackStatus": .text("Paused")], telling: false)
        #expect(try await source.zones().map(\.status) == [.paused, .paused])
    }

    /// A bar with many requests asks a player once a second.
    @Test func whatIsNewIsNotReadAgain() async throws {
        let bus = try PrivateBus()
        let player = await FakePlayer(bus, "one", Self.playing("A"))
        let source = Self.source(bus) { $0.readingAge = .seconds(3600) }
        for _ in 0..<5 { #expect(try await source.read(Self.zone).track??.title == "A") }
        #expect(player.calls.count("GetAll") == 1)
    }

    /// A player that hangs gives its last reading after a moment.
    @Test func whoHangsIsNotWaitedFor() async throws {
        let bus = try PrivateBus()
        let player = await FakePlayer(bus, "one", Self.playing("A"))
        let source = Self.source(bus) {
            ($0.readingAge, $0.readingPatience, $0.answerTime) = (.zero, .milliseconds(50), .seconds(3600))
        }
        #expect(try await source.read(Self.zone).track??.title == "A")
        player.behave(.never)
        #expect(try await source.read(Self.zone).track??.title == "A")
        #expect(try await source.zones().count == 2)
    }

    @Test func aToggleInvertsWhatThePlayerDoes() async throws {
        let bus = try PrivateBus()
        let player = await FakePlayer(bus, "one", Self.playing("A"))
        let source = Self.source(bus) { $0.readingAge = .zero }
        var shown = PlaybackState(zone: Self.zone, name: nil)
        shown.merge(try await source.read(Self.zone))
        // It pauses by itself, and the display does not know.
        player.change(["PlaybackStatus": .text("Paused")], telling: false)
        try await source.perform(.playPause, in: Self.zone, showing: shown)
        #expect(player.calls.all.filter { !$0.hasPrefix("Get") } == ["Play"])
    }

    /// A player that is slow to pause still reports that it plays when the second click of a double click comes.
    @Test func aSecondClickInvertsTheFirst() async throws {
        let bus = try PrivateBus()
        let player = await FakePlayer(bus, "one", Self.playing("A"))
        let source = Self.source(bus) { ($0.readingAge, $0.settlingTimeOfControls) = (.zero, .seconds(3600)) }
        player.react(to: "Pause", with: ["PlaybackStatus": .text("Paused")], after: .seconds(3600))
        var shown = PlaybackState(zone: Self.zone, name: nil)
        shown.merge(try await source.read(Self.zone))
        try await source.perform(.playPause, in: Self.zone, showing: shown)
        let expected = try #require(shown.expected(from: .playPause, at: .now))
        shown.merge(expected)
        try await source.perform(.playPause, in: Self.zone, showing: shown)
        #expect(player.calls.all.filter { !$0.hasPrefix("Get") } == ["Pause", "Play"])
    }

    /// A command is followed by readings: some players carry it out later, and signal nothing.
    @Test(arguments: [Duration.zero, .milliseconds(700)]) func aCommandIsFollowed(_ delay: Duration) async throws {
        let bus = try PrivateBus()
        let player = await FakePlayer(bus, "one", Self.playing("A", at: 60))
        let source = Self.source(bus)
        let log = PushLog(source, Self.zone)
        try await eventually("it is read") { log.last?.position??.seconds == 60 }
        player.react(to: "Previous", with: ["Position": Wire("x", .int(0))], after: delay)
        try await source.perform(.previous, in: Self.zone, showing: nil)
        try await eventually("the start of the track") { log.last?.position??.seconds == 0 }
        player.react(to: "Next", with: Self.track("B"), after: delay)
        try await source.perform(.next, in: Self.zone, showing: nil)
        try await eventually("the next track") { log.last?.track??.title == "B" }
    }

    /// A track that is repeated: the same metadata again, and the position without a signal.
    @Test func theSameMetadataAgainAreATrackThatStartsAnew() async throws {
        let bus = try PrivateBus()
        let player = await FakePlayer(bus, "one", Self.playing("A", at: 60))
        let source = Self.source(bus)
        let log = PushLog(source, Self.zone)
        try await eventually("it is read") { log.last?.position??.seconds == 60 }
        player.change(["Position": Wire("x", .int(0))], telling: false)
        player.change(Self.track("A"))
        try await eventually("the start of the track") { log.last?.position??.seconds == 0 }
    }

    @Test func theEndOfATrackIsReadAnew() async throws {
        let bus = try PrivateBus()
        let player = await FakePlayer(bus, "one", Self.playing("A", at: 99.5))
        // Only the end causes readings, however slow the machine is.
        let source = Self.source(bus) { $0.readingAge = .seconds(600) }
        let log = PushLog(source, Self.zone)
        try await eventually("it is read") { log.last?.track??.title == "A" }
        player.change(Self.playing("B", at: 0.3), telling: false)
        try await eventually("the next track") { log.last?.track??.title == "B" }
        // The length is wrong: the position beyond it causes no further readings.
        player.change(Self.playing("B", at: 200))
        try await eventually("beyond the end") { log.last?.position??.seconds == 200 }
        let count = player.calls.count("GetAll")
        for _ in 0..<5 { #expect(try await source.read(Self.zone).track??.title == "B") }
        #expect(player.calls.count("GetAll") <= count + 1)
    }

    @Test func aPlayingPlayerIsReadInAnInterval() async throws {
        let bus = try PrivateBus()
        let player = await FakePlayer(bus, "one", Self.playing("A"))
        let source = Self.source(bus) { $0.checkInterval = .milliseconds(100) }
        let log = PushLog(source, MPRISSource.countedZone)
        try await eventually("it is read") { log.last?.track??.title == "A" }
        player.change(Self.track("B"), telling: false)
        try await eventually("another track") { log.last?.track??.title == "B" }
        player.change(["PlaybackStatus": .text("Paused")], telling: false)
        try await eventually("it pauses") { log.last?.status == .paused }
        // A paused player is not read.
        func deadline() async throws -> MonotonicTime? { try await source.ask { watch, give in give(.success(watch.turn().deadline)) } }
        try await eventually("nothing is due") { try await deadline() == nil }
    }

    /// Without subscribers nothing is read.
    @Test func nobodyIsAskedForNobody() async throws {
        let bus = try PrivateBus()
        let player = await FakePlayer(bus, "one", Self.playing("A"))
        let source = Self.source(bus) { $0.checkInterval = .milliseconds(1) }
        #expect(try await source.read(Self.zone).track??.title == "A")
        let deadline: MonotonicTime? = try await source.ask { watch, give in give(.success(watch.turn().deadline)) }
        #expect(deadline == nil)
        withExtendedLifetime(player) {}
    }

    /// An internet radio with one id for all songs, whose player reports no position.
    @Test func anotherTitleStartsAtZeroIfNoPositionIsReported() throws {
        var player = MPRISPlayer(name: "one", owner: ":1.1")
        func metadata(_ title: String) -> [String: DBusValue] {
            ["Metadata": .dict(["xesam:title": .string(title), "mpris:trackid": .objectPath("/t/1")])]
        }
        _ = player.apply(metadata("A").merging(["PlaybackStatus": .string("Playing")]) { $1 }, at: SteadyDate(seconds: 0))
        player.apply(position: .int(60_000_000), at: SteadyDate(seconds: 0))
        _ = player.apply(metadata("B"), at: SteadyDate(seconds: 1))
        // Until the player has answered, the estimate stays.
        #expect(
            player.reading(of: Self.zone, Stamp(SteadyDate(seconds: 1), .push)).position??.seconds(
                at: SteadyDate(seconds: 1), running: true) == 61)
        player.hasNoPosition(at: SteadyDate(seconds: 1))
        #expect(player.reading(of: Self.zone, Stamp(SteadyDate(seconds: 1), .push)).position??.seconds == 0)
        player.apply(position: .int(5_000_000), at: SteadyDate(seconds: 2))
        player.hasNoPosition(at: SteadyDate(seconds: 3))
        #expect(player.reading(of: Self.zone, Stamp(SteadyDate(seconds: 3), .push)).position??.seconds == 5)
    }

    /// Firefox and Plasma's browser integration show one page: the richer of both is listed.
    @Test(arguments: [true, false]) func aPageOfABrowserIsOneZone(_ isIntegrationRich: Bool) async throws {
        let bus = try PrivateBus()
        let process = ["kde:pid": Wire("i", .int(Int64(getpid())))]
        let rich = ["xesam:title": Wire.text("Video"), "xesam:artist": .text("Someone"), "mpris:length": Wire("x", .int(60_000_000))]
        let poor = ["xesam:title": Wire.text("Video")]
        let integration = (isIntegrationRich ? rich : poor).merging(process) { $1 }
        let native = await FakePlayer(
            bus, "firefox.instance_1_42", ["PlaybackStatus": .text("Playing"), "Metadata": .metadata(isIntegrationRich ? poor : rich)])
        let plasma = await FakePlayer(
            bus, "plasma-browser-integration", ["PlaybackStatus": .text("Playing"), "Metadata": .metadata(integration)])
        let source = Self.source(bus)
        let expected = isIntegrationRich ? "mpris:plasma-browser-integration" : "mpris:firefox.instance_1_42"
        try await eventually("one zone") { try await source.zones().map(\.id.rawValue) == ["mpris", expected] }
        // Whichever signals last, the zone of the active player shows the richer one.
        for player in [native, plasma] {
            player.change(["Volume": Wire("d", .double(0.4))])
            #expect(try await source.read(MPRISSource.countedZone).track??.artist == "Someone")
        }
        // Who excludes the integration gets the browser's own.
        let own = Self.source(bus) { $0.ignored = ["plasma-browser-integration"] }
        #expect(try await own.zones().map(\.id.rawValue) == ["mpris", "mpris:firefox.instance_1_42"])
    }

    /// From 130 % a step counts from there.
    @Test func aStepFromBeyondTheMaximumCountsFromThere() async throws {
        let bus = try PrivateBus()
        let player = await FakePlayer(bus, "one", Self.playing("A").merging(["Volume": Wire("d", .double(1.3))]) { $1 })
        let source = Self.source(bus)
        try await source.perform(.volume(.by(-1)), in: Self.zone, showing: nil)
        try await source.perform(.volume(.by(5)), in: Self.zone, showing: nil)
        #expect(player.calls.all.filter { $0.hasPrefix("Set ") } == ["Set Volume 1.29", "Set Volume 1.29"])
    }
}
