import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Engines that crash.
@Suite(.serialized) struct EngineCrashTests {
    private static let names: [Int32: String] = [
        SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGABRT: "SIGABRT", SIGFPE: "SIGFPE",
    ]

    /// The runtime's own crash report takes seconds, so only one case enables it.
    @Test(arguments: [
        (SIGILL, "enable=yes"), (SIGILL, "enable=no"), (SIGTRAP, "enable=no"), (SIGSEGV, "enable=no"), (SIGBUS, "enable=no"),
        (SIGABRT, "enable=no"), (SIGFPE, "enable=no"),
    ])
    func theLogTellsWhy(_ signal: Int32, _ backtrace: String) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let environment = ["SUBDIAL_BRIDGE": "http://127.0.0.1:9", "SWIFT_BACKTRACE": backtrace]
        let feed = try FeedFront(sandbox, ["feed", "--text", "{{ title }}\u{7}"], environment: environment)
        defer { feed.stop() }
        try await eventually("a line") { feed.last != nil }
        let engine = try await sandbox.engine()
        kill(engine.id, signal)
        try await eventually("the next engine") { !sandbox.engines.isEmpty && !sandbox.engines.contains(engine) }
        let lines = sandbox.engineLog.split(separator: "\n").filter { $0.contains("ended by") }
        #expect(lines.count == 1, "\(sandbox.engineLog)")
        let line = try #require(lines.first)
        let name = try #require(Self.names[signal])
        let version = try sandbox.run("--version").output.dropFirst("subdial ".count).dropLast()
        #expect(line.hasPrefix("subdial-engine \(version) (process \(engine.id)) ended by signal \(signal) (\(name)) at 2"), "\(line)")
        #expect(line.hasSuffix("Z while serving feed --text {{ title }} "), "\(line)")
        let date = try #require(line.firstMatch(of: /at (\S+Z) while/)?.1)
        let told = try Date(String(date), strategy: .iso8601)
        #expect(abs(told.timeIntervalSinceNow) < 600, "\(date)")
        #expect(feed.isRunning)
    }

    /// Returns the names of the stored files of zones with an ending.
    private func zoneFiles(_ sandbox: Sandbox, _ ending: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: sandbox.path("state/subdial"))) ?? [])
            .filter { $0.hasPrefix("zone-") && $0.hasSuffix(ending) }
    }

    /// Runs `body` with a zone's last state on disk, after its bridge and the engine have ended.
    private func withKeptState(_ body: (_ sandbox: Sandbox, _ environment: [String: String]) async throws -> Void) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let (bridge, port) = try await sandbox.bridge("steady")
        let environment = [
            "SUBDIAL_BRIDGE": "http://127.0.0.1:\(port)", "SUBDIAL_ZONE": "Kitchen", "SWIFT_BACKTRACE": "enable=no",
        ]
        #expect(try sandbox.run(["feed", "--once"], environment: environment).status == 0)
        bridge.stop()
        try sandbox.run("engine", "stop")
        try await eventually("no engine") { sandbox.engines.isEmpty }
        #expect(zoneFiles(sandbox, ".json").count == 1)
        #expect(zoneFiles(sandbox, ".reading").isEmpty)
        try await body(sandbox, environment)
    }

    /// Shows a line of the stored state, and ends the engine by `signal` while the state's file is marked as being read.
    ///
    /// The mark stays for three seconds. On a busy machine they can pass between the line and the signal, so the engine is stopped before the
    /// mark is looked for, and another one is tried if it is gone.
    private func end(_ sandbox: Sandbox, by signal: Int32, environment: [String: String]) async throws {
        for _ in 0..<20 {
            #expect(try await sandbox.outcome(["feed", "--once", "--text", "{{ title }}"], environment: environment).lines == ["Kettle"])
            let engine = try await sandbox.engine()
            kill(engine.id, SIGSTOP)
            let isMarked = !zoneFiles(sandbox, ".reading").isEmpty
            kill(engine.id, isMarked ? signal : SIGKILL)
            kill(engine.id, SIGCONT)
            try await eventually("its end") { !sandbox.engines.contains(engine) }
            if isMarked { return }
        }
        Issue.record("no engine was stopped while its file was marked")
    }

    @Test func aStateFileThatCrashesAnEngineIsSetAsideByTheNext() async throws {
        try await withKeptState { sandbox, environment in
            try await end(sandbox, by: SIGILL, environment: environment)
            let feed = try FeedFront(sandbox, ["feed", "--text", "{{ title }}"], environment: environment)
            defer { feed.stop() }
            try await eventually("the file set aside") { zoneFiles(sandbox, ".bad").count == 1 }
            #expect(zoneFiles(sandbox, ".json").isEmpty)
            try await eventually("no marker") { zoneFiles(sandbox, ".reading").isEmpty }
            #expect(
                sandbox.engineLog.contains("an engine ended while it read \(sandbox.path("state/subdial/zone-"))"), "\(sandbox.engineLog)")
        }
    }

    @Test func oneThatIsKilledOnceHasDoneNothing() async throws {
        try await withKeptState { sandbox, environment in
            try await end(sandbox, by: SIGKILL, environment: environment)
            // The next engine shows the same state, and removes the marker at the end.
            let again = try await sandbox.outcome(["feed", "--once", "--text", "{{ title }}"], environment: environment)
            #expect(again.lines == ["Kettle"])
            try await eventually("no marker") { zoneFiles(sandbox, ".reading").isEmpty }
            #expect(zoneFiles(sandbox, ".bad").isEmpty)
        }
    }

    @Test func anEngineThatIsToldToEndLeavesNoMark() async throws {
        try await withKeptState { sandbox, environment in
            try await end(sandbox, by: SIGTERM, environment: environment)
            #expect(zoneFiles(sandbox, ".reading").isEmpty)
            #expect(zoneFiles(sandbox, ".json").count == 1)
        }
    }
}
