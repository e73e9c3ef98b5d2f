import FoundationEssentials
import JSON
import Logging

/// A server that shows an author's templates, and draws them anew whenever a file is saved.
public struct PreviewServer: Sendable {
    private let listen: ListenAddress
    private let studio: PreviewStudio
    private let events: PreviewEvents
    private let responder: PreviewResponder
    private let logger: Logger

    /// Makes a server; it does not listen yet.
    ///
    /// - Parameters:
    ///   - token: What clients must show; nil where only this machine can connect.
    ///   - version: What the server calls itself.
    public init(listen: ListenAddress, token: AccessToken?, supplier: any PreviewSupplier, version: String, logger: Logger) async {
        self.listen = listen
        self.logger = logger
        let events = PreviewEvents()
        self.events = events
        studio = await PreviewStudio(supplier) { events.send("live", .object([])) }
        responder = PreviewResponder(
            gate: Gate(token: token, cookie: "subdial-preview-token"), supplier: supplier, studio: studio, events: events, version: version)
    }

    /// Serves until its task is cancelled; to be called once.
    ///
    /// - Parameter onListening: Called with the port as soon as connections are accepted.
    /// - Throws: ``ServeError`` where it cannot listen.
    public func run(onListening: @escaping @Sendable (_ port: Int) async -> Void = { _ in }) async throws(ServeError) {
        let watching = Task {
            await PreviewWatch.run(await studio.project.folders) { change in
                await studio.reload(change.files)
                events.send(
                    "change",
                    .object([
                        JSONMember("revision", .integer(Int64(await studio.revision))),
                        JSONMember("files", .array(change.files.prefix(8).map { .string($0) })),
                        // The page adds the time that the pictures take: its clock may be another.
                        JSONMember("age", .double(change.noticed.duration(to: .now) / .milliseconds(1))),
                    ]))
                return await studio.project.folders
            }
        }
        defer { watching.cancel() }
        try await HTTPRun(listen: listen, logger: logger).run(responder, onListening: onListening) { events.close() }
    }
}

extension PageFile {
    /// The files of the preview's page by their names; the page itself is the one without a name.
    static let preview: [String: PageFile] = [
        "": PageFile(PackageResources.preview_html, "text/html; charset=utf-8"),
        "preview.css": PageFile(PackageResources.preview_css, "text/css; charset=utf-8"),
        "preview.js": PageFile(PackageResources.preview_js, "text/javascript; charset=utf-8"),
        "icon.svg": PageFile(PackageResources.icon_svg, "image/svg+xml"),
    ]
}
