import Glibc
import SubdialEngineWire
import SubdialTestSupport
import Synchronization
import Testing

@testable import SubdialEngine

@Suite(.timeLimit(.minutes(5))) struct ServerLifeTests {
    @Test func itEndsWhenNobodyHasComeForAWhile() async throws {
        let clock = ServerManualClock()
        var sleeps = clock.sleeps.makeAsyncIterator()
        try await withTemporaryPlace { place in
            let server = try EngineServer(place: place, idleTimeout: .seconds(30), clock: clock, logger: .silent) { _, session in
                session.write(line: "here")
                await untilCancelled()
                return 0
            }
            let end = Task { await server.run() }
            #expect(await sleeps.next() == .seconds(30))

            // A front has attached in time, so the rest of the first timeout has no effect.
            clock.advance(by: .seconds(29))
            let client = try ServerClient(place)
            try client.send(.request(FrontRequest(arguments: ["feed"])))
            #expect(try await client.receive()?.text == "here\n")
            clock.advance(by: .seconds(100))
            #expect(server.status.fronts.map(\.arguments) == [["feed"]])

            client.hangUp()
            #expect(await sleeps.next() == .seconds(30))
            clock.advance(by: .seconds(30))
            #expect(await end.value == .idle)
            #expect(access(place.socket, F_OK) != 0)
        }
    }

    /// An engine with work of its own ends a timeout after that.
    @Test func itStaysWhileItIsNeeded() async throws {
        let clock = ServerManualClock()
        var sleeps = clock.sleeps.makeAsyncIterator()
        let isNeeded = Mutex(true)
        try await withTemporaryPlace { place in
            let server = try EngineServer(
                place: place, idleTimeout: .seconds(30), clock: clock, logger: .silent, isNeeded: { isNeeded.withLock { $0 } }
            ) { _, _ in 0 }
            let end = Task { await server.run() }
            #expect(await sleeps.next() == .seconds(30))
            clock.advance(by: .seconds(30))
            #expect(await sleeps.next() == .seconds(30))
            isNeeded.withLock { $0 = false }
            clock.advance(by: .seconds(30))
            #expect(await end.value == .idle)
        }
    }

    @Test func itTellsWhatItDoesForWhom() async throws {
        try await withServer { request, session in
            if request.arguments.first == "engine" {
                let fronts = session.engineStatus().fronts
                await session.write(
                    stdout: "\(fronts.map(\.arguments)) \(fronts.allSatisfy { $0.processID == getpid() && $0.attachedSeconds >= 0 })")
                return 0
            }
            session.write(line: "here")
            await untilCancelled()
            return 0
        } _: { harness in
            let client = try harness.attach("feed", "--marquee")
            _ = try await client.receive()
            let reply = try await harness.ask("engine", "status")
            #expect(String(decoding: reply.output, as: UTF8.self) == #"[["feed", "--marquee"]] true"#)
            #expect(harness.server.status.processID == getpid())
        }
    }

    @Test func itCanBeToldToEndAndAnswersFirst() async throws {
        try await withServer { request, session in
            if request.arguments.first == "engine" {
                session.stopEngine()
                await session.write(stdout: "bye")
                return 5
            }
            session.write(line: "here")
            await untilCancelled()
            return 0
        } _: { harness in
            let client = try harness.attach("feed")
            _ = try await client.receive()
            let reply = try await harness.ask("engine", "stop")
            #expect(reply == EngineConnection.Reply(output: Array("bye".utf8), code: 5))
            #expect(await harness.end.value == .stopped)
            // The connection was closed without an exit code: the front continues with the next engine.
            #expect(try await client.receive() == nil)
        }
    }

    @Test func cancellingItEndsIt() async throws {
        try await withServer { _, _ in
            0
        } _: { harness in
            harness.end.cancel()
            #expect(await harness.end.value == .stopped)
            #expect(access(harness.place.socket, F_OK) != 0)
        }
    }

    @Test func thereIsOneAtAPlace() async throws {
        try await withServer { _, _ in
            0
        } _: { harness in
            #expect(throws: EngineServerError.alreadyRunning(socket: harness.place.socket)) {
                _ = try EngineServer(place: harness.place, logger: .silent) { _, _ in 0 }
            }
            let answer = try await harness.ask("zones")
            #expect(answer.code == 0)
        }
    }

    @Test func whatAKilledEngineLeftIsNotInTheWay() async throws {
        try await withTemporaryPlace { place in
            // A closed socket leaves its file.
            _ = try UnixSocket.listen(at: place)
            #expect(access(place.socket, F_OK) == 0)
            let server = try EngineServer(place: place, logger: .silent) { _, _ in 3 }
            let end = Task { await server.run() }
            #expect(try await ServerClient(place).ask(FrontRequest(arguments: [])).code == 3)
            server.stop()
            _ = await end.value
        }
    }

    @Test func theSocketIsForTheUserAlone() async throws {
        try await withServer { _, _ in
            0
        } _: { harness in
            var info = stat()
            #expect(lstat(harness.place.socket, &info) == 0)
            #expect(info.st_mode & 0o7777 == 0o600)
        }
    }

    @Test func aFolderThatOthersMayEnterIsCorrected() async throws {
        try await withTemporaryPlace { place in
            chmod(place.folder, 0o755)
            _ = try EngineServer(place: place, logger: .silent) { _, _ in 0 }
            var info = stat()
            #expect(lstat(place.folder, &info) == 0 && info.st_mode & 0o7777 == 0o700)
        }
    }

    @Test(
        arguments: [
            (["LISTEN_PID": "42", "LISTEN_FDS": "1"], 3),
            (["LISTEN_PID": "43", "LISTEN_FDS": "1"], nil),
            (["LISTEN_PID": "42", "LISTEN_FDS": "2"], nil),
            (["LISTEN_PID": "x", "LISTEN_FDS": "1"], nil),
            ([:], nil),
        ] as [([String: String], Int32?)])
    func aSocketHandedOverIsTakenByWhomItIsMeantFor(_ environment: [String: String], _ expected: Int32?) {
        #expect(SocketActivation.descriptor(in: environment, processID: 42) == expected)
    }
}
