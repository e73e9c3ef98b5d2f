import Foundation
import SubdialDocuments
import SubdialHTTP
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// `subdial serve` as a process, with real clients.
@Suite struct ServeCommandTests {
    /// A running server.
    private struct Server: Sendable {
        let address: String
        let http = HTTPClient()

        func get(_ path: String, _ headers: [(String, String)] = [], method: HTTPRequest.Method = .get) async throws -> HTTPResponse {
            var request = HTTPRequest(method, url: address + path, timeout: .seconds(180))
            request.maximumBody = 32 << 20
            request.maximumRedirects = 0
            request.headers = headers.map { .init(name: $0, value: $1) }
            return try await http.send(request)
        }

        func json(_ path: String) async throws -> JSONValue { try JSONValue(parsing: try await get(path).body) }

        func act(_ body: String, _ headers: [(String, String)] = []) async throws -> (status: Int, answer: JSONValue) {
            var request = HTTPRequest(
                .post(body: Array(body.utf8), contentType: "application/json"), url: address + "/actions", timeout: .seconds(180))
            request.headers = headers.map { .init(name: $0, value: $1) }
            let response = try await http.send(request)
            return (response.status, try JSONValue(parsing: response.body))
        }

        /// Waits until the entry meets a condition.
        func eventually(_ what: String, _ isMet: (JSONValue) -> Bool) async throws {
            let deadline = ContinuousClock.now + .seconds(180)
            while true {
                let entry = try await json("/now-playing/entry.json")
                if isMet(entry) { return }
                guard ContinuousClock.now < deadline else { throw NeverCameTrue(description: "never: \(what), but \(entry.text())") }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    private static func with(
        _ arguments: [String] = [], scenario: String = "quiet", configuration: String? = nil,
        _ body: (Server, Sandbox, _ process: LineReader) async throws -> Void
    ) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        if let configuration {
            try FileManager.default.createDirectory(atPath: sandbox.path("config/subdial"), withIntermediateDirectories: true)
            try Data(configuration.utf8).write(to: URL(filePath: sandbox.path("config/subdial/config.yaml")))
        }
        try await sandbox.withBridge(scenario) { bridge in
            let process = LineReader(sandbox.process(["serve", "--bridge", bridge, "--listen", "127.0.0.1:0"] + arguments))
            try process.start()
            defer { process.stop() }
            let line = try await process.next { $0.hasPrefix("listening on ") }
            try await body(Server(address: String(line.dropFirst("listening on ".count))), sandbox, process)
        }
    }

    @Test func aPictureIsSentOnceAndThenConfirmed() async throws {
        try await Self.with { (server, sandbox, _) async throws in
            // A fixed date, which does not advance.
            let path = "/now-playing/systemSmall.png?at=2026-01-08T20:15:04Z&scale=2"
            let first = try await server.get(path)
            #expect(first.status == 200 && first.head.mediaType == "image/png")
            #expect(first.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            let tag = try #require(first.head["ETag"]), modified = try #require(first.head["Last-Modified"])
            #expect(first.head["Cache-Control"] == "no-cache" && first.head["Content-Length"] == "\(first.body.count)")
            for condition in [("If-None-Match", tag), ("If-None-Match", "\"x\", W/\(tag)"), ("If-Modified-Since", modified)] {
                let again = try await server.get(path, [condition])
                #expect(again.status == 304 && again.body.isEmpty && again.head["ETag"] == tag, "\(condition)")
            }
            #expect(try await server.get(path, [("If-None-Match", "\"x\"")]).body == first.body)
            let client = try RawClient(server.address)
            client.send("HEAD \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            let head = client.readAll()
            #expect(
                head.hasPrefix("HTTP/1.1 200 OK\r\n") && head.contains("Content-Length: \(first.body.count)\r\n")
                    && head.hasSuffix("\r\n\r\n"))
            // The picture that `render` draws of the same entry.
            let entry = try await server.get("/now-playing/entry.json")
            try Data(entry.body).write(to: URL(filePath: sandbox.path("entry.json")))
            let about = try await server.json("/now-playing/systemSmall.json?at=2026-01-08T20:15:04Z&scale=2")
            #expect(about["etag"]?.string == tag && about["width"] == 158 && about["scale"] == 2)
            #expect(about["label"]?.string?.hasPrefix("Now playing, ") == true)
        }
    }

    @Test func tapsReachTheBridgeAndListenersHear() async throws {
        try await Self.with { (server, _, _) async throws in
            let list = try await server.json("/widgets.json")
            guard case .array(let widgets)? = list["widgets"] else { return #expect(Bool(false), "\(list)") }
            #expect(widgets.first?["kind"] == "now-playing")
            let stream = try await server.http.stream(HTTPRequest(url: server.address + "/events", timeout: nil))
            #expect(stream.head.mediaType == "text/event-stream")
            var events = stream.makeAsyncIterator()
            var heard = ""
            func wait(for text: String) async throws {
                while !heard.contains(text) { heard += String(decoding: try #require(try await events.next()), as: UTF8.self) }
            }
            try await wait(for: "event: hello")
            let before = try await server.json("/now-playing/entry.json")["status"]
            let (status, answer) = try await server.act(#"{"kind":"now-playing","intent":"playPause"}"#)
            #expect(status == 200 && answer["ok"] == true)
            try await wait(for: "event: change")
            try await server.eventually("another status") { $0["status"] != before }
            for (body, wanted) in [
                (#"{"kind":"now-playing","intent":"explode"}"#, 404), (#"{"kind":"nothing","intent":"next"}"#, 404),
                ("nonsense", 400), (#"{"kind":"now-playing"}"#, 400),
            ] {
                let (status, answer) = try await server.act(body)
                #expect(status == wanted && answer["ok"] == false && answer["error"]?.string?.isEmpty == false, "\(body)")
            }
        }
    }

    /// The parts of the live activity are pictures with addresses, and their buttons and the slider reach the bridge.
    @Test func theLiveActivityIsServedAndItsRegionsAct() async throws {
        try await Self.with(scenario: "steady") { (server, _, _) async throws in
            let widgets = try #require(try await server.json("/widgets.json")["widgets"]?.items)
            #expect(
                widgets.first?["presentations"]?.items?.compactMap(\.string)
                    == ["lockScreen", "compactLeading", "compactTrailing", "minimal", "expanded", "island", "smartStack", "carPlay"])
            for (part, size) in [("lockScreen", [371, 96]), ("expanded", [371, 160]), ("island", [230, 37]), ("minimal", [45, 37])] {
                let picture = try await server.get("/now-playing/\(part).png?scale=1&device=iphone-15")
                #expect(picture.status == 200)
                #expect(picture.body.dropFirst(16).prefix(8).map(Int.init) == [0, 0, size[0] >> 8, size[0] & 255, 0, 0, 0, size[1]])
            }
            #expect(try await server.get("/now-playing/smartStack.png").status == 200)
            #expect(try await server.get("/now-playing/smartStack.png?device=iphone-15").status == 400)
            #expect(try await server.get("/clock/lockScreen.png").status == 404)
            let banner = try await server.json("/now-playing/lockScreen.json")
            let buttons = try #require(banner["regions"]?.items)
            #expect(buttons.compactMap { $0["intent"]?.string } == ["previous", "playPause", "next"])
            let island = try await server.json("/now-playing/expanded.json")
            let slider = try #require(island["regions"]?.items?.first { $0["from"] != nil })
            #expect(slider["intent"] == "volumePercent" && slider["label"] == "Volume" && slider["to"] == 100)
            let (status, answer) = try await server.act(#"{"kind":"now-playing","intent":"volumePercent","value":20}"#)
            #expect(status == 200 && answer["ok"] == true)
            try await server.eventually("a volume of 20 %") { entry in
                guard let volume = entry["volume"], let value = volume["value"]?.number, let low = volume["minimum"]?.number,
                    let high = volume["maximum"]?.number
                else { return false }
                return abs((value - low) / (high - low) - 0.2) < 0.02
            }
        }
    }

    /// A reload ends the streams, and a client that connects again sees that the pictures have changed.
    @Test func aReloadIsHeard() async throws {
        try await Self.with { (server, _, process) async throws in
            func listen() async throws -> (HTTPStream.Iterator, hello: String) {
                var events = try await server.http.stream(HTTPRequest(url: server.address + "/events", timeout: nil)).makeAsyncIterator()
                var heard = ""
                while !heard.contains("fingerprint") && !heard.contains("\"kinds\":{\"now-playing\"") {
                    heard += String(decoding: try #require(try await events.next()), as: UTF8.self)
                }
                return (events, heard)
            }
            var (events, before) = try await listen()
            kill(process.process.processIdentifier, SIGHUP)
            while try await events.next() != nil {}
            let (_, after) = try await listen()
            #expect(before.contains(".0\"") && after.contains(".1\""), "\(before) \(after)")
        }
    }

    @Test func aLockedZoneRefuses() async throws {
        try await Self.with(configuration: "zones: { locked: [ Kitchen, Living Room, Office ] }\n") { (server, _, _) async throws in
            guard case .array(let widgets)? = try await server.json("/widgets.json")["widgets"],
                case .array(let subjects)? = widgets.first?["subjects"],
                let locked = subjects.first(where: { $0["isLocked"] == true })?["id"]?.string
            else { return #expect(Bool(false), "no zone is locked") }
            let (status, answer) = try await server.act(#"{"kind":"now-playing","subject":"\#(locked)","intent":"playPause"}"#)
            #expect(status == 403 && answer["error"]?.string?.contains("locked") == true, "\(answer)")
        }
    }

    @Test func otherSitesAreRefused() async throws {
        try await Self.with { (server, _, _) async throws in
            let body = #"{"kind":"now-playing","intent":"playPause"}"#
            let own = String(server.address.dropFirst("http://".count))
            #expect(try await server.act(body, [("Origin", "https://evil.example")]).status == 403)
            #expect(try await server.act(body, [("Sec-Fetch-Site", "cross-site")]).status == 403)
            #expect(try await server.act(body, [("Origin", "http://\(own)"), ("Sec-Fetch-Site", "same-origin")]).status == 200)
            #expect(try await server.get("/widgets.json", [("Host", "rebound.example")]).status == 403)
            let form = HTTPRequest(.post(body: Array(body.utf8), contentType: "text/plain"), url: server.address + "/actions")
            #expect(try await server.http.send(form).status == 415)
        }
    }

    @Test func aTokenIsAskedForAndShownOnce() async throws {
        let folder = try Sandbox()
        defer { folder.clean() }
        let file = folder.path("token")
        var shown = ""
        try await Self.with(["--token-file", file]) { (server, _, process) async throws in
            let line = try await process.next { $0.hasPrefix("token: ") }
            shown = String(line.split(separator: " ")[1])
            #expect(try String(contentsOfFile: file, encoding: .utf8) == shown + "\n")
            let refused = try await server.get("/now-playing/systemSmall.png")
            #expect(refused.status == 401 && refused.head["WWW-Authenticate"]?.hasPrefix("Bearer") == true)
            #expect(try await server.get("/now-playing/systemSmall.png?token=\(shown)x").status == 401)
            #expect(try await server.get("/now-playing/systemSmall.png?token=\(shown)").status == 200)
            #expect(try await server.get("/widgets.json", [("Authorization", "Bearer \(shown)")]).status == 200)
            let page = try await server.get("/")
            #expect(page.status == 401 && page.head.mediaType == "text/html")
            let logIn = try await server.get("/?token=\(shown)")
            #expect(logIn.status == 303 && logIn.head["Location"] == "./")
            let cookie = try #require(logIn.head["Set-Cookie"]).prefix { $0 != ";" }
            #expect(try await server.get("/widgets.json", [("Cookie", "a=b; \(cookie)")]).status == 200)
            #expect(try await server.get("/widgets.json", [("Cookie", "\(cookie)x")]).status == 401)
        }
        try await Self.with(["--token-file", file]) { (server, _, _) async throws in
            #expect(try await server.get("/widgets.json", [("Authorization", "Bearer \(shown)")]).status == 200)
        }
    }

    @Test(arguments: [
        (["--listen", "nonsense"], Int32(64), "--listen takes ADDRESS:PORT"), (["--listen", "203.0.113.7:0"], 69, "no such address"),
    ])
    func whatCannotBeListenedOn(_ arguments: [String], _ status: Int32, _ message: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let outcome = try sandbox.run(["serve", "--source", "mpris"] + arguments)
        #expect(outcome.status == status && outcome.output.isEmpty && outcome.errors.contains(message), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test func aPortInUseIsOneLine() async throws {
        try await Self.with { (server, sandbox, _) async throws in
            let port = server.address.split(separator: ":").last ?? ""
            let outcome = try sandbox.run("serve", "--source", "mpris", "--listen", "127.0.0.1:\(port)")
            #expect(outcome.status == 69)
            #expect(
                outcome.errors
                    == "subdial: cannot listen on 127.0.0.1:\(port): another program listens there; give another port with --listen 127.0.0.1:0\n"
            )
        }
    }

    /// Hundreds of simultaneous clients get the same bytes, and 3,000 URLs use no more memory than 1,000 do.
    @Test func manyClientsAndManyAddresses() async throws {
        try await Self.with { (server, _, process) async throws in
            let path = "/now-playing/systemMedium.png?at=2026-01-08T20:15:04Z"
            let first = try await server.get(path).body
            try await withThrowingTaskGroup(of: [UInt8].self) { group in
                for _ in 0..<300 { group.addTask { try await server.get(path).body } }
                for try await body in group { #expect(body == first) }
            }
            let probe = ProcessProbe(id: process.process.processIdentifier)
            func ask(_ range: Range<Int>) async throws {
                for number in range {
                    let scale = 0.2 + Double(number) / 10_000
                    let response = try await server.get("/now-playing/systemSmall.png?at=2026-01-08T20:15:04Z&scale=\(scale)")
                    #expect(response.status == 200)
                }
            }
            try await ask(0..<1100)
            let before = probe.residentKilobytes
            try await ask(1100..<3000)
            #expect(probe.residentKilobytes < before + 64 * 1024)
        }
    }

    /// Clients that read nothing, or send nothing, delay no other client.
    @Test func aClientThatNeverReadsKeepsNobodyWaiting() async throws {
        try await Self.with { (server, _, _) async throws in
            let silent = try (0..<40).map { _ in try RawClient(server.address) }
            let asking = "GET /now-playing/systemLarge.png HTTP/1.1\r\nHost: localhost\r\n\r\n"
            for client in silent.prefix(20) { for _ in 0..<20 { client.send(asking) } }
            for client in silent.suffix(20) { client.send("GET / HT") }
            for _ in 0..<20 { #expect(try await server.get("/now-playing/systemSmall.png").status == 200) }
            withExtendedLifetime(silent) {}
        }
    }
}

extension JSONValue {
    /// The items of an array; nil for other values.
    fileprivate var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
}

/// A TCP connection that sends given bytes, and reads only on request.
private final class RawClient {
    private let descriptor: Int32

    /// - Parameter server: `http://127.0.0.1:PORT`.
    init(_ server: String) throws {
        guard let port = server.split(separator: ":").last.flatMap({ Int($0) }) else { throw LocalPort.CannotConnect() }
        descriptor = try LocalPort.connect(to: port)
    }

    deinit { close(descriptor) }

    /// Returns the bytes until the server closes the connection.
    func readAll() -> String {
        var (bytes, buffer): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 65536))
        while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 { bytes += buffer.prefix(count) }
        return String(decoding: bytes, as: UTF8.self)
    }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) }
    }
}
