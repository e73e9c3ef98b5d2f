import FoundationEssentials
import Logging
import SubdialDocuments

/// A server that shows an author's templates and redraws them after every save.
package struct PreviewServer: Sendable {
    private let listen: ListenAddress
    private let studio: PreviewStudio
    private let events: PreviewEvents
    private let responder: PreviewResponder
    private let logger: Logger

    /// Creates a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - token: The token that clients must send; nil if only this machine can connect.
    ///   - version: The version that the server reports.
    package init(listen: ListenAddress, token: AccessToken?, supplier: any PreviewSupplier, version: String, logger: Logger) async {
        self.listen = listen
        self.logger = logger
        let events = PreviewEvents()
        self.events = events
        studio = await PreviewStudio(supplier) { events.send("live", .object([])) }
        responder = PreviewResponder(
            gate: Gate(token: token, cookie: "subdial-preview-token"), supplier: supplier, studio: studio, events: events, version: version)
    }

    /// Serves until its task is cancelled; call it only once.
    ///
    /// - Parameter onListening: Called with the port as soon as connections are accepted.
    /// - Throws: ``ServeError`` if it cannot listen.
    package func run(onListening: @escaping @Sendable (_ port: Int) async -> Void = { _ in }) async throws(ServeError) {
        let (start, started) = AsyncStream<Never>.makeStream()
        let watching = Task {
            await PreviewWatch.run(await studio.project.folders, onWatching: { started.finish() }) { change in
                await studio.reload(change.files)
                events.send(
                    "change",
                    .object([
                        JSONMember("revision", .integer(Int64(await studio.revision))),
                        JSONMember("files", .array(change.files.prefix(8).map { .string($0) })),
                        // An age instead of a date: the page adds the drawing time, and its clock may differ.
                        JSONMember("age", .double(change.noticed.duration(to: .now) / .milliseconds(1))),
                    ]))
                return await studio.project.folders
            }
        }
        defer { watching.cancel() }
        // A page that is drawn before its files are watched could miss a save.
        for await _ in start {}
        try await HTTPRun(listen: listen, logger: logger).run(responder, onListening: onListening) { events.close() }
    }
}

extension PageFile {
    /// The files of the preview's page by name; the page itself has the empty name.
    static let preview: [String: PageFile] = [
        "": PageFile(PackageResources.preview_html, "text/html; charset=utf-8"),
        "preview.css": PageFile(PackageResources.preview_css, "text/css; charset=utf-8"),
        "preview.js": PageFile(PackageResources.preview_js, "text/javascript; charset=utf-8"),
        "icon.svg": PageFile(PackageResources.icon_svg, "image/svg+xml"),
    ]
}
