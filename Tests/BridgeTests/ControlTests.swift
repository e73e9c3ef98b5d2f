import FoundationEssentials
import SubdialBasics
import SubdialPlayback
import Testing

@testable import SubdialBridge

/// The requests for each control, for each source of zones and each bridge.
@Suite struct ControlTests {
    private static let newer = FakeBridge.newer

    private static func shown(_ status: PlaybackStatus) -> PlaybackState {
        var state = PlaybackState(zone: ZoneID("roon:1"))
        var reading = Reading(zone: state.zone, stamp: Stamp(.now, .poll))
        reading.status = status
        state.merge(reading)
        return state
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var zone = "roon:1"
        var status: String?
        var isPlaying = true
        var control: PlaybackControl
        var shown: PlaybackStatus?
        var actions: [String]
        var testDescription: String {
            "\(control) of \(zone) \(isPlaying ? "playing" : "paused") shown as \(shown.map { "\($0)" } ?? "nothing")"
        }
    }

    static let cases = [
        Case(control: .play, actions: ["play"]),
        Case(control: .pause, actions: ["pause"]),
        Case(control: .stop, actions: ["stop"]),
        Case(control: .next, actions: ["next"]),
        Case(control: .previous, actions: ["previous"]),
        // Inverts the displayed status, if it is known and the zone supports both commands.
        Case(control: .playPause, actions: ["pause"]),
        Case(isPlaying: false, control: .playPause, actions: ["play"]),
        Case(control: .playPause, shown: .playing, actions: ["pause"]),
        Case(control: .playPause, shown: .loading, actions: ["pause"]),
        Case(control: .playPause, shown: .paused, actions: ["play"]),
        Case(control: .playPause, shown: .stopped, actions: ["play"]),
        Case(control: .playPause, shown: .unknown, actions: ["pause"]),
        // The older bridge supports only a toggle for Roon.
        Case(status: FakeBridge.node, isPlaying: true, control: .play, actions: []),
        Case(status: FakeBridge.node, isPlaying: false, control: .play, actions: ["play_pause"]),
        Case(status: FakeBridge.node, isPlaying: true, control: .pause, actions: ["play_pause"]),
        Case(status: FakeBridge.node, isPlaying: false, control: .pause, actions: []),
        Case(status: FakeBridge.node, control: .playPause, shown: .playing, actions: ["play_pause"]),
        // What the user sees is older than what the zone does: the wish is fulfilled already.
        Case(status: FakeBridge.node, isPlaying: false, control: .playPause, shown: .playing, actions: []),
        Case(status: FakeBridge.node, isPlaying: true, control: .playPause, shown: .paused, actions: []),
        Case(status: FakeBridge.node, isPlaying: false, control: .playPause, actions: ["play_pause"]),
        Case(status: FakeBridge.node, control: .previous, actions: ["previous"]),
        Case(zone: "lms:aa:bb", status: FakeBridge.node, control: .play, actions: ["play"]),
        Case(zone: "lms:aa:bb", status: FakeBridge.node, control: .stop, actions: ["stop"]),
        Case(zone: "lms:aa:bb", status: FakeBridge.node, isPlaying: false, control: .pause, actions: ["pause"]),
        // For LMS zones of the newer bridge, "pause" is a toggle.
        Case(zone: "lms:aa:bb", isPlaying: true, control: .pause, actions: ["pause"]),
        Case(zone: "lms:aa:bb", isPlaying: false, control: .pause, actions: []),
        Case(zone: "lms:aa:bb", isPlaying: false, control: .play, actions: ["play"]),
        Case(zone: "lms:aa:bb", control: .playPause, shown: .playing, actions: ["pause"]),
        Case(zone: "lms:aa:bb", isPlaying: false, control: .playPause, shown: .playing, actions: []),
        // For these zones, the toggle only pauses.
        Case(zone: "openhome:1", isPlaying: true, control: .playPause, actions: ["pause"]),
        Case(zone: "openhome:1", isPlaying: false, control: .playPause, actions: ["play"]),
        Case(zone: "upnp:1", isPlaying: true, control: .playPause, shown: .paused, actions: ["play"]),
        Case(zone: "upnp:1", status: FakeBridge.node, isPlaying: false, control: .playPause, actions: ["play"]),
        Case(zone: "openhome:1", control: .next, actions: ["next"]),
        Case(zone: "upnp:1", status: newer, control: .next, actions: ["next"]),
        Case(zone: "hqplayer:Main Room", status: newer, control: .pause, actions: ["pause"]),
        Case(zone: "hqplayer:Main Room", status: newer, control: .mute, actions: ["mute"]),
        Case(zone: "hqplayer:Main Room", status: newer, isPlaying: false, control: .seek(.to(61)), actions: ["seek 61"]),
        Case(zone: "hqplayer:Main Room", status: newer, isPlaying: false, control: .seek(.by(-10)), actions: ["seek 90"]),
        Case(zone: "hqplayer:Main Room", status: newer, isPlaying: false, control: .seek(.by(-500)), actions: ["seek 0"]),
        Case(zone: "hqplayer:Main Room", status: newer, isPlaying: false, control: .seek(.to(500)), actions: ["seek 358"]),
        // Volumes
        Case(control: .volume(.to(-20)), actions: ["vol_abs -20"]),
        Case(control: .volume(.by(1)), actions: ["vol_abs -22.5"]),
        Case(control: .volume(.by(-1000)), actions: ["vol_abs -64"]),
        Case(control: .volume(.to(-23.5)), actions: []),
        Case(zone: "openhome:1", status: FakeBridge.node, control: .volume(.to(-20)), actions: ["vol_abs -20"]),
    ]

