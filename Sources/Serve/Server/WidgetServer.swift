import FoundationEssentials
import Logging
import Widgets

/// A server of widgets over HTTP: pictures by address, the page, events and actions.
public struct WidgetServer: Sendable {
    /// The most connections at once.
    public static let maximumConnections = HTTPRun.maximumConnections

    private let listen: ListenAddress
    private let showings: Showings
    private let studio: Studio
    private let pictures: PictureStore
    private let events: EventStreams
    private let displays: DisplayNotices
    private let messages: MessageQueues
    private let responder: WidgetResponder
    private let logger: Logger

    /// Makes a server; it does not listen yet.
    ///
    /// - Parameters:
    ///   - token: What clients must show; nil where only this machine can connect.
    ///   - resources: Templates, themes, symbols and devices.
    ///   - url: Where clients reach the server through a proxy; nil for no other place.
    ///   - displaysFile: Where the displays that have asked are kept.
    ///   - messagesFolder: Where the messages that wait for their receivers are kept.
    ///   - version: What the server calls itself.
    public init(
        listen: ListenAddress, token: AccessToken?, supplier: any WidgetSupplier, resources: ResourceFolder, url: String?,
        displaysFile: String, messagesFolder: String, version: String, logger: Logger
    ) throws(WidgetError) {
        self.listen = listen
        self.logger = logger
        showings = Showings(supplier)
        studio = Studio(resources)
        pictures = PictureStore(showings, studio)
        events = EventStreams(supplier, showings)
        displays = DisplayNotices(studio)
        let screens = DisplayScreens(showings: showings, pictures: pictures, catalog: try WidgetRenderer.catalog(resources))
        let displayResponder = DisplayResponder(
            supplier: supplier, store: DisplayStore(displaysFile), screens: screens, notices: displays)
        messages = MessageQueues(messagesFolder)
        let contexts = TransferContexts(
            supplier: supplier, showings: showings, studio: studio, events: events, shelf: TransferShelf(),
            folders: TransferFolders(resources: resources))
        responder = WidgetResponder(
            gate: Gate(token: token, site: url.flatMap { Gate.Site($0) }), supplier: supplier, showings: showings, pictures: pictures,
            events: events,
            displays: displayResponder,
            transfer: TransferResponder(contexts: contexts, messages: MessageResponder(queues: messages)), version: version)
    }

    /// Serves until its task is cancelled; to be called once.
    ///
    /// - Parameter onListening: Called with the port as soon as connections are accepted.
    /// - Throws: ``ServeError`` where it cannot listen.
    public func run(onListening: @escaping @Sendable (_ port: Int) async -> Void = { _ in }) async throws(ServeError) {
        try await HTTPRun(listen: listen, logger: logger).run(responder, onListening: onListening) { [events, messages] in
            events.close()
            await messages.close()
        }
    }

    /// Draws a picture as it looks now, the same one for all who ask for it.
    ///
    /// - Parameters:
    ///   - kind: The kind as an address has it.
    ///   - options: The names and values of an address's query.
    /// - Returns: The bytes of a PNG, and when the picture looks otherwise by itself.
    /// - Throws: ``ServeError``, or the error of the stage that failed.
    public func picture(
        kind: String, subject: String?, family: WidgetFamily, options: [String: String]
    ) async throws -> (bytes: [UInt8], nextChange: Date?) {
        let query = try PictureQuery(family, options.map { ($0.key, $0.value) })
        let picture = try await pictures.picture(PictureKey(showing: Showings.Key(kind: kind, subject: subject), query: query))
        return (picture.bytes, picture.nextChange)
    }

    /// Reads templates, themes, kinds and configuration anew.
    public func reset() async {
        await pictures.reset()
        await showings.reset()
        await studio.reset()
        await displays.reset()
        // Once more, for those that asked meanwhile.
        await pictures.reset()
        events.restart()
    }
}
