import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Engines that are killed, stopped, started twice, or replaced.
@Suite(.serialized) struct FeedEngineLossTests {
    /// Two rounds, because a front waits longer after each further engine that does not last.
    @Test(arguments: [1, 2] as [UInt64])
    func goesOnWithoutARepeatHoweverOftenTheEngineIsKilled(_ seed: UInt64) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let count = 60
        let (bridge, port) = try await sandbox.bridge(try sandbox.scenario(tracks: count))
        defer { bridge.stop() }
        let environment = ["SUBDIAL_BRIDGE": "http://127.0.0.1:\(port)", "SUBDIAL_ZONE": "Kitchen"]
        let feeds = try ["plain", "waybar", "i3bar", "polybar"].map { format in
            try FeedFront(sandbox, ["feed", "--format", format, "--text", "{{ title }}"], environment: environment)
        }
        defer { for feed in feeds { feed.stop() } }
        var random = SplitMix64(seed: seed)
        for longest in [700, 60, 700, 60] {
            // The start of an engine is the critical phase: the delay begins when the process exists.
            let engine = try await sandbox.engine()
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...longest, using: &random)))
            kill(engine.id, SIGKILL)
            try await eventually("the end of the engine") { !sandbox.engines.contains(engine) }
        }
        try await eventually("the last track on each feed") { feeds.allSatisfy { $0.last.flatMap(Sandbox.track) == count } }
        #expect(sandbox.engines.count == 1)
        for feed in feeds {
            #expect(feed.isRunning)
            #expect(!feed.repeats, "\(feed.lines)")
            // A front reports an engine that it has started and that was killed before it listened.
            #expect(feed.errors.split(separator: "\n").allSatisfy { $0.contains("was started and does not answer") }, "\(feed.errors)")
            let tracks = feed.lines.compactMap(Sandbox.track)
            #expect(tracks == tracks.sorted(), "\(tracks)")
        }
        #expect(feeds[2].lines.filter { $0.contains("\"version\"") }.count == 1, "\(feeds[2].lines)")
    }

    @Test func twoFrontsThatStartAtTheSameInstantStartOneEngine() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let (bridge, port) = try await sandbox.bridge("quiet")
        defer { bridge.stop() }
        let environment = ["SUBDIAL_BRIDGE": "http://127.0.0.1:\(port)", "SUBDIAL_ZONE": "Office"]
        for round in 1...20 {
            let feeds = try (0..<2).map { _ in try FeedFront(sandbox, ["feed", "--text", "{{ zone }}"], environment: environment) }
            defer { for feed in feeds { feed.stop() } }
            try await eventually("lines in round \(round)") { feeds.allSatisfy { $0.last == "Office" } }
            // A superfluous engine waits a moment for the other one to end, before it ends itself.
            try await eventually("one engine in round \(round)") { sandbox.engines.count == 1 }
            let status = try JSONValue(parsing: try sandbox.run("engine", "status", "--json").output)
            guard case .array(let fronts)? = status["fronts"] else { return #expect(Bool(false), "no fronts: \(status)") }
            #expect(fronts.count == 2, "round \(round)")
            #expect(feeds.map(\.errors) == ["", ""], "round \(round)")
            for feed in feeds { feed.stop() }
            // The next two feeds find an engine that is about to end, or the remains of a killed one.
            if round.isMultiple(of: 2) {
                try sandbox.run("engine", "stop")
            } else if let engine = sandbox.engines.first {
                kill(engine.id, SIGKILL)
            }
        }
        let log = String(decoding: FileManager.default.contents(atPath: sandbox.path("state/subdial/engine.log")) ?? Data(), as: UTF8.self)
        #expect(!log.contains("error"), "\(log)")
    }

    @Test func anEngineThatStoodStillShowsWhatIsNew() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let (bridge, port) = try await sandbox.bridge("steady")
        defer { bridge.stop() }
        let environment = ["SUBDIAL_BRIDGE": "http://127.0.0.1:\(port)", "SUBDIAL_ZONE": "Kitchen"]
        let feed = try FeedFront(sandbox, ["feed", "--text", "{{ title }}"], environment: environment)
        defer { feed.stop() }
        try await eventually("a first line") { feed.last == "Kettle" }
        let engine = try await sandbox.engine()
        kill(engine.id, SIGSTOP)
        defer { kill(engine.id, SIGCONT) }
        // A front that attaches while the engine is stopped waits for it, and starts no other.
        let late = try FeedFront(sandbox, ["feed", "--text", "{{ title }}"], environment: environment)
        defer { late.stop() }
        let front = ProcessProbe(id: late.processID)
        try await eventually("a front that waits") { front.state == "S" && front.descriptors.contains { $0.hasPrefix("socket:") } }
        // Meanwhile, another user changes the track.
        let other = try Sandbox()
        defer { other.clean() }
        for _ in 0..<2 { #expect(try other.run("control", "next", environment: environment).status == 0) }
        kill(engine.id, SIGCONT)
        try await eventually("the last track on both") { [feed, late].allSatisfy { $0.last == "Slabs" } }
        #expect(sandbox.engines == [engine])
        #expect(!feed.repeats && !late.repeats)
        #expect(feed.errors == "" && late.errors == "")
    }

    /// An update of the programs while feeds run: each version has its own socket name.
    @Test func anEngineOfAnotherVersionKeepsItsFrontsAndGetsNoNewOnes() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let (bridge, port) = try await sandbox.bridge("steady")
        defer { bridge.stop() }
        let environment = ["SUBDIAL_BRIDGE": "http://127.0.0.1:\(port)", "SUBDIAL_ZONE": "Kitchen"]
        let first = try FeedFront(sandbox, ["feed", "--text", "{{ title }}"], environment: environment)
        defer { first.stop() }
        try await eventually("a first line") { first.last == "Kettle" }
        let old = try await sandbox.engine()
        // Makes it look like an engine of an older version to all fronts.
        let folder = sandbox.path("run/subdial")
        for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let suffix = file.drop { $0 != "s" && $0 != "l" }
            try FileManager.default.moveItem(atPath: "\(folder)/\(file)", toPath: "\(folder)/0.0.1-0.\(suffix)")
        }

        let second = try FeedFront(sandbox, ["feed", "--text", "{{ title }}"], environment: environment)
        defer { second.stop() }
        try await eventually("a line from the new engine") { second.last == "Kettle" }
        #expect(sandbox.engines.count == 2)
        #expect(try sandbox.run("control", "next", environment: environment).status == 0)
        try await eventually("the next track on both") { [first, second].allSatisfy { $0.last == "Open Every Window" } }

        // The old engine ends, and removes no file of the new one.
        kill(old.id, SIGTERM)
        try await eventually("the end of the old engine") { sandbox.engines.count == 1 }
        #expect(try sandbox.run("control", "next", environment: environment).status == 0)
        try await eventually("the last track on both") { [first, second].allSatisfy { $0.last == "Slabs" } }
        #expect(sandbox.engines.count == 1)
        #expect(!first.repeats && first.errors == "")
    }

    @Test func anEngineWhoseFolderWasRemovedLeavesTheNextOneAlone() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let (bridge, port) = try await sandbox.bridge("steady")
        defer { bridge.stop() }
        let environment = ["SUBDIAL_BRIDGE": "http://127.0.0.1:\(port)", "SUBDIAL_ZONE": "Kitchen"]
        let first = try FeedFront(sandbox, ["feed", "--text", "{{ title }}"], environment: environment)
        defer { first.stop() }
        try await eventually("a first line") { first.last == "Kettle" }
        let old = try await sandbox.engine()
        try FileManager.default.removeItem(atPath: sandbox.path("run/subdial"))
        let second = try FeedFront(sandbox, ["feed", "--text", "{{ title }}"], environment: environment)
        defer { second.stop() }
        try await eventually("a line from the next engine") { second.last == "Kettle" }
        #expect(sandbox.engines.count == 2)

        kill(old.id, SIGTERM)
        try await eventually("the end of the first engine") { sandbox.engines.count == 1 }
        let outcome = try sandbox.run("control", "next", environment: environment)
        #expect(outcome.status == 0, "\(outcome.errors)")
        try await eventually("the next track on both") { [first, second].allSatisfy { $0.last == "Open Every Window" } }
        #expect(sandbox.engines.count == 1)
    }
}
