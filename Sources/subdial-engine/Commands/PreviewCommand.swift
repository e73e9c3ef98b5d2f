import ArgumentParser
import Engine
import EngineWire
import FoundationEssentials
import OperatingSystem
import Serve
import UnixSignals
import Widgets

/// `subdial preview`: shows templates while they are edited.
struct PreviewCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "preview", abstract: "Show templates on a page that redraws them at every save.",
        discussion: """
            KIND is a kind, or KIND:INSTANCE; FILE a template, a kind's folder, or an entry file. The page shows every family, device and \
            look that is chosen, what is wrong with file, line and column, the tree of nodes, and a slider over the timeline. It runs \
            until it is interrupted, and changes no file but a suite that --suite names.
            """)

    static let manual = CommandManual(
        "preview",
        [
            "subdial preview": "Show the templates of the playback",
            "subdial preview systemSmall.yaml": "Show a template file",
            "subdial preview weather --suite snapshots.yaml": "Show a kind, and add snapshot cases to a suite",
        ])

    @OptionGroup var global: GlobalOptions

    @Argument(
        help: ArgumentHelp("The kind, or a template, a kind's folder or an entry file.", valueName: "KIND|FILE"), completion: .file())
    var subject = WidgetRenderer.standardKind

    @Option(
        help: ArgumentHelp(
            "The address to listen on (default: 127.0.0.1:8381, reachable from this machine alone). Port 0 takes a free one.",
            valueName: "ADDRESS:PORT"))
    var listen: String?

    @Option(
        help: ArgumentHelp("Where the token is kept; with it a token is needed on this machine too.", valueName: "FILE"),
        completion: .file())
    var tokenFile: String?

    @Option(
        help: ArgumentHelp("The suite that snapshot cases are added to; created if missing.", valueName: "FILE"),
        completion: .file(extensions: ["yaml"]))
    var suite: String?

    func run(in context: CommandContext) async throws -> ExitStatus {
        let configuration = try global.configuration(in: context)
        let found = try Resources.folder(configuration)
        // Absolute paths, because problems are reported with absolute paths.
        let resources = ResourceFolder(path: found.path, userPath: found.userPath.map { PreviewTarget.path($0, in: context) })
        let listen = try listen.map { text throws(ServeError) in try ListenAddress(text) } ?? .standardPreview
        let target = try PreviewTarget(subject, configuration, resources, in: context)
        if let suite, !suite.hasSuffix(".yaml"), !suite.hasSuffix(".yml") {
            throw CommandFailure(.wrongUsage, "--suite takes a YAML file, such as snapshots.yaml, not '\(suite)'")
        }
        let token = try token(listen, in: context)
        let supplier = PreviewedTemplates(
            target, suite: suite.map { PreviewTarget.path($0, in: context) }, global: global, configuration, resources, context)
        let server = await PreviewServer(
            listen: listen, token: token.map(\.token), supplier: supplier, version: SubdialVersion.current, logger: context.logger)
        let serving = Task {
            try await server.run { port in
                context.show("preview at http://\(ListenAddress(listen, port: port))/")
                guard let token else { return }
                context.show(token.isNew ? "token: \(token.token.text) (kept in \(token.path))" : "the token is in \(token.path)")
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
        await context.hub.stop()
        try served.get()
        return .done
    }

    /// The token, if one is required.
    private func token(_ listen: ListenAddress, in context: CommandContext) throws -> (token: AccessToken, isNew: Bool, path: String)? {
        guard tokenFile != nil || !listen.isLoopback else { return nil }
        let path = tokenFile.map(context.path) ?? UserFolders(environment: context.environment).state + "/preview-token"
        let (token, isNew) = try AccessToken.load(path)
        return (token, isNew, path)
    }
}
