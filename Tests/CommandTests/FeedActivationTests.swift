import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// An engine that the service manager starts for the first front.
@Suite(
    .serialized,
    .enabled(if: Tool.has("systemd-socket-activate"), "needs systemd-socket-activate"))
struct FeedActivationTests {
    @Test func servesThroughTheSocketThatItIsHanded() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let (bridge, port) = try await sandbox.bridge("steady")
        defer { bridge.stop() }
        let environment = ["SUBDIAL_BRIDGE": "http://127.0.0.1:\(port)", "SUBDIAL_ZONE": "Kitchen"]
        // The socket name of this version, as its own engine creates it.
        try sandbox.run("zones", environment: environment)
        let folder = sandbox.path("run/subdial")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".sock") })
        try sandbox.run("engine", "stop")
        try await eventually("no engine") { sandbox.engines.isEmpty }

        let socket = "\(folder)/\(name)"
        let binary = Sandbox.build.appending(path: "subdial-engine").path
        let settings = sandbox.environment().filter { $0.key.hasPrefix("XDG_") || $0.key == "HOME" }.flatMap {
            ["-E", "\($0.key)=\($0.value)"]
        }
        // Within a shell: Foundation considers a process ended after its inherited descriptors are closed, as a manager closes them.
        let manager = try FeedFront(sandbox, ["-l", socket] + settings + [binary, "serve"], shell: "systemd-socket-activate \"$@\"; :")
        defer { manager.stop() }
        try await eventually("the socket") { access(socket, F_OK) == 0 }
        #expect(sandbox.engines.isEmpty)

        let feed = try FeedFront(sandbox, ["feed", "--text", "{{ title }}"], environment: environment)
        defer { feed.stop() }
        try await eventually("a line") { feed.last == "Kettle" }
        let engine = try await sandbox.engine()
        // The manager has become the engine: no front has started another.
        #expect(engine.parent == manager.processID)
        #expect(try sandbox.run("control", "next", environment: environment).status == 0)
        try await eventually("the next track") { feed.last == "Open Every Window" }
        #expect(sandbox.engines == [engine])
        #expect(feed.errors == "")

        // The file of the socket stays, because the manager created it.
        feed.stop()
        try sandbox.run("engine", "stop")
        try await eventually("the end of the engine") { sandbox.engines.isEmpty }
        #expect(access(socket, F_OK) == 0)
    }
}
