import ArgumentParser
import EngineWire
import Mirrors
import OperatingSystem

/// `subdial mirror`: keeps a folder equal to the state of another machine's server.
struct MirrorCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "mirror", abstract: "Keep a folder equal to what 'subdial serve' offers on another machine.",
        discussion: """
            The folder gets all that it takes to draw the same pictures here: templates, fonts, covers and entries. Draw with \
            SUBDIAL_TEMPLATES=FOLDER/templates subdial render KIND --entry FOLDER/entries/KIND.json. It follows the server until it is \
            interrupted, and writes a line of JSON for each change and each message.
            """)

    static let manual = CommandManual(
        "mirror",
        [
            "subdial mirror http://nas.local:8380 ~/mirror --kind now-playing": "Mirror a kind",
            "subdial mirror http://nas.local:8380 ~/mirror --once": "Synchronize the folder once",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions

    @Argument(help: ArgumentHelp("The server's address, such as http://nas.local:8380.", valueName: "URL"))
    var address: String

    @Argument(help: ArgumentHelp("The folder; it is made.", valueName: "FOLDER"), completion: .directory)
    var folder: String

    @Option(help: ArgumentHelp("A kind to keep; repeatable (default: the kinds that the server shows).", valueName: "KIND"))
    var kind: [String] = []

    @Flag(help: "Make the folder equal once, write the messages that wait, and end.")
    var once = false

    @Option(help: ArgumentHelp("Receive the messages that are sent to this name.", valueName: "NAME"))
    var name: String?

    @Option(help: ArgumentHelp("The file with the server's token.", valueName: "FILE"), completion: .file())
    var tokenFile: String?

    @Flag(name: .customLong("without-fonts"), help: "Fetch no fonts: this machine has those of the server.")
    var withoutFonts = false

    @Option(help: ArgumentHelp("The size limit of the folder in MiB (default: 1024).", valueName: "MIB"))
    var limit: Int?

    func run(in context: CommandContext) async throws -> ExitStatus {
        _ = try global.configuration(in: context)
        var options = Mirror.Options()
        options.kinds = kind
        options.hasFonts = !withoutFonts
        if let limit {
            guard (1...1_000_000).contains(limit) else { throw ValidationError("--limit takes 1 to 1000000 MiB, not \(limit)") }
            options.limit = limit << 20
        }
        guard kind.count <= 32 else { throw ValidationError("--kind takes up to 32 kinds") }
        if let name, !Mirror.isReceiver(name) { throw MirrorError.name(name) }
        let mirror = try Mirror(
            of: address, in: context.path(folder), token: try token(in: context), options, userAgent: "subdial/\(SubdialVersion.current)",
            tell: { await context.print($0) }, complain: { context.complain($0) })
        guard once else {
            try await mirror.follow(receiving: name)
            return .done
        }
        try await mirror.synchronize()
        if let name { try await mirror.takeMessages(for: name) }
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
