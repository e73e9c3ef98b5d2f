import Foundation
import SubdialDocuments
import SubdialHTTP
import SubdialTestSupport
import Testing

@testable import SubdialHTTPSupport
@testable import SubdialMQTTSupport
@testable import SubdialProcessSupport

/// The files that version 0.1.0 has written, read by the programs of today.
///
/// `Fixtures/upgrade/0.1.0/README.md` lists the files. A test that fails here means that users lose something at an upgrade: repair the
/// program, not the file.
@Suite struct UpgradeTests {
    private let http = HTTPClient()

    /// Runs `body` in a sandbox with a copy of the files.
    private func with(_ addresses: [String: String] = [:], _ body: (OldHome) async throws -> Void) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await body(try OldHome(sandbox, addresses))
    }

    /// Runs `body` in a sandbox with a copy of the files and a bridge at the address that they know.
    private func withBridge(
        _ scenario: String = "quiet", _ addresses: [String: String] = [:], _ body: (OldHome) async throws -> Void
    ) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge(scenario) { bridge in
            try await body(try OldHome(sandbox, addresses.merging(["BRIDGE": bridge]) { $1 }))
        }
    }

    private func request(
        _ url: String, _ headers: [(String, String)] = [], method: HTTPRequest.Method = .get
    ) async throws -> HTTPResponse {
        var request = HTTPRequest(method, url: url, timeout: .seconds(180))
        request.maximumBody = 32 << 20
        request.headers = headers.map { .init(name: $0, value: $1) }
        return try await http.send(request)
    }

    private func json(_ url: String, _ headers: [(String, String)] = []) async throws -> JSONValue {
        try JSONValue(parsing: try await request(url, headers).body)
    }

    // MARK: The engine's socket

    @Test("The socket has the name that a front of 0.1.0 looks for, as long as the protocol is the same")
    func theSocketKeepsItsName() async throws {
        try await withBridge { home in
            let feed = try home.front("feed")
            defer { feed.stop() }
            try await eventually("a line") { feed.last == "nothing" }
            let names = try FileManager.default.contentsOfDirectory(atPath: home.sandbox.path("run/subdial")).sorted()
            #expect(names == ["0.1.0-2.lock", "0.1.0-2.sock", "0.1.0-2.start.lock"])
        }
    }

    @Test("The engine answers the bytes that a front of 0.1.0 sends with the bytes that it expects")
    func theBytesOnTheSocketAreTheSame() async throws {
        try await withBridge { home in
            let feed = try home.front("feed")
            defer { feed.stop() }
            try await eventually("a line") { feed.last == "nothing" }
            func number(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
            func text(_ text: String) -> [UInt8] { number(text.utf8.count) + Array(text.utf8) }
            let environment = home.environment.filter { $0.key == "HOME" || $0.key == "TZ" || $0.key.hasPrefix("XDG_") }
            // The protocol number 2, no flags, the working folder, the arguments, the environment.
            let payload: [UInt8] =
                [0, 2, 0] + text(home.sandbox.folder.path) + number(2) + text("feed") + text("--once") + number(environment.count)
                + environment.flatMap { text($0.key) + text($0.value) }
            let peer = try RawPeer(home.sandbox)
            peer.send([0x51] + number(payload.count) + payload)
            // A hello, a text for the output, and the exit code 0.
            let wanted: [UInt8] = [0x48] + number(0) + [0x4F] + text("nothing\n") + [0x58] + number(4) + number(0)
            var answer: [UInt8] = []
            try await eventually("the whole answer, not \(answer)") {
                guard let bytes = peer.receive() else { return true }
                answer += bytes
                return answer.count >= wanted.count
            }
            #expect(answer == wanted)
        }
    }

    // MARK: Zones and covers

    @Test("The chosen zone stays chosen")
    func theChosenZoneStays() async throws {
        try await withBridge { home in
            let zones = try home.run("zones")
            #expect(zones.lines.contains { $0.hasPrefix("* Living Room ") }, "\(zones.output) \(zones.errors)")
            #expect(try home.run("feed", "--once").output == "nothing\n")
        }
    }

    @Test(
        "The last state of a zone is known while the bridge is away",
        arguments: [
            ("status", "Playing"), ("metadata xesam:title", "Low Water"), ("--zone KITCHEN metadata xesam:title", "Long Morning"),
            ("--zone cellar metadata xesam:title", "Corks"), ("--zone roon:1603 status", "Paused"),
        ])
    func theLastStateIsKnown(_ arguments: String, _ line: String) async throws {
        try await with { home in
            let outcome = try home.run(arguments.split(separator: " ").map(String.init))
            #expect(outcome.lines == [line], "\(outcome.errors)")
        }
    }

    @Test("A bar shows the last track while the bridge is away")
    func aBarShowsTheLastTrack() async throws {
        try await with { home in
            let feed = try home.front("feed")
            defer { feed.stop() }
            try await eventually("the last track, not \(feed.lines)") { feed.last == "last Low Water" }
        }
    }

    @Test("The state of a zone that has ended an engine of 0.1.0 is set aside")
    func aHarmfulFileIsSetAside() async throws {
        try await with { home in
            let file = home.path("state/zone-{zone-attic}.json")
            try #require(FileManager.default.fileExists(atPath: file + ".reading"))
            _ = try home.run("feed", "--once", "--zone", "Attic", "--config", home.path("config/plain.yaml"))
            #expect(FileManager.default.fileExists(atPath: file + ".bad") && !FileManager.default.fileExists(atPath: file))
        }
    }

    @Test("A cached cover is shown while the bridge has none")
    func aCachedCoverIsShown() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try FileManager.default.createDirectory(atPath: sandbox.path("pictures"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: OldHome.files.appending(path: "suite/entries/artwork/ocean.png"), to: URL(filePath: sandbox.path("pictures/ocean.png")))
        try """
        description: The bridge knows a cover, and does not give it away
        artwork: pictures
        zones:
          - id: roon:1601
            name: Living Room
            state: playing
            queue: [{ title: Low Water, artist: Marin Holt Trio, album: Phases, length: 358, artwork: ocean.png }]
        faults:
          - { kind: status, status: 404, endpoints: [image] }

        """.write(toFile: sandbox.path("scenario.yaml"), atomically: true, encoding: .utf8)
        try await sandbox.withBridge(sandbox.path("scenario.yaml")) { bridge in
            let home = try OldHome(sandbox, ["BRIDGE": bridge])
            let cover = home.path("cache/covers/940e61cd147638da4b0f6473e2030564-64.png")
            let old = try #require(FileManager.default.contents(atPath: cover))
            let outcome = try home.run("feed", "--once", "--width", "200", "--text", "{{ art_path }}")
            #expect(outcome.output == "\(cover)\n", "\(outcome.errors)")
            #expect(FileManager.default.contents(atPath: cover) == old)
        }
    }

    // MARK: Kinds

    @Test(
        "The last answer of a source is shown while the source is away",
        arguments: [("room", "plain", "Den 21.5 old"), ("room", "config", "Den 21.5 old"), ("room:attic", "config", "Attic 15.5 old")])
    func theLastAnswerIsShown(_ kind: String, _ configuration: String, _ line: String) async throws {
        try await with { home in
            let outcome = try home.run("feed", "--kind", kind, "--once", "--config", home.path("config/\(configuration).yaml"))
            #expect(outcome.output == "\(line)\n", "\(outcome.errors)")
        }
    }

    @Test("A source is asked for what has changed since 0.1.0 asked it, and a cached picture is shown while it is away")
    func validatorsAndPicturesAreKept() async throws {
        try await withServer { request, peer in
            try peer.answer("", status: request.path == "/room.json" ? 304 : 404)
        } _: { server in
            try await with(["WEB": server.url]) { home in
                let shown = try home.run("kind", "show", "room", "--config", home.path("config/plain.yaml"))
                #expect(shown.lines.first == "temperature  number  21.5 °C", "\(shown.errors)")
                #expect(shown.output.contains("\"\(home.path("cache/pictures/picture-{picture-den}"))\""), "\(shown.output)")
                let asked = try #require(server.requests.first)
                #expect(asked.target == "/room.json?room=Den" && asked.field("If-None-Match") == "\"Den-1\"")
                #expect(asked.field("Authorization") == "secret-of-the-room")
            }
        }
    }

    @Test("A trusted kind runs its program, until the program changes")
    func aTrustedKindIsTrusted() async throws {
        try await with { home in
            let fetched = try home.run("kind", "fetch", "machine")
            #expect(fetched.status == 0 && fetched.output.contains("0.25") && fetched.errors.isEmpty, "\(fetched.errors)")
            let program = home.path("config/templates/machine/read-it")
            let text = try String(contentsOfFile: program, encoding: .utf8)
            try (text + "# changed\n").write(toFile: program, atomically: false, encoding: .utf8)
            // Not trusted any more, it is not run, and its last answer is that of 0.1.0.
            #expect(try home.run("feed", "--kind", "machine", "--once").output == "load 0.75\n")
            let changed = try home.run("kind", "fetch", "machine")
            #expect(changed.status == 65 && changed.errors.contains("'machine' has changed since it was trusted"), "\(changed.errors)")
        }
    }

    @Test("A kind of a user has no errors", arguments: ["garden", "lamp", "machine", "room", "steps"])
    func kindsHaveNoErrors(_ kind: String) async throws {
        try await with { home in
            let outcome = try home.run("kind", "check", kind)
            // Stacks without `spacing` have SwiftUI's distances since then, so that a large text can be cut in the largest type.
            let others = outcome.errors.split(separator: "\n").filter { !$0.contains(" is cut in ") && !$0.hasPrefix("  ") }
            #expect(outcome.status == 0 && others.isEmpty, "\(outcome.output) \(outcome.errors)")
        }
    }

    @Test("A file in the state folder is a kind's source")
    func aStateFileIsRead() async throws {
        try await with { home in
            let outcome = try home.run("feed", "--kind", "garden", "--once")
            #expect(outcome.output == "21.5 closed\n", "\(outcome.errors)")
        }
    }

    // MARK: Matches

    @Test("A running match goes on, and each of its actions can be undone")
    func theMatchGoesOn() async throws {
        try await with { home in
            #expect(
                try home.run("match", "list").lines.map { $0.dropFirst(10) } == [
                    "now         Union 1–0 Hertha 1', halted", "2026-01-08  Altona 0–1 Bergedorf, Abandoned",
                ])
            for (arguments, line) in [
                ("resume", "Union 1–0 Hertha 1'"), ("goal away 10 Nowak", "Union 1–1 Hertha 1'"), ("undo", "Union 1–0 Hertha 1'"),
                ("undo", "Union 1–0 Hertha 1', halted"),
            ] {
                let outcome = try home.run(["match"] + arguments.split(separator: " ").map(String.init))
                #expect(outcome.output == "\(line)\n", "\(arguments): \(outcome.errors)")
            }
            #expect(
                try home.run("match", "show").lines.dropFirst() == [
                    "    1'  Kick-off", "    1'  UNI  1–0  Goal, Haberer", "    1'  HER  Yellow card, No. 4 (Foul)",
                ])
            // Without its five actions the match is not begun, and without the match there is the one before.
            var last = ""
            for _ in 0..<5 { last = try home.run("match", "undo").output }
            #expect(last == "Altona 0–1 Bergedorf, Abandoned\n")
        }
    }

    // MARK: The history

    @Test("The history has its tracks, and counts them")
    func theHistoryIsListed() async throws {
        try await with { home in
            let list = try home.run("history")
            let wanted = ["Palm & Parlour – Open Every Window (Arches)", "Small Hours Radio – Kettle (Breakfast in Mono)"]
            #expect(list.lines == wanted.map { "2026-01-08 21:15  \($0)" }, "\(list.errors)")
            #expect(try home.run("history", "most-played").lines.count == 2)
            #expect(try home.run("history", "export", "-").output.contains(#""artist_name":"Small Hours Radio","track_name":"Kettle""#))
        }
    }

    @Test("Listens that waited for ListenBrainz are submitted")
    func listensAreSubmitted() async throws {
        let account = ListenBrainzServer(token: "token-of-listenbrainz")
        try await withServer(account.respond) { server in
            try await withBridge("quiet", ["LISTENBRAINZ": server.url]) { home in
                let feed = try home.front("feed")
                defer { feed.stop() }
                try await eventually("both listens") { account.listens.map(\.title) == ["Kettle", "Open Every Window"] }
                #expect(account.refusals.isEmpty)
            }
        }
    }

    // MARK: Queues

    @Test("Commands that waited for the MQTT broker are sent, in order")
    func commandsAreSent() async throws {
        try Tool.need("mosquitto", "mosquitto_passwd", "mosquitto_sub")
        let broker = try MQTTBroker(.login(user: "ada", password: "lovelace"))
        try await with(["BROKER": broker.url]) { home in
            func reader() throws -> FeedFront {
                let login = ["-u", "ada", "-P", "lovelace", "-q", "1", "-v"]
                let topics = ["-t", "lamps/+/set", "-t", "lamps/+/keep"]
                return try FeedFront(
                    home.sandbox, ["-h", "127.0.0.1", "-p", "\(broker.port)"] + login + topics, executable: Tool.path("mosquitto_sub"))
            }
            let first = try reader()
            defer { first.stop() }
            try await eventually("a subscriber") { broker.log.contains("Sending SUBACK") }
            let feed = try home.front("feed", "--kind", "lamp")
            defer { feed.stop() }
            try await eventually("two commands, not \(first.lines)") { first.lines.count == 2 }
            #expect(first.lines == ["lamps/Desk/set TOGGLE Desk", #"lamps/Desk/keep {"by":"Desk"}"#])
            // One of the two is retained.
            let second = try reader()
            defer { second.stop() }
            try await eventually("the retained command") { !second.lines.isEmpty }
            #expect(second.lines == [#"lamps/Desk/keep {"by":"Desk"}"#])
        }
    }

    @Test("Edits that waited for the mixing console are listed, and sent once it is back")
    func editsAreSent() async throws {
        let console = try FakeConsole()
        defer { console.stop() }
        try await with(["CONSOLE": console.url]) { home in
            console.stop()
            func edits() throws -> [String] { try home.run("console", "edits", "--url", console.url).lines }
            let told = ["vox fader 60 %", "vox fader 65 %", "bass mute on", "vox pan R10"]
            let before = try edits()
            #expect(zip(before, told).allSatisfy { $0.hasSuffix($1) } && before.count == 4, "\(before)")
            #expect(before.map { $0.contains(" waiting ") } == [false, true, true, true], "\(before)")
            let list = try home.run("console", "list", "--url", console.url)
            #expect(list.status == 69 && list.lines.first == "* 65 %    R10           Vox: waiting  (vox)", "\(list.lines)")
            try console.start()
            let feed = try home.front("feed", "--kind", "console:desk", "--text", "{{ percent(fader) }} {{ waiting }}")
            defer { feed.stop() }
            try await eventually("three edits, not \(console.applied)") { console.applied.map(\.sequence) == [2, 3, 4] }
            try await eventually("the line tells so, not \(feed.lines)") { feed.last == "65 0" }
            #expect(console.value("bass", "mute") == 1 && console.value("vox", "pan") == 0.1)
            #expect(try edits().allSatisfy { $0.contains(" sent ") })
        }
    }

    // MARK: Servers

    /// Starts a server on a free port, of this machine only or of all its addresses.
    ///
    /// - Parameter body: Gets the address at which the server answers here, and its process.
    private func serving(
        _ home: OldHome, _ arguments: [String] = ["serve"], everywhere: Bool = false,
        _ body: (_ address: String, _ front: FeedFront) async throws -> Void
    ) async throws {
        let front = try home.front(arguments + ["--listen", everywhere ? "0.0.0.0:0" : "127.0.0.1:0"])
        defer { front.stop() }
        // With a token it says a second line.
        try await eventually("a server that listens") { front.lines.count == (everywhere ? 2 : 1) || !front.isRunning }
        let line = try #require(front.lines.first, "\(front.errors)")
        let port = try #require(line.split(separator: ":").last.flatMap { Int($0.prefix(while: \.isNumber)) })
        try await body("http://127.0.0.1:\(port)", front)
    }

    @Test("Waiting messages are delivered once, and a message that is sent again is known")
    func messagesAreDelivered() async throws {
        try await with { home in
            try await serving(home) { address, _ in
                let waiting = try await json("\(address)/transfer/messages/kitchen?after=0")
                guard case .array(let messages)? = waiting["messages"] else { throw NeverCameTrue(description: "no messages") }
                #expect(messages.map { $0["number"] } == [4, 5])
                #expect(messages.map { $0["message"]?["show"]?.string } == ["clock", "match"])
                #expect(waiting["queue"]?.string == (try home.json("state/messages/kitchen.json"))["queue"]?.string)
                let again = try await request(
                    "\(address)/transfer/messages/kitchen?id=m-showroom",
                    method: .post(body: Array(#"{"show":"room"}"#.utf8), contentType: "application/json"))
                #expect(String(decoding: again.body, as: UTF8.self).contains(#"{"ok":true,"number":3,"repeated":true}"#))
            }
        }
    }

    @Test("A mirror gets only the messages that it has not got yet, and removes its own old files alone")
    func aMirrorGoesOn() async throws {
        try await with { home in
            try await serving(home) { address, _ in
                let outcome = try home.run(
                    "mirror", address, home.path("mirror"), "--once", "--kind", "garden", "--without-fonts", "--name", "kitchen")
                #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
                #expect(
                    outcome.lines.filter { $0.contains("message") } == [
                        #"{"message":{"show":"clock"},"number":4}"#, #"{"message":{"show":"match"},"number":5}"#,
                    ])
                func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: home.path("mirror/\(name)")) }
                #expect(exists("notes.txt") && exists("templates/garden/panel.yaml") && exists("entries/garden.json"))
                #expect(exists("templates/themes/den.yaml"))
                #expect(!exists("templates/gone") && !exists("entries/gone.json"))
            }
        }
    }

    @Test("Displays keep their keys, their names and the addresses of their pictures")
    func displaysAreKnown() async throws {
        try await with { home in
            #expect(try home.run("feed", "--kind", "display", "--once").output == "Hall 40 % !\n")
            guard case .array(let records)? = try home.json("state/displays.json")["displays"] else {
                throw NeverCameTrue(description: "no displays")
            }
            try #require(records.compactMap { $0["id"]?.string } == ["11:22:33:44:55:66", "AA:BB:CC:DD:EE:FF", "KINDLE-1"])
            try await serving(home) { address, _ in
                for record in records.prefix(2) {
                    let answer = try await json("\(address)/api/setup", [("ID", record["id"]?.string ?? "")])
                    #expect(answer["api_key"] == record["key"] && answer["friendly_id"] == record["friendlyID"], "\(answer)")
                }
                for (key, record) in [(records[1]["key"]?.string ?? "", records[1]), ("a-word-of-the-owner", records[2])] {
                    let answer = try await json("\(address)/api/display", [("Access-Token", key)])
                    let secret = try #require(record["pictureKey"]?.string)
                    let picture = try #require(answer["image_url"]?.string, "\(answer)")
                    #expect(picture.hasPrefix("http://panels.example/api/pictures/\(secret)/subdial"), "\(answer)")
                    let place = picture.dropFirst("http://panels.example".count)
                    #expect(try await request(address + place).status == 200)
                }
            }
            let later = try #require(try home.json("state/displays.json")["displays"]?.elements)
            #expect(later.map { $0["name"]?.string } == [nil, "Pantry", "Hall"])
        }
    }

    @Test(
        "The tokens of servers stay valid",
        arguments: [("serve", "serve-token"), ("preview config/subdial/templates/garden/panel.yaml", "preview-token")])
    func tokensStayValid(_ command: String, _ name: String) async throws {
        try await with { home in
            let file = home.path("state/\(name)")
            let token = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").joined()
            try await serving(home, command.split(separator: " ").map(String.init), everywhere: true) { address, front in
                #expect(front.lines.last == "the token is in \(file)")
                let allowed = try await request(address + "/", [("Authorization", "Bearer \(token)")])
                let refused = try await request(address + "/")
                #expect(allowed.status == 200 && refused.status == 401)
            }
            #expect(try String(contentsOfFile: file, encoding: .utf8) == token + "\n")
        }
    }

    @Test("The signed address of a picture stays valid")
    func signedAddressesStayValid() async throws {
        try await withBridge { home in
            let picture = try String(contentsOf: OldHome.files.appending(path: "mqtt/picture-address.txt"), encoding: .utf8)
                .split(separator: "\n").joined().dropFirst("http://127.0.0.1:8380".count)
            try await serving(home, everywhere: true) { address, _ in
                let signed = try await request(address + picture)
                let wrong = try await request(address + picture + "0")
                #expect(signed.status == 200 && wrong.status == 401)
            }
        }
    }

    @Test("The same topics are published to a broker")
    func topicsAreTheSame() async throws {
        try Tool.need("mosquitto")
        let broker = try MQTTBroker()
        try await withBridge("quiet", ["BROKER": broker.url]) { home in
            let wanted = try String(contentsOf: OldHome.files.appending(path: "mqtt/topics.txt"), encoding: .utf8).split(separator: "\n")
            try await serving(home, everywhere: true) { _, _ in
                var topics: [String] = []
                let deadline = ContinuousClock.now + .seconds(180)
                while topics.count < wanted.count, .now < deadline { topics = try await broker.retained("#").keys.sorted() }
                #expect(topics == wanted.map(String.init))
            }
        }
    }

    // MARK: The live activity

    @Test("A live activity goes on, and does not start anew")
    func theActivityGoesOn() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try """
        description: The record plays on
        zones:
          - id: lms:00:04:20:12:ab:cd
            name: Kitchen
            state: playing
            position: 620
            volume: { kind: number, value: 20 }
            queue: [{ title: Long Morning, artist: Palm & Parlour, album: Arches, length: 3100 }]

        """.write(toFile: sandbox.path("scenario.yaml"), atomically: true, encoding: .utf8)
        try await sandbox.withBridge(sandbox.path("scenario.yaml")) { bridge in
            let home = try OldHome(sandbox, ["BRIDGE": bridge])
            func activity() throws -> JSONValue? {
                guard case .array(let lives)? = try home.json("state/activity-{activity}.json")["activities"]?["lifecycles"] else {
                    return nil
                }
                return lives.first?["activity"]
            }
            let old = try #require(try activity())
            // It is drawn again; the other pictures are those of 0.1.0.
            try FileManager.default.removeItem(atPath: home.path("activity/minimal.png"))
            let watch = try home.front(
                "activity", "--watch", "--all", "--scale", "1", "--zone", "Kitchen", "-o", "activity", "--on-update",
                "echo $SUBDIAL_ACTIVITY_STATE $SUBDIAL_ACTIVITY_ID >> updates")
            defer { watch.stop() }
            func updates() -> [Substring] {
                String(decoding: FileManager.default.contents(atPath: sandbox.path("updates")) ?? Data(), as: UTF8.self).split(
                    separator: "\n")
            }
            try await eventually("an update") { !updates().isEmpty || !watch.isRunning }
            try #require(!updates().isEmpty, "it has ended with the status \(watch.status): \(watch.errors)")
            let id = try #require(old["id"]?.string)
            #expect(id.hasPrefix("lms:00:04:20:12:ab:cd@2026-01-08T") && updates().allSatisfy { $0 == "active \(id)" }, "\(updates())")
            #expect(!watch.lines.contains { $0.contains(" requested ") || $0.contains(" ended ") }, "\(watch.lines)")
            let new = try #require(try activity())
            #expect(new["id"] == old["id"] && new["start"] == old["start"] && new["state"] == "active")
            func pictures() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: home.path("activity")).count { $0.hasSuffix(".png") }
            }
            #expect(try pictures() == 7)
            watch.stop()
            #expect(try pictures() == 0)
        }
    }

    // MARK: Snapshots

    @Test("All snapshots pass with the references of 0.1.0")
    func snapshotsPass() async throws {
        try await with { home in
            let outcome = try home.run("snapshot", "check", "suite/snapshots.yaml", "--output", "report")
            #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
            #expect(outcome.lines.last == "10 snapshots: 10 passed", "\(outcome.output)")
        }
    }

    /// The trees of 0.1.0 say nothing of the pixels of pictures: they are compared in what they say, until they are recorded anew.
    @Test("A suite of 0.1.0 keeps the meaning of its threshold and of its references", arguments: ["threshold: 0.1", "exact: true"])
    func aSuiteKeepsItsMeaning(_ compare: String) async throws {
        try await with { home in
            let suite = home.path("suite/snapshots.yaml")
            let text = try String(contentsOfFile: suite, encoding: .utf8)
            #expect(text.contains("compare: { exact: true }"))
            let changed = text.replacing("compare: { exact: true }", with: "compare: { \(compare) }")
            try changed.write(toFile: suite, atomically: true, encoding: .utf8)
            let advice = "some trees are of version 0.1.0, without the digests of pictures; 'subdial snapshot record' adds them"
            func check() throws -> Sandbox.Outcome { try home.run("snapshot", "check", "suite/snapshots.yaml", "--output", "report") }
            let first = try check()
            #expect(first.status == 0 && first.lines == ["warning: \(advice)", "10 snapshots: 10 passed"], "\(first.output)")
            // The tree does not say which cover it is, and the pictures differ by less than the threshold.
            let cover = home.path("suite/entries/artwork/ocean.png")
            let original = try Data(contentsOf: URL(filePath: cover))
            try lighten(cover)
            #expect(try check().status == (compare == "exact: true" ? 1 : 0))
            try original.write(to: URL(filePath: cover))

            let png = home.path("suite/References/medium/playing.systemMedium.iphone-15.dark.studio.1x.png")
            let before = try Data(contentsOf: URL(filePath: png))
            let recorded = try home.run("snapshot", "record", "suite/snapshots.yaml", "--output", "report")
            #expect(recorded.status == 0 && recorded.lines.last == "10 snapshots: 5 updated, 5 passed", "\(recorded.output)")
            #expect(try Data(contentsOf: URL(filePath: png)) == before)
            #expect(try check().lines == ["10 snapshots: 10 passed"])
            // Now the tree says it.
            try lighten(cover)
            let last = try check()
            #expect(last.status == 1 && last.output.contains("`cover` has digest "), "\(last.output)")
        }
    }

    @Test("The report of a run of 0.1.0 is reviewed")
    func anOldReportIsReviewed() async throws {
        try await with { home in
            let report = ["--output", "suite/old-report"]
            func pending() throws -> [String] { try home.run(["snapshot", "pending"] + report).lines }
            let all = [
                "playing.systemSmall.iphone-15.dark.1x", "playing.systemSmall.iphone-15.light.1x", "stale.systemSmall.iphone-15.dark.1x",
                "stale.systemSmall.iphone-15.light.1x",
            ].map { "systemSmall/\($0)" }
            #expect(try pending() == all)
            #expect(try home.run(["snapshot", "accept"] + report + [all[2]]).output == "accepted \(all[2])\n")
            #expect(try home.run(["snapshot", "reject"] + report + [all[3]]).output == "rejected \(all[3])\n")
            #expect(try pending() == Array(all.prefix(2)))
            // The accepted picture is now the reference, and the next run replaces the old report.
            let outcome = try home.run(["snapshot", "check", "suite/snapshots.yaml"] + report)
            #expect(outcome.status == 1 && outcome.lines.contains("10 snapshots: 1 failed, 9 passed"), "\(outcome.output)")
            #expect(try pending() == [all[2]])
        }
    }

    @Test("The reports of shards are merged")
    func shardsAreMerged() async throws {
        try await with { home in
            let outcome = try home.run(
                "snapshot", "merge", "suite/shard-1", "suite/shard-2", "--output", "merged", "--suite", "suite/snapshots.yaml")
            #expect(outcome.status == 0 && outcome.lines.last == "10 snapshots: 10 passed", "\(outcome.output) \(outcome.errors)")
        }
    }

    @Test("A lock of fonts that are not installed stops a run")
    func aLockOfFontsIsRead() async throws {
        try await with { home in
            try FileManager.default.copyItem(
                atPath: home.path("suite/other-machine.fonts.lock"), toPath: home.path("suite/snapshots.fonts.lock"))
            let outcome = try home.run("snapshot", "check", "suite/snapshots.yaml", "--output", "report")
            #expect(outcome.status == 65 && outcome.errors.contains("snapshots.fonts.lock: Inter Regular is "), "\(outcome.errors)")
        }
    }

    // MARK: Entries and the configuration

    @Test(
        "An entry file has its values, and is drawn",
        arguments: [
            ("now-playing", "{{ title }} {{ elapsed }} {{ xesam:trackNumber }}", "Low Water 1:44 3", "systemSmall"),
            ("garden", "{{ temperature }} {{ door }}", "21.5 closed", "panel"),
            ("match", "{{ home.name }} {{ home.score }}:{{ away.score }} {{ phase }}", "Union 1:0 paused", "systemSmall"),
            ("display", "{{ name }} {{ percent(battery) }}", "Hall 40", "systemSmall"),
        ])
    func entriesAreDrawn(_ kind: String, _ text: String, _ value: String, _ family: String) async throws {
        try await with { home in
            let entry = home.path("entries/\(kind).json")
            let outcome = try home.run("expr", "--entry", entry, text)
            #expect(outcome.output == "\(value)\n", "\(outcome.errors)")
            let device = family == "panel" ? ["--device", "trmnl-og"] : []
            let drawn = try home.run(["render", kind, "--family", family, "--entry", entry, "-o", "-"] + device)
            #expect(drawn.status == 0 && drawn.errors.isEmpty && drawn.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(drawn.errors)")
        }
    }

    @Test("A configuration has no errors", arguments: ["config", "plain"])
    func configurationsHaveNoErrors(_ name: String) async throws {
        try await with { home in
            let path = home.path("config/\(name).yaml")
            let outcome = try home.run("config", "check", "--config", path)
            #expect(outcome.status == 0 && outcome.output == "\(path) can be used\n" && outcome.errors.isEmpty, "\(outcome.output)")
        }
    }

    @Test("The doctor finds nothing wrong, but displays that have been away since 0.1.0")
    func theDoctorFindsNothing() async throws {
        try await withBridge { home in
            let plain = try home.run("doctor", "--config", home.path("config/plain.yaml"))
            #expect(plain.status == 0 && plain.lines.allSatisfy { $0.hasPrefix("✓") }, "\(plain.output) \(plain.errors)")
            let whole = try home.run("doctor").lines
            let wrong = whole.filter { !$0.hasPrefix("✓") && !$0.hasPrefix("✗ mqtt ") }
            #expect(wrong.count == 2 && whole.contains { $0.hasPrefix("✓ theme         studio") }, "\(whole)")
            #expect(zip(wrong, ["Pantry", "Hall"]).allSatisfy { $0.hasPrefix("✗ displays      \($1) last asked ") }, "\(wrong)")
            #expect(wrong.first?.contains("its battery is at 83 %") == true)
        }
    }

    @Test("Zones that 0.1.0 has exported are imported")
    func zonesAreImported() async throws {
        try await with { home in
            let path = home.path("config/plain.yaml")
            let outcome = try home.run("config", "import", home.path("config/sync.json"), "--config", path)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(
                text.hasSuffix("zones:\n  allowed: [\"roon:1603\", \"lms:00:04:20:12:ab:cd\", \"roon:1601\", \"roon:1602\"]\n"), "\(text)")
        }
    }
}

