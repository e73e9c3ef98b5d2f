import FoundationEssentials
import Logging
import SubdialBasics
import SubdialSystem
import SubdialWidgets

/// An HTTP server of widgets: pictures by URL, the page, events and actions.
package struct WidgetServer: Sendable {
    private let listen: ListenAddress
    private let limits: ConnectionLimits
    private let showings: FollowedWidgets
    private let studio: PictureRenderer
    private let pictures: PictureStore
    private let events: EventStreams
    private let displays: DisplayNotices
    private let messages: MessageQueues
    private let responder: WidgetResponder
    private let logger: Logger

    /// Creates a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - token: The token that clients must send; nil if only this machine can connect.
    ///   - resources: Templates, themes, symbols and devices.
    ///   - url: The URL at which clients reach the server through a proxy; nil if there is no proxy.
    ///   - displaysFile: The file that stores known displays.
    ///   - messagesFolder: The folder that stores pending messages.
    ///   - webhooks: The files of webhooks.
    ///   - version: The version that the server reports.
    ///   - limits: The limits for connections.
    ///   - pictureReports: Receives the messages about unusable pictures.
    package init(
        listen: ListenAddress, token: AccessToken?, supplier: any WidgetSupplier, resources: ResourceFolder, url: String?,
        displaysFile: PrivateFile, messagesFolder: PrivateFolder, webhooks: WebhookFiles, version: String,
        limits: ConnectionLimits = ConnectionLimits(), logger: Logger, pictureReports: PictureReports
    ) throws(WidgetError) {
        self.listen = listen
        self.limits = limits
        self.logger = logger
        showings = FollowedWidgets(supplier)
        studio = PictureRenderer(resources, reports: pictureReports)
        pictures = PictureStore(showings, studio)
        events = EventStreams(supplier, showings)
        displays = DisplayNotices(studio)
        let screens = DisplayScreens(showings: showings, pictures: pictures, catalog: try WidgetRenderer.catalog(resources))
        let displayResponder = DisplayResponder(
            supplier: supplier, store: DisplayStore(displaysFile), screens: screens, notices: displays)
        messages = MessageQueues(messagesFolder)
        let contexts = TransferContexts(
            supplier: supplier, showings: showings, studio: studio, events: events, shelf: TransferStore(),
            folders: TransferFolders(resources: resources), reports: pictureReports)
        responder = WidgetResponder(
            gate: Gate(token: token, site: url.flatMap { Gate.Site($0) }), supplier: supplier, showings: showings, pictures: pictures,
            events: events,
            displays: displayResponder,
            transfer: TransferResponder(contexts: contexts, messages: MessageResponder(queues: messages)),
            webhooks: WebhookResponder(webhooks), version: version)
    }

    /// Serves until its task is cancelled; call it only once.
    ///
    /// - Parameter onListening: Called with the port as soon as connections are accepted.
    /// - Throws: ``ServeError`` if it cannot listen.
    package func run(onListening: @escaping @Sendable (_ port: Int) async -> Void = { _ in }) async throws(ServeError) {
        try await HTTPRun(listen: listen, limits: limits, logger: logger).run(responder, onListening: onListening) { [events, messages] in
            events.close()
            await messages.close()
        }
    }

    /// Draws a current picture; concurrent requests share one drawing.
    ///
    /// - Parameters:
    ///   - kind: The kind as written in the URL.
    ///   - options: The names and values of the URL's query.
    /// - Returns: The bytes of a PNG, and the time at which the picture changes by itself.
    /// - Throws: ``ServeError``, or the error of the stage that failed.
    package func picture(
        kind: String, subject: String?, family: WidgetFamily, options: [String: String]
    ) async throws -> (bytes: [UInt8], nextChange: Date?) {
        let query = try PictureQuery(WidgetLook(family: family), options.map { ($0.key, $0.value) })
        let picture = try await pictures.picture(PictureKey(showing: FollowedWidgets.Key(kind: kind, subject: subject), query: query))
        return (picture.bytes, picture.nextChange)
    }

    /// Loads templates, themes, kinds and configuration again.
    package func reset() async {
        await pictures.reset()
        await showings.reset()
        await studio.reset()
        await displays.reset()
        // A second reset, for requests that arrived meanwhile.
        await pictures.reset()
        events.restart()
    }
}
