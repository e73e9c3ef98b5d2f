import FoundationEssentials
import SubdialBasics
import SubdialPlayback
import Testing

@testable import SubdialPlayers

@Suite struct MPRISPlayerTests {
    static let start = SteadyDate(seconds: 1000)

    static func track(_ id: String, length: Int64 = 200_000_000) -> DBusValue {
        .dict(["mpris:trackid": .objectPath(id), "xesam:title": .string("T\(id)"), "mpris:length": .int(length)])
    }

    static func player(_ properties: [String: DBusValue] = [:]) -> MPRISPlayer {
        var player = MPRISPlayer(name: "test", owner: ":1.7")
        player.isRead = true
        let all: [String: DBusValue] = ["PlaybackStatus": .string("Playing"), "Metadata": track("/1"), "Volume": .double(0.5)]
        _ = player.apply(all.merging(properties) { $1 }, at: start)
        player.apply(position: .int(10_000_000), at: start)
        return player
    }

    @Test func aPauseHoldsThePosition() {
        var player = Self.player()
        let effect = player.apply(["PlaybackStatus": .string("Paused")], at: Self.start + 5)
        #expect(effect == [.mayCount, .losesPosition])
        #expect(player.position == PlaybackPosition(seconds: 15, time: Self.start + 5))
        _ = player.apply(["PlaybackStatus": .string("Playing")], at: Self.start + 60)
        #expect(player.position == PlaybackPosition(seconds: 15, time: Self.start + 60))
    }

    @Test func anotherTrackBeginsAtItsStart() {
        var player = Self.player()
        let now = Self.start + 5
        let effect = player.apply(["Metadata": Self.track("/2")], at: now)
        #expect(effect.contains(.losesPosition))
        #expect(player.position == PlaybackPosition(seconds: 0, time: now))
        let again = player.apply(["Metadata": Self.track("/2")], at: now)
        #expect(again == [])
    }

    @Test func betweenTwoTracksNothingHasStopped() {
        var player = Self.player()
        let now = Self.start + 5
        _ = player.apply(["PlaybackStatus": .string("Stopped")], at: now)
        _ = player.apply(["PlaybackStatus": .string("Stopped")], at: now)
        #expect(player.status == .loading)
        #expect(player.position?.seconds == 15)
        var other = player
        _ = other.apply(["PlaybackStatus": .string("Playing"), "Metadata": Self.track("/2")], at: now)
        #expect(other.status == .playing)
        other.hasStopped(at: now)
        #expect(other.status == .playing)
        player.hasStopped(at: now)
        #expect(player.status == .stopped)
        #expect(player.position?.seconds == 0)
        // A pause has no automatic transition to loading.
        _ = player.apply(["PlaybackStatus": .string("Paused")], at: now)
        _ = player.apply(["PlaybackStatus": .string("Stopped")], at: now)
        #expect(player.status == .stopped)
    }

    @Test func lateTagsMoveNothing() {
        var player = Self.player()
        let now = Self.start + 5
        let effect = player.apply(
            ["Metadata": .dict(["mpris:trackid": .objectPath("/1"), "xesam:title": .string("Better"), "mpris:length": .int(1)])], at: now)
        #expect(effect.contains(.mayCount))
        #expect(player.position?.seconds(at: now, running: true) == 15)
    }

    @Test func aRateCountsFromWhereItBegan() {
        var player = Self.player()
        let effect = player.apply(["Rate": .double(2)], at: Self.start + 5)
        #expect(effect == .losesPosition)
        #expect(player.position == PlaybackPosition(seconds: 15, time: Self.start + 5, rate: 2))
        _ = player.apply(["Rate": .double(-1)], at: Self.start + 5)
        #expect(player.position?.rate == 1)
    }

