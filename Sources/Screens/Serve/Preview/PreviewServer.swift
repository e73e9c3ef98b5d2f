import FoundationEssentials
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import SubdialBasics
import SubdialCPages
import SubdialConcurrency
import SubdialDocuments
import SubdialWidgets

/// A server that shows an author's templates or Swift views, and redraws them after every save.
package struct PreviewServer: Sendable {
    /// What is shown.
    package enum Subject: Sendable {
        case templates(any PreviewSupplier)
        /// The views of a Swift package, with the folder that has the devices.
        case package(SwiftPackage, ResourceFolder)
    }

    private let listen: ListenAddress
    private let studio: any PreviewStudio
    private let events: PreviewEvents
    private let responder: PreviewResponder
    private let logger: Logger

    /// Creates a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - token: The token that clients must send; nil if only this machine can connect.
    ///   - version: The version that the server reports.
    ///   - pictureReports: Receives the messages about unusable pictures.
    package init(
        listen: ListenAddress, token: AccessToken?, subject: Subject, version: String, logger: Logger, pictureReports: PictureReports
    ) async {
        self.listen = listen
        self.logger = logger
        let events = PreviewEvents()
        self.events = events
        var templates: (PreviewRenderer, any PreviewSupplier)?
        switch subject {
        case .templates(let supplier):
            let renderer = await PreviewRenderer(supplier, reports: pictureReports) { events.send($0) }
            (studio, templates) = (renderer, (renderer, supplier))
        case .package(let package, let resources):
            studio = PreviewedPackage(package, resources) { events.send($0) }
        }
        responder = PreviewResponder(
            gate: Gate(token: token, cookie: "subdial-preview-token"), studio: studio, templates: templates, events: events,
            version: version)
    }

    /// Serves until its task is cancelled; call it only once.
    ///
    /// - Parameter onListening: Called with the port as soon as connections are accepted.
    /// - Throws: ``ServeError`` if it cannot listen.
    package func run(onListening: @escaping @Sendable (_ port: Int) async -> Void = { _ in }) async throws(ServeError) {
        let (studio, events) = (self.studio, self.events)
        let (start, started) = AsyncStream<Never>.makeStream()
        let watching = Task {
            await PreviewWatch.run(await studio.folders, onWatching: { started.finish() }) { change in
                await studio.receive(change)
                return await studio.folders
            }
        }
        defer { watching.cancel() }
        // A page that is drawn before its files are watched could miss a save.
        for await _ in start {}
        do throws(ServeError) {
            try await HTTPRun(listen: listen, logger: logger).run(
                responder,
                onListening: { port in
                    await onListening(port)
                    await studio.start()
                },
                onEnding: {
                    events.close()
                    // A request can wait for a program that does not answer.
                    await studio.stop()
                })
        } catch {
            await studio.stop()
            throw error
        }
        await studio.stop()
    }
}

extension PageFile {
    /// The files of the preview's page by name; the page itself has the empty name.
    static let preview: [String: PageFile] = [
        "": PageFile(subdial_preview_html(), "text/html; charset=utf-8"),
        "preview.css": PageFile(subdial_preview_css(), "text/css; charset=utf-8"),
        "preview.js": PageFile(subdial_preview_js(), "text/javascript; charset=utf-8"),
        "icon.svg": PageFile(subdial_icon_svg(), "image/svg+xml"),
    ]
}

/// The event streams of the open pages.
final class PreviewEvents: Sendable {
    /// The maximum number of open streams.
    private static let maximum = 64
    /// The interval between keep-alive comments.
    private static let pause = Duration.seconds(15)

    private let streams = Listeners<String>()

    /// Sends an event to all pages.
    fileprivate func send(_ news: PreviewNews) {
        let event = news.event
        streams.send(Self.frame(event.name, event.data))
    }

    /// Ends all streams and refuses new ones.
    func close() { streams.finish() }

    /// The response to `GET /events`.
    ///
    /// - Parameter hello: Returns the data of the first event.
    func response(to request: Request, hello: @escaping @Sendable () async -> JSONValue) throws(ServeError) -> Response {
        guard streams.count < Self.maximum else {
            throw ServeError(.unavailable, "\(Self.maximum) pages listen already")
        }
        let headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
        guard request.method == .get else { return Response(status: .ok, headers: headers) }
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                // A slow page receives only the newest events: each makes the page load everything again.
                let (frames, continuation) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(4))
                guard self.streams.add(continuation, limit: Self.maximum) else { return try await writer.finish(nil) }
                let pinging = Task {
                    while (try? await Task.sleep(for: Self.pause)) != nil { continuation.yield(": ping\n\n") }
                }
                defer {
                    pinging.cancel()
                    continuation.finish()
                }
                try await writer.write(ByteBuffer(string: Self.frame("hello", await hello())))
                try await request.body.consumeWithInboundCloseHandler { _ in
                    for await frame in frames { try await writer.write(ByteBuffer(string: frame)) }
                } onInboundClosed: {
                    continuation.finish()
                }
                try await writer.finish(nil)
            })
    }

    private static func frame(_ event: String, _ data: JSONValue) -> String { "event: \(event)\ndata: \(data.text())\n\n" }
}
