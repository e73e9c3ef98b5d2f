// Release builds support no `@testable` imports, but for that of `Scripts/fuzz`.
#if DEBUG || FUZZING
    import FoundationEssentials
    import SubdialBasics
    import SubdialDocuments
    import SubdialHTTP
    import SubdialPlayback

    @testable import SubdialBridge

    extension FuzzTarget {
        /// A bridge's response to any request, up to the reading of the zone.
        static let bridge = FuzzTarget("bridge", seeds: ["Fixtures/bridge"], dictionary: "bridge") { bytes in
            let now = SteadyDate(seconds: 1000)
            for status in [200, 302, 400, 404, 500] {
                let head = HTTPHead(status: status, fields: [HTTPHead.Field(name: "Content-Type", value: "text/plain; charset=utf-8")])
                let response = HTTPResponse(head: head, body: bytes)
                for purpose in [BridgeAnswer.Purpose.state(nil), .state(ZoneID("roon:1")), .control(ZoneID("roon:1"))] {
                    let answer = BridgeAnswer(response: response, address: "http://nas.local:8088", purpose: purpose)
                    try? answer.checkDone()
                    _ = try? answer.json()
                }
            }
            let json = try JSONValue(parsing: bytes)
            if let status = BridgeStatus(json) { _ = (status.isBridge, status.versionNumber) }
            for zone in WireZone.list(json["zones"]) ?? [] { _ = Zone(zone).volume?.text }
            guard let wire = WireNowPlaying(json) else { return }
            var length = TrackLength()
            for status in [BridgeStatus(dialect: .rust), BridgeStatus(dialect: .node), nil] {
                let context = AnswerContext(zone: ZoneID("roon:1"), asked: now, received: now, status: status)
                let reading = length.checked(Reading(wire, in: context))
                if let length = reading.track??.length { require(length.isFinite, "a track is as long as no number") }
            }
        }

        /// Server-sent events do not depend on the division of their bytes.
        static let events = FuzzTarget("events", seeds: ["Fixtures/bridge/rust-events.sse"], dictionary: "events") { bytes in
            var whole = EventStreamParser()
            let events = whole.parse(bytes)
            var parser = EventStreamParser()
            require(bytes.flatMap { parser.parse([$0]) } == events, "events depend on how their bytes come in pieces")
            for event in events { _ = BridgeEvent(data: event) }
        }
    }
#endif
