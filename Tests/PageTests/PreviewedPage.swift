import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialBrowserSupport
@testable import SubdialProcessSupport

/// A preview of a template in a separate folder, and a browser with its page.
final class PreviewedPage {
    static let template = """
        background: "{{ palette.background }}"
        body:
          VStack:
            - Text: "{{ title }}"
              id: title
            - Text: "{{ artist }}"
              id: artist
            - Text: "{{ elapsed }}"
              id: elapsed
          spacing: 6

        """

    let sandbox: Sandbox
    let browser: Browser
    let server: FeedFront
    let address: String

    private init(_ sandbox: Sandbox, _ subject: String, _ arguments: [String], _ environment: [String: String]) async throws {
        self.sandbox = sandbox
        let server = try FeedFront(sandbox, ["preview", subject, "--listen", "127.0.0.1:0"] + arguments, environment: environment)
        try await eventually("a preview that listens") { server.lines.first?.hasPrefix("preview at ") == true || !server.isRunning }
        address = String(try #require(server.lines.first, "\(server.errors)").dropFirst("preview at ".count))
        self.server = server
        browser = try await Browser(sandbox)
        try await browser.setScreen(1440, 900)
    }

    /// Runs `body` with a preview of files in `work`.
    ///
    /// - Parameter programs: A folder with programs that come before those of the `PATH`, for files of a Swift package; nil for templates.
    static func with(
        _ subject: String = "work/systemSmall.yaml", _ arguments: [String] = [], files: [String: String] = [:], title: String? = nil,
        programs: String? = nil, _ body: (_ page: PreviewedPage) async throws -> Void
    ) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let entry = try String(contentsOf: Repository.fixtureURL("entries/playing.json"), encoding: .utf8)
        let quoted = title.map { String(JSONValue.string($0).text().dropFirst().dropLast()) }
        let templates = [
            "systemSmall.yaml": template, "entries/playing.json": quoted.map { entry.replacing("So What", with: $0) } ?? entry,
        ]
        // A folder with a template is no package.
        let written = programs == nil ? templates.merging(files) { $1 } : files
        for (name, text) in written {
            let file = URL(filePath: sandbox.path("work/\(name)"))
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            guard text.hasPrefix("#!") else { continue }
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        }
        let environment = programs.map { ["PATH": "\(sandbox.path($0)):\(sandbox.environment()["PATH"] ?? "")"] } ?? [:]
        let page = try await PreviewedPage(sandbox, subject, arguments, environment)
        defer {
            page.browser.stop()
            page.server.stop()
        }
        try await body(page)
    }

    /// Opens the page and waits until it is stable.
    func open(_ query: String = "") async throws {
        try await browser.open("about:blank")
        try await browser.open(address + query)
        try await browser.wait(
            "a page that is ready",
            "document.documentElement.dataset.ready === 'true' && [...document.images].every((image) => image.complete)")
    }

    /// Saves a file in the folder.
    func save(_ text: String, _ name: String = "systemSmall.yaml") throws {
        try Data(text.utf8).write(to: URL(filePath: sandbox.path("work/\(name)")))
    }

    /// The URL of the first picture, which contains the tag of its bytes.
    var source: String {
        get async throws { try await browser.evaluate("document.querySelector('.picture img')?.src ?? ''").string ?? "" }
    }

    /// Waits until the first picture has changed.
    func wait(forOtherThan source: String) async throws {
        let quoted = JSONValue.string(source).text()
        try await browser.wait(
            "another picture",
            "document.querySelector('.picture img').src !== \(quoted) && document.querySelector('.picture img').naturalWidth > 0")
    }

    /// The errors and warnings in the console.
    var errors: [Browser.Message] {
        browser.messages.filter { $0.level == "error" || $0.level == "warning" || $0.source == "security" }
    }
}