    @Test(
        arguments: [
            (.int(5_000_000), 5), (.double(5e6), 5), (.string("5000000"), 5), (.int(-5), 0), (.array([]), nil), (nil, nil),
        ] as [(DBusValue?, Double?)])
    func takesAPositionOfAnyType(_ value: DBusValue?, _ seconds: Double?) {
        var player = Self.player()
        player.apply(position: value, at: Self.start)
        #expect(player.position?.seconds == seconds)
    }

    @Test(
        arguments: [
            ["PlaybackStatus": .int(3), "Metadata": .string("none"), "Volume": .string("loud"), "Rate": .array([]), "CanSeek": .double(1)],
            ["PlaybackStatus": .string("Dancing"), "Metadata": .array([.int(1)]), "Volume": .double(.nan)],
        ] as [[String: DBusValue]])
    func surviveWrongTypes(_ news: [String: DBusValue]) {
        var player = MPRISPlayer(name: "odd.instance7", owner: ":1.1")
        _ = player.apply(news, at: Self.start)
        let reading = player.reading(of: player.zone, Stamp(Self.start, .push))
        #expect(reading.status == .unknown)
        #expect(reading.track == .some(nil))
        #expect(reading.volumeScale == .some(nil))
        #expect(reading.name == "odd")
        #expect(reading.zone.rawValue == "mpris:odd.instance7")
    }

    struct Control: CustomTestStringConvertible, Sendable {
        let control: PlaybackControl
        var properties: [String: DBusValue] = [:]
        /// nil if the control is refused.
        let command: MPRISCommand?
        var testDescription: String { "\(control) with \(properties.keys.sorted())" }
    }

    @Test(arguments: [
        Control(control: .play, command: .method("Play")),
        Control(control: .play, properties: ["CanPlay": .bool(false)], command: nil),
        Control(control: .pause, command: .method("Pause")),
        Control(control: .pause, properties: ["CanPause": .bool(false)], command: nil),
        Control(control: .playPause, command: .method("Pause")),
        Control(control: .playPause, properties: ["PlaybackStatus": .string("Paused")], command: .method("Play")),
        Control(control: .playPause, properties: ["CanPause": .bool(false)], command: nil),
        Control(control: .playPause, properties: ["CanPlay": .bool(false)], command: .method("Pause")),
        Control(control: .next, command: .method("Next")),
        Control(control: .next, properties: ["CanGoNext": .bool(false)], command: nil),
        Control(control: .previous, command: .method("Previous")),
        Control(control: .previous, properties: ["CanGoPrevious": .bool(false)], command: nil),
        Control(control: .stop, command: .method("Stop")),
        Control(control: .stop, properties: ["CanControl": .bool(false)], command: nil),
        Control(control: .volume(.to(30)), command: .volume(0.3, muting: false)),
        Control(control: .volume(.by(5)), command: .volume(0.55, muting: false)),
        Control(control: .volume(.by(500)), command: .volume(1, muting: false)),
        Control(control: .volume(.by(-500)), command: .volume(0, muting: false)),
        Control(control: .volume(.to(.nan)), command: nil),
        Control(control: .volume(.to(30)), properties: ["Volume": .string("")], command: .volume(0.3, muting: false)),
        Control(control: .volume(.to(150)), command: .volume(1.5, muting: false)),
        Control(control: .volume(.to(1000)), command: nil),
        Control(control: .volume(.by(1000)), command: .volume(1, muting: false)),
        Control(control: .volume(.by(5)), properties: ["Volume": .double(1.3)], command: .volume(1.3, muting: false)),
        Control(control: .mute, command: .volume(0, muting: true)),
        Control(control: .mute(true), command: .volume(0, muting: true)),
        Control(control: .mute(false), command: .volume(0.5, muting: false)),
        Control(control: .loop(.track), properties: ["LoopStatus": .string("None")], command: .loop(.track)),
        Control(control: .loop(.track), command: nil),
        Control(control: .nextLoop, properties: ["LoopStatus": .string("None")], command: .loop(.playlist)),
        Control(control: .nextLoop, properties: ["LoopStatus": .string("Playlist")], command: .loop(.track)),
        Control(control: .nextLoop, properties: ["LoopStatus": .string("Track")], command: .loop(.none)),
        Control(control: .nextLoop, properties: ["LoopStatus": .string("")], command: nil),
        Control(control: .nextLoop, command: nil),
        Control(control: .consume(.on), command: nil),
        Control(control: .single(nil), command: nil),
        Control(control: .shuffle(true), properties: ["Shuffle": .bool(true)], command: .shuffle(true)),
        Control(control: .shuffle(nil), properties: ["Shuffle": .bool(true)], command: .shuffle(false)),
        Control(control: .shuffle(nil), properties: ["Shuffle": .bool(false)], command: .shuffle(true)),
        Control(control: .shuffle(nil), command: nil),
        Control(control: .open("file:///a"), command: .open("file:///a")),
        Control(control: .open("file:///a"), properties: ["CanControl": .bool(false)], command: nil),
        Control(control: .seek(.by(-7.5)), command: .seek(-7.5)),
        Control(control: .seek(.by(.infinity)), command: nil),
        Control(control: .seek(.to(60)), command: .position("/1", 60)),
        Control(control: .seek(.to(999)), command: .position("/1", 200)),
        Control(control: .seek(.to(-1)), command: .position("/1", 0)),
        Control(control: .seek(.to(60)), properties: ["CanSeek": .bool(false)], command: nil),
        Control(
            control: .seek(.to(60)), properties: ["Metadata": .dict(["mpris:trackid": .string("spotify:track:1")])], command: .seek(49)),
    ])
    func saysItInThePlayersWords(_ row: Control) {
        // A volume of a wrong type leaves the previous one; all other expectations are in the row.
        var player = Self.player()
        _ = player.apply(row.properties, at: Self.start)
        player.apply(position: .int(10_000_000), at: Self.start)
        let outcome = Result { try player.command(for: row.control, showing: nil, at: Self.start + 1) }
        switch outcome {
        case .success(let command): #expect(command == row.command)
        case .failure(let error):
            #expect(row.command == nil)
            guard case .refused(let reason)? = error as? SourceError else {
                Issue.record("\(error) is no refusal")
                return
            }
            #expect(!reason.isEmpty)
        }
    }

