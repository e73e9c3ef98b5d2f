import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialSnapshots

/// `subdial snapshot store`: the pictures of a suite that are outside of the repository.
struct SnapshotStoreCommand: DocumentedCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Keep the pictures of references in a store, and only their digests in the repository.",
        subcommands: [Send.command, Fetch.command, Check.command])

    static let manual = CommandManual(
        "snapshots",
        [
            "subdial snapshot store send": "Move the pictures of the references into the suite's store",
            "subdial snapshot store check": "Check that the store has the pictures of all references",
        ])
}

/// The option that selects the suite.
struct SnapshotStoreOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The suite, which names its store.", valueName: "FILE"), completion: .file(extensions: ["yaml"]))
    var suite = SnapshotSuite.defaultFile

    /// The store, the references of the suite, and the ids of its snapshots.
    fileprivate func content(
        _ global: GeneralOptions, _ context: CommandContext
    ) throws -> (store: SuiteStore, references: ReferenceFolder, ids: [String]) {
        let path = context.path(suite)
        let runner = try SnapshotRunner(
            suitePath: path, selection: SnapshotSelection(), mode: .never, output: SnapshotOptions.output(nil, suite: path, context),
            platform: nil, resources: try Resources.folder(global.configuration(in: context)), environment: context.environment)
        guard let store = try SuiteStore(of: runner.suite, context.environment) else {
            throw CommandFailure(.wrongUsage, "\(path) has no store: add 'store: https://…', 'store: s3://BUCKET/FOLDER' or a folder")
        }
        return (store, runner.judgement.referenceFolder, runner.all.map(\.id))
    }
}

extension SnapshotStoreCommand {
    /// `subdial snapshot store send`: sends pictures.
    struct Send: CommandVerb {
        typealias Options = SnapshotStoreOptions

        static let description = VerbDescription(
            "send", "Send the pictures of the references to the store, and write their digests in their place.",
            discussion: "'record' and 'accept' do it for what they write. Of what they could not send, this command sends the rest.",
            page: "snapshots", examples: ["subdial snapshot store send": "Move the pictures of snapshots.yaml into its store"])

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let (store, references, ids) = try command.options.content(command.global, context)
            for id in ids { try references.movePicture(id) }
            await context.write("\(try await store.transfer.send()) pictures sent to \(store.store.address)\n")
            return .done
        }
    }

    /// `subdial snapshot store fetch`: reads pictures.
    struct Fetch: CommandVerb {
        typealias Options = SnapshotStoreOptions

        static let description = VerbDescription(
            "fetch", "Read the pictures of all references into the cache, to work without the store.", page: "snapshots",
            examples: ["subdial snapshot store fetch": "Read the pictures of snapshots.yaml"])

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let (store, references, ids) = try command.options.content(command.global, context)
            let pictures = Set(ids.compactMap(references.stored))
            let problems = try await store.transfer.fetch(pictures)
            for problem in problems.values.sorted() { context.complain(problem) }
            await context.write("\(pictures.count - problems.count) pictures are in the cache\n")
            return problems.isEmpty ? .done : .badData
        }
    }

    /// `subdial snapshot store check`: looks for missing pictures.
    struct Check: CommandVerb {
        typealias Options = SnapshotStoreOptions

        static let description = VerbDescription(
            "check", "Check that the store has the picture of each reference.", page: "snapshots",
            examples: ["subdial snapshot store check": "Check the pictures of snapshots.yaml"])

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let (store, references, ids) = try command.options.content(command.global, context)
            let named = ids.compactMap { id in references.stored(id).map { (id, $0) } }
            let pictures = Set(named.map(\.1))
            let missing = Set(try await store.transfer.missing(of: pictures))
            for (id, picture) in named where missing.contains(picture) { await context.write("\(id): \(picture.path) is missing\n") }
            await context.write("\(pictures.count - missing.count) of \(pictures.count) pictures are in \(store.store.address)\n")
            return missing.isEmpty ? .done : .differences
        }
    }
}
