import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialDesktopSupport
@testable import SubdialMQTTSupport
@testable import SubdialProcessSupport

/// The reports of `subdial doctor` and `subdial config check`, and the destinations of log messages.
@Suite struct DoctorTests {
    private func write(_ text: String, _ name: String, in sandbox: Sandbox) throws {
        let file = sandbox.folder.appending(path: "config/\(name)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    /// The lines of a report by name, each with its sign.
    private func report(_ outcome: Sandbox.Outcome) -> [String: String] {
        let pairs = outcome.lines.map { line in
            (String(line.dropFirst(2).prefix { $0 != " " }), String(line.prefix(1)) + line.dropFirst(16))
        }
        return Dictionary(pairs) { "\($0)\n\($1)" }
    }

    @Test func whatIsNotNeededIsNoFailure() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let nothing = try sandbox.run("doctor")
        #expect(nothing.status == 69)
        #expect(
            report(nothing)["source"]?.hasPrefix(
                "✗there is no session bus (DBUS_SESSION_BUS_ADDRESS), and no bridge is set; for the players") == true)
        try await sandbox.withBridge { address in
            let outcome = try sandbox.run("doctor", "--bridge", address)
            #expect(outcome.status == 0, "\(outcome.output)")
            #expect(report(outcome)["bridge"]?.hasPrefix("✓\(address)") == true)
            #expect(report(outcome)["state"] == "✓\(sandbox.path("state"))/subdial")
            #expect(report(outcome)["waybar"] == nil)
        }
        // The bridge is gone, and only a file is followed.
        try #"{"type":"now_playing","title":"So What"}"#.write(toFile: sandbox.path("now.jsonl"), atomically: true, encoding: .utf8)
        let file = try sandbox.run("doctor", "--source", "file:now.jsonl", "--bridge", "http://127.0.0.1:9")
        #expect(file.status == 0, "\(file.output)")
        #expect(report(file)["messages"]?.hasSuffix(", playing") == true && report(file)["bridge"] == nil)
    }