    @Test func whatTheUserSeesDecides() throws {
        let player = Self.player()
        var shown = PlaybackState(zone: player.zone)
        var reading = Reading(zone: player.zone, stamp: Stamp(Self.start, .control))
        reading.status = .paused
        shown.merge(reading)
        #expect(try player.command(for: .playPause, showing: shown, at: Self.start) == .method("Play"))
    }

    @Test func muteComesBackToTheVolume() throws {
        var player = Self.player()
        player.willSet(volume: 0, muting: true)
        #expect(player.volumeValue == 50)
        #expect(player.mutedVolume == 0.5)
        // A volume that it reports before it has applied the change.
        _ = player.apply(["Volume": .double(0.5)], at: Self.start)
        #expect(player.mutedVolume == 0.5)
        #expect(player.awaitsLastVolume)
        player.hasSetVolume()
        _ = player.apply(["Volume": .double(0)], at: Self.start)
        #expect(player.mutedVolume == 0.5)
        #expect(try player.command(for: .mute, showing: nil, at: Self.start) == .volume(0.5, muting: false))
        #expect(try player.command(for: .volume(.by(10)), showing: nil, at: Self.start) == .volume(0.6, muting: false))
        // Another program raises the volume.
        _ = player.apply(["Volume": .double(0.2)], at: Self.start)
        #expect(player.mutedVolume == nil)
        #expect(player.volumeValue == 20)
        // Another program mutes the player.
        _ = player.apply(["Volume": .double(0)], at: Self.start)
        #expect(try player.command(for: .mute, showing: nil, at: Self.start) == .volume(0.2, muting: false))
    }

