import Testing

@testable import SubdialHTTP
@testable import SubdialHTTPSupport

/// Tests of the client with a real server on a real socket.
@Suite struct HTTPClientTests {
    private let client = HTTPClient(userAgent: "subdial/test")

    @Test func getsAWholeAnswer() async throws {
        try await withServer { _, peer in
            try peer.answer("{\"a\":1}", type: "Application/JSON; charset=utf-8", fields: ["X-Odd:  two words ", "x-odd: second"])
        } _: { server async throws in
            var request = HTTPRequest(url: server.url + "/zones?x=1")
            request.accept = "application/json"
            let response = try await client.send(request)
            #expect(response.status == 200)
            #expect(String(decoding: response.body, as: UTF8.self) == "{\"a\":1}")
            #expect(response.head.mediaType == "application/json")
            #expect(response.head["X-ODD"] == "two words")
            let sent = try #require(server.requests.first)
            #expect(sent.line == "GET /zones?x=1 HTTP/1.1")
            #expect(sent.field("User-Agent") == "subdial/test")
            #expect(sent.field("Accept") == "application/json")
            #expect(sent.field("Accept-Encoding") == nil)
        }
    }

    @Test func keepsConnections() async throws {
        try await withServer { _, peer in
            try peer.answer("{}")
        } _: { server async throws in
            for _ in 0..<5 { _ = try await client.send(HTTPRequest(url: server.url)) }
            #expect(server.requests.map(\.connection) == [0, 0, 0, 0, 0])
            #expect(server.connections == 1)
        }
    }

    @Test func asksAgainWhereAKeptConnectionHasDied() async throws {
        try await withServer { _, peer in
            try peer.answer("{}")
            throw Peer.Hangup()
        } _: { server async throws in
            for _ in 0..<5 { #expect(try await client.send(HTTPRequest(url: server.url)).status == 200) }
            #expect(server.requests.count == 5)
        }
    }

    @Test func postsOnAConnectionOfItsOwn() async throws {
        try await withServer { _, peer in
            try peer.answer("{}")
        } _: { server async throws in
            _ = try await client.send(HTTPRequest(url: server.url))
            _ = try await client.send(HTTPRequest(.post(body: Array("{\"ä\":1}".utf8), contentType: "application/json"), url: server.url))
            let post = try #require(server.requests.last)
            #expect(post.line == "POST / HTTP/1.1")
            #expect(post.body == "{\"ä\":1}")
            #expect(post.field("Content-Type") == "application/json")
            #expect(post.field("Content-Length") == "8")
            #expect(post.field("Expect") == nil)
            #expect(post.connection == 1)
        }
    }

    @Test func sendsOtherMethodsOnAConnectionOfTheirOwn() async throws {
        try await withServer { _, peer in
            try peer.answer("{}")
        } _: { server async throws in
            var put = HTTPRequest(.other("PUT", body: Array("{}".utf8)), url: server.url + "/a")
            put.headers = [.init(name: "Content-Type", value: "application/json"), .init(name: "X-Empty", value: "")]
            for request in [HTTPRequest(url: server.url), put, HTTPRequest(.other("DELETE", body: []), url: server.url + "/a")] {
                _ = try await client.send(request)
            }
            #expect(server.requests.map(\.line) == ["GET / HTTP/1.1", "PUT /a HTTP/1.1", "DELETE /a HTTP/1.1"])
            #expect(server.requests.map(\.connection) == [0, 1, 2])
            #expect(server.requests.map(\.body) == ["", "{}", ""])
            let sent = server.requests[1]
            #expect(sent.field("Content-Type") == "application/json" && sent.field("X-Empty") == "" && sent.field("Expect") == nil)
        }
    }

    @Test func runsManyAtOnce() async throws {
        try await withServer { request, peer in
            try peer.answer(request.target)
        } _: { server async throws in
            let client = client
            let bodies = try await withThrowingTaskGroup(of: (Int, String).self) { group in
                for index in 0..<40 {
                    group.addTask {
                        let response = try await client.send(HTTPRequest(url: "\(server.url)/\(index)"))
                        return (index, String(decoding: response.body, as: UTF8.self))
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            #expect(bodies.count == 40)
            for (index, body) in bodies { #expect(body == "/\(index)") }
        }
    }

    @Test(arguments: [200, 204, 304, 404, 500, 503])
    func anyStatusIsAnAnswer(_ status: Int) async throws {
        try await withServer { _, peer in
            try peer.send("HTTP/1.1 \(status) Whatever\r\nContent-Length: 0\r\n\r\n")
        } _: { server async throws in
            #expect(try await client.send(HTTPRequest(url: server.url)).status == status)
        }
    }

    @Test func unpacksOnlyWhereAsked() async throws {
        // `{"zones":[]}`, compressed with gzip.
        let packed: [UInt8] = [
            0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xAB, 0x56, 0xAA, 0xCA, 0xCF, 0x4B, 0x2D, 0x56,
            0xB2, 0x8A, 0x8E, 0xAD, 0x05, 0x00, 0x6B, 0xAB, 0xCA, 0x66, 0x0C, 0x00, 0x00, 0x00,
        ]
        try await withServer { _, peer in
            try peer.answer(packed, fields: ["Content-Encoding: gzip"])
        } _: { server async throws in
            var request = HTTPRequest(url: server.url)
            #expect(try await client.send(request).body == packed)
            request.acceptsGzip = true
            let response = try? await client.send(request)
            #expect(server.requests.last?.field("Accept-Encoding") == "gzip")
            #expect(response.map { String(decoding: $0.body, as: UTF8.self) } == "{\"zones\":[]}")
        }
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1:1/", "http://", "nonsense", "http://nas:0/", ""])
    func refusesOtherAddresses(_ url: String) async {
        do throws(HTTPError) {
            let response = try await client.send(HTTPRequest(url: url))
            Issue.record("\(url) was answered with \(response.status)")
        } catch {
            guard case .badURL = error else {
                Issue.record("\(url): \(error)")
                return
            }
        }
    }

    @Test func endsWithItsClient() async throws {
        let ended = Counter()
        try await withServer { _, peer in
            try peer.send("HTTP/1.1 200 OK\r\n\r\n")
            peer.waitForClose()
            ended.increment()
            throw Peer.Hangup()
        } _: { server async throws in
            var client: HTTPClient? = HTTPClient()
            let stream = try #require(try await client?.stream(HTTPRequest(url: server.url, timeout: nil)))
            client = nil
            await #expect(throws: HTTPError.cancelled) { for try await _ in stream {} }
        }
        #expect(ended.value == 1)
    }
}