/// A sandbox with a copy of the files of 0.1.0, in which placeholders are replaced by the sandbox's folder and the addresses of a test.
private struct OldHome {
    /// The texts from which 0.1.0 makes names of files, with placeholders in them.
    private struct Names: Decodable {
        /// Joined by zero bytes, and hashed to 64 bits.
        var names: [String: [String]]
        /// Each with the byte 0xFF behind it, and hashed to 128 bits.
        var wide: [String: [String]]
    }

    static let files = Repository.fixtureURL("upgrade/0.1.0")

    let sandbox: Sandbox
    /// The values of the placeholders `@NAME@`.
    private let values: [String: String]
    /// The hashes in names of files, where `{name}` stands.
    private let hashes: [String: String]

    /// Copies the files.
    ///
    /// - Parameter addresses: The values of `BRIDGE`, `WEB`, `CONSOLE`, `BROKER` and `LISTENBRAINZ`; nothing answers at the others.
    init(_ sandbox: Sandbox, _ addresses: [String: String]) throws {
        let away = [
            "BRIDGE": "http://127.0.0.1:9", "WEB": "http://127.0.0.1:9", "CONSOLE": "tcp://127.0.0.1:9", "BROKER": "mqtt://127.0.0.1:9",
            "LISTENBRAINZ": "http://127.0.0.1:9", "HOME": sandbox.folder.path,
        ]
        let values = away.merging(addresses) { $1 }
        let names = try JSONDecoder().decode(Names.self, from: try Data(contentsOf: Self.files.appending(path: "names.json")))
        var hashes = names.names.mapValues { parts in Self.hash(parts.map { Self.filled($0, values) }.joined(separator: "\0")) }
        for (name, parts) in names.wide {
            hashes[name] = Self.wideHash(parts.flatMap { Array(Self.filled($0, values).utf8) + [0xFF] })
        }
        (self.sandbox, self.values, self.hashes) = (sandbox, values, hashes)
        for file in try FileManager.default.subpathsOfDirectory(atPath: Self.files.path) where !["README.md", "names.json"].contains(file) {
            try copy(file)
        }
    }

