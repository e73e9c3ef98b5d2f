import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Engines with random mishaps, in any order.
@Suite(.serialized) struct EngineTurmoilTests {
    private enum Mishap: CaseIterable {
        case kill, crash, terminate, standstill, lostSocket, noise
    }

    /// Lets the mishap happen to the running engine.
    private func happen(_ mishap: Mishap, _ sandbox: Sandbox, _ environment: [String: String], _ random: inout SplitMix64) async throws {
        // An engine that is ending and the next one may both exist.
        try await eventually("an engine") { !sandbox.engines.isEmpty }
        guard let engine = sandbox.engines.first else { return }
        switch mishap {
        case .kill: kill(engine.id, SIGKILL)
        case .crash: kill(engine.id, SIGSEGV)
        case .terminate: kill(engine.id, SIGTERM)
        case .standstill:
            kill(engine.id, SIGSTOP)
            try await Task.sleep(for: .milliseconds(Int.random(in: 1...800, using: &random)))
            kill(engine.id, SIGCONT)
        case .lostSocket:
            guard let socket = sandbox.engineSocket else { return }
            unlink(socket)
            // The next front starts another engine, after the timeout of the unreachable one.
            try sandbox.run("zones", environment: environment)
        case .noise:
            for _ in 1...30 {
                // Between two engines, there is nothing to connect to.
                guard let peer = try? RawPeer(sandbox) else { continue }
                let count = Int.random(in: 0...40, using: &random)
                peer.send((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
            }
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func feedsGoOn(_ seed: UInt64) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let count = 100
        let (bridge, port) = try await sandbox.bridge(try sandbox.scenario(tracks: count))
        defer { bridge.stop() }
        let environment = [
            "SUBDIAL_BRIDGE": "http://127.0.0.1:\(port)", "SUBDIAL_ZONE": "Kitchen", "SWIFT_BACKTRACE": "enable=no",
        ]
        let feeds = try ["plain", "i3bar"].map { format in
            try FeedFront(sandbox, ["feed", "--format", format, "--text", "{{ title }}"], environment: environment)
        }
        defer { for feed in feeds { feed.stop() } }
        var random = SplitMix64(seed: seed)
        for _ in 1...8 {
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...700, using: &random)))
            let mishap = try #require(Mishap.allCases.randomElement(using: &random))
            try await happen(mishap, sandbox, environment, &random)
        }
        try await eventually("the last track on both") { feeds.allSatisfy { $0.last.flatMap(Sandbox.track) == count } }
        try await eventually("one engine") { sandbox.engines.count == 1 }
        for feed in feeds {
            #expect(feed.isRunning)
            #expect(!feed.repeats, "\(feed.lines)")
            let tracks = feed.lines.compactMap(Sandbox.track)
            #expect(tracks == tracks.sorted(), "\(tracks)")
            // A front reports an engine that ends before it listens, and another front that holds the start lock on a busy machine.
            let told = [
                "was started and does not answer", "has begun to start an engine and does not get on", "no engine listens yet; try again",
            ]
            #expect(
                feed.errors.split(separator: "\n").allSatisfy { line in told.contains { line.contains($0) } }, "\(feed.errors)")
        }
        #expect(try sandbox.run("control", "pause", environment: environment).status == 0)
    }
}
