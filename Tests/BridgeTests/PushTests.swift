import Dispatch
import SubdialBasics
import SubdialPlayback
import SubdialSimulator
import SubdialTestSupport
import Testing

@testable import SubdialBridge
@testable import SubdialHTTP
@testable import SubdialHTTPSupport

@Suite struct PushTests {
    private static let answer = "{\"line1\":\"Low Water\",\"is_playing\":true}"

    /// Follows a zone of a bridge that sends `events`, one for each signal.
    ///
    /// - Parameter answer: The bridge's response to other requests.
    private func follow(
        _ zone: String, events: [String], answer: @escaping @Sendable (ScriptedServer.Request) -> String = { _ in Self.answer },
        _ body: @Sendable (BridgeClient, AsyncStream<Reading>.Iterator, DispatchSemaphore, ScriptedServer) async throws -> Void
    ) async throws {
        let next = DispatchSemaphore(value: 0)
        try await withServer { request, peer in
            guard request.path == "/events" else { return try peer.answer(answer(request)) }
            try peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            for event in events {
                next.wait()
                try peer.send("data: \(event)\n\n")
            }
            peer.waitForClose()
            throw Peer.Hangup()
        } _: { server in
            defer { for _ in events { next.signal() } }
            let client = BridgeClient(address: try BridgeAddress(server.url), http: HTTPClient())
            try await body(client, client.pushes(of: ZoneID(zone)).makeAsyncIterator(), next, server)
        }
    }

    @Test func readsWhenTold() async throws {
        let events = [
            "{\"type\":\"NowPlayingChanged\",\"payload\":{\"zone_id\":\"roon:2\"}}",
            "{\"type\":\"SeekPositionChanged\",\"payload\":{\"zone_id\":\"roon:1\",\"position\":3}}",
            "{\"type\":\"VolumeChanged\",\"payload\":{\"output_id\":\"roon:17\",\"value\":1}}",
        ]
        try await follow("roon:1", events: events) { _, pushes, next, server in
            var pushes = pushes
            // The first reading is immediate, because events report only later changes.
            let first = try #require(await pushes.next())
            // The bridge responds from its cache, even after an event.
            #expect(first.stamp.authority == .poll)
            #expect(first.track??.title == "Low Water")
            for _ in 0..<3 { next.signal() }
            let second = try #require(await pushes.next())
            #expect(second.stamp > first.stamp)
            // Neither the event of another zone nor a position causes a request.
            #expect(server.requests.count { $0.path == "/now_playing" } == 2)
            #expect(server.requests.first { $0.path == "/events" }?.field("Accept") == "text/event-stream")
        }
    }

    @Test func aLostCoreIsToldAtOnce() async throws {
        let (status, next) = (FakeBridge(), DispatchSemaphore(value: 0))
        try await withServer { request, peer in
            guard request.path == "/events" else { return try status.answer(request, peer) }
            try peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            next.wait()
            try peer.send("data: {\"type\":\"RoonDisconnected\"}\n\n")
            peer.waitForClose()
            throw Peer.Hangup()
        } _: { server in
            defer { next.signal() }
            let client = BridgeClient(address: try BridgeAddress(server.url), http: HTTPClient())
            var pushes = client.pushes(of: ZoneID("roon:1")).makeAsyncIterator()
            #expect(await pushes.next()?.connection == .live)
            status.state.withLock { $0.status = "{\"version\":\"3.3.0\",\"uptime_secs\":9,\"roon_connected\":false}" }
            next.signal()
            // The cached status is no longer valid.
            #expect(await pushes.next()?.connection == .stale)
        }
    }

