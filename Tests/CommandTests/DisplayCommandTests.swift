import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Displays that fetch their pictures from `subdial serve` with curl and sed, as their programs do.
@Suite struct DisplayCommandTests {
    /// The program of a Kindle: it sends a request, extracts the fields from the response without parsing JSON, and fetches the picture.
    private static let client = #"""
        set -eu
        url=$1 id=$2 key=$3 file=$4
        answer=$(curl -sf -H "ID: $id" -H "access-token: $key" -H "rssi: -55" -H "battery-voltage: 4.05" "$url/api/display")
        echo "$answer" | sed -n 's/.*"refresh_rate":\([0-9]*\).*/\1/p'
        echo "$answer" | sed -n 's/.*"filename":"\([^"]*\)".*/\1/p'
        curl -sf -H "ID: $id" -H "access-token: $key" -o "$file" "$(echo "$answer" | sed -n 's/.*"image_url":"\([^"]*\)".*/\1/p')"
        """#

    private struct Stage {
        let sandbox: Sandbox
        let address: String

        func tool(_ arguments: [String]) throws -> [String] {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = arguments
            process.standardInput = FileHandle.nullDevice
            let output = sandbox.path("tool-\(UUID().uuidString)")
            _ = FileManager.default.createFile(atPath: output, contents: nil)
            process.standardOutput = FileHandle(forWritingAtPath: output)
            try process.runUnblocked()
            process.waitUntilExit()
            return try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").map(String.init)
        }

        func json(_ fields: [String], _ path: String) throws -> JSONValue {
            try JSONValue(parsing: try tool(["curl", "-s"] + fields.flatMap { ["-H", $0] } + [address + path]).joined())
        }

        func key(_ id: String) throws -> String { try #require(try json(["ID: \(id)"], "/api/setup")["api_key"]?.string) }

        /// Sends the request of a Kindle, and returns its sleep time, the name of the file, and its bytes.
        func ask(_ id: String, _ key: String) throws -> (sleep: Int, name: String, bytes: [UInt8]) {
            let file = sandbox.path("picture.png")
            let lines = try tool(["bash", "-c", DisplayCommandTests.client, "client", address, id, key, file])
            guard lines.count == 2, let sleep = Int(lines[0]) else { throw NeverCameTrue(description: "no answer: \(lines)") }
            return (sleep, lines[1], [UInt8](FileManager.default.contents(atPath: file) ?? Data()))
        }
    }

    private static func with(
        _ configuration: String, _ body: (Stage, _ restart: () async throws -> Stage) async throws -> Void
    ) async throws {
        try Tool.need("curl", "sed")
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try FileManager.default.createDirectory(atPath: sandbox.path("config/subdial"), withIntermediateDirectories: true)
        try Data(configuration.utf8).write(to: URL(filePath: sandbox.path("config/subdial/config.yaml")))
        try await sandbox.withBridge("quiet") { bridge in
            var process: LineReader?
            defer { process?.stop() }
            func start() async throws -> Stage {
                process?.stop()
                let server = LineReader(sandbox.process(["serve", "--bridge", bridge, "--listen", "127.0.0.1:0"]))
                process = server
                try server.start()
                let line = try await server.next { $0.hasPrefix("listening on ") }
                return Stage(sandbox: sandbox, address: String(line.dropFirst("listening on ".count)))
            }
            try await body(try await start(), start)
        }
    }

    @Test func aDisplayGetsItsPictureAndTheSameNameForTheSamePicture() async throws {
        try await Self.with("displays: [ { id: 'AA:BB:CC:DD:EE:FF', name: Wall, screens: [now-playing] } ]\n") { stage, restart in
            let key = try stage.key("aa:bb:cc:dd:ee:ff")
            let first = try stage.ask("AA:BB:CC:DD:EE:FF", key)
            #expect(first.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && (60...1800).contains(first.sleep))
            // Width, height, one bit of gray, no alpha, not interlaced.
            #expect(Array(first.bytes[16..<29]) == [0, 0, 3, 32, 0, 0, 1, 224, 1, 0, 0, 0, 0])
            #expect(first.bytes.count <= 90_000 && first.name.utf8.count == 24)
            // Both spellings of the URL return the same key for the life of the display, also after a restart.
            #expect(try stage.json(["ID: AA:BB:CC:DD:EE:FF"], "/api/setup/")["api_key"]?.string == key)
            // The source reports nothing new to repeated requests, and the entry of the first answer stays.
            let entry = try stage.tool(["curl", "-s", stage.address + "/now-playing/entry.json"])
            for _ in 0..<10 {
                try await Task.sleep(for: .milliseconds(500))
                #expect(try stage.tool(["curl", "-s", stage.address + "/now-playing/entry.json"]) == entry)
            }
            let again = try await restart()
            #expect(try again.key("AA:BB:CC:DD:EE:FF") == key)
            let second = try again.ask("AA:BB:CC:DD:EE:FF", key)
            #expect(second.name.prefix(13) == first.name.prefix(13))
            let stored = try String(contentsOfFile: stage.sandbox.path("state/subdial/displays.json"), encoding: .utf8)
            #expect(stored.contains("\"battery\" : 4.05") && stored.contains("\"signal\" : -55"))
        }
    }

    /// The header fields of a client in its own spelling, and the first bytes of the picture that it reads.
    @Test(
        arguments: [
            // TRMNL's firmware before 1.5: the BMP's signature, and 48,062 as its length.
            (["FW-Version: 1.4.8", "Width: 800", "Height: 480"], "bmp", Array("BM".utf8) + [0xBE, 0xBB, 0, 0]),
            (["FW-Version: 1.4.8"], "bmp", Array("BM".utf8) + [0xBE, 0xBB, 0, 0]),
            // Later ones: 800 × 480 with one bit of gray.
            (["FW-Version: 1.5.7", "Width: 800", "Height: 480"], "png", [0, 0, 3, 32, 0, 0, 1, 224, 1, 0]),
            (["FW-Version: 1.8.15", "Model: og", "Width: 800", "Height: 480"], "png", [0, 0, 3, 32, 0, 0, 1, 224, 1, 0]),
            // A Kindle reads a PNG of eight bits of gray alone, in the size that it tells.
            (["png-width: 600", "png-height: 800"], "png", [0, 0, 2, 88, 0, 0, 3, 32, 8, 0]),
            (["png-width: 800", "png-height: 480"], "png", [0, 0, 3, 32, 0, 0, 1, 224, 8, 0]),
        ] as [([String], String, [UInt8])])
    func firmwareGetsWhatItReads(_ fields: [String], _ ending: String, _ expected: [UInt8]) async throws {
        try await Self.with("displays: [ { id: A1, name: Wall, screens: [clock] } ]\n") { stage, _ in
            func picture(_ address: String?) throws -> [UInt8] {
                let file = stage.sandbox.path("picture")
                _ = try stage.tool(["curl", "-sf", "-o", file, try #require(address)])
                return [UInt8](try #require(FileManager.default.contents(atPath: file)))
            }
            let setUp = try stage.json(["ID: A1"] + fields, "/api/setup")
            #expect(setUp["status"] == 200)
            let welcome = try picture(setUp["image_url"]?.string)
            let isKindle = fields[0].hasPrefix("png")
            // The length of a BMP's pixels is in its header.
            if !isKindle { #expect(welcome.count == 48_062 && Array(welcome[34..<38]) == [0x80, 0xBB, 0, 0]) }
            let key = try #require(setUp["api_key"]?.string)
            let answer = try stage.json(["ID: A1", "access-token: \(key)"] + fields, "/api/display")
            let address = try #require(answer["image_url"]?.string)
            #expect(address.hasSuffix(".\(ending)"))
            let bytes = try picture(address)
            let start = ending == "bmp" ? 0 : 16
            #expect(Array(bytes[start..<start + expected.count]) == expected)
            if ending == "bmp" { #expect(bytes.count == 48_062) }
        }
    }

    /// A reported battery level is immediately shown in bars and on displays.
    @Test func batteriesShowInBarsAndOnDisplays() async throws {
        try await Self.with("displays: [ { id: A1, name: Wall, screens: [display] }, { id: B2, name: Hall } ]\n") { stage, _ in
            let key = try stage.key("A1")
            let feed = try FeedFront(stage.sandbox, ["feed", "--kind", "display", "--format", "json"])
            defer { feed.stop() }
            func tell(_ battery: String, charging: String) throws {
                let fields = [
                    "ID: A1", "Access-Token: \(key)", "Battery-Voltage: \(battery)", "RSSI: -70", "Battery-Charging: \(charging)",
                ]
                #expect(try stage.json(fields, "/api/display")["status"] == 0)
            }
            func line(_ text: String) async throws -> JSONValue {
                try await eventually("'\(text)', not \(feed.lines) \(feed.errors)") {
                    feed.last.flatMap { try? JSONValue(parsing: $0) }?["text"]?.string == text
                }
                return try JSONValue(parsing: try #require(feed.last))
            }
            try tell("3.81", charging: "0")
            let first = try await line("Wall 60 %")
            #expect(first["charging"] == false && first["bars"] == 2 && first["signal"] == -70 && first["screen"] == "display")
            try tell("3.47", charging: "1")
            let second = try await line("Wall 20 %")
            #expect(second["charging"] == true && second["late"] == false && second["voltage"] == 3.47)
            // No entry contains a key.
            #expect(!feed.lines.joined().contains(key))
            #expect(try stage.ask("A1", key).bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            let entry = try stage.json([], "/display/entry.json")
            #expect(entry["name"] == "Wall" && entry["battery"]?.number.map { $0 > 0.19 } == true, "\(entry)")
        }
    }

    /// The firmware never downloads a name again that it has on its flash: a name always identifies the same bytes.
    @Test func whatPlaysHasAnotherNameWhenItIsAnother() async throws {
        try await Self.with("displays: [ { id: A1, screens: [{ kind: now-playing, subject: Office }] } ]\n") { stage, _ in
            let key = try stage.key("A1")
            let before = try stage.ask("A1", key)
            let answer = try stage.tool([
                "curl", "-s", "-H", "Content-Type: application/json",
                "-d", #"{"kind":"now-playing","subject":"Office","intent":"playPause"}"#,
                stage.address + "/actions",
            ])
            #expect(answer == [#"{"ok":true,"message":null}"#])
            var later = before
            let deadline = ContinuousClock.now + .seconds(180)
            while later.name == before.name, ContinuousClock.now < deadline {
                later = try stage.ask("A1", key)
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(later.name != before.name && later.bytes != before.bytes)
            #expect(later.name.prefix(13) == before.name.prefix(13))
        }
    }

    @Test func strangersAndWrongKeysGetAPictureThatSaysSo() async throws {
        try await Self.with("displays: [ { id: A1 } ]\n") { stage, _ in
            let key = try stage.key("B2")
            let stranger = try stage.ask("B2", key)
            #expect(stranger.sleep == 300 && stranger.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            let known = try stage.key("A1")
            let wrong = try stage.ask("A1", known + "x")
            #expect(wrong.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && wrong.bytes != stranger.bytes)
            // No status that makes the firmware show its own error, or reset its settings.
            for fields in [["ID: A1", "Access-Token: nonsense"], ["ID: ZZ"], ["ID: B2", "Access-Token: \(key)"]] {
                #expect(try stage.json(fields, "/api/display")["status"] == 0, "\(fields)")
            }
            #expect(try stage.json(["Access-Token: nonsense"], "/api/display")["status"] == 404)
            #expect(try stage.json([], "/api/setup")["status"] == 404)
            let code = try stage.tool([
                "curl", "-s", "-o", "-", "-w", "%{http_code}", "-H", "Access-Token: \(known)", "-d",
                #"{"logs":[{"message":"low battery"}]}"#,
                stage.address + "/api/log",
            ])
            #expect(code == ["204"])
        }
    }

    /// If a kind's data are unavailable, the display shows the error and continues to fetch.
    @Test func whatCannotBeDrawnIsToldOnTheDisplay() async throws {
        try await Self.with("displays: [ { id: A1, screens: [no-such-kind] } ]\n") { stage, _ in
            let answer = try stage.ask("A1", try stage.key("A1"))
            #expect(answer.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && answer.sleep >= 60)
        }
    }
}
