import Dispatch
import SubdialPlayback
import SubdialTestSupport
import Testing

@testable import SubdialDesktopSupport
@testable import SubdialPlayers

/// Tests with servers that are slow, faulty or absent.
@Suite struct MPDFaultTests {
    private func limits(_ change: (inout MPDLimits) -> Void = { _ in }) -> MPDLimits {
        var limits = MPDLimits()
        limits.reconnecting = .milliseconds(10) ... .milliseconds(40)
        change(&limits)
        return limits
    }

    private func error(of server: MPDFakeServer, _ limits: MPDLimits) async throws -> SourceError? {
        let source = MPDSource(try MPDAddress(server.address), limits: limits)
        return await #expect(throws: SourceError.self) { try await source.read(source.address.zone) }
    }

    @Test(arguments: [
        ("HTTP/1.1 400 Bad Request\r\n", "answered what cannot be used: what listens there is no Music Player Daemon"),
        ("\n", "is no Music Player Daemon"),
        (String(repeating: "x", count: 100_000), "a line of the answer is too large"),
        ("", "the greeting did not come in time"),
        ("OK MPD", "the greeting did not come in time"),
    ])
    func knowsWhatIsNoDaemon(greeting: String, message: String) async throws {
        try await withMPDFake(greeting: greeting, { _ in nil }) { server in
            let error = try await error(of: server, limits { $0.connectTimeout = .milliseconds(300) })
            #expect("\(error as Any)".contains(message))
        }
    }

    @Test(arguments: [
        ("nonsense\n", "'nonsense' is no line of an answer"),
        ("OK\n", "the answer ends too early"),
        ("list_OK\nOK\n", "the answer ends too early"),
        ("list_OK\nlist_OK\nOK\n", "nothing in it tells what the player does"),
        ("list_OK\nlist_OK\nlist_OK\nOK\n", "a list that was not asked for"),
        ("ACK [x] what\n", "tells no failure"),
        ("Title: " + String(repeating: "x", count: 70_000) + "\n", "a line of the answer is too large"),
        (String(repeating: "Title: abcdefghij\n", count: 80_000), "the answer is too large"),
        ("state: pl", "the answer did not come in time"),
    ])
    func saysWhatIsWrongWithAnAnswer(answer: String, message: String) async throws {
        try await withMPDFake({ $0.text == "command_list_end" ? Array(answer.utf8) : [] }) { server in
            let error = try await error(of: server, limits { $0.stateTimeout = .milliseconds(500) })
            #expect("\(error as Any)".contains(message))
        }
    }

    @Test(arguments: ["", "state: pl"])
    func anAnswerThatCameTooLateIsNotMistakenForTheNextOne(beginning: String) async throws {
        let isLate = MPDCounter(1)
        try await withMPDFake({ line in
            guard line.text == "command_list_end", isLate.value > 0 else { return MPDFakeAnswer.usual(line.text) }
            isLate.set(0)
            return Array(beginning.utf8)
        }) { server in
            let source = MPDSource(try MPDAddress(server.address), limits: limits { $0.stateTimeout = .milliseconds(300) })
            await #expect(throws: SourceError.self) { try await source.read(source.address.zone) }
            #expect(try await source.read(source.address.zone).track??.title == "A")
            #expect(server.connections == 2)
        }
    }

    @Test func aFailureLeavesTheConnectionAsItIs() async throws {
        try await withMPDFake({ line in
            line.text == "next" ? Array("ACK [55@0] {next} Not playing\n".utf8) : MPDFakeAnswer.usual(line.text)
        }) { server in
            let source = MPDSource(try MPDAddress(server.address), limits: limits())
            let zone = source.address.zone
            let refusal = SourceError.refused("\(server.address) refuses this: 'Not playing'")
            await #expect(throws: refusal) { try await source.perform(.next, in: zone, showing: nil) }
            #expect(try await source.read(zone).track??.title == "A")
            #expect(server.connections == 1)
        }
    }

    @Test func aConnectionThatTheDaemonEndedIsMadeAnew() async throws {
        try await withMPDFake({ MPDFakeAnswer.usual($0.text) }) { server in
            let source = MPDSource(try MPDAddress(server.address), limits: limits())
            for round in 1...3 {
                #expect(try await source.read(source.address.zone).status == .playing)
                #expect(server.connections == round)
                server.hangUp()
                try await mpdEventually("the connection is over") { server.openConnections == 0 }
            }
        }
    }

