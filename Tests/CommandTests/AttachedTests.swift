import Foundation
import SubdialBasics
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// `feed`, `control` and `zones` through the front, the engine and a simulated bridge, each a separate process.
@Suite(.serialized) struct AttachedTests {
    @Test(arguments: ["rust", "node"])
    func followsWhatIsControlled(_ dialect: String) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge("steady", dialect: dialect) { address in
            let bridge = ["SUBDIAL_BRIDGE": address, "SUBDIAL_ZONE": "Kitchen"]
            let feed = LineReader(sandbox.process(["feed", "--format", "waybar"], environment: bridge))
            try feed.start()
            defer { feed.stop() }
            let first = try JSONValue(parsing: try await feed.next { !$0.isEmpty })
            guard case .object(let members) = first else { return #expect(Bool(false), "no object: \(first)") }
            #expect(members.map(\.key) == ["text", "alt", "class", "tooltip", "percentage"])
            #expect(first["alt"]?.string == "playing")

            #expect(try sandbox.run("control", "play-pause", environment: bridge).status == 0)
            let paused = try await feed.next { $0.contains("\"alt\":\"paused\"") }
            #expect(paused.contains(first["text"]?.string ?? "?"))
            #expect(try sandbox.run("control", "play-pause", environment: bridge).status == 0)
            _ = try await feed.next { $0.contains("\"alt\":\"playing\"") }

            #expect(try sandbox.run("control", "volume", "42", environment: bridge).status == 0)
            let volume = try sandbox.run("feed", "--once", "--text", "{{ volume_text }}", environment: bridge)
            // The zone has steps of 2.5 in the newer dialect, of 1 in the older one, and stores whole numbers.
            #expect(["42.5\n", "42.0\n", "43.0\n", "42\n"].contains(volume.output), "\(volume.output)")
            let zones = try JSONValue(parsing: try sandbox.run("zones", "--json", environment: bridge).output)
            guard case .array(let list) = zones else { return #expect(Bool(false), "no list: \(zones)") }
            #expect(list.contains { $0["name"]?.string == "Kitchen" && $0["id"]?.string?.hasPrefix("lms:") == true })
            // No two consecutive lines are equal.
            #expect(zip(feed.lines, feed.lines.dropFirst()).allSatisfy { $0 != $1 })
        }
    }

    @Test func oneEngineServesAllFronts() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge("steady") { address in
            let bridge = ["SUBDIAL_BRIDGE": address]
            let feeds = (0..<4).map { _ in LineReader(sandbox.process(["feed", "--text", "{{ zone }}"], environment: bridge)) }
            for feed in feeds { try feed.start() }
            defer { for feed in feeds { feed.stop() } }
            for feed in feeds { _ = try await feed.next { !$0.isEmpty } }
            let status = try JSONValue(parsing: try sandbox.run("engine", "status", "--json").output)
            guard case .array(let fronts)? = status["fronts"] else { return #expect(Bool(false), "no fronts: \(status)") }
            #expect(fronts.count == 4)
        }
    }

    @Test func goesOnWithoutARepeatedLineWhenTheEngineIsKilled() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge("steady") { address in
            let bridge = ["SUBDIAL_BRIDGE": address, "SUBDIAL_ZONE": "Kitchen"]
            let feed = LineReader(sandbox.process(["feed"], environment: bridge))
            try feed.start()
            defer { feed.stop() }
            // On a busy machine, an empty line may come first, because nothing is known yet.
            let before = try await feed.next { !$0.isEmpty }
            let status = try JSONValue(parsing: try sandbox.run("engine", "status", "--json").output)
            let engine = try #require(status["processID"]?.number)
            kill(pid_t(saturating: engine), SIGKILL)
            #expect(try sandbox.run("control", "next", environment: bridge).status == 0)
            let after = try await feed.next { !$0.isEmpty }
            #expect(after != before)
            #expect(feed.lines.filter { !$0.isEmpty } == [before, after])
        }
    }

    @Test func endsWhenNobodyReads() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge("steady") { address in
            let process = sandbox.process(["feed", "--text", "{{ zone }}"], environment: ["SUBDIAL_BRIDGE": address])
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.runUnblocked()
            _ = pipe.fileHandleForReading.availableData
            try pipe.fileHandleForReading.close()
            try pipe.fileHandleForWriting.close()
            // Nothing changes any more: only the closed pipe itself shows it. A test that hangs here has failed.
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
    }

    @Test func showsTheLastStateWithoutABridge() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        var environment: [String: String] = [:]
        var line = ""
        try await sandbox.withBridge("steady") { address in
            environment = ["SUBDIAL_BRIDGE": address]
            line = try sandbox.run("feed", "--once", environment: environment).output
            #expect(line.count > 5)
        }
        try sandbox.run("engine", "stop")
        // The bridge is gone, and so is the engine that knew it.
        let outcome = try sandbox.run("feed", "--once", "--format", "waybar", environment: environment)
        #expect(outcome.status == 69)
        #expect(outcome.output.contains("\"stale\""), "\(outcome.output)")
        let feed = LineReader(sandbox.process(["feed"], environment: environment))
        try feed.start()
        defer { feed.stop() }
        #expect(try await feed.next { !$0.isEmpty } + "\n" == line)
    }

    @Test func writesAnEmptyLineWhenThereIsNothingToShow() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        for format in ["waybar", "i3blocks", "plain"] {
            let feed = LineReader(sandbox.process(["feed", "--format", format, "--bridge", "http://127.0.0.1:9"]))
            try feed.start()
            defer { feed.stop() }
            let line = try await feed.next()
            // i3blocks drops a block whose line is not JSON, so its empty line contains an empty text.
            #expect(line == (format == "i3blocks" ? #"{"full_text":"","short_text":"","markup":"pango"}"# : ""), "\(line)")
            #expect(feed.process.isRunning)
        }
    }

    @Test func aMissingZoneIsToldAndNotSwapped() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge("steady") { address in
            let outcome = try sandbox.run("feed", "--once", "--zone", "Attic", environment: ["SUBDIAL_BRIDGE": address])
            #expect(outcome.status == 69)
            #expect(outcome.errors.contains("there is no zone 'Attic'; there are 'Kitchen', 'Library', 'Living Room'"), "\(outcome.errors)")
            #expect(outcome.output == "\n")
        }
    }
}
