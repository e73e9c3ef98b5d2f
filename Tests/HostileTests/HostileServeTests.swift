import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialHTTPSupport
@testable import SubdialProcessSupport

/// Clients of `subdial serve` and `subdial preview` that send slowly, endlessly or ambiguously, and pages of other sites.
@Suite(.serialized, .timeLimit(.minutes(10))) struct HostileServeTests {
    private static let key = "a-key-of-the-kitchen"

    /// A server with its clients.
    private struct Server {
        let address: String
        /// The token; empty if the server needs none.
        let token: String
        let process: ProcessProbe

        var bearer: [String] { token.isEmpty ? [] : ["Authorization: Bearer \(token)"] }

        /// Sends bytes on a connection of their own, and waits until the server has closed it.
        func exchange(_ request: String, meanwhile: () -> Void = {}) async throws -> WebClient {
            let client = try WebClient(address)
            client.send(request)
            try await eventually("the answer to \(request.prefix(200))") {
                meanwhile()
                client.send("")
                return client.isHungUp
            }
            return client
        }

        /// Sends a request, and waits for the complete response.
        func answer(
            _ path: String, _ fields: [String] = [], method: String = "GET", meanwhile: () -> Void = {}
        ) async throws -> WebClient {
            let lines = ["\(method) \(path) HTTP/1.1", "Host: localhost", "Connection: close"] + fields
            return try await exchange(lines.joined(separator: "\r\n") + "\r\n\r\n", meanwhile: meanwhile)
        }

        func status(_ path: String, _ fields: [String] = [], method: String = "GET") async throws -> Int? {
            try await answer(path, fields, method: method).statuses.first
        }
    }

    /// Runs `body` with a server, which a display of its configuration may use.
    private static func with(_ program: String = "serve", hasToken: Bool = true, _ body: (Server) async throws -> Void) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let folder = sandbox.path("config/subdial")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let configuration = "displays: [{ id: A1, name: Kitchen, key: \(key), screens: [now-playing] }]\n"
        try configuration.write(toFile: folder + "/config.yaml", atomically: true, encoding: .utf8)
        try await sandbox.withBridge { bridge in
            let file = sandbox.path("token")
            let arguments = [program, "--bridge", bridge, "--listen", "127.0.0.1:0"] + (hasToken ? ["--token-file", file] : [])
            let process = LineReader(sandbox.process(arguments))
            try process.start()
            defer { process.stop() }
            let line = try await process.next { $0.contains(" http://127.0.0.1:") }
            let token = hasToken ? try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").joined() : ""
            try await body(
                Server(
                    address: try #require(line.split(separator: " ").last.map(String.init)), token: token,
                    process: ProcessProbe(id: process.process.processIdentifier)))
        }
    }

    /// Permits this process as many connections as the attack needs.
    private func raiseDescriptorLimit() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        getrlimit(resource, &limit)
        limit.rlim_cur = min(limit.rlim_max, 4096)
        setrlimit(resource, &limit)
    }

    // MARK: Slow clients

    private static let pages = [
        "serve": ["/widgets.json", "/now-playing/systemSmall.png", "/api/display", "/transfer/context.json?fonts=0"],
        "preview": ["/project.json", "/picture.png?family=systemSmall"],
    ]

    /// More connections than the server has, none of which ever completes a request, while others get pictures, events and data.
    @Test(
        arguments: ["serve", "preview"],
        [
            ("", ""), ("GET /events HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", "x"),
            ("POST /api/log HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n", "x"),
        ])
    func connectionsThatNeverCompleteARequestKeepNobodyOut(_ program: String, _ attack: (start: String, drop: String)) async throws {
        raiseDescriptorLimit()
        try await Self.with(program) { server in
            let listener = try WebClient(server.address)
            listener.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\(server.bearer.joined())\r\n\r\n")
            try await eventually("the first event") { listener.text.contains("event: hello") }
            let slow = try (0..<600).map { _ in
                let client = try WebClient(server.address)
                client.send(attack.start)
                return client
            }
            for path in Self.pages[program] ?? [] {
                let answer = try await server.answer(path, server.bearer + ["Access-Token: \(Self.key)"]) {
                    for client in slow { client.send(attack.drop) }
                }
                #expect(answer.statuses == [200], "\(path): \(answer.text.prefix(500))")
            }
            #expect(slow[0].isHungUp && !listener.isHungUp)
            // The clients did not wait for the end of the slow ones, or there would be more of the comments that are sent every 15 seconds.
            #expect(listener.text.split(separator: ": ping").count < 4)
        }
    }

    /// Everything behind a request for another protocol, and a body that nobody wants, costs no memory.
    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
        "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "POST /api/log HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n",
        "POST /actions HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFF\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "nonsense\r\n\r\n",
    ])
    func endlessBytesCostNoMemory(_ start: String) async throws {
        try await Self.with { server in
            #expect(try await server.status("/now-playing/systemSmall.png", server.bearer) == 200)
            let before = server.process.ownKilobytes
            let client = try WebClient(server.address)
            client.send(start)
            let block = String(repeating: "x", count: 1 << 16)
            // It ends when the server has ended the connection or reads no more, or has read 200 MiB.
            try await eventually("the end of the attack") {
                for _ in 0..<100 where !client.isBlocked { if !client.send(block) { return true } }
                return !client.send("") || client.isHungUp && client.isBlocked || client.sentBytes > 200 << 20
            }
            #expect(try await server.status("/widgets.json", server.bearer) == 200)
            #expect(server.process.ownKilobytes < before + 64 << 10, "\(client.sentBytes) bytes were sent")
        }
    }

    // MARK: Requests with two meanings

    private static let start = "GET /widgets.json HTTP/1.1\r\n"

    /// The lines of a request that names no host, several hosts, or none that could be one.
    private static let hosts = [
        "", "Host: localhost\r\nHost: localhost", "Host: localhost\r\nhOST: evil.example", "Host:", "Host: \t ", "Host: local host",
        "Host: localhost, evil.example", "Host: localhost,evil.example", "Host: evil.example@localhost", "Host: localhost/evil",
        "Host: localhost?x", "Host: localhost#x", "Host: http://localhost", "Host: localhost\\evil", "Host: :80", "Host: localhost:",
        "Host: localhost:http", "Host: localhost:+80", "Host: localhost:65536", "Host: localhost:80:80", "Host: [::1", "Host: [::1]x",
        "Host: []", "Host: löcalhost", "Host: \(String(repeating: "a", count: 300))",
    ]

    /// Header lines whose end, name or value is not certain.
    private static let lines = [
        "Host: localhost\r\n .evil.example", "Host: localhost\r\nX: a\r\n b", "Host: localhost\r\nX: a\r\n\tb", "Host : localhost",
        " Host: localhost\r\nHost: localhost", "Host: localhost\r\nX", "Host: localhost\r\n: x", "Host: localhost\r\nX(: x",
        "Host: localhost\r\nX: a\rY: b", "Host: localhost\r\nX: a\u{0}b",
    ]

    /// First lines for another server, or in another version of HTTP.
    private static let targets = [
        "GET http://evil.example/widgets.json HTTP/1.1", "GET http://localhost@evil.example/ HTTP/1.1", "GET ftp://localhost/ HTTP/1.1",
        "GET widgets.json HTTP/1.1", "GET * HTTP/1.1", "CONNECT localhost:80 HTTP/1.1", "GET /widgets.json HTTP/2.0",
        "GET /widgets.json HTTP/1.2", "GET /widgets.json http/1.1", "GET /widgets.json", "\u{16}\u{3}\u{1}\u{2}",
    ]

    /// Lines about the length of a body of two bytes that is not certain.
    private static let lengths = [
        "Content-Length: 2\r\nContent-Length: 3", "Content-Length: 2\r\nContent-Length: 2", "Content-Length: 2, 2", "Content-Length: -2",
        "Content-Length: +2", "Content-Length: 0x2", "Content-Length:", "Content-Length: 99999999999999999999",
        "Content-Length: 2\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 2",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked, gzip",
        "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: gzip", "Transfer-Encoding: identity", "Transfer-Encoding: xchunked",
        "Transfer-Encoding:", "Transfer-Encoding: \u{B}chunked", "Transfer-Encoding : chunked",
    ]

    /// The first lines of requests that have one meaning.
    private static let permitted = [
        "GET /widgets.json HTTP/1.1\r\nHost: localhost", "GET /widgets.json HTTP/1.1\r\nHost: LOCALHOST:8380",
        "GET /widgets.json HTTP/1.1\r\nHost: 127.0.0.1:1", "GET /widgets.json HTTP/1.1\r\nHost: [::1]:8380",
        "GET /widgets.json HTTP/1.1\r\nhost: [::1]", "GET /widgets.json HTTP/1.0\r\nHost: localhost",
        "GET http://localhost/widgets.json HTTP/1.1\r\nHost: localhost",
        "GET http://LOCALHOST:80/widgets.json HTTP/1.1\r\nHost: localhost:80",
    ]

    /// Requests that a proxy could understand differently than the server, which would show one client the response to another.
    @Test func requestsWithTwoMeaningsAreRefused() async throws {
        let chunked = "\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
        var refused =
            (Self.hosts + Self.lines).map { "\(Self.start)\($0)\r\n\r\n" } + Self.targets.map { "\($0)\r\nHost: localhost\r\n\r\n" }
        refused += Self.lengths.map { "POST /actions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\($0)\(chunked)" }
        refused += [
            "GET /widgets.json HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", "GET /widgets.json HTTP/1.1\nHost: localhost\n\n",
            "POST /actions HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\(chunked)",
            "POST /actions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}",
        ]
        try await Self.with(hasToken: false) { server in
            for request in refused {
                let answer = try await server.exchange(request)
                #expect(answer.statuses == [400], "\(request.debugDescription): \(answer.text)")
            }
            for request in Self.permitted {
                let answer = try await server.exchange(request + "\r\nConnection: close\r\n\r\n")
                #expect(answer.statuses == [200], "\(request.debugDescription): \(answer.text)")
            }
            // A refused request does not change the response to the request before it, and nothing behind it is understood.
            let (good, bad) = ("\(Self.start)Host: localhost\r\n\r\n", "\(Self.start)Host: a\r\nHost: b\r\n\r\n")
            #expect(try await server.exchange(good + bad + good).statuses == [200, 400])
            // A body that nobody reads and that cannot be decoded gets no second response.
            let damaged = "POST /actions HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n"
            #expect(try await server.exchange(damaged + good).statuses == [415])
        }
    }

    // MARK: Pages of other sites

    private static let image = ["Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: image"]
    private static let link = ["Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"]
    private static let frame = ["Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"]

    private static let requests: [(fields: [String], isPermitted: Bool)] = [
        ([], true), (["Sec-Fetch-Site: same-origin"] + image, true), (["Sec-Fetch-Site: none"] + link, true),
        (["Sec-Fetch-Site: cross-site"] + link, true), (["Sec-Fetch-Site: same-site"] + link, true),
        (["Sec-Fetch-Site: cross-site"] + image, false), (["Sec-Fetch-Site: same-site"] + image, false),
        (["Sec-Fetch-Site: cross-site"] + frame, false), (["Sec-Fetch-Site: same-site"] + frame, false),
        (["Sec-Fetch-Site: cross-site"], false), (["Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site"], false),
        (["Sec-Fetch-Site: "], false), (["Origin: https://evil.example"], false), (["Origin: null"], false),
        (["Origin: http://localhost"], true),
    ]

    /// A browser sends such requests for a page of any site, with the cookie or from this machine.
    @Test(arguments: [false, true]) func pagesOfOtherSitesSeeNothing(_ hasToken: Bool) async throws {
        try await Self.with(hasToken: hasToken) { server in
            let cookie = hasToken ? ["Cookie: subdial-token=\(server.token)"] : []
            for path in [
                "/now-playing/systemSmall.png", "/now-playing/entry.json", "/widgets.json", "/page.js", "/transfer/context.json?fonts=0",
            ] {
                for (fields, isPermitted) in Self.requests {
                    let answer = try await server.answer(path, cookie + fields)
                    #expect(answer.statuses == [isPermitted ? 200 : 403], "\(path) \(fields): \(answer.text.prefix(300))")
                    #expect(answer.field("Cross-Origin-Resource-Policy") == "same-origin", "\(path)")
                }
            }
            for (fields, isPermitted) in Self.requests {
                #expect(try await server.status("/events", cookie + fields, method: "HEAD") == (isPermitted ? 200 : 403), "\(fields)")
                // A display is no page.
                let display = ["Access-Token: \(Self.key)"] + fields
                #expect(try await server.status("/api/display", display) == (isPermitted ? 200 : 403), "\(fields)")
                // A page may not act, not even by a link.
                let acts = isPermitted && !fields.contains("Sec-Fetch-Site: cross-site") && !fields.contains("Sec-Fetch-Site: same-site")
                let action = cookie + fields + ["Content-Length: 0"]
                #expect(try await server.status("/actions", action, method: "POST") == (acts ? 415 : 403), "\(fields)")
            }
        }
    }

    /// Who embeds an address with the token wants the picture there; programs that are not browsers need nothing more.
    @Test func aPictureWithATokenMayBeEmbedded() async throws {
        try await Self.with { server in
            let path = "/now-playing/systemSmall.png"
            for (fields, _) in Self.requests {
                let answer = try await server.answer("\(path)?token=\(server.token)", fields)
                #expect(answer.statuses == [200] && answer.field("Cross-Origin-Resource-Policy") == "cross-origin", "\(fields)")
                #expect(try await server.status("\(path)?token=\(server.token)x", fields) == 401)
            }
            #expect(try await server.status(path, server.bearer) == 200)
            let events = try await server.answer("/events?token=\(server.token)", ["Sec-Fetch-Site: cross-site"], method: "HEAD")
            #expect(events.statuses == [200] && events.field("Cross-Origin-Resource-Policy") == "same-origin")
        }
    }

    /// No response tells a browser less than the others do.
    @Test(arguments: ["serve", "preview"]) func everyResponseHasTheFieldsForBrowsers(_ program: String) async throws {
        try await Self.with(program) { server in
            let answers = [
                try await server.answer("/", server.bearer), try await server.answer("/"),
                try await server.answer("/nothing", server.bearer),
                try await server.answer("/events", server.bearer, method: "HEAD"),
                try await server.answer("/", server.bearer, method: "PUT"),
                try await server.answer("/?token=\(server.token)"), try await server.answer("/api/display", ["ID: B2"]),
                try await server.answer("/api/log", method: "POST"), try await server.answer("/transfer/files/00", server.bearer),
                try await server.exchange("GET / HTTP/1.1\r\n\r\n"), try await server.answer("/icon.svg", ["Sec-Fetch-Site: cross-site"]),
            ]
            for answer in answers {
                #expect(answer.statuses.count == 1)
                #expect(answer.field("X-Content-Type-Options") == "nosniff", "\(answer.text.prefix(300))")
                #expect(answer.field("Cross-Origin-Resource-Policy") == "same-origin", "\(answer.text.prefix(300))")
            }
        }
    }

    /// The end of a server that cannot listen cancels tasks while others begin; none may wait for another for ever.
    @Test(arguments: ["serve", "preview"]) func whatCannotListenEnds(_ program: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let taken = try SilentPort()
        let count = Joiners.areWhole ? 5000 : 150
        let process = sandbox.process([], environment: ["SUBDIAL_BRIDGE": taken.url])
        let command = "\(Sandbox.build.appending(path: "subdial").path) \(program) --listen 127.0.0.1:\(taken.port)"
        // Many at a time: a race needs processors that are busy.
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "seq \(count) | xargs -P 10 -I{} timeout 60 \(command) 2>&1 | sort | uniq -c"]
        let output = Pipe()
        process.standardOutput = output
        try process.runUnblocked()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let lines = text.split(separator: "\n")
        #expect(lines.count == 1 && text.contains("another program listens there"), "\(text)")
        #expect(lines.first?.split(separator: " ").first == "\(count)", "\(text)")
        withExtendedLifetime(taken) {}
    }

    // MARK: Strangers

    /// Clients without a key make the server draw few notices, and one with a token gets its picture.
    @Test func strangersGetFewNoticesAMinute() async throws {
        try await Self.with { server in
            var statuses: [Int] = []
            for number in 0..<100 {
                let answer = try await server.answer("/api/notices/unknown/\(number).png")
                let status = try #require(answer.statuses.first)
                #expect(status == 200 || status == 503 && answer.field("Retry-After") == "1")
                statuses.append(status)
            }
            // A notice that has been drawn is sent again.
            #expect(try await server.status("/api/notices/unknown/0.png") == 200)
            // At most those of two minutes, if the drawing takes so long.
            #expect(statuses.count { $0 == 200 } <= 2 * 32, "\(statuses)")
            #expect(try await server.status("/now-playing/systemSmall.png", server.bearer) == 200)
            #expect(try await server.status("/api/display", ["Access-Token: \(Self.key)"]) == 200)
        }
    }
}
