import Glibc
import SubdialEngineWire
import SubdialTestSupport
import Testing

@testable import SubdialEngine

/// Clients that connect to a server, and their effect on others.
@Suite(.timeLimit(.minutes(5))) struct ServerCrowdTests {
    private static func limits(peers: Int = 4, requestTime: Int = 600_000, graceTime: Int = 50) -> ServerLimits {
        var limits = ServerLimits()
        (limits.peers, limits.requestTime, limits.graceTime) = (peers, requestTime, graceTime)
        return limits
    }

    @Test func theFirstFrameSaysThatItRuns() async throws {
        try await withServer { _, _ in
            0
        } _: { harness in
            guard let socket = try UnixSocket.connect(to: harness.place) else {
                Issue.record("nobody listens")
                return
            }
            let expected = try WireFrame.hello.encoded()
            var bytes = [UInt8](repeating: 0, count: expected.count)
            #expect(recv(socket.raw, &bytes, bytes.count, Int32(MSG_WAITALL)) == expected.count)
            #expect(bytes == expected)
        }
    }

    @Test func oneThatListensAndDoesNotRunIsSilent() async throws {
        try await withTemporaryPlace { place in
            let server = try EngineServer(place: place, logger: .silent) { _, _ in 0 }
            let client = try ServerClient(place, patience: 200)
            // This process itself holds the lock, so the kernel does not report the holder.
            let silent = SilentEngine(processID: nil, listenerID: getpid(), socket: place.socket)
            await #expect(throws: EngineConnectionError.silent(silent)) { try await client.ask(FrontRequest(arguments: ["zones"])) }
            server.stop()
            _ = await server.run()
        }
    }

    @Test func theOldestWithoutARequestMakesRoom() async throws {
        try await withServer(limits: Self.limits()) { request, session in
            guard request.arguments == ["stay"] else { return 7 }
            session.write(line: "here")
            await untilCancelled()
            return 0
        } _: { harness in
            let attached = try harness.attach("stay")
            #expect(try await attached.receive()?.text == "here\n")
            let silent = try (1...3).map { _ in try ServerClient(harness.place) }
            // Each is accepted before the next one connects.
            for number in 1...5 {
                #expect(try await harness.ask("other").code == 7)
                // A front that is still attached would cause the next one to be closed instead.
                try await eventually("the end of front \(number)") { harness.server.status.fronts.count == 1 }
            }
            #expect(try await silent[0].receive() == nil)
            #expect(harness.server.status.fronts.map(\.arguments) == [["stay"]])
        }
    }

    @Test func whereAllHaveAskedTheNextIsToldSo() async throws {
        try await withServer(limits: Self.limits()) { _, session in
            session.write(line: "here")
            await untilCancelled()
            return 0
        } _: { harness in
            let attached = try (1...4).map { try harness.attach("feed", "\($0)") }
            for client in attached { #expect(try await client.receive()?.text == "here\n") }
            let reason = "the engine serves 4 fronts, and no more than 4; end some, or run 'subdial engine stop'"
            for _ in 1...3 {
                await #expect(throws: EngineConnectionError.refused(reason)) { try await harness.ask("zones") }
            }
            attached[2].hangUp()
            // The connection is closed when the server handles it.
            var isServed = false
            while !isServed {
                let next = try harness.attach("feed", "next")
                isServed = (try? await next.receive())?.text == "here\n"
            }
        }
    }

    @Test func whoSendsNoRequestInTimeIsHungUpOn() async throws {
        try await withServer(limits: Self.limits(requestTime: 50)) { _, session in
            session.write(line: "here")
            await untilCancelled()
            return 0
        } _: { harness in
            let attached = try harness.attach("feed")
            #expect(try await attached.receive()?.text == "here\n")
            let (silent, half) = (try ServerClient(harness.place), try ServerClient(harness.place))
            try half.send(Array(try WireFrame.request(FrontRequest(arguments: ["feed"])).encoded().dropLast()))
            #expect(try await silent.receive() == nil)
            #expect(try await half.receive() == nil)
            #expect(harness.server.status.fronts.count == 1)
        }
    }

    @Test func inputThatNobodyTakesIsDropped() async throws {
        let (counts, finish) = AsyncStream<Int>.makeStream()
        try await withServer { _, session in
            session.write(line: "here")
            // All input has arrived after the front is gone. The task of the answer is cancelled then, and reads no stream any more.
            let kept = Task.detached {
                try? await eventually("the end of the front") { session.isGone }
                var kept = 0
                for await bytes in session.input { kept += bytes.count }
                return kept
            }
            finish.yield(await kept.value)
            return 0
        } _: { harness in
            let client = try harness.attach("feed")
            #expect(try await client.receive()?.text == "here\n")
            let frame = WireFrame.input([UInt8](repeating: 0, count: 200_000))
            for _ in 1...50 { try client.send(frame) }
            client.hangUp()
            let kept = try #require(await counts.first { _ in true })
            #expect(kept > 0 && kept <= 1 << 20)
        }
    }

    @Test(arguments: [(32, 8), (64, 40), (1024, 512), (20_000, 512), (10, 1)])
    func whatTheSystemAllowsLeavesSomeForTheEngine(_ descriptors: Int, _ peers: Int) {
        #expect(ServerLimits(descriptors: descriptors).peers == peers)
    }

    /// Many clients send invalid data of many kinds at once; valid requests are still served.
    @Test(arguments: [3, 7] as [UInt64])
    func noiseDisturbsNobody(_ seed: UInt64) async throws {
        try await withServer(limits: Self.limits(peers: 24, requestTime: 300)) { request, _ in
            Int32(request.arguments.count)
        } _: { harness in
            var random = Noise(state: seed)
            var noisy: [ServerClient] = []
            for round in 1...300 {
                let client = try ServerClient(harness.place)
                // A connection that was closed already accepts nothing.
                try? client.send(random.bytes())
                if random.next(4) == 0 { client.hangUp() } else { noisy.append(client) }
                if noisy.count > 40 { noisy.remove(at: Int(random.next(40))).hangUp() }
                if round.isMultiple(of: 50) { #expect(try await harness.ask("a", "b", "c").code == 3) }
            }
            #expect(try await harness.ask("a").code == 1)
        }
    }
}

/// Invalid bytes of many kinds, equal for equal seeds.
private struct Noise {
    var state: UInt64

    mutating func next(_ bound: UInt64) -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 33) % bound
    }

    mutating func bytes() -> [UInt8] {
        let count = Int(next(300))
        let random = (0..<count).map { _ in UInt8(truncatingIfNeeded: next(256)) }
        let request = (try? WireFrame.request(FrontRequest(arguments: ["feed", "x"], resume: "y")).encoded()) ?? []
        switch next(6) {
        case 0: return random
        case 1: return Array(request.prefix(Int(next(UInt64(request.count)))))
        case 2: return [WireFrame.Kind.request.rawValue, 0xFF, 0xFF, 0xFF, 0xFF] + random
        case 3: return [WireFrame.Kind.input.rawValue, 0, 0, 1, 0] + random
        case 4:
            var damaged = request
            damaged[Int(next(UInt64(damaged.count)))] = UInt8(truncatingIfNeeded: next(256))
            return damaged
        default: return request + request + random
        }
    }
}
