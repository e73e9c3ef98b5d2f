import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Engines that run and do not answer.
@Suite(.serialized) struct EngineSilenceTests {
    /// A bridge that refuses connections immediately: the requests do not matter here.
    private static let nowhere = ["SUBDIAL_BRIDGE": "http://127.0.0.1:9"]

    private func withStoppedEngine(_ body: (_ sandbox: Sandbox, _ engine: ProcessProbe) async throws -> Void) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try sandbox.run("zones", environment: Self.nowhere)
        let engine = try await sandbox.engine()
        kill(engine.id, SIGSTOP)
        defer { kill(engine.id, SIGKILL) }
        try await eventually("a stopped engine") { engine.state == "T" }
        try await body(sandbox, engine)
    }

    @Test(arguments: [["control", "play-pause"], ["zones"], ["feed", "--once"], ["engine", "status"], ["engine", "reload"]])
    func whoAsksIsToldThatItDoesNotAnswer(_ arguments: [String]) async throws {
        try await withStoppedEngine { sandbox, engine in
            let front = try await sandbox.outcome(arguments, environment: Self.nowhere)
            #expect(front.status == 69)
            #expect(front.errors == "subdial: the engine (process \(engine.id)) does not answer; run 'subdial engine stop' to end it\n")
            #expect(front.lines.isEmpty)
        }
    }

    @Test func theDoctorSaysSo() async throws {
        try await withStoppedEngine { sandbox, engine in
            let doctor = try await sandbox.outcome(["doctor"], environment: Self.nowhere)
            #expect(doctor.status == 69)
            let line = doctor.lines.first { $0.contains(" engine ") }
            #expect(line?.hasPrefix("✗ engine") == true, "\(doctor.lines)")
            #expect(line?.contains("the engine (process \(engine.id)) does not answer") == true, "\(doctor.lines)")
        }
    }

    @Test func itCanBeEndedNevertheless() async throws {
        try await withStoppedEngine { sandbox, engine in
            let stop = try await sandbox.outcome(["engine", "stop"])
            #expect(stop.status == 0, "\(stop.errors)")
            #expect(stop.last == "the engine (process \(engine.id)) did not answer, and has been ended by a signal")
            #expect(sandbox.engines.isEmpty)
            #expect(try sandbox.run("engine", "status").output == "no engine is running\n")
        }
    }

    @Test func aFeedTellsOnceAndGoesOnWhenTheEngineDoes() async throws {
        try await withStoppedEngine { sandbox, engine in
            let feed = try FeedFront(sandbox, ["feed"], environment: Self.nowhere)
            defer { feed.stop() }
            let told = "subdial: the engine (process \(engine.id)) does not answer; run 'subdial engine stop' to end it\n"
            try await eventually("the reason") { feed.errors == told }
            #expect(feed.isRunning)
            kill(engine.id, SIGCONT)
            try await eventually("a line") { feed.last != nil }
            #expect(feed.errors == told)
            #expect(sandbox.engines == [engine])
        }
    }

    /// Clicks that an engine does not take must not prevent a feed from detecting that its bar is gone.
    @Test func aFeedWithMuchInputEndsWithItsReader() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let process = sandbox.process(["feed"], environment: Self.nowhere)
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle(forReadingAtPath: "/dev/zero")
        try process.runUnblocked()
        try output.fileHandleForWriting.close()
        #expect(output.fileHandleForReading.availableData == Data("\n".utf8))
        let engine = try await sandbox.engine()
        kill(engine.id, SIGSTOP)
        defer { kill(engine.id, SIGKILL) }
        let front = ProcessProbe(id: process.processIdentifier)
        // Waits until the socket accepts no more.
        var sleeping = 0
        try await eventually("a front that sleeps") {
            sleeping = front.state == "S" ? sleeping + 1 : 0
            return sleeping > 10
        }
        try output.fileHandleForReading.close()
        defer { if process.isRunning { process.terminate() } }
        try await eventually("the end of the feed") { !process.isRunning }
        #expect(process.terminationStatus == 0)
    }

    @Test func oneWhoseSocketWasRemovedGivesWayToTheNext() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let (bridge, port) = try await sandbox.bridge("steady")
        defer { bridge.stop() }
        let environment = ["SUBDIAL_BRIDGE": "http://127.0.0.1:\(port)", "SUBDIAL_ZONE": "Kitchen"]
        let feed = try FeedFront(sandbox, ["feed", "--text", "{{ title }}"], environment: environment)
        defer { feed.stop() }
        try await eventually("a first line") { feed.last == "Kettle" }
        let old = try await sandbox.engine()
        try FileManager.default.removeItem(atPath: try #require(sandbox.engineSocket))

        let control = try await sandbox.outcome(["control", "next"], environment: environment)
        #expect(control.status == 0, "\(control.errors)")
        try await eventually("the next track") { feed.last == "Open Every Window" }
        try await eventually("one engine, and another") { sandbox.engines.count == 1 && sandbox.engines != [old] }
        #expect(!feed.repeats && feed.errors == "")
    }

    @Test func oneThatHasNoSocketAndDoesNotRunOnCanBeEnded() async throws {
        try await withStoppedEngine { sandbox, engine in
            try FileManager.default.removeItem(atPath: try #require(sandbox.engineSocket))
            let stop = try await sandbox.outcome(["engine", "stop"])
            #expect(stop.status == 0, "\(stop.errors)")
            #expect(sandbox.engines.isEmpty)
        }
    }
}