    /// A bridge that has lost one of its sources is not healthy, but Subdial is.
    @Test(arguments: ["rust", "node"])
    func aSourceThatTheBridgeHasLostIsReported(_ dialect: String) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let scenario = """
            description: The core goes

            zones:
              - id: roon:1601
                name: Office
                state: playing
                volume: { kind: number, value: 20 }
                queue:
                  - { title: Song, artist: Somebody, album: Many, length: 3000 }

            script:
              - { at: 0.1, core: lost }

            """
        try scenario.write(toFile: sandbox.path("lost.yaml"), atomically: true, encoding: .utf8)
        try await sandbox.withBridge(sandbox.path("lost.yaml"), dialect: dialect) { address in
            func doctor() throws -> Sandbox.Outcome { try sandbox.run("doctor", "--bridge", address) }
            try await eventually("a warning") {
                try report(doctor())["bridge"]?.contains("\n!it has no connection to Roon, whose zones") == true
            }
            let outcome = try doctor()
            #expect(outcome.status == 0 && report(outcome)["zones"] == "✓Office", "\(outcome.output)")
        }
        try await sandbox.withBridge { address in
            let healthy = try sandbox.run("doctor", "--bridge", address).output
            #expect(!healthy.contains("no connection"), "\(healthy)")
        }
    }

    /// The default setup: a session bus, with or without players.
    @Test func aDesktopIsHealthy() async throws {
        let (sandbox, bus) = (try Sandbox(), try PrivateBus())
        defer { sandbox.clean() }
        let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
        let none = try sandbox.run("doctor", environment: environment)
        #expect(none.status == 0 && report(none)["players"] == "✓none is running", "\(none.output)")
        let player = await FakePlayer(bus, "fake")
        let one = try sandbox.run("doctor", environment: environment)
        #expect(one.status == 0 && report(one)["players"] == "✓Fake fake", "\(one.output)")
        _ = player
        bus.stopDaemon()
        let gone = try sandbox.run("doctor", environment: environment)
        #expect(gone.status == 69 && report(gone)["players"]?.hasPrefix("✗cannot reach the session bus") == true, "\(gone.output)")
    }

    @Test func whatKeepsItFromWorkingIsTold() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge { address in
            try write(
                "bridge: \(address)\nzone: Kichen\ntheme: studo\nart: { path: /proc/no/cover.png }\n", "subdial/config.yaml", in: sandbox)
            try write(
                """
                // "exec": "subdial feed --format nope"
                { "modules-left": ["custom/a"],
                  "custom/a": { "exec": "exec subdial feed --width 9 --format wayber", "return-type": "json" } }

                """, "waybar/config", in: sandbox)
            // A file is in the place of the state folder.
            try FileManager.default.removeItem(atPath: sandbox.path("state"))
            try "".write(toFile: sandbox.path("state"), atomically: true, encoding: .utf8)
            let path = "\(Sandbox.build.path):/usr/bin:/bin"
            let outcome = try sandbox.run("doctor", environment: ["PATH": path])
            let lines = report(outcome)
            #expect(outcome.status == 69)
            #expect(lines["theme"]?.hasPrefix("✗there is no theme 'studo'; did you mean 'studio'?") == true, "\(outcome.output)")
            #expect(lines["zone"] == "✗there is no zone 'Kichen'; did you mean 'Kitchen'?", "\(outcome.output)")
            #expect(lines["state"]?.hasPrefix("✗cannot write \(sandbox.path("state"))/subdial") == true, "\(outcome.output)")
            #expect(lines["cover"]?.hasPrefix("✗") == true, "\(outcome.output)")
            let waybar = "waybar/config:3, custom/a: there is no format 'wayber'; did you mean 'waybar'?"
            #expect(lines["waybar"]?.hasSuffix(waybar) == true, "\(outcome.output)")
        }
    }

    @Test("A field that Home Assistant cannot show is an error of 'config check'")
    func fieldsOfMQTTDevices() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        func check(_ fields: String) throws -> Sandbox.Outcome {
            let text = "mqtt: { broker: mqtt://127.0.0.1, devices: [{ name: Machine, kind: system, fields: [\(fields)] }] }\n"
            try write(text, "subdial/config.yaml", in: sandbox)
            return try sandbox.run("config", "check")
        }
        #expect(try check("cpu, memory").status == 0)
        let wrong = try check("cpuu")
        #expect(wrong.status == 65)
        let message = "mqtt: the fields of the MQTT device 'Machine': the kind 'system' has no field 'cpuu'; did you mean 'cpu'?"
        #expect(wrong.output.contains(message), "\(wrong.output)")
    }

    /// The server, the displays that fetch from it, and the broker.
    @Test func whatIsServedIsAsked() async throws {
        try Tool.need("mosquitto", "curl")
        let (sandbox, broker) = (try Sandbox(), try MQTTBroker())
        defer { sandbox.clean() }
        try await sandbox.withBridge { address in
            let port = try LocalPort.free()
            try write(
                """
                bridge: \(address)
                serve: { listen: "127.0.0.1:\(port)" }
                displays: [{ id: A1, name: Wall }, { id: B2, name: Shelf }]
                mqtt: { broker: "\(broker.url)" }

                """, "subdial/config.yaml", in: sandbox)
            let none = try sandbox.run("doctor")
            #expect(none.status == 0, "\(none.output)")
            #expect(report(none)["serve"] == "✓nothing listens on 127.0.0.1:\(port); 'subdial serve' does while it runs")
            #expect(report(none)["mqtt"] == "✓\(broker.url), MQTT 5")
            #expect(report(none)["displays"]?.hasPrefix("✓Wall has not asked yet") == true)
            let server = try FeedFront(sandbox, ["serve"])
            defer { server.stop() }
            try await eventually("a server") { server.lines.first?.hasPrefix("listening on ") == true }
            for (id, volts) in [("A1", "4.1"), ("B2", "3.35")] {
                let asked = try FeedFront(
                    sandbox, shell: "curl -s -H 'ID: \(id)' -H 'Battery-Voltage: \(volts)' http://127.0.0.1:\(port)/api/setup")
                try await eventually("an answer") { asked.hasEnded }
            }
            let some = try sandbox.run("doctor")
            #expect(some.status == 69)
            #expect(report(some)["serve"]?.hasPrefix("✓answers at http://127.0.0.1:\(port), version ") == true, "\(some.output)")
            let displays = report(some)["displays"]?.split(separator: "\n") ?? []
            #expect(displays.count == 2 && displays[0].hasPrefix("✓Wall asked ") && displays[0].hasSuffix("its battery is at 94 %"))
            #expect(displays.last?.hasPrefix("✗Shelf asked ") == true && displays.last?.hasSuffix("6 %: charge it") == true, "\(displays)")
        }
    }

    /// Unusable files, a port in use and an unreachable broker have one line each.
    @Test func whatKeepsItFromServingIsTold() async throws {
        try Tool.need("mosquitto")
        let (sandbox, broker) = (try Sandbox(), try MQTTBroker(.login(user: "den", password: "s3cret")))
        defer { sandbox.clean() }
        try await sandbox.withBridge { address in
            let token = sandbox.path("token")
            try "averylongtokenindeed".write(toFile: token, atomically: true, encoding: .utf8)
            chmod(token, 0o644)
            try write(
                """
                bridge: \(address)
                history: { listenBrainz: \(sandbox.path("missing")) }
                serve: { listen: "127.0.0.1:\(broker.port)", tokenFile: \(token) }
                mqtt: { broker: "\(broker.url)", login: \(sandbox.path("login")), tls: { ca: \(sandbox.path("ca.pem")) } }

                """, "subdial/config.yaml", in: sandbox)
            let outcome = try sandbox.run("doctor")
            let lines = report(outcome)
            #expect(outcome.status == 69)
            #expect(lines["history"]?.hasPrefix("✗\(sandbox.path("missing")): there is no such file") == true, "\(outcome.output)")
            let serve = lines["serve"]?.split(separator: "\n") ?? []
            #expect(serve.first?.hasPrefix("✗\(token): others may read this token") == true, "\(outcome.output)")
            #expect(serve.last?.hasPrefix("✗another program listens on 127.0.0.1:\(broker.port)") == true, "\(outcome.output)")
            let mqtt = lines["mqtt"]?.split(separator: "\n") ?? []
            #expect(
                mqtt.count == 2 && mqtt[0].contains("there is no login") && mqtt[1].contains("ca.pem: there is no such file"), "\(mqtt)")
            // The check of the configuration reports the files, each at its position.
            let checked = try sandbox.run("config", "check")
            #expect(checked.status == 65 && checked.lines.count == 4, "\(checked.output)")
            for (line, word) in zip(checked.lines, ["history: ", "serve: ", "mqtt: ", "mqtt: "]) { #expect(line.contains(word), "\(line)") }
            // A wrong login, and an unreachable broker.
            try write(
                "bridge: \(address)\nmqtt: { broker: '\(broker.url)', login: \(sandbox.path("login")) }\n", "subdial/config.yaml",
                in: sandbox)
            try "den\nwrong\n".write(toFile: sandbox.path("login"), atomically: true, encoding: .utf8)
            chmod(sandbox.path("login"), 0o600)
            #expect(report(try sandbox.run("doctor"))["mqtt"]?.contains("refuses this login") == true)
            broker.stop()
            #expect(report(try sandbox.run("doctor"))["mqtt"]?.contains("cannot be reached") == true)
        }
    }

    @Test func aCheckOfTheConfigurationTellsAll() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try write(
            "bridge: ftp://nas\nsource: mrpis\ntheme: studo\ntemplates: /nope\nfeed: { text: '{{ titel }}', widht: 3 }\n",
            "subdial/config.yaml",
            in: sandbox)
        let outcome = try sandbox.run("config", "check")
        #expect(outcome.status == 65)
        let wrong = ["'ftp://nas'", "'mrpis'", "'studo'", "'/nope'", "'titel'", "'widht'"]
        #expect(outcome.lines.count == wrong.count)
        for (line, word) in zip(outcome.lines, wrong) {
            #expect(line.hasPrefix("\(sandbox.path("config"))/subdial/config.yaml:") && line.contains(word), "\(line)")
        }
        // Other commands report the first problem, and the number of the others.
        let used = try sandbox.run("zones")
        #expect(used.status == 65 && used.errors.contains("'ftp://nas'"))
        #expect(used.errors.hasSuffix("(and 2 more; see 'subdial config check')\n"), "\(used.errors)")
    }

    /// The log level applies to the feed that sets it, and to the engine while the feed is attached, or through the configuration.
    @Test func theLevelOfLogsReachesFeedAndEngine() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        func log() -> String { (try? String(contentsOfFile: sandbox.path("state/subdial/engine.log"), encoding: .utf8)) ?? "" }
        try await sandbox.withBridge("living-room") { address in
            let quiet = try FeedFront(sandbox, ["feed", "--bridge", address])
            try await eventually("a line") { quiet.last?.isEmpty == false }
            #expect(quiet.errors.isEmpty && !log().contains("following a zone"))
            let loud = try FeedFront(sandbox, ["--log-level", "debug", "feed", "--bridge", address])
            try await eventually("its own log") { loud.errors.contains("subdial: debug: following a zone") }
            try await eventually("the engine's log") { log().contains("following a zone") }
            #expect(quiet.errors.isEmpty)
            loud.stop()
            quiet.stop()
            try write("logLevel: debug\n", "subdial/config.yaml", in: sandbox)
            try sandbox.run("engine", "stop")
            let before = log().count
            let again = try FeedFront(sandbox, ["feed", "--bridge", address])
            try await eventually("the engine's log by the configuration") { log().dropFirst(before).contains("following a zone") }
            again.stop()
        }
    }
}
