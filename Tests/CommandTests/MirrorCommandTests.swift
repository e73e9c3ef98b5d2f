import Foundation
import SubdialDocuments
import SubdialDrawing
import SubdialHTTP
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// `subdial mirror` with a real server, and a proxy between them if a transfer must be interrupted.
@Suite struct MirrorCommandTests {
    /// A server and its mirror.
    private final class Stage {
        let sandbox: Sandbox
        let port: Int
        private let bridge: String
        private var server: LineReader?
        let http = HTTPClient()
        var token: String?

        init(_ sandbox: Sandbox, bridge: String) throws {
            (self.sandbox, self.bridge) = (sandbox, bridge)
            port = try LocalPort.free()
            try FileManager.default.createDirectory(atPath: templates, withIntermediateDirectories: true)
        }

        var address: String { "http://127.0.0.1:\(port)" }
        /// The server's own templates.
        var templates: String { sandbox.path("own") }
        var mirror: String { sandbox.path("mirror") }

        func serve(_ arguments: [String] = []) async throws {
            let process = LineReader(
                sandbox.process(
                    ["serve", "--bridge", bridge, "--listen", "127.0.0.1:\(port)"] + arguments,
                    environment: ["SUBDIAL_TEMPLATES": templates]))
            server = process
            try process.start()
            _ = try await process.next { $0.hasPrefix("listening on ") }
        }

        func stopServer(with signal: Int32 = SIGTERM) {
            guard let process = server?.process else { return }
            kill(process.processIdentifier, signal)
            process.waitUntilExit()
            server = nil
        }

        /// Mirrors once, without fonts by default.
        func once(_ arguments: [String] = [], from address: String? = nil, hasFonts: Bool = false) throws -> Sandbox.Outcome {
            try sandbox.run(
                ["mirror", address ?? self.address, mirror, "--once", "--kind", "now-playing"] + (hasFonts ? [] : ["--without-fonts"])
                    + arguments)
        }

        func follow(_ arguments: [String] = [], from address: String? = nil) throws -> FeedFront {
            try FeedFront(
                sandbox, ["mirror", address ?? self.address, mirror, "--kind", "now-playing", "--without-fonts"] + arguments)
        }

        /// True if the receiver has acknowledged all messages of a queue.
        func hasNoMessages(for name: String) -> Bool {
            let file = FileManager.default.contents(atPath: sandbox.path("state/subdial/messages/\(name).json")) ?? Data()
            return String(decoding: file, as: UTF8.self).contains("\"messages\":[]")
        }

        func get(_ path: String, _ headers: [(String, String)] = [], method: HTTPRequest.Method = .get) async throws -> HTTPResponse {
            var request = HTTPRequest(method, url: address + path, timeout: .seconds(180))
            request.maximumBody = 64 << 20
            request.headers =
                headers.map { .init(name: $0, value: $1) } + (token.map { [.init(name: "Authorization", value: "Bearer \($0)")] } ?? [])
            return try await http.send(request)
        }

        func context() async throws -> JSONValue {
            try JSONValue(parsing: try await get("/transfer/context.json?kinds=now-playing&fonts=0").body)
        }

        /// Returns the hash of a file of the context, which is its address.
        func digest(of path: String) async throws -> String {
            guard case .array(let files)? = try await context()["files"] else { throw NeverCameTrue(description: "no files") }
            return try #require(files.first { $0["path"]?.string == path }?["sha256"]?.string)
        }

        func post(_ message: String, to name: String, id: String? = nil) async throws -> HTTPResponse {
            try await get(
                "/transfer/messages/\(name)" + (id.map { "?id=\($0)" } ?? ""),
                method: .post(body: Array(message.utf8), contentType: "application/json"))
        }

        func file(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: "\(mirror)/\(name)").map { [UInt8]($0) } }

        /// True if the mirror has the large file with these bytes.
        ///
        /// A failed expectation prints operands and arguments, which would be megabytes here: expect `== true`.
        func hasLarge(_ bytes: [UInt8]) -> Bool {
            // Nothing else is compared while the file is not whole.
            let size = try? FileManager.default.attributesOfItem(atPath: "\(mirror)/templates/\(Self.large)")[.size] as? Int
            return size == bytes.count && file("templates/\(Self.large)") == bytes
        }

