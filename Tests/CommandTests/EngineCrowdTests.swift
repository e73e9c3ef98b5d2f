import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Engines with many connections, or with a low limit of open files.
@Suite(.serialized) struct EngineCrowdTests {
    private static let nowhere = ["SUBDIAL_BRIDGE": "http://127.0.0.1:9"]

    private func withEngine(
        before: String = "", _ body: (_ sandbox: Sandbox, _ engine: ProcessProbe) async throws -> Void
    ) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let first = try FeedFront(sandbox, shell: "\(before) exec \"$0\" feed", environment: Self.nowhere)
        defer { first.stop() }
        try await eventually("a line") { first.last != nil || !first.isRunning }
        try await body(sandbox, try await sandbox.engine())
    }

    /// Connections that send nothing.
    private func silentPeers(_ count: Int, _ sandbox: Sandbox) throws -> [RawPeer] {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        getrlimit(resource, &limit)
        limit.rlim_cur = min(limit.rlim_max, 4096)
        setrlimit(resource, &limit)
        return try (0..<count).map { _ in try RawPeer(sandbox) }
    }

    @Test func thoseWhoSayNothingHoldUpNobodyAndAreHungUpOn() async throws {
        try await withEngine { sandbox, engine in
            let silent = try silentPeers(600, sandbox)
            let control = try await sandbox.outcome(["control", "play-pause"], environment: Self.nowhere)
            #expect(control.errors.contains("cannot reach http://127.0.0.1:9"), "\(control.errors)")
            try await eventually("an engine that has hung up on all of them") { silent.allSatisfy(\.isHungUp) }
            #expect(sandbox.engines == [engine])
        }
    }

    @Test func whoSendsAByteNowAndThenGainsNoTime() async throws {
        try await withEngine { sandbox, _ in
            let peer = try RawPeer(sandbox)
            // The start of a request that is never completed.
            var bytes: [UInt8] = [0x51, 0, 0, 0xFF, 0xFF, 0, 2]
            try await eventually("an engine that has hung up") {
                peer.send([bytes.isEmpty ? 0 : bytes.removeFirst()])
                return peer.isHungUp
            }
        }
    }

    @Test func whoComesWhenAllPlacesAreTakenIsToldSo() async throws {
        try await withEngine(before: "ulimit -n 32;") { sandbox, _ in
            var feeds: [FeedFront] = []
            defer { for feed in feeds { feed.stop() } }
            try await eventually("a feed that is refused") {
                if feeds.last?.last != nil || feeds.isEmpty { feeds.append(try FeedFront(sandbox, ["feed"], environment: Self.nowhere)) }
                return feeds.last?.errors.isEmpty == false || feeds.count > 100
            }
            let told = "subdial: the engine serves 8 fronts, and no more than 8; end some, or run 'subdial engine stop'\n"
            #expect(feeds.last?.errors == told)
            #expect(feeds.last?.isRunning == true)
            let control = try await sandbox.outcome(["control", "play-pause"], environment: Self.nowhere)
            #expect(control.status == 69)
            #expect(control.errors == told)
            // There is room now for the waiting front.
            feeds.first?.stop()
            try await eventually("a line where there was no place") { feeds.last?.last != nil }
            #expect(feeds.last?.errors == told)
        }
    }

    @Test("The signal HUP makes all feeds read the configuration again")
    func hangUpReloads() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let file = sandbox.path("config/subdial/config.yaml")
        try FileManager.default.createDirectory(atPath: sandbox.path("config/subdial"), withIntermediateDirectories: true)
        func write(_ text: String) throws {
            try "feed:\n  texts: { offline: \(text) }\n".write(toFile: file, atomically: true, encoding: .utf8)
        }
        try write("one")
        let feed = try FeedFront(sandbox, ["feed"], environment: Self.nowhere)
        defer { feed.stop() }
        try await eventually("the first text") { feed.last == "one" }
        let engine = try await sandbox.engine()
        for text in ["two", "three"] {
            try write(text)
            #expect(kill(engine.id, SIGHUP) == 0)
            try await eventually("the text \(text)") { feed.last == text }
        }
        #expect(sandbox.engines == [engine])
    }

    @Test(.enabled(if: Tool.has("prlimit"), "needs prlimit"))
    func whoComesWhenNoDescriptorIsLeftIsToldSo() async throws {
        try await withEngine { sandbox, engine in
            // Whatever the engine closes later leaves a place, so that the limit is set again until there is none.
            try await eventually("an engine without a descriptor for the front") {
                let numbers = Set(try FileManager.default.contentsOfDirectory(atPath: "/proc/\(engine.id)/fd").compactMap { Int($0) })
                let free = try #require((0...).first { !numbers.contains($0) })
                try #require(Tool.succeeds(["prlimit", "--pid", "\(engine.id)", "--nofile=\(free):\(free)"]))
                let control = try await sandbox.outcome(["control", "play-pause"], environment: Self.nowhere)
                #expect(control.status == 69)
                return control.errors.hasPrefix("subdial: the engine has all \(free) files open that it may; raise 'ulimit -n'")
            }
            #expect(sandbox.engines == [engine])
            #expect(try await sandbox.outcome(["engine", "stop"]).status == 0)
            // The feed has started another engine.
            #expect(!sandbox.engines.contains(engine))
        }
    }

    @Test(arguments: [8, 12, 31], ["zones", "feed", "feed --once", "control next"])
    func anEngineThatMayOpenTooFewFilesIsNotStarted(_ limit: Int, _ command: String) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let front = try FeedFront(sandbox, shell: "ulimit -n \(limit); exec \"$0\" \(command)", environment: Self.nowhere)
        defer { front.stop() }
        try await eventually("the end of \(command)") { !front.isRunning }
        #expect(front.status == 69)
        #expect(
            front.errors == """
                subdial: an engine needs 32 open files at least, and the limit is \(limit); raise it with 'ulimit -n' or LimitNOFILE=

                """)
        #expect(sandbox.engines.isEmpty)
    }

    @Test func anEngineThatIsStartedByHandSaysSoToo() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let engine = try FeedFront(sandbox, shell: "ulimit -n 20; exec \"$0-engine\" serve", environment: Self.nowhere)
        defer { engine.stop() }
        try await eventually("its end") { !engine.isRunning }
        #expect(engine.status == 69)
        #expect(engine.errors.contains("the limit is 20"), "\(engine.errors)")
    }

    @Test func anEngineAllowsItselfWhatItMayOpen() async throws {
        try await withEngine(before: "ulimit -S -n 100;") { _, engine in
            let limits = String(decoding: try Data(contentsOf: URL(filePath: "/proc/\(engine.id)/limits")), as: UTF8.self)
            let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max open files") })
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            #expect(numbers.first == min(try #require(numbers.last), 65536), "\(line)")
        }
    }
}
