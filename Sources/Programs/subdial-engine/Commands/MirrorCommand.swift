import ArgumentParser
import SubdialBasics
import SubdialServe
import SubdialSystem
import SubdialWidgets

/// `subdial mirror`: keeps a folder equal to the state of another machine's server.
struct MirrorCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "mirror", abstract: "Keep a folder in sync with 'subdial serve' on another machine.",
        discussion: """
            The folder contains all files that the same pictures need on this machine: templates, fonts, covers and entries. To draw one, \
            run SUBDIAL_TEMPLATES=FOLDER/templates subdial render KIND --entry FOLDER/entries/KIND.json. The command follows the server \
            until it is interrupted, and prints a line of JSON for each change and each message.
            """)

    static let manual = CommandManual(
        "screens",
        [
            "subdial mirror http://nas.local:8380 ~/mirror --kind now-playing": "Mirror a kind",
            "subdial mirror http://nas.local:8380 ~/mirror --once": "Synchronize the folder once",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions

    @Argument(help: ArgumentHelp("The address of the server, such as http://nas.local:8380.", valueName: "URL"))
    var address: String

    @Argument(help: ArgumentHelp("The folder; created if missing.", valueName: "FOLDER"), completion: .directory)
    var folder: String

    @Option(
        help: ArgumentHelp("A kind to mirror; repeatable (default: the kinds on the page of the server).", valueName: "KIND"),
        completion: CompletedValues.kinds)
    var kind: [String] = []

    @Flag(help: "Synchronize the folder once, print the waiting messages, and exit.")
    var once = false

    @Option(help: ArgumentHelp("Receive the messages for this name.", valueName: "NAME"))
    var name: String?

    @Option(help: ArgumentHelp("The file with the token of the server.", valueName: "FILE"), completion: .file())
    var tokenFile: String?

    @Flag(name: .customLong("without-fonts"), help: "Fetch no fonts.")
    var withoutFonts = false

    @Option(help: ArgumentHelp("The size limit of the folder in MiB (default: 1024).", valueName: "MIB"))
    var limit: Int?

    func run(in context: CommandContext) async throws -> ExitStatus {
        context.log(from: .notice)
        _ = try global.configuration(in: context)
        var options = Mirror.Options()
        options.kinds = kind
        options.hasFonts = !withoutFonts
        if let limit {
            guard (1...1_000_000).contains(limit) else {
                throw CommandFailure(.wrongUsage, "--limit takes 1 to 1000000 MiB, not \(limit)")
            }
            options.limit = limit << 20
        }
        guard kind.count <= 32 else { throw CommandFailure(.wrongUsage, "--kind takes up to 32 kinds") }
        if let name, !Mirror.isReceiver(name) { throw MirrorError.name(name) }
        // Subdial's own files decide what may be read, and not those of the server.
        let own = try ResourceFolder.find(executable: CommandContext.executable, userPath: nil)
        guard let rules = own.text("fonts.conf")?.text else { throw WidgetError.resource("fonts.conf", reason: "the file is missing") }
        options.fontRules = rules
        let mirrored = ResourceFolder(path: own.path, userPath: "\(context.path(folder))/templates")
        options.schemas = { mirrored.kinds.schemas }
        let mirror = try Mirror(
            of: address, in: context.path(folder), token: try token(in: context), options,
            tell: { await context.print($0) }, complain: { context.complain($0) })
        guard once else {
            try await mirror.follow(receiving: name)
            return .done
        }
        try await mirror.synchronize()
        if let name { try await mirror.receiveMessages(for: name) }
        return .done
    }

    private func token(in context: CommandContext) throws -> String? {
        guard let tokenFile else { return nil }
        let path = context.path(tokenFile)
        let bytes: [UInt8]
        do {
            bytes = try InputFile.bytes(at: path, limit: 4096)
        } catch {
            throw MirrorError.token(path: path, reason: error.reason)
        }
        let token = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
        guard !token.isEmpty, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw MirrorError.token(path: path, reason: "it holds no token")
        }
        return token
    }
}