    /// A bridge that has no events is asked again after some time: it may have been starting.
    @Test func eventsThatComeLaterAreFollowed() async throws {
        let opened = Counter()
        try await withServer { request, peer in
            guard request.path == "/events" else { return try peer.answer(Self.answer) }
            opened.increment()
            if opened.value < 3 { return try peer.answer("Cannot GET /events", status: 404) }
            try peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            peer.waitForClose()
            throw Peer.Hangup()
        } _: { server in
            var limits = BridgeLimits()
            limits.withoutEvents = .milliseconds(10) ... .milliseconds(20)
            limits.reopening = limits.withoutEvents
            let client = BridgeClient(address: try BridgeAddress(server.url), http: HTTPClient(), limits: limits)
            var pushes = client.pushes(of: ZoneID("roon:1")).makeAsyncIterator()
            #expect(await pushes.next()?.track??.title == "Low Water")
            #expect(client.polling(of: ZoneID("roon:1")) == .occasional)
        }
    }

    /// A bridge that answers again, or with another version, is asked for events at once.
    @Test(arguments: [true, false])
    func aBridgeThatIsAnotherOneIsAskedForEvents(_ isAway: Bool) async throws {
        let bridge = FakeBridge { $0.status = FakeBridge.node }
        let (opened, isNew) = (Counter(), Counter())
        try await withServer { request, peer in
            guard request.path == "/events" else { return try bridge.answer(request, peer) }
            opened.increment()
            if isNew.value == 0 { return try peer.answer("Cannot GET /events", status: 404) }
            try peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            peer.waitForClose()
            throw Peer.Hangup()
        } _: { server in
            var limits = BridgeLimits()
            limits.withoutEvents = .seconds(600) ... .seconds(600)
            let client = BridgeClient(address: try BridgeAddress(server.url), http: HTTPClient(), limits: limits)
            var pushes = client.pushes(of: ZoneID("roon:1")).makeAsyncIterator()
            _ = try await client.read(ZoneID("roon:1"))
            try await eventually("the first attempt") { opened.value == 1 }
            isNew.increment()
            // The pause after the first attempt may not have begun yet.
            try await eventually("the second attempt") {
                if isAway {
                    bridge.state.withLock { $0.answers["/now_playing"] = [(502, "Bad Gateway")] }
                    _ = try? await client.read(ZoneID("roon:1"))
                    _ = try await client.read(ZoneID("roon:1"))
                } else {
                    for status in [FakeBridge.node, FakeBridge.newer] {
                        bridge.state.withLock { $0.status = status }
                        _ = try await client.status()
                    }
                }
                return opened.value > 1
            }
            #expect(await pushes.next() != nil)
        }
    }

    /// A stream that breaks off again and again is opened again without growing pauses, if it works in between.
    @Test func aStreamThatWorkedResetsThePause() async throws {
        let opened = Counter()
        try await withServer { request, peer in
            guard request.path == "/events" else { return try peer.answer(Self.answer) }
            opened.increment()
            try peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: ping\n\n")
            throw Peer.Hangup()
        } _: { server in
            var limits = BridgeLimits()
            // With growing pauses, the tenth attempt would come after minutes.
            limits.reopening = .milliseconds(50) ... .seconds(600)
            let client = BridgeClient(address: try BridgeAddress(server.url), http: HTTPClient(), limits: limits)
            let pushes = client.pushes(of: ZoneID("roon:1"))
            let reading = Task { for await _ in pushes {} }
            try await eventually("the attempts") { opened.value >= 14 }
            reading.cancel()
        }
    }

