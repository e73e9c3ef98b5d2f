import SubdialTestSupport
import Testing

@testable import SubdialHTTP
@testable import SubdialHTTPSupport

/// Tests of the client with faulty servers and networks.
@Suite struct HTTPFaultTests {
    private let client = HTTPClient()

    private func expect(
        _ expected: HTTPError, _ request: (String) -> HTTPRequest = { HTTPRequest(url: $0) }, from handler: @escaping ScriptedServer.Handler
    ) async throws {
        try await withServer(handler) { server async throws in
            await #expect(throws: expected) { try await client.send(request(server.url)) }
        }
    }

    @Test func nobodyListens() async throws {
        let silent = try SilentPort()
        defer { withExtendedLifetime(silent) {} }
        let url = silent.url
        await #expect(throws: HTTPError.refused) { try await client.send(HTTPRequest(url: url)) }
    }

    @Test func nobodyKnowsTheName() async {
        await #expect(throws: HTTPError.cannotResolve(host: "no-such-host.invalid")) {
            try await client.send(HTTPRequest(url: "http://no-such-host.invalid:8088/", timeout: .seconds(30)))
        }
    }

    /// All addresses in the user's own network are refused, with and without an open connection.
    @Test func onesOwnNetworkIsRefused() async throws {
        try await withServer { _, peer in
            try peer.answer("{}")
        } _: { server async throws in
            for host in ["127.0.0.1", "localhost"] {
                var request = HTTPRequest(url: "http://\(host):\(server.port)/")
                #expect(try await client.send(request).address?.isPrivate == true)
                request.refusesPrivateAddresses = true
                await #expect(throws: HTTPError.privateAddress(host: host)) { try await client.send(request) }
            }
            #expect(server.requests.count == 2)
        }
    }

    @Test func noAnswer() async throws {
        try await expect(.timedOut, { HTTPRequest(url: $0, timeout: .milliseconds(200)) }) { _, peer in peer.waitForClose() }
    }

    @Test func oneByteAtATime() async throws {
        try await expect(.timedOut, { HTTPRequest(url: $0, timeout: .milliseconds(400)) }) { _, peer in
            try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
            for _ in 0..<1_000_000 {
                try peer.send("x")
                peer.pause(milliseconds: 20)
            }
        }
    }

    @Test func aReset() async throws {
        try await expect(.reset) { _, peer in try peer.reset() }
    }

    @Test func anEndInsteadOfAnAnswer() async throws {
        try await expect(.reset) { _, _ in throw Peer.Hangup() }
    }

    @Test func aResetInTheBody() async throws {
        try await expect(.truncated) { _, peer in
            try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
            // A reset can discard sent bytes that the client has not read.
            peer.pause(milliseconds: 200)
            try peer.reset()
        }
    }

    @Test func aBodyThatBreaksOff() async throws {
        try await expect(.truncated) { _, peer in
            try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
            throw Peer.Hangup()
        }
    }

    @Test func chunksThatBreakOff() async throws {
        try await expect(.truncated) { _, peer in
            try peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc")
            throw Peer.Hangup()
        }
    }

    @Test func anAnnouncedBodyOverTheCap() async throws {
        let sent = Counter()
        try await expect(.bodyTooLarge(limit: 1 << 20)) { _, peer in
            try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 52428800\r\n\r\n")
            peer.waitForClose()
            sent.set(peer.sentBytes)
            throw Peer.Hangup()
        }
        #expect(sent.value < 1000)
    }

    @Test(arguments: [true, false])
    func fiftyMegabytesUnannounced(isChunked: Bool) async throws {
        let sent = Counter()
        try await expect(.bodyTooLarge(limit: 1 << 20)) { _, peer in
            defer { sent.set(peer.sentBytes) }
            try peer.send("HTTP/1.1 200 OK\r\n" + (isChunked ? "Transfer-Encoding: chunked\r\n\r\n" : "\r\n"))
            let block = [UInt8](repeating: 0x20, count: 1 << 16)
            for _ in 0..<800 { try peer.send(isChunked ? Array("10000\r\n".utf8) + block + Array("\r\n".utf8) : block) }
        }
        // The client closed the connection long before; the accepted bytes are in the buffers of the sockets.
        #expect(sent.value < 20 << 20)
    }

    @Test func aBodyAtTheCap() async throws {
        try await withServer { _, peer in
            try peer.answer([UInt8](repeating: 7, count: 5000))
        } _: { server async throws in
            var request = HTTPRequest(url: server.url)
            request.maximumBody = 5000
            #expect(try await client.send(request).body.count == 5000)
            request.maximumBody = 4999
            await #expect(throws: HTTPError.bodyTooLarge(limit: 4999)) { try await client.send(request) }
        }
    }

    @Test func aFloodOfHeaders() async throws {
        try await expect(.headersTooLarge(limit: 64 << 10)) { _, peer in
            try peer.send("HTTP/1.1 200 OK\r\n")
            for index in 0..<100_000 { try peer.send("X-Padding-\(index): " + String(repeating: "x", count: 1000) + "\r\n") }
        }
    }

    /// The limit counts the whole head, from the status line to the empty line.
    @Test func aHeadAtTheCap() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Padding: \(String(repeating: "x", count: 500))\r\n\r\n"
        try await withServer { _, peer in
            try peer.send(head)
        } _: { server async throws in
            var request = HTTPRequest(url: server.url)
            request.maximumHeaders = head.utf8.count
            #expect(try await client.send(request).head["X-Padding"]?.count == 500)
            request.maximumHeaders -= 1
            await #expect(throws: HTTPError.headersTooLarge(limit: head.utf8.count - 1)) { try await client.send(request) }
        }
    }

    @Test func somethingElseThanHTTP() async throws {
        try await expect(.notHTTP) { _, peer in
            try peer.send("SSH-2.0-OpenSSH_9.2p1\r\n")
            throw Peer.Hangup()
        }
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/"])
    func aRedirectElsewhere(_ target: String) async throws {
        try await withServer { _, peer in
            try peer.answer("", status: 302, fields: ["Location: \(target)"])
        } _: { server async throws in
            do throws(HTTPError) {
                let response = try await client.send(HTTPRequest(url: server.url))
                Issue.record("\(target) was followed to \(response.status)")
            } catch {
                guard case .badRedirect = error else {
                    Issue.record("\(error)")
                    return
                }
            }
        }
    }

    /// The number of redirects of the server, the maximum of the request, and the status of the response; nil for too many.
    @Test(arguments: [(0, 0, 200), (1, 0, 302), (1, 1, 200), (2, 1, nil), (3, 3, 200), (4, 3, nil), (9, 3, nil)] as [(Int, Int, Int?)])
    func redirectsAreCounted(_ count: Int, _ maximum: Int, _ status: Int?) async throws {
        try await withServer { request, peer in
            let rest = Int(request.path.dropFirst()) ?? 0
            if rest == 0 { return try peer.answer("there") }
            try peer.answer("", status: 302, fields: ["Location: /\(rest - 1)"])
        } _: { server async throws in
            var request = HTTPRequest(url: "\(server.url)/\(count)")
            request.maximumRedirects = maximum
            if let status {
                #expect(try await client.send(request).status == status)
            } else {
                await #expect(throws: HTTPError.badRedirect("more than \(maximum) redirects")) { try await client.send(request) }
            }
            #expect(server.requests.count == min(count, maximum) + 1)
        }
    }

    @Test func aRedirectIsFollowed() async throws {
        try await withServer { request, peer in
            if request.path == "/new" { return try peer.answer("there", fields: ["X-Last: yes"]) }
            try peer.answer("moved", status: 301, fields: ["Location: /new", "X-First: yes"])
        } _: { server async throws in
            let response = try await client.send(HTTPRequest(url: server.url))
            #expect(String(decoding: response.body, as: UTF8.self) == "there")
            #expect(response.head["X-Last"] == "yes" && response.head["X-First"] == nil)
        }
    }

    @Test func noRedirectForAPost() async throws {
        try await withServer { _, peer in
            try peer.answer("", status: 307, fields: ["Location: /new"])
        } _: { server async throws in
            let response = try await client.send(HTTPRequest(.post(body: [], contentType: "application/json"), url: server.url))
            #expect(response.status == 307)
            #expect(server.requests.count == 1)
        }
    }

    @Test func cancelling() async throws {
        let (asked, asking) = AsyncStream.makeStream(of: Void.self)
        let hungUp = Counter()
        try await withServer { _, peer in
            asking.yield()
            peer.waitForClose()
            hungUp.increment()
            throw Peer.Hangup()
        } _: { server async throws in
            let client = client
            let task = Task { try await client.send(HTTPRequest(url: server.url, timeout: nil)) }
            _ = await asked.first { _ in true }
            task.cancel()
            await #expect(throws: HTTPError.cancelled) { try await task.value }
        }
        #expect(hungUp.value == 1)
    }

    @Test func cancelledBefore() async throws {
        try await withServer { _, peer in
            try peer.answer("{}")
        } _: { server async throws in
            let client = client
            let task = Task {
                await untilCancelled()
                return try await client.send(HTTPRequest(url: server.url))
            }
            task.cancel()
            await #expect(throws: HTTPError.cancelled) { try await task.value }
            #expect(server.connections == 0)
        }
    }

    @Test func aControlCharacterInAField() async {
        var request = HTTPRequest(url: "http://127.0.0.1:1/")
        request.accept = "text/plain\r\nX-Injected: yes"
        await #expect(throws: HTTPError.other("a header field holds a control character")) { try await client.send(request) }
    }
}
