import ArgumentParser
import FoundationEssentials
import SubdialEngine
import SubdialEngineWire
import SubdialServe
import SubdialWidgets
import Synchronization
import UnixSignals

/// `subdial serve`: serves widgets over HTTP.
struct ServeCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve widgets over HTTP: a page, pictures, events and actions.",
        discussion: """
            Pictures are at /KIND/FAMILY.png, with the options of 'subdial render' in the query. Clients on other machines need a token, \
            which the first start creates and prints. With the key 'mqtt' in the configuration, the server also publishes to a broker. It \
            runs until it is interrupted. The signal SIGHUP reloads templates and themes. Changed kinds and displays of the configuration \
            apply from the next request.
            """)

    static let manual = CommandManual(
        "serve",
        [
            "subdial serve": "Serve widgets to this machine",
            "subdial serve --listen 0.0.0.0:8380": "Serve them to the network, with a token",
        ])

    @OptionGroup var global: GlobalOptions

    @Option(
        help: ArgumentHelp(
            "The address to listen on (default: 127.0.0.1:8380, only for this machine); port 0 selects a free port.",
            valueName: "ADDRESS:PORT"))
    var listen: String?

    @Option(
        help: ArgumentHelp("The file of the token; with this option clients on this machine need the token too.", valueName: "FILE"),
        completion: .file())
    var tokenFile: String?

    func run(in context: CommandContext) async throws -> ExitStatus {
        let configuration = try global.configuration(in: context)
        let resources = try Resources.folder(configuration)
        let written = listen ?? configuration.serve.listen
        let listen = try written.map { text throws(ServeError) in try ListenAddress(text) } ?? .standard
        let token = try token(listen, configuration, in: context)
        let supplier = ConfiguredWidgets(global: global, resources: resources, context: context)
        // Errors are reported at startup, not to the first client.
        _ = try await supplier.listed()
        let server = try WidgetServer(
            listen: listen, token: token.map(\.token), supplier: supplier, resources: resources,
            url: configuration.serve.url, displaysFile: UserFolders(environment: context.environment).displays,
            messagesFolder: UserFolders(environment: context.environment).state + "/messages", version: SubdialVersion.current,
            logger: context.logger)
        let draw: MQTTPublisher.Draw = { (wanted: MQTTPicture) async throws -> MQTTDrawing in
            let family: WidgetFamily = try Word.parse(wanted.family, "the family of a picture")
            let drawn = try await server.picture(
                kind: wanted.kind, subject: wanted.subject, family: family, options: wanted.options)
            return MQTTDrawing(drawn.bytes, nextChange: drawn.nextChange)
        }
        var sign: (@Sendable (MQTTPicture) -> String)?
        if let signer = token?.token {
            sign = { signer.signature(kind: $0.kind, file: "\($0.family).png", query: $0.query) }
        }
        let publisher = try global.mqttPublisher(configuration, resources, in: context, draw: draw, sign: sign)
        // Publishing starts only after the server listens: a server that cannot listen must not publish an offline state when it ends.
        let publishing = Mutex<Task<Void, Never>?>(nil)
        let reloading = Task {
            for await _ in await UnixSignalsSequence(trapping: .sighup) {
                await context.hub.reload()
                await server.reset()
            }
        }
        defer { reloading.cancel() }
        let serving = Task {
            try await server.run { port in
                let address = "http://\(ListenAddress(listen, port: port))"
                context.show("listening on \(address)")
                if let token {
                    context.show(token.isNew ? "token: \(token.token.text) (kept in \(token.path))" : "the token is in \(token.path)")
                }
                guard let publisher else { return }
                let task = Task {
                    do {
                        try await publisher.publish { context.complain($0) }
                    } catch {
                        context.complain("nothing is published to the MQTT broker: \(error)")
                    }
                }
                publishing.withLock { $0 = task }
            }
        }
        let ending = Task {
            for await _ in await UnixSignalsSequence(trapping: .sigterm, .sigint) {
                serving.cancel()
                return
            }
        }
        defer { ending.cancel() }
        let served = await serving.result
        // The broker receives the offline state before anything else ends.
        let task = publishing.withLock { $0 }
        task?.cancel()
        await task?.value
        await context.hub.stop()
        try served.get()
        return .done
    }

    /// The token, if one is required.
    private func token(
        _ listen: ListenAddress, _ configuration: Configuration, in context: CommandContext
    ) throws -> (token: AccessToken, isNew: Bool, path: String)? {
        let file = tokenFile.map(context.path) ?? configuration.serve.tokenFile
        guard file != nil || !listen.isLoopback else { return nil }
        let path = file ?? UserFolders(environment: context.environment).serveToken
        let (token, isNew) = try AccessToken.load(path)
        return (token, isNew, path)
    }
}
