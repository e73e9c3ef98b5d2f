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

    /// A console that is back within the grace time stays connected, and one that stays away is lost after it.
    @Test func aShortLossIsNotShown() throws {
        let start = ContinuousClock.now
        func isShownConnected(_ loss: inout ConsoleLoss, _ isConnected: Bool, after seconds: Int) -> Bool {
            var view = ConsoleView()
            (view.isConnected, view.problem) = (isConnected, isConnected ? nil : .noAddress)
            let rest = loss.conceal(in: &view, at: start + .seconds(seconds))
            #expect((rest == .seconds(3)) == (view.isConnected && !isConnected && seconds % 10 == 1))
            #expect((view.problem == nil) == view.isConnected)
            return view.isConnected
        }
        var loss = ConsoleLoss(.seconds(3))
        #expect(!isShownConnected(&loss, false, after: 0))
        #expect(isShownConnected(&loss, true, after: 0))
        #expect(isShownConnected(&loss, false, after: 1) && isShownConnected(&loss, false, after: 3))
        #expect(isShownConnected(&loss, true, after: 3))
        #expect(isShownConnected(&loss, false, after: 11) && isShownConnected(&loss, false, after: 13))
        #expect(!isShownConnected(&loss, false, after: 14) && !isShownConnected(&loss, false, after: 15))
    }

    /// The edits on disk are found with the addresses of their consoles, and are sent without a subscriber.
    @Test func whatWaitsIsDelivered() async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let console = try FakeConsole()
        defer { console.stop() }
        let state = PrivateFolder(folder.path)
        let link = ConsoleLink(try ConsoleAddress(console.url), state: state)
        console.stop()
        let delivery = try await link.change { _ in ("vox", .fader, { _ in 0.25 }) }
        #expect(delivery.outcome == nil)
        let pending = ConsoleLink.pending(state: state)
        #expect(pending.map(\.address.description) == [console.url])
        #expect(await link.hasPendingEdits)
        try console.start()
        try await #require(pending.first).deliver()
        #expect(console.value("vox", "volume") == 0.25)
        #expect(await !link.hasPendingEdits && ConsoleLink.pending(state: state).isEmpty)
    }
}
