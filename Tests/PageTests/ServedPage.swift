import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialBrowserSupport
@testable import SubdialProcessSupport

/// A simulated bridge, a server that follows it, and a browser with its page.
final class ServedPage {
    /// One widget with buttons, so that the page loads quickly.
    static let medium = "?view=phone&kinds=now-playing&sizes=systemMedium"

    /// The lock screen of one widget, with its live activity.
    static let lock = "?view=phone&kinds=now-playing&sizes=lock"

    let sandbox: Sandbox
    let browser: Browser
    let port: Int
    private let environment: [String: String]
    private(set) var server: FeedFront

    private init(_ sandbox: Sandbox, _ environment: [String: String]) async throws {
        self.sandbox = sandbox
        self.environment = environment
        (server, port) = try await Self.serve(sandbox, environment, port: 0)
        browser = try await Browser(sandbox)
        try await browser.setScreen(390, 844)
    }

    /// Runs `body` while a scenario runs and its zone is followed; with nil the page offers the choice.
    static func with(_ scenario: String = "steady", zone: String? = "Kitchen", _ body: (_ page: ServedPage) async throws -> Void)
        async throws
    {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let (bridge, port) = try await sandbox.bridge(scenario)
        defer { bridge.stop() }
        let page = try await ServedPage(
            sandbox, ["SUBDIAL_BRIDGE": "http://127.0.0.1:\(port)", "SUBDIAL_ZONE": zone].compactMapValues { $0 })
        defer {
            page.browser.stop()
            page.server.stop()
        }
        try await body(page)
    }

    private static func serve(_ sandbox: Sandbox, _ environment: [String: String], port: Int) async throws -> (FeedFront, Int) {
        let server = try FeedFront(sandbox, ["serve", "--listen", "127.0.0.1:\(port)"], environment: environment)
        try await eventually("a server that listens") { server.lines.first?.hasPrefix("listening on ") == true || !server.isRunning }
        let line = try #require(server.lines.first, "\(server.errors)")
        return (server, try #require(line.split(separator: ":").last.flatMap { Int($0) }))
    }

    var address: String { "http://127.0.0.1:\(port)/" }

    /// Stops the server, as if its machine were turned off.
    func stopServer() { server.stop() }

    /// Starts a server at the same address again.
    func startServer() async throws {
        let (again, _) = try await Self.serve(sandbox, environment, port: port)
        server = again
    }

    /// Opens the page and waits until all its pictures are loaded.
    func open(_ query: String = ServedPage.medium) async throws {
        try await browser.open(address + query)
        try await waitForPictures()
    }

    func waitForPictures() async throws {
        try await browser.wait(
            "a page with pictures",
            """
            document.readyState === "complete" && document.querySelectorAll(".tile").length > 0
                && [...document.querySelectorAll(".tile")].every((tile) => tile.querySelector("img").naturalWidth > 0)
            """)
    }

    /// Waits until a picture has this accessibility label.
    func wait(forLabel text: String) async throws {
        let quoted = JSONValue.string(text).text()
        try await browser.wait(
            "a picture of \(text)", "[...document.querySelectorAll('.tile img')].some((image) => image.alt.includes(\(quoted)))")
    }

    /// Returns the status of the bridge's zone, from another command.
    func status() throws -> String { try sandbox.run(["status"], environment: environment).output }

    /// Waits until the bridge's zone is `Playing` or `Paused`, and no tap on the page is pending.
    func wait(forStatus status: String) async throws {
        try await eventually("a zone that is \(status)") { try self.status() == status + "\n" }
        try await browser.wait("a tap that is settled", "!document.querySelector('.pending, [aria-busy=true]')")
    }

    /// Controls the bridge's zone with another command, and returns its output.
    func perform(_ control: String) throws -> String { try sandbox.run(["control", control], environment: environment).output }

    /// The errors in the console, optionally without those of a lost connection.
    func errors(isNetworkLost: Bool = false) -> [Browser.Message] {
        browser.messages.filter { message in
            (message.level == "error" || message.level == "warning" || message.source == "security")
                && !(isNetworkLost && message.source == "network")
        }
    }
}
