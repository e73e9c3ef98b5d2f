import Foundation
import SubdialDocuments
import SubdialHTTP
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// `subdial serve` on a machine without a bridge, players or a session bus; and the agreement of the commands that judge a configuration.
@Suite struct ServeWithoutPlayersTests {
    private func with(_ configuration: String, _ body: (Sandbox) async throws -> Void) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try FileManager.default.createDirectory(atPath: sandbox.path("config/subdial"), withIntermediateDirectories: true)
        try Data(configuration.utf8).write(to: URL(filePath: sandbox.path("config/subdial/config.yaml")))
        try await body(sandbox)
    }

    /// Starts a server, and returns its address; nil if it ends.
    ///
    /// Its messages are in the file `errors`.
    private func start(_ sandbox: Sandbox) async throws -> (server: LineReader, address: String?) {
        let server = LineReader(sandbox.process(["serve", "--listen", "127.0.0.1:0"]))
        _ = FileManager.default.createFile(atPath: sandbox.path("errors"), contents: nil)
        server.process.standardError = FileHandle(forWritingAtPath: sandbox.path("errors"))
        try server.start()
        let line = try? await server.next { $0.hasPrefix("listening on ") }
        return (server, line.map { String($0.dropFirst("listening on ".count)) })
    }

    @Test func theMachineOfAPanelNeedsNoPlayers() async throws {
        let configuration = """
            kinds: [{ kind: clock }]
            displays: [{ id: "AA:BB:CC:DD:EE:FF", name: Kitchen, screens: [clock, now-playing] }]
            """
        try await with(configuration) { sandbox in
            let (server, address) = try await start(sandbox)
            defer { server.stop() }
            let base = try #require(address)
            func get(_ path: String) async throws -> HTTPResponse {
                try await HTTPClient().send(HTTPRequest(url: base + path, timeout: .seconds(180)))
            }
            let entry = try JSONValue(parsing: try await get("/now-playing/entry.json").body)
            #expect(entry["connection"]?.string == "offline", "\(entry.text())")
            for path in ["/now-playing/systemSmall.png", "/clock/systemSmall.png", "/clock/panel.png", "/now-playing/panel.png"] {
                let picture = try await get(path)
                #expect(picture.status == 200 && picture.body.starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(path)")
            }
            #expect(try await get("/").status == 200)
            let kinds = try JSONValue(parsing: try await get("/widgets.json").body)["widgets"]?.elements ?? []
            #expect(kinds.compactMap { $0["kind"]?.string } == ["now-playing", "clock"])
        }
    }

    /// A server reads its kinds for each request, and warns of each once.
    @Test func aWarningIsWrittenOnce() async throws {
        try await with("kinds: [{ kind: odd }]") { sandbox in
            let folder = sandbox.path("config/subdial/templates/odd")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let kind = "source: { static: { a: 1 } }\nfields: { a: 1 }\nfeed: { text: '{{ concat(a, \"\\d\") }}' }\n"
            try Data(kind.utf8).write(to: URL(filePath: folder + "/kind.yaml"))
            let (server, address) = try await start(sandbox)
            defer { server.stop() }
            let base = try #require(address)
            for _ in 0..<3 {
                _ = try await HTTPClient().send(HTTPRequest(url: base + "/widgets.json", timeout: .seconds(180)))
            }
            let errors = try String(contentsOfFile: sandbox.path("errors"), encoding: .utf8)
            #expect(errors.components(separatedBy: "kind.yaml:").count == 2, "\(errors)")
        }
    }

    /// A configuration, and the key with a fault; nil for none.
    @Test(
        arguments: [
            ("", nil), ("kinds: [{ kind: clock }]", nil), ("displays: [{ id: A1, device: trmnl-og, screens: [clock] }]", nil),
            ("bridge: http://127.0.0.1:9", nil), ("source: mpris", nil), ("source: auto\nbridge: http://127.0.0.1:9", nil),
            ("source: bridge", "source"), ("source: brige", "source"), ("source: 'file'", "source"),
            ("bridge: 'http://'", "bridge"), ("theme: studo", "theme"), ("kinds: [{ kind: clok }]", "kinds"),
            ("kinds: [{ kind: weather, with: { latitude: north } }]", "kinds"),
            ("displays: [{ id: A1, device: trmnl-ogg, screens: [clock] }]", "displays"),
            ("displays: [{ id: A1, screens: [clok] }]", "displays"),
            ("displays: [{ id: A1, screens: [{ kind: clock, theme: studo }] }]", "displays"),
            ("mqtt: { broker: 'mqtt://127.0.0.1:9', devices: [{ name: Den, kind: clok }] }", "mqtt"),
            ("mqtt: { broker: 'mqtt://127.0.0.1:9', login: nowhere }", "mqtt"),
            ("serve: { tokenFile: /proc/no/token }", "serve"), ("tls: { ca: nowhere.pem }", "tls"),
        ] as [(String, String?)])
    func theCommandsAgree(_ configuration: String, _ key: String?) async throws {
        try await with(configuration) { sandbox in
            let check = try sandbox.run("config", "check")
            #expect((check.status == 0) == (key == nil), "\(check.output)\(check.errors)")
            let doctor = try sandbox.run("doctor")
            let faults = doctor.lines.filter { $0.hasPrefix("✗") }
            let (server, address) = try await start(sandbox)
            server.stop()
            let errors = try String(contentsOfFile: sandbox.path("errors"), encoding: .utf8)
            if key == nil {
                #expect(address != nil, "\(errors)")
                // What is configured is valid, but away.
                #expect(
                    faults.allSatisfy { line in ["bridge", "source", "players", "mqtt"].contains { line.hasPrefix("✗ \($0) ") } },
                    "\(faults)")
            }
            if let key {
                #expect(check.output.contains("\(key): ") || check.errors.contains(key), "\(check.output)\(check.errors)")
                #expect(faults.contains { $0.hasPrefix("✗ \(key) ") || $0.hasPrefix("✗ configuration ") }, "\(doctor.output)")
                #expect(!errors.isEmpty)
            }
        }
    }
}