    @Test func goesOnAfterABreak() async throws {
        let opened = Counter()
        try await withServer { request, peer in
            guard request.path == "/events" else { return try peer.answer(Self.answer) }
            opened.increment()
            // The first connection is refused, and the second is interrupted.
            if opened.value == 1 { return try peer.answer("busy", status: 503) }
            try peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            if opened.value > 2 { peer.waitForClose() }
            throw Peer.Hangup()
        } _: { server in
            var limits = BridgeLimits()
            limits.reopening = .milliseconds(10) ... .milliseconds(20)
            let client = BridgeClient(address: try BridgeAddress(server.url), http: HTTPClient(), limits: limits)
            var pushes = client.pushes(of: ZoneID("roon:1")).makeAsyncIterator()
            // There is a reading for each open stream, and one for its end.
            while opened.value < 3 { #expect(await pushes.next() != nil) }
        }
    }

    @Test func zonesArePolledWithoutEvents() async throws {
        let (isGone, end) = (Counter(), DispatchSemaphore(value: 0))
        try await withServer { request, peer in
            guard request.path == "/events" else {
                guard isGone.value == 0 else { throw Peer.Hangup() }
                return try peer.answer(Self.answer)
            }
            try peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            end.wait()
            throw Peer.Hangup()
        } _: { server in
            defer { end.signal() }
            let client = BridgeClient(address: try BridgeAddress(server.url), http: HTTPClient())
            let zone = ZoneID("roon:1")
            #expect(client.polling(of: zone) == .regular)
            var pushes = client.pushes(of: zone).makeAsyncIterator()
            #expect(await pushes.next()?.track??.title == "Low Water")
            #expect(client.polling(of: zone) == .occasional)
            isGone.increment()
            end.signal()
            // The reading at the end of the stream fails, and is stale.
            let last = try #require(await pushes.next())
            #expect(last.connection == .stale && last.track == nil)
            #expect(client.polling(of: zone) == .regular)
        }
    }

    /// The stream of events stays open: nothing but the reading shows that the zone is gone, or that the bridge fails.
    @Test(arguments: [
        (404, "{\"error\":\"zone not found\",\"error_code\":\"ZONE_NOT_FOUND\",\"zones\":[]}", Connection.zoneMissing),
        (500, "{\"error\":\"it broke\"}", .stale),
    ])
    func aReadingThatFailsIsPushed(_ status: Int, _ body: String, _ connection: Connection) async throws {
        let (bridge, next) = (FakeBridge(), DispatchSemaphore(value: 0))
        try await withServer { request, peer in
            guard request.path == "/events" else { return try bridge.answer(request, peer) }
            try peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            for type in ["ZoneRemoved", "ZoneUpdated"] {
                next.wait()
                try peer.send("data: {\"type\":\"\(type)\",\"payload\":{\"zone_id\":\"lms:1\"}}\n\n")
            }
            peer.waitForClose()
            throw Peer.Hangup()
        } _: { server in
            defer { for _ in 0..<2 { next.signal() } }
            let (client, zone) = (BridgeClient(address: try BridgeAddress(server.url), http: HTTPClient()), ZoneID("lms:1"))
            bridge.state.withLock { $0.zone = "lms:1" }
            var pushes = client.pushes(of: zone).makeAsyncIterator()
            #expect(await pushes.next()?.connection == .live)
            bridge.state.withLock { state in
                state.answers["/now_playing"] = [(status, body)]
                // The list shows that it is not the hi-fi that is away.
                state.answers["/zones"] = [(200, "{\"zones\":[{\"zone_id\":\"lms:2\",\"zone_name\":\"Hall\"}]}")]
            }
            next.signal()
            let failed = try #require(await pushes.next())
            #expect(failed.connection == connection && (failed.problem == nil) == (connection == .zoneMissing))
            #expect(client.polling(of: zone) == .occasional)
            next.signal()
            #expect(await pushes.next()?.connection == .live)
        }
    }

    @Test func aJumpIsReadAndAnAdvanceIsNot() async throws {
        let answer = "{\"line1\":\"Low Water\",\"is_playing\":false,\"seek_position\":100,\"length\":300}"
        let events = [101, 99, 200].map { "{\"type\":\"SeekPositionChanged\",\"payload\":{\"zone_id\":\"roon:1\",\"position\":\($0)}}" }
        try await follow("roon:1", events: events, answer: { _ in answer }) { client, pushes, next, server in
            var pushes = pushes
            let zone = ZoneID("roon:1")
            #expect((await pushes.next()?.position ?? nil)?.seconds == 100)
            #expect([99, 101, 102].allSatisfy { !client.isJump(to: $0, in: zone) } && client.isJump(to: 97, in: zone))
            for _ in events { next.signal() }
            // Of the three events, only the jump causes a request.
            #expect(await pushes.next() != nil)
            #expect(server.requests.count { $0.path == "/now_playing" } == 2)
        }
    }

    @Test func aBridgeThatLagsIsReadAgain() async throws {
        let read = Counter()
        let events = ["{\"type\":\"NowPlayingChanged\",\"payload\":{\"zone_id\":\"roon:1\"}}"]
        @Sendable func answer(_ request: ScriptedServer.Request) -> String {
            guard request.path == "/now_playing" else { return "{}" }
            read.increment()
            // The reading right after the event still has the old title.
            return "{\"line1\":\"\(read.value < 3 ? "Low Water" : "High Tide")\",\"is_playing\":true}"
        }
        try await follow("roon:1", events: events, answer: answer) { _, pushes, next, _ in
            var pushes = pushes
            #expect(await pushes.next()?.track??.title == "Low Water")
            next.signal()
            #expect(await pushes.next()?.track??.title == "Low Water")
            #expect(await pushes.next()?.track??.title == "High Tide")
        }
    }

    @Test func nobodyReadsAnyMore() async throws {
        let closed = Counter()
        try await withServer { request, peer in
            guard request.path == "/events" else { return try peer.answer(Self.answer) }
            try peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            peer.waitForClose()
            closed.increment()
            throw Peer.Hangup()
        } _: { server in
            let client = BridgeClient(address: try BridgeAddress(server.url), http: HTTPClient())
            let task = Task { for await _ in client.pushes(of: ZoneID("roon:1")) { break } }
            await task.value
            try await eventually("the end of the connection") { closed.value > 0 }
        }
    }

    @Test func theSimulatorsEvents() async throws {
        let path = Repository.fixtureURL("scenarios/core-lost.yaml").path(percentEncoded: false)
        let clock = SteppedClock()
        try await withSimulator(scenario: Scenario.load(path), dialect: .rust, clock: clock) { simulator in
            let client = BridgeClient(address: try BridgeAddress(simulator.baseURL), http: HTTPClient())
            let zone = ZoneID("roon:1601")
            var pushes = client.pushes(of: zone).makeAsyncIterator()
            #expect(await pushes.next()?.volumeValue == -23.5)
            try await client.perform(.volume(.to(-40)), in: zone, showing: nil)
            #expect(await pushes.next()?.volumeValue == -40)
        }
        try await withSimulator(scenario: Scenario.load(path), dialect: .node, clock: clock) { simulator in
            let client = BridgeClient(address: try BridgeAddress(simulator.baseURL), http: HTTPClient())
            let pushes = client.pushes(of: ZoneID("roon:1601"))
            let reading = Task { for await _ in pushes { Issue.record("the older dialect has no events") } }
            _ = try await client.read(ZoneID("roon:1601"))
            #expect(client.polling(of: ZoneID("roon:1601")) == .regular)
            reading.cancel()
            await reading.value
        }
    }
}

extension PushTests {
    @Test func allZonesShareOneConnection() async throws {
        let next = DispatchSemaphore(value: 0)
        try await withServer { request, peer in
            guard request.path == "/events" else { return try peer.answer(Self.answer) }
            try peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            next.wait()
            try peer.send("data: {\"type\":\"RoonConnected\",\"payload\":{}}\n\n")
            peer.waitForClose()
            throw Peer.Hangup()
        } _: { server in
            defer { next.signal() }
            let client = BridgeClient(address: try BridgeAddress(server.url), http: HTTPClient())
            var streams = (1...8).map { client.pushes(of: ZoneID("roon:\($0)")).makeAsyncIterator() }
            for index in streams.indices { #expect(await streams[index].next() != nil) }
            next.signal()
            for index in streams.indices { #expect(await streams[index].next()?.zone == ZoneID("roon:\(index + 1)")) }
            #expect(server.requests.count { $0.path == "/events" } == 1)
        }
    }
}