    /// A signal about an earlier volume may follow the reply to a mute: the mute and the volume to restore are kept.
    @Test func aLateSignalDoesNotEndAMute() throws {
        var player = Self.player()
        player.willSet(volume: 0.4, muting: false)
        player.hasSetVolume()
        player.willSet(volume: 0, muting: true)
        _ = player.apply(["Volume": .double(0.5)], at: Self.start)
        #expect(player.mutedVolume == 0.4)
        player.hasSetVolume()
        _ = player.apply(["Volume": .double(0.4)], at: Self.start)
        _ = player.apply(["Volume": .double(0)], at: Self.start)
        #expect(player.mutedVolume == 0.4)
        // A volume that was set to 0 is not a mute.
        player.willSet(volume: 0, muting: false)
        player.hasSetVolume()
        _ = player.apply(["Volume": .double(0)], at: Self.start)
        #expect(player.mutedVolume == nil)
    }

    @Test func aVolumeThatWasNeverHeardIsNotGuessed() {
        var player = MPRISPlayer(name: "test", owner: ":1.7")
        player.isRead = true
        _ = player.apply(["Volume": .double(0)], at: Self.start)
        #expect(player.refusal(of: .mute) == "the volume of test is 0, and none is known to go back to")
        #expect(player.refusal(of: .volume(.by(1))) == nil)
    }

    @Test func clicksAddUpBeforeThePlayerHasObeyed() throws {
        var player = Self.player()
        for _ in 0..<3 {
            let command = try player.command(for: .volume(.by(5)), showing: nil, at: Self.start)
            let (volume, muting) = try #require(command.volumeAndMuting)
            player.willSet(volume: volume, muting: muting)
        }
        #expect(player.volumeValue == 65)
        _ = player.apply(["Volume": .double(0.55)], at: Self.start)
        #expect(player.volumeValue == 65)
        let areLast = (0..<3).map { _ in
            defer { player.hasSetVolume() }
            return player.awaitsLastVolume
        }
        #expect(areLast == [false, false, true])
    }

    /// A length is a number that expressions can compute with, or it is missing.
    @Test(
        arguments: [
            (.int(149_000_000), 149_000_000), (.string("149000000"), 149_000_000), (.double(149_000_000.4), 149_000_000),
            (.string("1.5e6"), 1_500_000), (.uint(.max), nil), (.int(.max), nil), (.int(.min), nil), (.int(-1), nil), (.int(0), nil),
            (.double(.nan), nil), (.string("-1"), nil), (.string("long"), nil), (.string(""), nil), (.bool(true), nil),
        ] as [(DBusValue, Int64?)])
    func givesOutALengthThatIsOne(_ sent: DBusValue, _ length: Int64?) {
        var player = Self.player()
        _ = player.apply(["Metadata": .dict(["xesam:title": .string("A"), "mpris:length": sent])], at: Self.start)
        #expect(player.facts["mpris:length"] == length.map { .int($0) })
        #expect(player.reading(of: player.zone, Stamp(Self.start, .push)).metadata?["mpris:length"] == length.map { .integer($0) })
    }

    @Test func givesOutWhatPlayerctlKnows() {
        var player = Self.player(["LoopStatus": .string("Track"), "Shuffle": .bool(true)])
        player.identity = "A Player"
        _ = player.apply(
            ["Metadata": .dict(["xesam:genre": .array([.string("Jazz")]), "xesam:tracknumber": .string("04")])], at: Self.start)
        #expect(
            player.facts == [
                "xesam:genre": .array([.string("Jazz")]), "xesam:tracknumber": .string("04"), "xesam:trackNumber": .int(4),
                "playerName": .string("test"), "playerInstance": .string("test"), "identity": .string("A Player"),
                "status": .string("Playing"), "loop": .string("Track"), "shuffle": .bool(true), "volume": .double(0.5),
            ])
    }
}

extension MPRISCommand {
    /// The volume to set, and whether that is a mute; nil for other commands.
    fileprivate var volumeAndMuting: (Double, Bool)? {
        if case .volume(let volume, let muting) = self { (volume, muting) } else { nil }
    }
}
