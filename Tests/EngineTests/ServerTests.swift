import Glibc
import SubdialEngineWire
import SubdialTestSupport
import Testing

@testable import SubdialEngine

@Suite(.timeLimit(.minutes(5))) struct ServerTests {
    @Test func eachFrontGetsItsOwnAnswer() async throws {
        try await withServer { request, session in
            session.write(line: "for \(request.arguments[1])")
            session.write(stderr: "in \(request.workingFolder)\n")
            return Int32(request.arguments[1]) ?? -1
        } _: { harness in
            async let first = harness.ask("feed", "1")
            async let second = harness.ask("feed", "2")
            let replies = [(try await first, "1"), (try await second, "2")]
            for (reply, number) in replies {
                #expect(String(decoding: reply.output, as: UTF8.self) == "for \(number)\n")
                #expect(String(decoding: reply.errors, as: UTF8.self) == "in /\n")
                #expect(reply.code == Int32(number))
            }
        }
    }

    @Test func aFrontThatDoesNotReadIsOwedTheNewestLineAndHoldsUpNobody() async throws {
        let count = 10_000
        let padding = String(repeating: "x", count: 1_000)
        let (written, finish) = AsyncStream<Int>.makeStream()
        try await withServer { request, session in
            guard request.arguments == ["many"] else { return 7 }
            var most = 0
            for number in 1...count {
                session.write(line: "\(number) \(padding)")
                most = max(most, session.connection.owedBytes)
            }
            finish.yield(most)
            finish.finish()
            return 0
        } _: { harness in
            let client = try harness.attach("many")
            // No byte is read until all lines are written and another client was answered.
            let most = try #require(await written.first { _ in true })
            #expect(most < 4 * padding.utf8.count)
            let answer = try await harness.ask("other")
            #expect(answer.code == 7)

            var lines: [String] = []
            while let frame = try await client.receive(), frame.kind == .line {
                lines.append(frame.text)
            }
            #expect(lines.count < count / 10)
            #expect(lines.last == "\(count) \(padding)\n")
        }
    }

    @Test func outputOfAnyLengthArrivesWhole() async throws {
        let text = (0..<200_000).map { "\($0)\n" }.joined()
        try await withServer { _, session in
            await session.write(stdout: text)
            return 0
        } _: { harness in
            let answer = try await harness.ask("zones")
            #expect(answer.output == Array(text.utf8))
        }
    }

    @Test func hangingUpCancelsTheAnswer() async throws {
        let (cancelled, finish) = AsyncStream<Bool>.makeStream()
        try await withServer { _, session in
            session.write(line: "here")
            await untilCancelled()
            finish.yield(session.isGone && Task.isCancelled)
            finish.finish()
            return 0
        } _: { harness in
            let client = try harness.attach("feed")
            #expect(try await client.receive()?.text == "here\n")
            client.hangUp()
            #expect(await cancelled.first { _ in true } == true)
        }
    }

    @Test func aFrontsStdinReachesItsAnswer() async throws {
        try await withServer { _, session in
            for await bytes in session.input {
                session.write(line: String(decoding: bytes, as: UTF8.self).uppercased())
                break
            }
            return 0
        } _: { harness in
            let client = try harness.attach("feed")
            try client.send(.input(Array("click".utf8)))
            #expect(try await client.receive()?.text == "CLICK\n")
        }
    }

    @Test(arguments: [
        ([WireFrame.Kind.request.rawValue, 0, 0, 0, 2, 0x12, 0x34], "the front speaks protocol 4660"),
        (Array("GET / HTTP/1.1\r\n\r\n".utf8), "what speaks here is not Subdial"),
        ([WireFrame.Kind.input.rawValue, 0, 0, 0, 0], "from the wrong side"),
    ])
    func whoIsNotUnderstoodIsToldWhy(_ bytes: [UInt8], _ message: String) async throws {
        try await withServer { _, _ in
            0
        } _: { harness in
            let client = try ServerClient(harness.place)
            try client.send(bytes)
            #expect(try await client.receive()?.text.contains(message) == true)
            #expect(try await client.receive() == .exit(69))
            #expect(try await client.receive() == nil)
        }
    }
}
