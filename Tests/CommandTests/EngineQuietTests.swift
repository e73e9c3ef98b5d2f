import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

struct EngineQuietTests {
    /// Code that only the start needed is no longer mapped when nothing has come or gone for a while, and comes back when it is needed.
    @Test func aQuietEngineReleasesTheCodeOfItsStart() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let (bridge, port) = try await sandbox.bridge("steady")
        defer { bridge.stop() }
        let environment = ["SUBDIAL_BRIDGE": "http://127.0.0.1:\(port)", "SUBDIAL_ZONE": "Kitchen"]
        let feed = try FeedFront(sandbox, ["feed", "--text", "{{ title }}"], environment: environment)
        defer { feed.stop() }
        try await eventually("a first line") { feed.last == "Kettle" }
        let engine = try await sandbox.engine()
        let started = engine.fileKilobytes
        try await eventually("less than half of \(started) KiB") { engine.fileKilobytes * 2 < started }
        #expect(try sandbox.run("control", "next", environment: environment).status == 0)
        try await eventually("the next track") { feed.last == "Open Every Window" }
        #expect(sandbox.engines == [engine] && feed.errors.isEmpty)
    }
}
