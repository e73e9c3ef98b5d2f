import FoundationEssentials
import SubdialBasics
import SubdialConcurrency
import SubdialPlayback
import Testing

@testable import SubdialBridge
@testable import SubdialHTTP
@testable import SubdialHTTPSupport

@Suite struct BridgeClientTests {
    private let zone = ZoneID("roon:1")

    @Test func reads() async throws {
        try await FakeBridge().serve { client async throws in
            let before = SteadyDate.now
            let reading = try await client.read(zone)
            #expect(reading.track??.title == "Low Water")
            #expect(reading.connection == .live)
            #expect(reading.stamp.authority == .poll)
            let time = try #require(reading.position??.time)
            #expect(before <= reading.stamp.time && reading.stamp.time <= time && time <= reading.received)
        }
    }

    @Test func encodesTheZone() async throws {
        try await withServer { _, peer in
            try peer.answer("{\"line1\":\"T\"}")
        } _: { server async throws in
            let client = BridgeClient(address: try BridgeAddress(server.url + "/prefix/"), http: HTTPClient())
            _ = try await client.read(ZoneID("hqplayer:Main & Söhne"))
            #expect(server.requests.map(\.target).contains("/prefix/now_playing?zone_id=hqplayer%3AMain%20%26%20S%C3%B6hne"))
        }
    }

    @Test func theStatusIsAskedForOnce() async throws {
        let bridge = FakeBridge()
        var limits = BridgeLimits()
        // On a slow machine too, the first status must not expire.
        limits.statusAge = .seconds(3600)
        try await bridge.serve(limits: limits) { client async throws in
            for _ in 0..<5 { _ = try await client.read(zone) }
            _ = try await client.zones()
            try await client.perform(.next, in: zone, showing: nil)
        }
        #expect(bridge.count(of: "/status") == 1)
    }

    @Test func theStatusTellsThatDataAreOld() async throws {
        let bridge = FakeBridge()
        var limits = BridgeLimits()
        limits.statusAge = .zero
        try await bridge.serve(limits: limits) { client async throws in
            #expect(try await client.read(zone).connection == .live)
            bridge.state.withLock { $0.status = "{\"version\":\"3.3.0\",\"uptime_secs\":9,\"roon_connected\":false}" }
            #expect(try await client.read(zone).connection == .stale)
            bridge.state.withLock { $0.status = "{\"version\":\"3.3.0\",\"uptime_secs\":9,\"roon_connected\":true}" }
            #expect(try await client.read(zone).connection == .live)
        }
    }

    @Test func otherZonesDoNotNeedRoon() async throws {
        let bridge = FakeBridge {
            $0.zone = "lms:1"
            $0.status = "{\"version\":\"3.3.0\",\"uptime_secs\":9,\"roon_connected\":false}"
        }
        var limits = BridgeLimits()
        limits.statusAge = .zero
        try await bridge.serve(limits: limits) { client async throws in
            for _ in 0..<3 { #expect(try await client.read(ZoneID("lms:1")).connection == .live) }
        }
        #expect(bridge.count(of: "/status") == 1)
    }

    @Test func aBrokenStatusDoesNotMatter() async throws {
        let bridge = FakeBridge { $0.answers["/status"] = [(500, "{\"error\":\"no\"}")] }
        try await bridge.serve { client async throws in
            #expect(try await client.read(zone).connection == .live)
            #expect(try await client.zones().map(\.name) == ["Salon"])
        }
        #expect(bridge.count(of: "/status") == 1)
    }

    @Test func anotherZoneIsNoAnswer() async throws {
        try await FakeBridge().serve { client async throws in
            await #expect(throws: SourceError.badAnswer(address: client.address.text, reason: "it tells about another zone")) {
                try await client.read(ZoneID("roon:2"))
            }
            // An id of the older form.
            #expect(try await client.read(ZoneID("1")).track??.title == "Low Water")
        }
    }

    @Test(arguments: [
        ("{\"zones\":{}}", "there is no list of zones in it"), ("{}", "there is no list of zones in it"), ("x", "it is not JSON"),
    ])
    func badZones(_ body: String, _ reason: String) async throws {
        try await FakeBridge { $0.answers["/zones"] = [(200, body)] }.serve { client async throws in
            await #expect(throws: SourceError.badAnswer(address: client.address.text, reason: reason)) { try await client.zones() }
        }
    }

    @Test func noZones() async throws {
        try await FakeBridge { $0.answers["/zones"] = [(200, "{\"zones\":[]}")] }.serve { client async throws in
            #expect(try await client.zones().isEmpty)
        }
    }

    @Test func unreachable() async throws {
        let silent = try SilentPort()
        defer { withExtendedLifetime(silent) {} }
        let address = try BridgeAddress(silent.url)
        let client = BridgeClient(address: address, http: HTTPClient())
        let expected = SourceError.unreachable(address: address.text, reason: "connection refused")
        await #expect(throws: expected) { try await client.zones() }
        await #expect(throws: expected) { try await client.read(zone) }
        await #expect(throws: expected) { try await client.status() }
        await #expect(throws: expected) { try await client.perform(.next, in: zone, showing: nil) }
        await #expect(throws: expected) { try await client.picture(of: Artwork(key: "k"), in: zone, side: 100) }
    }

    @Test func cancelling() async throws {
        let (asked, asking) = AsyncStream.makeStream(of: Void.self)
        try await withServer { _, peer in
            asking.yield()
            peer.waitForClose()
        } _: { server async throws in
            let client = BridgeClient(address: try BridgeAddress(server.url), http: HTTPClient())
            let zone = zone
            let task = Task { try await client.read(zone) }
            _ = await asked.first { _ in true }
            task.cancel()
            await #expect(throws: SourceError.cancelled) { try await task.value }
        }
    }
}
