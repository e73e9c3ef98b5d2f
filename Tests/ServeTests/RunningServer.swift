import Foundation
import Logging
import SubdialBasics
import SubdialSystem
import SubdialTestSupport
import SubdialWidgets
import Testing

@testable import SubdialServe

/// Runs `body` with a server of a source, and its port.
func withServer(
    of source: ServedSource = ServedSource(), token: AccessToken? = nil, limits: ConnectionLimits = ConnectionLimits(),
    _ body: (_ port: Int) async throws -> Void
) async throws {
    let folder = Scratch.path("sd-serve")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try WidgetServer(
        listen: try ListenAddress("127.0.0.1:0"), token: token, supplier: source,
        resources: ResourceFolder(path: Repository.root.appending(path: "Templates").path), url: nil,
        displaysFile: PrivateFile(folder + "/displays.json"), messagesFolder: PrivateFolder(folder + "/messages"),
        webhooks: UserFolders(environment: ["XDG_STATE_HOME": folder]).webhooks, version: "1",
        limits: limits,
        logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), pictureReports: PictureReports { _ in })
    let (ports, listening) = AsyncStream.makeStream(of: Int.self)
    let serving = Task { try await server.run { listening.yield($0) } }
    defer { serving.cancel() }
    try await body(try #require(await ports.first { _ in true }))
    serving.cancel()
    try await serving.value
}

/// Waits for a condition, for at most three minutes.
func eventually(_ what: String, _ isMet: () async -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(180)
    while await !isMet() {
        try #require(ContinuousClock.now < deadline, "never: \(what)")
        try await Task.sleep(for: .milliseconds(1))
    }
}