    /// A control starts from the result of the previous one, even if the zone does not report that yet.
    @Test(arguments: [
        ("lms:aa:bb", FakeBridge.node, [PlaybackControl.pause, .play, .pause], ["pause", "play", "pause"]),
        ("lms:aa:bb", nil, [.pause, .pause], ["pause"]),
        ("roon:1", FakeBridge.node, [.pause, .play, .pause, .pause], ["play_pause", "play_pause", "play_pause"]),
        ("roon:1", FakeBridge.node, [.playPause, .pause, .play], ["play_pause", "play_pause"]),
    ])
    func aRowOfWishesCountsFromTheLast(_ zone: String, _ status: String?, _ controls: [PlaybackControl], _ actions: [String]) async throws {
        let bridge = FakeBridge {
            $0.zone = zone
            $0.status = status ?? $0.status
            $0.isPlaying = true
        }
        try await bridge.serve { client async throws in
            for control in controls { try await client.perform(control, in: ZoneID(zone), showing: Self.shown(.playing)) }
        }
        #expect(bridge.actions == actions)
    }

    @Test(arguments: cases)
    func sends(_ sample: Case) async throws {
        let bridge = FakeBridge {
            $0.zone = sample.zone
            $0.status = sample.status ?? $0.status
            $0.isPlaying = sample.isPlaying
        }
        try await bridge.serve { client async throws in
            try await client.perform(sample.control, in: ZoneID(sample.zone), showing: sample.shown.map(Self.shown))
        }
        #expect(bridge.actions == sample.actions)
    }

    @Test(
        arguments: [
            ("roon:1", nil, PlaybackControl.seek(.to(3)), "this bridge cannot seek in Roon zones"),
            ("lms:1", nil, .seek(.to(3)), "this bridge cannot seek in LMS zones"),
            ("roon:1", newer, .mute, "this bridge cannot mute Roon zones"),
            ("lms:1", nil, .mute(true), "this bridge cannot mute LMS zones"), ("lms:1", nil, .mute, "this bridge cannot mute LMS zones"),
            ("musicassistant:1", newer, .mute, "this bridge cannot mute musicassistant zones"),
            ("roon:1", FakeBridge.node, .stop, "this bridge cannot stop Roon zones, only pause them"),
            ("upnp:1", nil, .next, "this bridge cannot skip in UPnP zones"),
            ("upnp:1", FakeBridge.node, .previous, "this bridge cannot skip in UPnP zones"),
            ("upnp:1", nil, .volume(.to(1)), "this bridge cannot set the volume of UPnP zones"),
            ("openhome:1", nil, .volume(.by(1)), "this bridge cannot set the volume of OpenHome zones"),
            ("hqplayer:1", nil, .play, "this bridge cannot control HQPlayer zones; bridges from version 3.7 can"),
            ("hqplayer:1", nil, .volume(.to(1)), "this bridge cannot control HQPlayer zones; bridges from version 3.7 can"),
        ] as [(String, String?, PlaybackControl, String)])
    func refuses(_ zone: String, _ status: String?, _ control: PlaybackControl, _ reason: String) async throws {
        let bridge = FakeBridge {
            $0.zone = zone
            $0.status = status ?? $0.status
        }
        try await bridge.serve { client async throws in
            await #expect(throws: SourceError.refused(reason)) { try await client.perform(control, in: ZoneID(zone), showing: nil) }
        }
        #expect(bridge.actions.isEmpty)
    }

