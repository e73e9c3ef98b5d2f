import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialPlayback
import SubdialTestSupport
import Testing

@testable import SubdialBridge
@testable import SubdialHTTP

/// Every known response of a bridge, and its parsed form.
@Suite struct FixtureTests {
    struct NowPlaying: Sendable, CustomTestStringConvertible {
        let file: String
        let zone: String
        let dialect: BridgeDialect
        let expected: String
        var testDescription: String { file }
    }

    static let nowPlaying = [
        NowPlaying(
            file: "node-now-playing-db.json", zone: "roon:1601bb42ed14351b99c2926214f6cbb80724", dialect: .node,
            expected: """
                name: Living Room
                source: roon
                status: playing
                track: So What | Miles Davis | Kind of Blue | 358.0
                position: 104.0 at 1000.125
                scale: -64.0...0.0 by 0.5 db
                value: -23.5
                muted: false
                artwork: b7df27c8dd25dd65084d8f2d94f616d0
                connection: live
                """),
        NowPlaying(
            file: "node-now-playing-fixed-stopped.json", zone: "roon:1602", dialect: .node,
            expected: """
                name: Office
                source: roon
                status: stopped
                track: -
                position: -
                scale: -
                artwork: -
                connection: live
                """),
        NowPlaying(
            file: "node-now-playing-incremental-paused.json", zone: "roon:1603", dialect: .node,
            expected: """
                name: Amp
                source: roon
                status: paused
                track: Radio X |  |  | -
                position: -
                scale: 0.0...0.0 by 1.0 incremental
                muted: false
                artwork: -
                connection: live
                """),
        NowPlaying(
            file: "rust-now-playing-fixed-idle.json", zone: "roon:1602", dialect: .rust,
            expected: """
                name: Office
                source: roon
                status: stopped
                track: -
                position: -
                scale: -
                artwork: -
                connection: live
                """),
        NowPlaying(
            file: "rust-now-playing-float-noise.json", zone: "roon:1601", dialect: .rust,
            expected: """
                name: Living Room
                source: roon
                status: playing
                track: So What | Miles Davis | Kind of Blue | 358.0
                position: 104.0 at 1000.125
                scale: -64.0...0.0 by 0.1 db
                value: -23.4
                muted: false
                artwork: b7df27c8dd25dd65084d8f2d94f616d0
                connection: live
                """),
        NowPlaying(
            file: "rust-now-playing-hqplayer.json", zone: "roon:1601deadbeef", dialect: .rust,
            expected: """
                source: roon
                status: playing
                track: Summer (B-Sides) | Moby | Play & Play: The B Sides | 358.0
                position: 104.0 at 1000.125
                scale: 0.0...98.0 by 0.5 number
                value: 47.5
                artwork: b7df27c8dd25dd65084d8f2d94f616d0
                connection: live
                """),
        NowPlaying(
            file: "rust-now-playing-lms.json", zone: "lms:aa:bb:cc:dd:ee:ff", dialect: .rust,
            expected: """
                source: lms
                status: playing
                track: Harbour Lights | The Example Trio | Composed | 215.0
                position: 42.0 at 1000.125
                scale: 0.0...100.0 by 2.5 number
                value: 37.5
                artwork: b1946ac9
                connection: live
                """),
    ]

    @Test(arguments: nowPlaying)
    func becomesAReading(_ sample: NowPlaying) throws {
        let text = try Repository.fixture("bridge/\(sample.file)")
        #expect(try reading(text, of: sample.zone, dialect: sample.dialect)?.summary == sample.expected)
        #expect(try Self.dialect(text) == sample.dialect, "its shape alone tells the dialect")
    }

    private static func dialect(_ text: String) throws -> BridgeDialect? {
        WireNowPlaying(try JSONValue(parsing: text))?.dialect
    }

    struct Failure: Sendable, CustomTestStringConvertible {
        let file: String
        let status: Int
        let purpose: BridgeAnswer.Purpose
        let error: SourceError?
        var testDescription: String { file }
    }

    private static let zone = ZoneID("roon:1")