    @Test func aConnectionWithoutUseIsGivenUp() async throws {
        try await withMPDFake({ MPDFakeAnswer.usual($0.text) }) { server in
            let source = MPDSource(try MPDAddress(server.address), limits: limits { $0.lingering = .milliseconds(50) })
            for _ in 1...2 {
                #expect(try await source.read(source.address.zone).status == .playing)
                try await mpdEventually("the connection is given up") { server.openConnections == 0 }
            }
        }
    }

    @Test func nothingListensThere() async throws {
        let address = try MPDAddress("mpd://127.0.0.1:\(LocalPort.free())")
        let missing = try MPDAddress("mpd:/tmp/there-is-no-such-socket")
        for address in [address, missing] {
            let source = MPDSource(address)
            for attempt in [{ _ = try await source.zones() }, { _ = try await source.read(address.zone) }] as [() async throws -> Void] {
                let error = await #expect(throws: SourceError.self) { try await attempt() }
                guard case .unreachable(address.text, _) = error else {
                    Issue.record("\(error as Any)")
                    continue
                }
            }
        }
    }

    @Test func aNameThatNobodyKnows() async throws {
        let source = MPDSource(try MPDAddress("mpd://no-such-host.invalid"), limits: limits { $0.connectTimeout = .seconds(1) })
        let error = await #expect(throws: SourceError.self) { try await source.read(source.address.zone) }
        #expect("\(error as Any)".contains("the address of 'no-such-host.invalid'"))
    }

    @Test func anotherZoneIsMissing() async throws {
        let source = MPDSource(.local)
        let missing = SourceError.zoneMissing("roon:1", known: ["localhost"])
        await #expect(throws: missing) { try await source.read(ZoneID("roon:1")) }
        await #expect(throws: missing) { try await source.perform(.play, in: ZoneID("roon:1"), showing: nil) }
        await #expect(throws: missing) { try await source.picture(of: Artwork(key: "- a"), in: ZoneID("roon:1"), side: 1) }
        let log = MPDPushLog(source.pushes(of: ZoneID("roon:1")))
        try await mpdEventually("the stream ends") { log.isOver }
        #expect(log.readings.isEmpty)
    }

    @Test func whoIsCancelledWaitsNoLonger() async throws {
        // The server never responds, and the limits allow that.
        try await withMPDFake({ _ in [] }) { server in
            let source = MPDSource(try MPDAddress(server.address), limits: limits { $0.stateTimeout = .seconds(3600) })
            let zone = source.address.zone
            let first = Task { try await source.read(zone) }
            try await mpdEventually("the question") { server.count(of: "command_list_end") == 1 }
            let second = Task { try await source.read(zone) }
            second.cancel()
            await #expect(throws: SourceError.cancelled) { try await second.value }
            first.cancel()
            await #expect(throws: SourceError.cancelled) { try await first.value }
            try await mpdEventually("the connection is over") { server.openConnections == 0 }
        }
    }

    @Test func readsOnceForASwarmOfChanges() async throws {
        // For a second, each query is followed by another change. A slow machine queries less often.
        let end = ContinuousClock.now + .seconds(1)
        try await withMPDFake({ line in
            guard line.text.hasPrefix("idle") else { return MPDFakeAnswer.usual(line.text) }
            return .now < end ? Array("changed: player\nchanged: mixer\nOK\n".utf8) : []
        }) { server in
            let source = MPDSource(try MPDAddress(server.address), limits: limits())
            let log = MPDPushLog(source.pushes(of: source.address.zone))
            try await mpdEventually("the swarm is over") { .now > end && server.lines.last?.text == "idle player mixer options playlist" }
            // One for the start, and one for each 50 ms.
            #expect((1...21).contains(server.count(of: "status")))
            log.cancel()
            try await mpdEventually("the connection for changes is over") { server.openConnections <= 1 }
        }
    }

    @Test func asksNothingWhileNothingChanges() async throws {
        let changes = DispatchSemaphore(value: 0)
        // More than needed, for the handler that still waits at the end.
        defer { for _ in 0..<10 { changes.signal() } }
        try await withMPDFake({ line in
            guard line.text.hasPrefix("idle") else { return MPDFakeAnswer.usual(line.text) }
            changes.wait()
            return Array("changed: mixer\nOK\n".utf8)
        }) { server in
            let source = MPDSource(try MPDAddress(server.address), limits: limits { $0.gathering = .milliseconds(1) })
            let log = MPDPushLog(source.pushes(of: source.address.zone))
            // One query for the start, and one for each change: a further one would come before that of the next change.
            for count in 1...5 {
                try await mpdEventually("it waits") { server.lines.count { $0.text.hasPrefix("idle") } == count }
                #expect(server.count(of: "status") == count)
                changes.signal()
            }
            try await mpdEventually("the readings") { log.readings.count >= 5 }
        }
    }

