import SubdialDocuments
import SubdialExpressions
import SubdialSystem
import SubdialTestSupport
import Testing

@testable import SubdialConsoles
@testable import SubdialHTTPSupport

@Suite(.timeLimit(.minutes(5))) struct ConsoleLinkTests {
    /// The last known state waits for a console that answers late, but not for one that never does.
    @Test(arguments: [(0.2, Duration.seconds(3600), true), (3600, Duration.seconds(0.2), false)])
    func theFirstDocument(_ delay: Double, _ patience: Duration, _ isConnected: Bool) async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let known = try FakeConsole()
        let link = ConsoleLink(try ConsoleAddress(known.url), state: PrivateFolder(folder.path))
        _ = try await link.view(within: .seconds(60))
        known.stop()
        let late = try FakeConsole(port: known.port, delay: delay)
        defer { late.stop() }
        var first: Value?
        for await update in link.updates(holdingBackFor: patience) where update.document != nil {
            first = update.document
            break
        }
        #expect(first?.json["connected"] == .bool(isConnected))
    }
}
