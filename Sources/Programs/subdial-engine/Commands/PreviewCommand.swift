import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialEngine
import SubdialEngineWire
import SubdialServe
import SubdialSystem
import SubdialWidgets
import UnixSignals

/// `subdial preview`: shows templates and widgets in Swift while they are edited.
struct PreviewCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "preview", abstract: "Show a live preview of templates or Swift views in a browser, redrawn at every save.",
        discussion: """
            KIND is a kind, or KIND:INSTANCE. FILE is a template, the folder of a kind, or an entry file. The page shows the selected \
            families, devices and looks, the errors with file, line and column, the tree of nodes, and a slider for the timeline. FILE can \
            also be a folder of a Swift package whose program depends on SubdialSwiftUI: each save builds it, and the page shows its \
            widgets and previews. The command runs until it is interrupted. It changes no file but the suite of --suite, and the build \
            folder of a package.
            """)

    static let manual = CommandManual(
        "first-widget",
        [
            "subdial preview": "Show the templates of the playback",
            "subdial preview systemSmall.yaml": "Show a template file",
            "subdial preview .": "Show the widgets and previews of the Swift package in this folder",
            "subdial preview weather --suite snapshots.yaml": "Show a kind, and add snapshot cases to a suite",
        ])

    @OptionGroup var global: GlobalOptions

    @Argument(
        help: ArgumentHelp("The kind, a template, the folder of a kind or of a Swift package, or an entry file.", valueName: "KIND|FILE"),
        completion: .file())
    var subject = WidgetRenderer.standardKind

    @Option(
        help: ArgumentHelp(
            "The address to listen on (default: 127.0.0.1:8381, only for this machine); port 0 selects a free port.",
            valueName: "ADDRESS:PORT"))
    var listen: String?

    @Option(
        help: ArgumentHelp("The file of the token; with this option clients on this machine need the token too.", valueName: "FILE"),
        completion: .file())
    var tokenFile: String?

    @Option(
        help: ArgumentHelp("The suite to which the page adds snapshot cases; created if missing.", valueName: "FILE"),
        completion: .file(extensions: ["yaml"]))
    var suite: String?

    func run(in context: CommandContext) async throws -> ExitStatus {
        let configuration = try global.configuration(in: context)
        let found = try Resources.folder(configuration)
        // Absolute paths, because problems are reported with absolute paths.
        let resources = ResourceFolder(path: found.path, userPath: found.userPath.map { PreviewTarget.path($0, in: context) })
        let listen = try listen.map { text throws(ServeError) in try ListenAddress(text) } ?? .standardPreview
        let package = try await package(resources, in: context)
        if let suite, !suite.hasSuffix(".yaml"), !suite.hasSuffix(".yml") {
            throw CommandFailure(.wrongUsage, "--suite takes a YAML file, such as snapshots.yaml, not '\(suite)'")
        }
        let token = try token(listen, in: context)
        let shown: PreviewServer.Subject
        if let package {
            shown = .package(package, resources)
        } else {
            let target = try PreviewTarget(subject, configuration, resources, in: context)
            shown = .templates(
                PreviewedTemplates(
                    target, suite: suite.map { PreviewTarget.path($0, in: context) }, global: global, configuration, resources, context))
        }
        let server = await PreviewServer(
            listen: listen, token: token.map(\.token), subject: shown, version: SubdialVersion.current, logger: context.logger,
            pictureReports: context.pictureReports)
        let serving = Task {
            try await server.run { port in
                context.writeLine("preview at http://\(ListenAddress(listen, port: port))/")
                guard let token else { return }
                context.writeLine(token.isNew ? "token: \(token.token.text) (kept in \(token.path))" : "the token is in \(token.path)")
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

    /// The Swift package of the subject; nil for templates.
    private func package(_ resources: ResourceFolder, in context: CommandContext) async throws -> SwiftPackage? {
        guard let folder = PreviewTarget.packageFolder(subject, resources, in: context) else { return nil }
        if suite != nil {
            throw CommandFailure(.wrongUsage, "--suite is for templates; the snapshots of a Swift package are those of its tests")
        }
        guard let toolchain = SwiftToolchain(environment: context.environment) else {
            throw CommandFailure(
                .unavailable,
                "\(folder): 'swift' is not on the PATH, which builds the package; install Swift 6.2 or later: https://swift.org/install")
        }
        return try await SwiftPackage.load(folder, swift: toolchain.swift, environment: context.environment)
    }

    /// The token, if one is required.
    private func token(_ listen: ListenAddress, in context: CommandContext) throws -> (token: AccessToken, isNew: Bool, path: String)? {
        guard tokenFile != nil || !listen.isLoopback else { return nil }
        let file = tokenFile.map { PrivateFile(context.path($0)) } ?? UserFolders(environment: context.environment).previewToken
        let (token, isNew) = try AccessToken.load(file)
        return (token, isNew, file.path)
    }
}