    static let failures = [
        Failure(
            file: "node-404-zone-not-found.json", status: 404, purpose: .state(zone),
            error: .zoneMissing("roon:1", known: ["Amp", "Living Room", "Office"])),
        Failure(
            file: "node-400-missing-zone-id.json", status: 400, purpose: .state(ZoneID("")),
            error: .zoneMissing("", known: ["Amp", "Living Room", "Office"])),
        Failure(file: "rust-404-zone-not-found.json", status: 404, purpose: .state(zone), error: .zoneMissing("roon:1", known: [])),
        Failure(file: "node-control-ok.json", status: 200, purpose: .control(zone), error: nil),
        Failure(file: "rust-control-ok.json", status: 200, purpose: .control(zone), error: nil),
        Failure(
            file: "node-control-unknown-action.json", status: 500, purpose: .control(zone),
            error: .refused("the bridge did not do it: Unknown action")),
        Failure(
            file: "node-control-missing-parameters.json", status: 400, purpose: .control(zone),
            error: .refused("the bridge did not do it: zone_id and action required")),
        Failure(
            file: "rust-control-unknown-action.json", status: 400, purpose: .control(zone),
            error: .refused("the bridge did not do it: Unknown action: vol_rel")),
        Failure(
            file: "rust-control-not-connected.json", status: 500, purpose: .control(zone),
            error: .refused("the bridge did not do it: Not connected to Roon")),
        Failure(
            file: "rust-control-volume-not-available.json", status: 400, purpose: .control(zone),
            error: .refused("the bridge did not do it: this zone has no volume control")),
        Failure(
            file: "rust-control-unauthorized.json", status: 401, purpose: .control(zone),
            error: .refused(
                "the bridge at http://nas:8088 accepts controls from its own pages only; to allow others, remove UHC_REQUIRE_CONTROLLER_AUTH "
                    + "from the environment in which it runs")),
    ]

    @Test(arguments: failures)
    func becomesAnError(_ sample: Failure) throws {
        let body = try Repository.fixtureBytes("bridge/\(sample.file)")
        let answer = BridgeAnswer(
            response: HTTPResponse(head: HTTPHead(status: sample.status), body: body), address: "http://nas:8088", purpose: sample.purpose)
        do throws(SourceError) {
            if case .control = sample.purpose { try answer.checkDone() } else { _ = try answer.json() }
            #expect(sample.error == nil)
        } catch {
            #expect(error == sample.error)
        }
    }

    @Test func listsZones() throws {
        let json = try JSONValue(parsing: Repository.fixtureBytes("bridge/node-zones.json"))
        let zones = try #require(WireZone.list(json["zones"])).map { Zone($0) }.ordered(by: nil)
        var expected = [
            Zone(id: ZoneID("roon:1603"), name: "Amp", source: "roon", status: .paused),
            Zone(id: ZoneID("roon:1601bb42ed14351b99c2926214f6cbb80724"), name: "Living Room", source: "roon", status: .playing),
            Zone(id: ZoneID("roon:1602"), name: "Office", source: "roon", status: .stopped),
        ]
        // In this dialect, only the response about a single zone contains a volume; the third zone's is fixed.
        for index in 0..<2 { expected[index].hasUntoldVolume = true }
        #expect(zones == expected)
    }

    @Test func readsOneZone() throws {
        let full = try #require(WireZone(try JSONValue(parsing: Repository.fixtureBytes("bridge/rust-zone-percentage-hqplayer.json"))))
        let scale = VolumeScale(minimum: 0, maximum: 98, step: 0.5, unit: .number)
        #expect(
            Zone(full)
                == Zone(
                    id: ZoneID("roon:1601deadbeef"), name: "Front Family Room", source: "roon", status: .playing,
                    volume: Volume(value: 47.5, scale: scale), outputID: "roon:1701deadbeef"))
        let bare = try #require(WireZone(try JSONValue(parsing: Repository.fixtureBytes("bridge/rust-zone-without-volume.json"))))
        #expect(Zone(bare) == Zone(id: ZoneID("roon:16015f6dcafe"), name: "HQPlayer Embedded", source: "roon", status: .stopped))
    }

    @Test func readsTheStatus() throws {
        let status = BridgeStatus(try JSONValue(parsing: Repository.fixtureBytes("bridge/rust-status.json")))
        #expect(
            status
                == BridgeStatus(
                    version: "3.3.0", dialect: .rust, uptime: 3600, connections: ["roon": true, "lms": false, "hqplayer": false]))
        #expect(status?.isBridge == true)
        #expect(status?.versionNumber == BridgeVersion(major: 3, minor: 3))
    }

    /// Another kind of response must not be parsed as one about a zone.
    @Test(arguments: ["rust-status.json", "node-config.json", "node-zones.json", "rust-control-ok.json", "rust-zone-without-volume.json"])
    func isNoNowPlaying(_ file: String) throws {
        #expect(WireNowPlaying(try JSONValue(parsing: Repository.fixture("bridge/\(file)"))) == nil)
    }

    @Test func everyFixtureIsUsed() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Repository.fixtureURL("bridge").path(percentEncoded: false))
        let used = Set(Self.nowPlaying.map(\.file) + Self.failures.map(\.file)).union([
            "node-zones.json", "node-config.json", "rust-status.json", "rust-zone-percentage-hqplayer.json",
            "rust-zone-without-volume.json",
        ])
        #expect(Set(files.filter { $0.hasSuffix(".json") }) == used)
    }
}
