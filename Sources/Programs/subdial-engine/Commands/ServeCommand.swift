import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialConcurrency
import SubdialEngine
import SubdialEngineWire
import SubdialExpressions
import SubdialFeeds
import SubdialPlayback
import SubdialServe
import SubdialSystem
import SubdialTimeline
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
        // Nobody waits for an answer of this command: what it has to say is in its log.
        context.log(from: .notice)
        let configuration = try global.configuration(in: context)
        let resources = try Resources.folder(configuration)
        let written = listen ?? configuration.serve.listen
        let listen = try written.map { text throws(ServeError) in try ListenAddress(text) } ?? .standard
        let token = try token(listen, configuration, in: context)
        let supplier = ConfiguredWidgets(global: global, resources: resources, context: context)
        // Errors are reported at startup, not to the first client.
        _ = try await supplier.listed()
        for fault in ConfigurationFaults(configuration, in: context).all { context.complain("\(fault.key): \(fault.message)") }
        let folders = UserFolders(environment: context.environment)
        let server = try WidgetServer(
            listen: listen, token: token.map(\.token), supplier: supplier, resources: resources,
            url: configuration.serve.url, displaysFile: folders.displays, messagesFolder: folders.messages, webhooks: folders.webhooks,
            version: SubdialVersion.current, logger: context.logger, pictureReports: context.pictureReports)
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
                context.writeLine("listening on \(address)")
                if let token {
                    context.writeLine(token.isNew ? "token: \(token.token.text) (kept in \(token.path))" : "the token is in \(token.path)")
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
        let named = tokenFile.map(context.path) ?? configuration.serve.tokenFile
        guard named != nil || !listen.isLoopback else { return nil }
        let file = named.map { PrivateFile($0) } ?? UserFolders(environment: context.environment).serveToken
        let (token, isNew) = try AccessToken.load(file)
        return (token, isNew, file.path)
    }
}

/// Supplies a server with the widgets of the user's configuration.
///
/// The configuration and the kinds are read again for each request.
actor ConfiguredWidgets: WidgetSupplier {
    private let executor = WorkLane()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let global: GlobalOptions
    private let resources: ResourceFolder
    private let context: CommandContext
    /// The displays of the last valid configuration.
    private var lastPlan: DisplayPlan?

    init(global: GlobalOptions, resources: ResourceFolder, context: CommandContext) {
        self.global = global
        self.resources = resources
        self.context = context
    }

    func listed() async throws -> [ListedWidget] {
        let configuration = try global.configuration(in: context)
        let playing = try global.playersIfAny(configuration, zone: configuration.zone, in: context)
        let standard = WidgetRenderer.standardKind
        var widgets = [
            ListedWidget(
                kind: standard, title: "Now playing", families: families(of: standard), presentations: presentations(of: standard),
                subjects: configuration.zone == nil ? await playing.choices(showing: nil) : [])
        ]
        for settings in configuration.kinds {
            let written = settings.id.map { "\(settings.kind):\($0)" } ?? settings.kind
            guard !widgets.contains(where: { $0.kind == written }) else { continue }
            let instance = try KindChoice(written, configuration, resources, in: context).instance
            widgets.append(
                ListedWidget(
                    kind: written, title: settings.id ?? instance?.kind.title ?? settings.kind, families: families(of: settings.kind),
                    presentations: presentations(of: settings.kind)))
        }
        return widgets
    }

    func inputs(ofKind written: String, subject: String?) async throws -> WidgetInputs {
        let configuration = try global.configuration(in: context)
        let name = KindName(written)
        guard !families(of: name.name).isEmpty else {
            let known = WidgetRenderer.kinds(in: resources)
            throw ServeError(.notFound, CommandFailure(WidgetError.unknown("kind of widget", name.name, among: known)).message)
        }
        let choice = try KindChoice(written, configuration, resources, in: context)
        let entries: any EntrySource
        if let instance = choice.instance {
            guard subject == nil else {
                throw ServeError(.badRequest, "'\(written)' has no choice of subjects; name an instance as KIND:INSTANCE")
            }
            entries = context.hub.entries(of: .data(instance))
        } else {
            entries = try global.playersIfAny(configuration, zone: subject ?? configuration.zone, in: context)
        }
        return WidgetInputs(
            kind: name.name, title: choice.instance.map { $0.subject.name } ?? "Now playing", entries: entries,
            folder: choice.instance?.folder, timeZones: configuration.timeZones(isLive: true), theme: configuration.theme ?? "default",
            isActive: { [instance = choice.instance] in
                try instance?.kind.activity?.moment(of: $0, at: $1, timeZones: instance?.timeZones ?? TimeZones()).isActive
            })
    }

    func announcedFiles() -> [AnnouncedFile] { context.hub.announcedFiles }

    func displays() async throws -> DisplayPlan {
        let configuration: Configuration
        do {
            configuration = try global.configuration(in: context)
        } catch {
            // A configuration file with a temporary error must not remove the displays' pictures.
            guard let known = lastPlan else { throw error }
            return known
        }
        let plan = DisplayPlan(
            displays: configuration.displays, address: configuration.serve.url, zones: configuration.timeZones(isLive: true))
        lastPlan = plan
        return plan
    }

    nonisolated func failure(_ error: any Error) -> ServeError { CommandFailure(error).answer }

    private func families(of kind: String) -> [String] {
        WidgetFamily.allCases.map(\.rawValue).filter { resources.text("\(kind)/\($0).yaml") != nil }
    }

    private func presentations(of kind: String) -> [String] {
        ActivityPresentation.allCases.filter { part in part.templateNames.contains { resources.text("\(kind)/\($0)") != nil } }
            .map(\.rawValue)
    }
}

extension CommandFailure {
    /// The HTTP error for this failure.
    var answer: ServeError {
        let status: ServeError.Status =
            switch self.exitStatus {
            case .wrongUsage: .badRequest
            case .missingInput: .notFound
            case .unavailable: .unavailable
            case .refused: .forbidden
            case .done, .differences, .badData, .cannotWrite: .failed
            }
        return ServeError(status, message)
    }
}