    /// The path of a file, by its path in the fixtures.
    func path(_ file: String) -> String {
        var parts = file.split(separator: "/").map(String.init)
        if let first = parts.first, ["cache", "config", "state"].contains(first) { parts[0] = "\(first)/subdial" }
        if var name = parts.popLast() {
            for (hash, text) in hashes { name = name.replacingOccurrences(of: "{\(hash)}", with: text) }
            // A path in a name is percent-encoded.
            name = name.replacingOccurrences(of: "@HOME@", with: sandbox.folder.path.replacingOccurrences(of: "/", with: "%2F"))
            parts.append(name)
        }
        return sandbox.path(parts.joined(separator: "/"))
    }

    private func copy(_ file: String) throws {
        let source = Self.files.appending(path: file)
        let attributes = try FileManager.default.attributesOfItem(atPath: source.path)
        guard attributes[.type] as? FileAttributeType == .typeRegular else { return }
        var data = try Data(contentsOf: source)
        if let text = String(data: data, encoding: .utf8) { data = Data(Self.filled(text, values).utf8) }
        let target = path(file)
        try FileManager.default.createDirectory(
            atPath: URL(filePath: target).deletingLastPathComponent().path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        // Tokens and logins are for their owner only.
        let mode = FileManager.default.isExecutableFile(atPath: source.path) ? 0o700 : 0o600
        try #require(FileManager.default.createFile(atPath: target, contents: data, attributes: [.posixPermissions: mode]))
    }

    /// The text with values in place of placeholders; `"@AGO 600@"` is the time ten minutes ago.
    private static func filled(_ text: String, _ values: [String: String]) -> String {
        guard text.contains("@") else { return text }
        var text = text
        for (name, value) in values { text = text.replacingOccurrences(of: "@\(name)@", with: value) }
        let now = Date.now.timeIntervalSinceReferenceDate
        return text.replacing(/"@AGO (-?\d+)@"/) { "\(now - (Double($0.1) ?? 0))" }
    }

    /// The FNV-1a hash in 64 bits.
    private static func hash(_ text: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(hash, radix: 16)
    }

    /// The hash of 128 bits in the names of pictures.
    private static func wideHash(_ bytes: [UInt8]) -> String {
        var (first, second): (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x9E37_79B9_7F4A_7C15)
        func take(_ word: UInt64) {
            first = (first ^ word) &* 0x0000_0100_0000_01B3
            first ^= first >> 29
            second = (second &+ word) &* 0xBF58_476D_1CE4_E5B9
            second ^= second >> 32
        }
        let whole = bytes.count / 8 * 8
        for offset in stride(from: 0, to: whole, by: 8) {
            take((0..<8).reduce(UInt64(0)) { word, index in word | UInt64(bytes[offset + index]) << UInt64(8 * index) })
        }
        for byte in bytes[whole...] { take(UInt64(byte)) }
        take(UInt64(bytes.count))
        take(0)
        return [first, second].map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    // MARK: Running programs

    /// The time zone is part of the names of some files.
    private static let variables = ["TZ": "UTC", "SUBDIAL_ROOM_KEY": "key-of-the-attic"]

    var environment: [String: String] { sandbox.environment(Self.variables) }

    @discardableResult
    func run(_ arguments: String...) throws -> Sandbox.Outcome { try run(arguments) }

    @discardableResult
    func run(_ arguments: [String]) throws -> Sandbox.Outcome { try sandbox.run(arguments, environment: Self.variables) }

    func front(_ arguments: String...) throws -> FeedFront { try front(arguments) }

    func front(_ arguments: [String]) throws -> FeedFront { try FeedFront(sandbox, arguments, environment: Self.variables) }

    /// The document in a file, by its path in the fixtures.
    func json(_ file: String) throws -> JSONValue { try JSONValue(parsing: try String(contentsOfFile: path(file), encoding: .utf8)) }
}