    @Test(arguments: [
        "\"volume\":null,\"volume_type\":\"fixed\",\"volume_min\":0.0,\"volume_max\":0.0,\"volume_step\":1.0",
        "\"volume\":null,\"volume_type\":null,\"volume_min\":-80,\"volume_max\":0,\"volume_step\":2",
        "\"volume\":null,\"volume_type\":\"db\",\"volume_min\":-80,\"volume_max\":0,\"volume_step\":2",
        "\"volume\":\"-20\",\"volume_type\":\"db\",\"volume_min\":-80,\"volume_max\":0,\"volume_step\":2",
        "\"volume\":-20,\"volume_type\":\"db\"",
        "\"volume\":3,\"volume_type\":\"number\",\"volume_min\":0,\"volume_max\":0,\"volume_step\":1",
        "\"volume\":3,\"volume_type\":\"number\",\"volume_min\":100,\"volume_max\":0,\"volume_step\":1",
        "\"volume_x\":1",
    ])
    func sendsNoVolumeThatIsNotCertain(_ volume: String) async throws {
        let bridge = FakeBridge { $0.volume = volume }
        try await bridge.serve { client async throws in
            for change in [Change.to(-20), .by(1), .to(50)] {
                do {
                    try await client.perform(.volume(change), in: ZoneID("roon:1"), showing: nil)
                    Issue.record("\(change) passed with \(volume)")
                } catch {
                    guard case .refused = error as? SourceError else {
                        Issue.record("\(error)")
                        continue
                    }
                }
            }
        }
        #expect(bridge.actions.isEmpty)
    }