        /// Writes a large file among the server's own files, which only mirrors read.
        func writeLarge(_ seed: UInt64, megabytes: Int = 16) throws -> [UInt8] {
            var random = SplitMix64(seed: seed)
            let bytes = random.bytes(megabytes << 20)
            try FileManager.default.createDirectory(atPath: "\(templates)/themes", withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(filePath: "\(templates)/\(Self.large)"))
            return bytes
        }

        static let large = "themes/large.yaml"

        /// Returns the number of transferred bytes of a file.
        func part(_ address: String) -> Int {
            ((try? FileManager.default.attributesOfItem(atPath: "\(mirror)/.parts/\(address)"))?[.size] as? Int) ?? 0
        }
    }

    private static func with(_ arguments: [String] = [], _ body: (Stage) async throws -> Void) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge("quiet") { bridge in
            let stage = try Stage(sandbox, bridge: bridge)
            defer { stage.stopServer() }
            try await stage.serve(arguments)
            try await body(stage)
        }
    }

    // MARK: State

    /// A picture drawn from the mirror, with its templates, fonts and cover, has the same pixels as the server's.
    @Test func bothSidesDrawTheSamePixels() async throws {
        try await Self.with { stage in
            let outcome = try stage.once(hasFonts: true)
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            #expect(outcome.lines.count == 1 && outcome.output.hasPrefix(#"{"changed":"now-playing","revision":""#), "\(outcome.output)")
            func draw(_ family: String, _ appearance: String) throws -> Sandbox.Outcome {
                try stage.sandbox.run(
                    "render", "now-playing", "--family", family, "--appearance", appearance, "--entry",
                    "\(stage.mirror)/entries/now-playing.json", "--at", "2026-01-08T20:15:04Z", "-o", "-",
                    environment: ["SUBDIAL_TEMPLATES": "\(stage.mirror)/templates"])
            }
            for (family, appearance) in [("systemSmall", "light"), ("systemMedium", "dark"), ("systemLarge", "dark")] {
                let picture = try await stage.get("/now-playing/\(family).png?appearance=\(appearance)&at=2026-01-08T20:15:04Z")
                let drawn = try draw(family, appearance)
                #expect(drawn.status == 0 && drawn.bytes.count > 1000, "\(family) \(drawn.errors)")
                // Not the bytes, which ISA-L may choose otherwise in another process.
                #expect(try PNG.decode(drawn.bytes) == PNG.decode(picture.body), "\(family)")
            }
            // The fonts are those of the mirror.
            try FileManager.default.removeItem(atPath: "\(stage.mirror)/fonts")
            #expect(try draw("systemSmall", "light").status == 69)
            // Only missing files are fetched again.
            #expect(try stage.once(hasFonts: true).status == 0)
            #expect(try draw("systemSmall", "light").status == 0)
        }
    }

    /// A kind with a cover and pictures in a list: each is a file of the mirror, and a file that is not a picture is not sent.
    @Test func picturesInListsAreFilesOfTheMirror() async throws {
        try await Self.with { stage in
            let folder = "\(stage.templates)/shelf"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let files = [
                "kind.yaml": """
                name: Shelf
                source: { file: data.json }
                fields:
                  cover: { type: image, from: "{{ data.cover }}" }
                  records: { type: list, of: { title: text, artwork: { type: text, optional: true } }, sample: [{ title: a }] }
                """,
                "systemSmall.yaml": """
                background: "{{ palette.background }}"
                body:
                  VStack:
                    - Image: artwork
                      placeholder: music.note
                      frame: { width: 40, height: 40 }
                    - Image: artwork
                      of: "{{ record }}"
                      placeholder: music.note
                      frame: { width: 30, height: 30 }
                      for: "record in records"
                """,
                "data.json": """
                { "cover": "a.jpg", "records": [ { "title": "A", "artwork": "b.jpg" }, { "title": "B", "artwork": "secret.jpg" }, { "title": "C" } ] }
                """, "secret.jpg": "no picture at all",
            ]
            for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)")) }
            for (name, fixture) in [("a.jpg", "blue.jpg"), ("b.jpg", "forest.jpg")] {
                try Data(Repository.fixtureBytes("artwork/\(fixture)")).write(to: URL(filePath: "\(folder)/\(name)"))
            }
            let outcome = try stage.sandbox.run("mirror", stage.address, stage.mirror, "--once", "--without-fonts", "--kind", "shelf")
            #expect(outcome.status == 0 && outcome.output.hasPrefix(#"{"changed":"shelf""#), "\(outcome.errors)")
            let covers = try FileManager.default.contentsOfDirectory(atPath: "\(stage.mirror)/covers")
            #expect(covers.count == 2, "\(covers)")
            let entry = String(decoding: try #require(stage.file("entries/shelf.json")), as: UTF8.self)
            #expect(!entry.contains(folder) && !entry.contains("secret") && stage.file("templates/shelf/data.json") == nil)
            let picture = try await stage.get("/shelf/systemSmall.png?at=2026-01-08T20:15:04Z")
            let drawn = try stage.sandbox.run(
                "render", "shelf", "--family", "systemSmall", "--entry", "\(stage.mirror)/entries/shelf.json", "--at",
                "2026-01-08T20:15:04Z",
                "-o", "-", environment: ["SUBDIAL_TEMPLATES": "\(stage.mirror)/templates"])
            #expect(picture.status == 200, "\(drawn.errors)")
            #expect(try PNG.decode(drawn.bytes) == PNG.decode(picture.body))
        }
    }

    /// After any number of changes, a mirror receives only the newest state, once.
    @Test func onlyTheNewestStateIsKept() async throws {
        try await Self.with { stage in
            #expect(try stage.once().lines.count == 1)
            func act(_ intent: String) async throws {
                let body = Array(#"{"kind":"now-playing","intent":"\#(intent)"}"#.utf8)
                #expect(try await stage.get("/actions", method: .post(body: body, contentType: "application/json")).status == 200)
            }
            func status() async throws -> String? {
                try JSONValue(parsing: try await stage.get("/now-playing/entry.json").body)["status"]?.string
            }
            let before = try await status()
            for _ in 0..<5 { try await act("playPause") }
            let deadline = ContinuousClock.now + .seconds(180)
            while try await status() == before, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(50)) }
            // The last of an odd number of changes has arrived.
            let after = try #require(try await status())
            #expect(after != before)
            #expect(try stage.once().lines.count == 1)
            let entry = try JSONValue(parsing: try #require(stage.file("entries/now-playing.json")))
            #expect(entry["status"]?.string == after)
            // The source may still report the last change, which is another state.
            try await eventually("the same state has the same revision and the same tag") {
                let path = "/transfer/context.json?kinds=now-playing&fonts=0"
                let (context, tag) = (try await stage.context(), try await stage.get(path).head["ETag"])
                guard try await stage.context() == context else { return false }
                return try await stage.get(path, [("If-None-Match", try #require(tag))]).status == 304
            }
        }
    }

    /// A mirror that follows is notified of changes, and detects an unreachable server.
    @Test func changesAreFollowedOverARestartOfTheServer() async throws {
        try await Self.with { stage in
            let mirror = try stage.follow()
            defer { mirror.stop() }
            try await eventually("the first state") { mirror.lines.count >= 1 }
            func theme(_ text: String) throws {
                try FileManager.default.createDirectory(atPath: "\(stage.templates)/themes", withIntermediateDirectories: true)
                try Data(text.utf8).write(to: URL(filePath: "\(stage.templates)/themes/mine.yaml"))
            }
            let before = mirror.lines.count
            let body = Array(#"{"kind":"now-playing","intent":"playPause"}"#.utf8)
            _ = try await stage.get("/actions", method: .post(body: body, contentType: "application/json"))
            try await eventually("the change") { mirror.lines.count > before }
            stage.stopServer(with: SIGKILL)
            try theme("accent: \"#FF0000\"\n")
            try await eventually("a word about it") { mirror.errors.contains("trying again") }
            try await stage.serve()
            try await eventually("the theme") { stage.file("templates/themes/mine.yaml") == Array("accent: \"#FF0000\"\n".utf8) }
            #expect(mirror.isRunning && mirror.lines.allSatisfy { $0.hasPrefix(#"{"changed":"now-playing","revision":""#) })
        }
    }

    /// A file of the mirror is removed with the server's file; a file from elsewhere in its folder stays.
    @Test func onlyOwnFilesAreRemoved() async throws {
        try await Self.with { stage in
            try FileManager.default.createDirectory(atPath: "\(stage.templates)/now-playing", withIntermediateDirectories: true)
            for name in ["mine.yaml", "other.yaml"] {
                try Data("Text: \"x\"\n".utf8).write(to: URL(filePath: "\(stage.templates)/now-playing/\(name)"))
            }
            #expect(try stage.once().status == 0)
            #expect(stage.file("templates/now-playing/mine.yaml") != nil)
            try FileManager.default.createDirectory(atPath: "\(stage.mirror)/covers", withIntermediateDirectories: true)
            for path in ["templates/now-playing/theirs.yaml", "notes.txt", "covers/theirs.png"] {
                try Data("theirs".utf8).write(to: URL(filePath: "\(stage.mirror)/\(path)"))
            }
            try Data("changed here".utf8).write(to: URL(filePath: "\(stage.mirror)/templates/now-playing/other.yaml"))
            try FileManager.default.removeItem(atPath: "\(stage.templates)/now-playing")
            #expect(try stage.once().status == 0)
            #expect(stage.file("templates/now-playing/mine.yaml") == nil && stage.file("templates/now-playing/systemSmall.yaml") != nil)
            for path in ["templates/now-playing/theirs.yaml", "notes.txt", "covers/theirs.png", "templates/now-playing/other.yaml"] {
                #expect(stage.file(path) != nil, "\(path)")
            }
        }
    }

    // MARK: Files

    /// A client that is killed in the middle of a large file continues after the bytes that it has.
    @Test func aKilledClientFetchesTheRestAlone() async throws {
        try await Self.with { stage in
            let bytes = try stage.writeLarge(1)
            let address = try await stage.digest(of: "templates/\(Stage.large)")
            let proxy = try HoldingProxy(to: stage.port)
            defer { proxy.stop() }
            proxy.hold(after: 6 << 20)
            let mirror = try stage.follow(from: proxy.url)
            defer { mirror.stop() }
            var length = 0
            try await eventually("a standstill in the middle") {
                defer { length = stage.part(address) }
                return proxy.passed >= 6 << 20 && length > 1 << 20 && stage.part(address) == length
            }
            mirror.send(SIGKILL)
            try await eventually("its end") { !mirror.isRunning }
            length = stage.part(address)
            #expect(length > 1 << 20 && length < bytes.count && stage.file("entries/now-playing.json") == nil)
            proxy.cut()
            proxy.forget()
            proxy.hold(after: nil)
            let before = proxy.passed
            let outcome = try stage.once(from: proxy.url)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(stage.hasLarge(bytes) == true)
            let requests = proxy.requests(for: "/transfer/files/\(address)")
            #expect(requests.count == 1 && requests.first?.contains("Range: bytes=\(length)-\r\n") == true, "\(requests)")
            #expect(requests.first?.contains("If-Range: \"\(address)\"") == true)
            #expect(proxy.passed - before < bytes.count - length + (2 << 20), "only the rest has come")
            #expect(stage.part(address) == 0)
        }
    }

    /// If the server is killed during a transfer, the mirror waits for it and continues.
    @Test func aKilledServerIsWaitedFor() async throws {
        try await Self.with { stage in
            let bytes = try stage.writeLarge(2)
            let address = try await stage.digest(of: "templates/\(Stage.large)")
            let proxy = try HoldingProxy(to: stage.port)
            defer { proxy.stop() }
            proxy.hold(after: 6 << 20)
            let mirror = try stage.follow(from: proxy.url)
            defer { mirror.stop() }
            try await eventually("a standstill in the middle") { proxy.passed >= 6 << 20 && stage.part(address) > 1 << 20 }
            stage.stopServer(with: SIGKILL)
            proxy.cut()
            proxy.forget()
            proxy.hold(after: nil)
            try await eventually("a word about it") { mirror.errors.contains("trying again") }
            try await stage.serve()
            try await eventually("the whole file") { stage.hasLarge(bytes) }
            try await eventually("the entry") { stage.file("entries/now-playing.json") != nil }
            let requests = proxy.requests(for: "/transfer/files/\(address)")
            #expect(requests.contains { $0.contains("Range: bytes=") }, "\(requests)")
        }
    }

    /// A part file is verified: one with wrong bytes is discarded, and the whole file is fetched.
    @Test(arguments: [1000, 20 << 20]) func aBrokenPartIsFetchedAgain(_ length: Int) async throws {
        try await Self.with { stage in
            let bytes = try stage.writeLarge(3, megabytes: 2)
            let address = try await stage.digest(of: "templates/\(Stage.large)")
            try FileManager.default.createDirectory(atPath: "\(stage.mirror)/.parts", withIntermediateDirectories: true)
            try Data(repeating: 7, count: length).write(to: URL(filePath: "\(stage.mirror)/.parts/\(address)"))
            let proxy = try HoldingProxy(to: stage.port)
            defer { proxy.stop() }
            let outcome = try stage.once(from: proxy.url)
            #expect(outcome.status == 0 && stage.hasLarge(bytes), "\(outcome.errors)")
            let ranges = proxy.requests(for: "/transfer/files/\(address)").map { $0.contains("Range: bytes=\(length)-") }
            #expect(ranges == (length < bytes.count ? [true, false] : [false]))
        }
    }

    /// A change of a file during its transfer ends the connection; the mirror receives the new file, and never a mixture.
    @Test func aFileThatChangesMeanwhileIsFetchedAsItIsThen() async throws {
        try await Self.with { stage in
            let old = try stage.writeLarge(4, megabytes: 48)
            let address = try await stage.digest(of: "templates/\(Stage.large)")
            let proxy = try HoldingProxy(to: stage.port)
            defer { proxy.stop() }
            proxy.hold(after: 4 << 20)
            let mirror = try stage.follow(from: proxy.url)
            defer { mirror.stop() }
            try await eventually("a standstill in the middle") { proxy.passed >= 4 << 20 && stage.part(address) > 1 << 20 }
            var new = old
            new[47 << 20] ^= 1
            new[0] ^= 1
            // The file is written in place, as some editors do.
            let handle = try FileHandle(forUpdating: URL(filePath: "\(stage.templates)/\(Stage.large)"))
            try handle.write(contentsOf: new)
            try handle.close()
            proxy.hold(after: nil)
            try await eventually("the file") { stage.file("templates/\(Stage.large)") != nil }
            #expect(stage.hasLarge(new) == true)
            #expect(mirror.isRunning)
            #expect(try await stage.get("/transfer/files/\(address)").status == 404)
        }
    }

    @Test func filesByAddress() async throws {
        try await Self.with { stage in
            let bytes = try stage.writeLarge(5, megabytes: 1)
            let address = try await stage.digest(of: "templates/\(Stage.large)")
            let path = "/transfer/files/\(address)"
            let whole = try await stage.get(path)
            #expect(whole.status == 200 && whole.body == bytes && whole.head["ETag"] == "\"\(address)\"")
            #expect(whole.head["Accept-Ranges"] == "bytes" && whole.head["Cache-Control"]?.contains("immutable") == true)
            let digest = stride(from: 0, to: 64, by: 2).compactMap { UInt8(address.dropFirst($0).prefix(2), radix: 16) }
            #expect(whole.head["Repr-Digest"] == "sha-256=:\(Data(digest).base64EncodedString()):")
            for (range, wanted) in [
                ("bytes=0-9", 0..<10), ("bytes=1048570-", 1_048_570..<1_048_576), ("bytes=-6", 1_048_570..<1_048_576),
                ("bytes=1048000-9999999", 1_048_000..<1_048_576),
            ] {
                let part = try await stage.get(path, [("Range", range)])
                #expect(part.status == 206 && part.body == Array(bytes[wanted]), "\(range)")
                #expect(part.head["Content-Range"] == "bytes \(wanted.lowerBound)-\(wanted.upperBound - 1)/1048576")
                #expect(part.head["Repr-Digest"] == whole.head["Repr-Digest"])
            }
            let beyond = try await stage.get(path, [("Range", "bytes=1048576-")])
            #expect(beyond.status == 416 && beyond.head["Content-Range"] == "bytes */1048576")
            #expect(try await stage.get(path, [("Range", "bytes=0-1"), ("If-Range", "\"other\"")]).body == bytes)
            #expect(try await stage.get(path, [("Range", "bytes=0-1"), ("If-Range", "\"\(address)\"")]).status == 206)
            #expect(try await stage.get(path, [("Range", "bytes=0-1,3-4")]).body == bytes)
            #expect(try await stage.get(path, [("If-None-Match", "\"\(address)\"")]).status == 304)
            for other in [
                "/transfer/files/" + String(repeating: "0", count: 64), "/transfer/files/x", "/transfer/files/%2e%2e%2fx", "/transfer/x",
            ] {
                #expect(try await stage.get(other).status == 404, "\(other)")
            }
            #expect(try await stage.get(path, [("Host", "rebound.example")]).status == 403)
            #expect(try await stage.get(path, method: .post(body: [], contentType: "application/json")).status == 405)
        }
    }

    /// A link out of the folders exposes no file, and is reported.
    @Test func linksAreNotFollowed() async throws {
        try await Self.with { stage in
            try FileManager.default.createDirectory(atPath: "\(stage.templates)/themes", withIntermediateDirectories: true)
            try Data("secret".utf8).write(to: URL(filePath: stage.sandbox.path("secret.yaml")))
            try FileManager.default.createSymbolicLink(
                atPath: "\(stage.templates)/themes/leak.yaml", withDestinationPath: stage.sandbox.path("secret.yaml"))
            try Data("a: 1".utf8).write(to: URL(filePath: "\(stage.templates)/themes/real.yaml"))
            try FileManager.default.createSymbolicLink(atPath: "\(stage.templates)/themes/inside.yaml", withDestinationPath: "real.yaml")
            #expect(try await stage.context()["left"] == .array(["templates/themes/leak.yaml"]))
            let outcome = try stage.once()
            #expect(outcome.status == 0 && outcome.errors.contains("templates/themes/leak.yaml"))
            #expect(stage.file("templates/themes/leak.yaml") == nil && stage.file("templates/themes/inside.yaml") == Array("a: 1".utf8))
        }
    }

    // MARK: Messages

    /// Messages arrive in order, each once, across restarts of both sides.
    @Test func messagesComeInOrderAndOnce() async throws {
        try await Self.with { stage in
            for number in 1...3 { #expect(try await stage.post("{\"text\":\(number)}", to: "kitchen", id: "m\(number)").status == 200) }
            // A repeated message is recognized by its id.
            let again = try JSONValue(parsing: try await stage.post(#"{"text":2}"#, to: "kitchen", id: "m2").body)
            #expect(again == .object([.init("ok", true), .init("number", 2), .init("repeated", true)]))
            stage.stopServer(with: SIGKILL)
            try await stage.serve()
            let first = try stage.follow(["--name", "kitchen"])
            defer { first.stop() }
            func messages(_ front: FeedFront) -> [String] { front.lines.filter { $0.contains("\"message\"") } }
            try await eventually("three messages") { messages(first).count == 3 }
            #expect(messages(first) == (1...3).map { #"{"message":{"text":\#($0)},"number":\#($0)}"# })
            _ = try await stage.post("4", to: "kitchen")
            try await eventually("the fourth") { messages(first).count == 4 }
            // A mirror that is killed between a line and its record repeats the line.
            try await eventually("nothing waits") { stage.hasNoMessages(for: "kitchen") }
            first.send(SIGKILL)
            try await eventually("its end") { !first.isRunning }
            for number in 5...6 { _ = try await stage.post("\(number)", to: "kitchen") }
            stage.stopServer(with: SIGKILL)
            try await stage.serve()
            let second = try stage.follow(["--name", "kitchen"])
            defer { second.stop() }
            try await eventually("two more") { messages(second).count == 2 }
            #expect(messages(second) == [#"{"message":5,"number":5}"#, #"{"message":6,"number":6}"#])
            try await eventually("nothing waits") { stage.hasNoMessages(for: "kitchen") }
            // A server that has lost its state starts again at the first number, and so does the receiver.
            second.stop()
            stage.stopServer()
            try FileManager.default.removeItem(atPath: stage.sandbox.path("state/subdial/messages"))
            try await stage.serve()
            _ = try await stage.post("\"new\"", to: "kitchen")
            let outcome = try stage.once(["--name", "kitchen"])
            #expect(outcome.status == 0 && outcome.lines.last == #"{"message":"new","number":1}"#, "\(outcome.output) \(outcome.errors)")
        }
    }

    @Test func messagesAreWaitedForAndBounded() async throws {
        try await Self.with { stage in
            let (http, question) = (
                stage.http, HTTPRequest(url: stage.address + "/transfer/messages/a?after=0&wait=30", timeout: .seconds(180))
            )
            async let waiting = http.send(question)
            try await Task.sleep(for: .milliseconds(300))
            _ = try await stage.post("1", to: "a")
            let batch = try JSONValue(parsing: try await waiting.body)
            #expect(batch["messages"]?.text().contains("\"message\":1") == true && batch["more"] == false)
            let mode =
                try FileManager.default.attributesOfItem(atPath: stage.sandbox.path("state/subdial/messages/a.json"))[.posixPermissions]
                as? Int
            #expect(mode == 0o600)
            let large = "\"" + String(repeating: "x", count: 64 << 10) + "\""
            #expect(try await stage.post(large, to: "a").status == 413)
            #expect(try await stage.post("{", to: "a").status == 400)
            #expect(try await stage.post("1", to: ".a").status == 400)
            #expect(try await stage.post("1", to: "a%2Fb").status == 400)
            #expect(
                try await stage.get(
                    "/transfer/messages/a", [("Origin", "https://evil.example")],
                    method: .post(body: [0x31], contentType: "application/json")
                ).status == 403)
            #expect(try await stage.get("/transfer/messages/a", method: .post(body: [0x31], contentType: "text/plain")).status == 415)
            for query in ["after=x", "after=-1", "wait=61"] { #expect(try await stage.get("/transfer/messages/a?\(query)").status == 400) }
            let half = "\"" + String(repeating: "x", count: 60 << 10) + "\""
            var statuses: [Int] = []
            for _ in 0..<75 where statuses.last != 507 { statuses.append(try await stage.post(half, to: "full").status) }
            #expect(statuses.last == 507 && statuses.count > 60 && statuses.dropLast().allSatisfy { $0 == 200 }, "\(statuses)")
            let left = try await stage.get(
                "/transfer/messages/full/received", method: .post(body: Array(#"{"through":10}"#.utf8), contentType: "application/json"))
            #expect(left.status == 200 && String(decoding: left.body, as: UTF8.self).contains("\"left\":\(statuses.count - 11)"))
            #expect(try await stage.post(half, to: "full").status == 200)
        }
    }

    // MARK: Refusals

    @Test func tokensAndFailures() async throws {
        let folder = try Sandbox()
        defer { folder.clean() }
        let file = folder.path("token")
        try await Self.with(["--token-file", file]) { stage in
            let wrong = folder.path("wrong")
            try Data("not-the-token-at-all".utf8).write(to: URL(filePath: wrong))
            func expect(_ arguments: [String], _ status: Int32, _ message: String) throws {
                let outcome = try stage.once(arguments)
                #expect(outcome.status == status && outcome.errors.contains(message) && outcome.output.isEmpty, "\(outcome.errors)")
                #expect(outcome.errors.split(separator: "\n").count == 1)
            }
            try expect([], 77, "a token is needed: --token-file FILE")
            try expect(["--token-file", wrong], 77, "the token is wrong")
            try expect(["--token-file", folder.path("none")], 66, "there is no such file")
            try expect(["--token-file", file, "--name", "a/b"], 64, "--name takes")
            try expect(["--token-file", file, "--kind", "nonsense"], 69, "nonsense")
            #expect(try stage.once(["--token-file", file]).status == 0)
            try expect(["--token-file", file, "--limit", "0"], 64, "--limit takes")
            // A mirror that follows ends if it is not authorized.
            let refused = try stage.follow(["--token-file", wrong])
            defer { refused.stop() }
            try await eventually("its end") { !refused.isRunning }
            #expect(refused.status == 77)
            // An entry from before would show nothing about the new mirror.
            try FileManager.default.removeItem(atPath: "\(stage.mirror)/entries/now-playing.json")
            let running = try stage.follow(["--token-file", file])
            defer { running.stop() }
            try await eventually("the first state") {
                FileManager.default.fileExists(atPath: "\(stage.mirror)/entries/now-playing.json")
            }
            try expect(["--token-file", file], 77, "another 'subdial mirror' keeps this folder")
            running.stop()
            stage.stopServer()
            try expect(["--token-file", file], 69, "connection refused")
            let address = try stage.once(from: "nonsense://x")
            #expect(address.status == 64, "\(address.errors)")
        }
    }

    /// An unwritable folder and a link in the path are reported; nothing is written through the link.
    @Test func linksInTheFolderAreNotFollowed() async throws {
        try await Self.with { stage in
            let elsewhere = stage.sandbox.path("elsewhere")
            for path in [elsewhere, "\(stage.mirror)/templates"] {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            }
            try FileManager.default.createSymbolicLink(atPath: "\(stage.mirror)/templates/now-playing", withDestinationPath: elsewhere)
            let outcome = try stage.once()
            #expect(outcome.status == 74 && outcome.errors.contains("it is a link or no folder"), "\(outcome.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).isEmpty)
            let file = stage.sandbox.path("file")
            try Data("x".utf8).write(to: URL(filePath: file))
            #expect(try stage.sandbox.run("mirror", stage.address, "\(file)/mirror", "--once").status == 74)
        }
    }
}