    @Test func aLossIsToldOnceHoweverManyAttemptsFail() async throws {
        let isBroken = MPDCounter(0)
        try await withMPDFake({ line in isBroken.value > 0 ? nil : MPDFakeAnswer.usual(line.text) }) { server in
            let source = MPDSource(try MPDAddress(server.address), limits: limits())
            let log = MPDPushLog(source.pushes(of: source.address.zone))
            try await mpdEventually("the first reading") { log.last?.connection == .live }
            isBroken.set(1)
            server.hangUp()
            let connections = server.connections
            try await mpdEventually("several attempts") { server.connections > connections + 5 }
            #expect(log.readings.map(\.connection) == [.live, .stale])
            isBroken.set(0)
            try await mpdEventually("it is back") { log.last?.connection == .live }
            #expect(log.readings.map(\.connection) == [.live, .stale, .live])
        }
    }

    @Test func whatWasNeverReachedIsOffline() async throws {
        let source = MPDSource(try MPDAddress("mpd://127.0.0.1:\(LocalPort.free())"), limits: limits())
        let log = MPDPushLog(source.pushes(of: source.address.zone))
        try await mpdEventually("it is told") { log.last?.connection == .offline }
        #expect(log.readings.count == 1)
    }

    @Test(
        arguments: [
            ("size: 4\nbinary: 4\nabcd\nOK\n", "abcd", nil),
            ("size: 4\ntype: image/png\nbinary: 4\na\nOK\nOK\n", "a\nOK", nil),
            ("OK\n", nil, nil),
            ("size: 0\nbinary: 0\n\nOK\n", nil, nil),
            ("ACK [50@0] {readpicture} No such song\n", nil, nil),
            ("ACK [5@0] {} unknown command \"readpicture\"\n", nil, nil),
            ("size: 4\nbinary: 5\nabcde\nOK\n", nil, "do not make up its size"),
            ("size: 4\nbinary: 0\n\nOK\n", nil, "do not make up its size"),
            ("size: 4\nOK\n", nil, "do not make up its size"),
            ("size: 4\nbinary: 4\nabcdef\nOK\n", nil, "longer than it was said to be"),
            ("size: -4\n", nil, "'size' is no number"),
            ("size: 99999999999999999999\n", nil, "'size' is no number"),
            ("size: 999999999\nbinary: 4\nabcd\nOK\n", nil, "the picture is too large"),
            ("size: 4\nbinary: 999999999\n", nil, "the picture is too large"),
            ("size: 4\nbinary: 4\nab", nil, "the picture did not come in time"),
            (String(repeating: "type: x\n", count: 200), nil, "too many fields"),
        ] as [(String, String?, String?)])
    func pictures(answer: String, picture: String?, message: String?) async throws {
        try await withMPDFake({ line in
            if line.text.hasPrefix("readpicture") { return Array(answer.utf8) }
            return Array((line.text.hasPrefix("albumart") ? "ACK [50@0] {albumart} No file exists\n" : "OK\n").utf8)
        }) { server in
            let source = MPDSource(try MPDAddress(server.address), limits: limits { $0.pictureTimeout = .milliseconds(500) })
            func fetch() async throws -> [UInt8]? {
                try await source.picture(of: Artwork(key: "- a.flac"), in: source.address.zone, side: 9)
            }
            if let message {
                let error = await #expect(throws: SourceError.self) { try await fetch() }
                #expect("\(error as Any)".contains(message))
            } else {
                #expect(try await fetch() == picture.map { Array($0.utf8) })
            }
            try await mpdEventually("the connection is over") { server.openConnections == 0 }
        }
    }

    @Test func aStreamThatNobodyReadsAnyMoreLeavesNoConnection() async throws {
        try await withMPDFake({ MPDFakeAnswer.usual($0.text) }) { server in
            var source: MPDSource? = MPDSource(try MPDAddress(server.address), limits: limits())
            let zone = try MPDAddress(server.address).zone
            let log = MPDPushLog(try #require(source).pushes(of: zone))
            try await mpdEventually("it waits") { server.lines.contains { $0.text.hasPrefix("idle") } }
            #expect(server.openConnections == 2)
            source = nil
            log.cancel()
            try await mpdEventually("all connections are over") { server.openConnections == 0 }
        }
    }
}
