import ArgumentParser
import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialEngine
import SubdialKinds
import SubdialSystem
import SubdialWidgets

extension KindCommand {
    /// `subdial kind add`: installs a kind that somebody shares.
    struct Add: CommandVerb {
        static let description = VerbDescription(
            "add", "Install a kind that somebody shares: a folder, a .tar.gz, .tar or .zip file, or the address of one.",
            discussion: """
                The kind is checked as by 'kind check' before anything is written. The command prints what it has installed and the commands that the kind \
                would run, which stay forbidden until 'kind trust'.
                """, page: "kinds",
            examples: [
                "subdial kind add ./garden": "Install the kind in a folder",
                "subdial kind add garden.tar.gz --name allotment": "Install that of an archive with another name",
                "subdial kind add https://example.com/garden.zip --dry-run": "Print what would be installed",
            ])

        @Argument(
            help: ArgumentHelp("The folder of the kind, an archive with it, or the address of one.", valueName: "FOLDER|ARCHIVE|ADDRESS"),
            completion: .file())
        var origin: String

        @Option(help: ArgumentHelp("The name of the kind; that of its folder by default.", valueName: "NAME"))
        var name: String?

        @Flag(help: "Replace a kind of the same name; its trust ends.")
        var replace = false

        @Flag(help: "Print what would be installed, and write nothing.")
        var dryRun = false

        @Flag(name: .customLong("allow-http"), help: "Permit an address without encryption.")
        var allowHTTP = false

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let configuration = try command.global.configuration(in: context)
            let resources = try Resources.folder(configuration)
            let shared = try await SharedKind(origin, allowsHTTP: allowHTTP, in: context)
            let name = name ?? shared.name
            let folders = UserFolders(environment: context.environment)
            let parent = configuration.templates ?? folders.configuration + "/templates"
            try check(name, parent, resources)
            let kind = try await checked(shared, as: name, resources, in: context)
            if !dryRun {
                let installation = try KindInstallation(in: parent)
                // A trust of what was here before is not one in the new kind, even if its files are the same.
                try KindTrust(folders).forget("\(parent)/\(name)/kind.yaml")
                try installation.install(shared.files, as: name, replaces: replace)
            }
            for file in shared.files { await context.print("\(parent)/\(name)/\(file.path)") }
            for line in Self.commands(of: kind) { await context.print(line) }
            return .done
        }

        /// Checks that the name is free and that of a kind.
        private func check(_ name: String, _ parent: String, _ resources: ResourceFolder) throws(CommandFailure) {
            guard KindName.isValid(name) else {
                throw CommandFailure(
                    .wrongUsage, "a kind's name has small letters, digits and hyphens, not '\(name)'; --name gives it another one")
            }
            guard !FileManager.default.fileExists(atPath: "\(resources.path)/\(name)") else {
                throw CommandFailure(.wrongUsage, "'\(name)' is a name of Subdial's own; --name gives the kind another one")
            }
            var status = stat()
            guard replace || lstat("\(parent)/\(name)", &status) != 0 else {
                throw CommandFailure(
                    .cannotWrite, "\(parent)/\(name) is there already; --replace replaces it, and --name gives this kind another name")
            }
        }

        /// Checks the files in a temporary folder.
        ///
        /// - Throws: ``CommandFailure`` for a kind with errors, which are printed.
        private func checked(
            _ shared: SharedKind, as name: String, _ resources: ResourceFolder, in context: CommandContext
        ) async throws -> Kind {
            var template = Array("\(context.environment["TMPDIR"] ?? "/tmp")/subdial-kind-XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { throw WriteError(path: "the temporary folder", reason: SystemError.last.description) }
            let temporary = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            defer {
                try? ConfinedFolder(temporary).removeTree(ConfinedPath(name))
                rmdir(temporary)
            }
            try KindInstallation(in: temporary).install(shared.files, as: name, replaces: false)
            let check = try KindCheck("\(temporary)/\(name)", in: resources)
            for message in check.messages { context.complain(message.replacing("\(temporary)/", with: "")) }
            guard let kind = check.kind, !check.hasErrors else {
                throw CommandFailure(.badData, "\(origin): the kind has errors, and is not installed")
            }
            return kind
        }

        /// The commands that a kind would run, a line for each, and what permits them.
        private static func commands(of kind: Kind) -> [String] {
            let sources = kind.sources.compactMap { source in
                (source.transport as? CommandTransport).map { "the source '\(source.name)' would run: \($0.source.oneLine(limit: 2000))" }
            }
            let actions = kind.actions.compactMap { action in
                (action.transport as? CommandTransport).map { "the action '\(action.name)' would run: \($0.source.oneLine(limit: 2000))" }
            }
            let all = sources + actions
            return all.isEmpty ? [] : all + ["no command runs before you have looked at it and run 'subdial kind trust \(kind.name)'"]
        }
    }
}