    @Test func asksForTheRangeEachTime() async throws {
        let bridge = FakeBridge()
        try await bridge.serve { client async throws in
            try await client.perform(.volume(.to(-20)), in: ZoneID("roon:1"), showing: nil)
            bridge.state.withLock {
                $0.volume = "\"volume\":10,\"volume_type\":\"number\",\"volume_min\":0,\"volume_max\":50,\"volume_step\":1"
            }
            // A number that was meant for the earlier range is not clamped to the new one.
            for value in [90.0, -20] {
                await #expect(throws: SourceError.refused("that is no volume of 'Salon'")) {
                    try await client.perform(.volume(.to(value)), in: ZoneID("roon:1"), showing: nil)
                }
            }
            try await client.perform(.volume(.to(50)), in: ZoneID("roon:1"), showing: nil)
            #expect(bridge.actions == ["vol_abs -20", "vol_abs 50"])
            bridge.state.withLock { $0.answers["/now_playing"] = [(500, "{\"error\":\"no\"}")] }
            await #expect(throws: SourceError.self) { try await client.perform(.volume(.to(3)), in: ZoneID("roon:1"), showing: nil) }
            #expect(bridge.actions.count == 2)
        }
    }

    /// The bridge responds before the hi-fi has executed the command, but each turn of the wheel must have an effect.
    @Test func quickTurnsAddUp() async throws {
        let bridge = FakeBridge()
        var limits = BridgeLimits()
        limits.settlingTime = .seconds(3600)
        try await bridge.serve(limits: limits) { client async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask { try await client.perform(.volume(.by(0.5)), in: ZoneID("roon:1"), showing: nil) }
                }
                try await group.waitForAll()
            }
            #expect(bridge.actions == ["vol_abs -23", "vol_abs -22.5", "vol_abs -22", "vol_abs -21.5"])
            // Another person has changed the volume: the pending one is no longer valid.
            bridge.state.withLock { $0.volume = $0.volume.split(separator: "-23.5").joined(separator: "-40") }
            try await client.perform(.volume(.by(0.5)), in: ZoneID("roon:1"), showing: nil)
            #expect(bridge.actions.last == "vol_abs -39.5")
        }
    }

    @Test func findsOutThatThereIsOnlyAToggle() async throws {
        let bridge = FakeBridge {
            $0.isPlaying = false
            $0.answers = [
                "/status": [(404, "none")], "/control": [(500, "{\"error\":\"Unknown action\",\"error_code\":\"CONTROL_FAILED\"}")],
            ]
        }
        try await bridge.serve { client async throws in
            try await client.perform(.play, in: ZoneID("roon:1"), showing: nil)
        }
        #expect(bridge.actions == ["play", "play_pause"])
    }

    @Test(arguments: [
        (500, "{\"error\":\"Not connected to Roon\"}", SourceError.refused("the bridge did not do it: Not connected to Roon")),
        (200, "{\"error\":\"no such thing\"}", .refused("the bridge did not do it: no such thing")),
        (
            404, "{\"error\":\"zone not found\",\"error_code\":\"ZONE_NOT_FOUND\",\"zones\":[{\"zone_id\":\"a\",\"zone_name\":\"Bath\"}]}",
            .zoneMissing("roon:1", known: ["Bath"])
        ),
    ])
    func passesOnWhatTheBridgeSays(_ status: Int, _ body: String, _ error: SourceError) async throws {
        let bridge = FakeBridge { $0.answers["/control"] = [(status, body)] }
        try await bridge.serve { client async throws in
            await #expect(throws: error) { try await client.perform(.next, in: ZoneID("roon:1"), showing: nil) }
        }
    }

    @Test func locked() async throws {
        let bridge = FakeBridge {
            $0.answers["/control"] = [(401, "{\"error\":\"Controller authentication required\",\"code\":\"controller_unauthorized\"}")]
        }
        try await bridge.serve { client async throws in
            let error = await #expect(throws: SourceError.self) {
                try await client.perform(.next, in: ZoneID("roon:1"), showing: nil)
            }
            #expect(error?.description.contains("remove UHC_REQUIRE_CONTROLLER_AUTH from the environment") == true)
        }
    }

    /// A change that was calculated from another volume, range or mute state is not sent.
    @Test(arguments: [
        (Volume(value: -23.5, scale: decibels), true), (Volume(value: -23.4, scale: decibels), true),
        (Volume(value: -30, scale: decibels), false), (Volume(value: -20, scale: decibels), false),
        (Volume(value: -23.5, scale: VolumeScale(minimum: -80, maximum: 0, step: 0.5, unit: .db)), false),
        (Volume(value: -23.5, scale: VolumeScale(minimum: -64, maximum: 0, step: 0.5, unit: .number)), false),
    ])
    func aVolumeFromAnotherOneIsNotSent(_ base: Volume, _ isSent: Bool) async throws {
        let bridge = FakeBridge()
        try await bridge.serve { client async throws in
            do {
                try await client.perform(.volume(.to(-22), from: base), in: ZoneID("roon:1"), showing: nil)
                #expect(isSent)
            } catch {
                #expect(error as? SourceError == .overtaken("Salon") && !isSent)
            }
        }
        #expect(bridge.actions == (isSent ? ["vol_abs -22"] : []))
    }

    private static let decibels = VolumeScale(minimum: -64, maximum: 0, step: 0.5, unit: .db)

    /// A muted LMS player tells its level as a negative number, and any volume unmutes it.
    @Test(arguments: [FakeBridge.node, FakeBridge().state.withLock(\.status)])
    func aMutedPlayerKeepsItsLevel(_ status: String) async throws {
        let zone = ZoneID("lms:aa:bb")
        let bridge = FakeBridge {
            $0.zone = zone.rawValue
            $0.status = status
            $0.volume = "\"volume\":-35,\"volume_type\":\"number\",\"volume_min\":0,\"volume_max\":100,\"volume_step\":1"
        }
        try await bridge.serve { client async throws in
            let reading = try await client.read(zone)
            #expect(reading.volumeValue == 35 && reading.isMuted == true)
            for step in [1.0, -1] {
                await #expect(throws: SourceError.refused("'Salon' is muted, and a step would unmute it; unmute it first, or set a volume"))
                {
                    try await client.perform(.volume(.by(step)), in: zone, showing: nil)
                }
            }
            await #expect(throws: SourceError.self) { try await client.perform(.mute(true), in: zone, showing: nil) }
            #expect(bridge.actions.isEmpty)
            try await client.perform(.mute(false), in: zone, showing: nil)
            try await client.perform(.volume(.to(20)), in: zone, showing: nil)
            #expect(bridge.actions == ["vol_abs 35", "vol_abs 20"])
        }
    }

    /// Zones that do not tell where their volume stands are moved by their own steps.
    @Test(
        arguments: [
            ("roon:1", FakeBridge.node, "null", "\"incremental\"", -80, 0, 2, ["vol_rel 2", "vol_rel -1"]),
            ("upnp:1", FakeBridge.node, "null", "\"number\"", 0, 100, 1, ["vol_rel 2", "vol_rel -1"]),
            ("roon:1", nil, "0.0", "\"number\"", 0, 100, 1, ["vol_up 2", "vol_down 1"]),
            // A volume of which only the device knows whether it was told.
            ("openhome:1", FakeBridge.node, "null", "\"number\"", 0, 100, 1, nil),
            ("roon:1", nil, "0.0", "\"number\"", 0, 100, 2, ["vol_abs 2", "vol_abs 0"]),
            ("roon:1", nil, "0.0", "\"number\"", 0, 42, 1, ["vol_abs 2", "vol_abs 1"]),
        ] as [(String, String?, String, String, Int, Int, Int, [String]?)])
    func anUntoldVolumeMovesInSteps(
        _ zone: String, _ status: String?, _ value: String, _ type: String, _ minimum: Int, _ maximum: Int, _ step: Int,
        _ actions: [String]?
    ) async throws {
        let bridge = FakeBridge {
            $0.zone = zone
            $0.status = status ?? $0.status
            $0.volume =
                "\"volume\":\(value),\"volume_type\":\(type),\"volume_min\":\(minimum),\"volume_max\":\(maximum),\"volume_step\":\(step)"
        }
        try await bridge.serve { client async throws in
            for count in [2.0, -1] { try? await client.perform(.volume(.by(count)), in: ZoneID(zone), showing: nil) }
        }
        #expect(bridge.actions == actions ?? [])
    }

    /// A zone that has told a level before has reached the bottom of its range.
    @Test func aZoneAtTheBottomOfItsRangeIsSet() async throws {
        func volume(_ value: Int) -> String {
            "\"volume\":\(value),\"volume_type\":\"number\",\"volume_min\":0,\"volume_max\":100,\"volume_step\":1"
        }
        let bridge = FakeBridge { $0.volume = volume(3) }
        try await bridge.serve { client async throws in
            _ = try await client.read(ZoneID("roon:1"))
            bridge.state.withLock { $0.volume = volume(0) }
            try await client.perform(.volume(.to(30)), in: ZoneID("roon:1"), showing: nil)
        }
        #expect(bridge.actions == ["vol_abs 30"])
    }

    /// Controls that the bridge does not permit are refused, unless its flags are those of another time.
    @Test(
        arguments: [
            ("lms:1", nil, "\"is_play_allowed\":false,\"is_pause_allowed\":true", true),
            ("roon:1", newer, "\"is_play_allowed\":false,\"is_pause_allowed\":true", true),
            // The zone was discovered while it was stopped.
            ("roon:1", newer, "\"is_play_allowed\":true,\"is_pause_allowed\":false", false),
            // Before version 3.4, the flags of Roon zones never change.
            ("roon:1", nil, "\"is_play_allowed\":false,\"is_pause_allowed\":true", false),
        ] as [(String, String?, String, Bool)])
    func whatIsNotAllowedIsRefused(_ zone: String, _ status: String?, _ flags: String, _ isRefused: Bool) async throws {
        let zone = ZoneID(zone)
        let bridge = FakeBridge {
            $0.zone = zone.rawValue
            $0.status = status ?? $0.status
            $0.volume += ",\(flags),\"is_next_allowed\":false,\"is_previous_allowed\":true"
        }
        try await bridge.serve { client async throws in
            #expect(try await client.read(zone).unavailable == (isRefused ? [.next] : []))
            #expect((await client.refusal(of: .next, in: zone) != nil) == isRefused)
            #expect(await client.refusal(of: .previous, in: zone) == nil)
            try? await client.perform(.next, in: zone, showing: nil)
        }
        #expect(bridge.actions == (isRefused ? [] : ["next"]))
    }

    /// A zone that the bridge still lists is not gone: its hi-fi is away.
    @Test(
        arguments: [
            ("roon:1", "{\"zone_id\":\"roon:1\",\"zone_name\":\"Salon\"}", "Roon"),
            ("lms:1", "{\"zone_id\":\"lms:1\",\"zone_name\":\"Salon\"}", "LMS"),
            ("lms:1", "", "LMS"), ("roon:1", "{\"zone_id\":\"lms:1\"}", "Roon"), ("lms:1", "{\"zone_id\":\"lms:2\"}", nil),
        ] as [(String, String, String?)])
    func aZoneThatIsListedIsAway(_ zone: String, _ list: String, _ away: String?) async throws {
        let missing = "{\"error\":\"zone not found\",\"error_code\":\"ZONE_NOT_FOUND\",\"zones\":[\(list)]}"
        let bridge = FakeBridge {
            $0.zone = zone
            $0.answers = ["/now_playing": [(404, missing)], "/zones": [(200, "{\"zones\":[\(list)]}")]]
        }
        try await bridge.serve { client async throws in
            let address = client.address.text
            let expected = away.map { SourceError.away($0, address: address) } ?? .zoneMissing(zone, known: ["lms:2"])
            await #expect(throws: expected) { try await client.read(ZoneID(zone)) }
        }
    }
}
