import ArgumentParser
import FoundationEssentials
import SubdialAdoption
import SubdialBasics
import SubdialDocuments
import SubdialEngineWire
import SubdialSystem

/// `subdial widget`: widgets whose source is SwiftUI.
struct WidgetCommand: DocumentedCommand {
    static let configuration = CommandConfiguration(
        commandName: "widget", abstract: "Adopt the SwiftUI source of a widget from an Xcode project.",
        subcommands: [Adopt.command, Symbols.command, Intents.command])

    static let manual = CommandManual(
        "swift-widgets",
        [
            "subdial widget adopt App/StationWidget": "Make a package with snapshot tests of a widget",
            "subdial widget symbols Assets.xcassets": "Print the symbols of an asset catalog",
            "subdial widget intents Station.intentdefinition": "Print the classes of a definition of intents",
        ])
}

extension WidgetCommand {
    /// `subdial widget adopt`: makes a package of a widget extension.
    struct Adopt: CommandVerb {
        static let description = VerbDescription(
            "adopt", "Write a Swift package that builds a widget extension on Linux, with snapshot tests of it.",
            discussion: """
                FOLDER is the widget's folder, the folder of its Xcode project, or the .xcodeproj. The sources stay where they are: the \
                package has links to them. Files that cannot be compiled are left out, with those that need them, and listed with the \
                reasons. Another run updates the package; what you have changed in it stays.
                """, page: "swift-widgets",
            examples: [
                "subdial widget adopt App/StationWidget": "Make a package beside the project",
                "subdial widget adopt App.xcodeproj --target StationWidget -o Snapshots": "Name the extension and the package's folder",
                "subdial widget adopt . --dry-run --no-compile": "List what imports frameworks that are missing",
            ])

        @Argument(
            help: ArgumentHelp("The widget's folder, the project's folder, or the .xcodeproj.", valueName: "FOLDER"), completion: .directory
        )
        var folder: String

        @Option(name: .long, help: ArgumentHelp("The target of the extension, if the project has several.", valueName: "NAME"))
        var target: String?

        @Option(
            name: [.customShort("o"), .long],
            help: ArgumentHelp("The package's folder (default: MODULESnapshots beside the project).", valueName: "FOLDER"),
            completion: .directory)
        var output: String?

        @Option(
            help: ArgumentHelp(
                "Where the package gets Subdial: an address of a repository, or the folder of a checkout.", valueName: "URL|FOLDER"),
            completion: .directory)
        var subdial: String?

        @Option(
            help: ArgumentHelp(
                "A build folder that has Subdial's modules already, such as .build/debug of a checkout.", valueName: "FOLDER"),
            completion: .directory)
        var modules: String?

        @Option(help: ArgumentHelp("The maximum duration of a run of the compiler, in seconds.", valueName: "SECONDS"))
        var timeLimit = 300

        @Flag(help: "Do not run the compiler: select the files by their imports alone.")
        var noCompile = false

        @Flag(help: "Write no workflow for GitHub.")
        var noWorkflow = false

        @Flag(help: "Write nothing; the compiler runs only with --modules.")
        var dryRun = false

        @Flag(help: "Replace files that you have changed, and those of others.")
        var force = false

        @Flag(help: "Print JSON.")
        var json = false

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            guard (1...86_400).contains(timeLimit) else {
                throw CommandFailure(.wrongUsage, "--time-limit takes 1 to 86400 seconds, not \(timeLimit)")
            }
            let adopted = try chosen(ExtensionSearch.extensions(for: context.path(folder).plainPath))
            var selection = SourceSelection(adopted)
            let place = (output.map(context.path) ?? "\(adopted.base)/\(adopted.settings.moduleName)Snapshots").plainPath
            var failure: CommandFailure?
            var outcomes: [(path: String, outcome: PackageWriter.Outcome)] = []
            var adoptedPackage: AdoptedPackage?
            if !selection.files.isEmpty {
                let draft = makePackage(selection, place, in: context)
                // What is in the way is found before the long build.
                if !dryRun { _ = try PackageWriter(draft, replacesAll: force) }
                do throws(CommandFailure) {
                    try await check(&selection, draft, in: context)
                } catch {
                    failure = error
                }
            }
            if !selection.files.isEmpty {
                let made = makePackage(selection, place, in: context)
                adoptedPackage = made
                if !dryRun { outcomes = try PackageWriter(made, replacesAll: force).write() }
            }
            let report = AdoptionReport(selection, adoptedPackage, outcomes: outcomes)
            if json {
                await context.write(report.json.text(indented: true) + "\n")
            } else {
                for line in report.lines { await context.print(line) }
            }
            if let failure { throw failure }
            guard adoptedPackage != nil else {
                throw CommandFailure(.badData, "no file of \(adopted.name) can be compiled, so that there is no package for it")
            }
            return selection.problem == nil ? .done : .badData
        }

        /// The extension that the arguments name.
        private func chosen(_ extensions: [WidgetExtension]) throws(CommandFailure) -> WidgetExtension {
            let names = extensions.map(\.name)
            if let target {
                guard let found = extensions.first(where: { $0.name == target }) else {
                    let hint = Suggestion.hint(for: target, among: names)
                    throw CommandFailure(
                        .wrongUsage,
                        "there is no widget extension '\(target)'" + (hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : hint))
                }
                return found
            }
            guard extensions.count == 1, let only = extensions.first else {
                throw CommandFailure(
                    .wrongUsage,
                    "\(folder): there are \(extensions.count) widget extensions; name one with --target: \(names.joined(separator: ", "))")
            }
            return only
        }

        private func makePackage(_ selection: SourceSelection, _ place: String, in context: CommandContext) -> AdoptedPackage {
            let repository = noWorkflow ? nil : ExtensionSearch.repository(of: place)
            return AdoptedPackage(selection, folder: place, dependency: dependency(place, in: context), repository: repository)
        }

        private func dependency(_ place: String, in context: CommandContext) -> AdoptedPackage.Dependency {
            guard let subdial else { return .version(url: SubdialVersion.repository, from: SubdialVersion.current) }
            if subdial.contains("://") || subdial.hasPrefix("git@") { return .version(url: subdial, from: SubdialVersion.current) }
            // A relative path stays one, so that it is right in another checkout too.
            return .path(subdial.hasPrefix("/") ? subdial.plainPath : context.path(subdial).plainPath.relativePath(from: place))
        }

        /// Leaves out what the compiler does not accept.
        private func check(_ selection: inout SourceSelection, _ package: AdoptedPackage, in context: CommandContext)
            async throws(CommandFailure)
        {
            guard !noCompile, !dryRun || modules != nil else { return }
            guard let toolchain = SwiftToolchain(environment: context.environment) else {
                context.complain("'swift' is not on the PATH: the files are selected by their imports alone; see https://swift.org/install")
                return
            }
            let scratch = FileManager.default.temporaryDirectory.appending(path: "subdial-adopt-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: scratch) }
            do {
                let built: String
                if let modules {
                    built = context.path(modules).plainPath
                    guard FileManager.default.fileExists(atPath: "\(built)/Modules/SubdialSwiftUI.swiftmodule") else {
                        throw CommandFailure(
                            .missingInput,
                            "\(modules): there is no Modules/SubdialSwiftUI.swiftmodule; 'swift build' in a checkout makes it")
                    }
                } else {
                    context.showProgress("building Subdial's modules, which takes some minutes the first time …")
                    built = try await toolchain.buildModules(package) { step in
                        context.showProgress("building Subdial's modules, once: \(step)")
                    }
                }
                try AtomicFile.makeFolder(scratch)
                var generated: [String] = []
                for (name, text) in package.generated.sorted(by: { $0.key < $1.key }) {
                    let file = "\(scratch)/\(name)"
                    try AtomicFile.write(Array(text.utf8), to: file)
                    generated.append(file)
                }
                let settings = selection.widgetExtension.settings
                let limit = Duration.seconds(timeLimit)
                try await selection.check { files in
                    context.showProgress("compiling \(files.count) files …")
                    return try await toolchain.check(files, settings, generated: generated, modules: built, scratch: scratch, limit: limit)
                }
                context.showProgress("")
            } catch {
                context.showProgress("")
                throw CommandFailure(error)
            }
        }
    }

    /// `subdial widget symbols`: prints the symbols of asset catalogs.
    struct Symbols: CommandVerb {
        static let description = VerbDescription(
            "symbols", "Print the Swift source that Xcode generates of asset catalogs, for Image(.hero) and Color(.brand).",
            page: "swift-widgets",
            examples: ["subdial widget symbols Assets.xcassets > GeneratedAssetSymbols.swift": "Write the symbols of a catalog"])

        @Option(help: ArgumentHelp("The expression of the bundle with the catalogs.", valueName: "EXPRESSION"))
        var bundle = ".module"

        @Flag(name: .customLong("public"), help: "Make symbols that other modules can use.")
        var isPublic = false

        @Flag(help: "Make symbols of resources alone, without Color.brand: what Xcode does unless the project asks for extensions.")
        var resourcesOnly = false

        @Argument(help: ArgumentHelp("The catalogs.", valueName: "CATALOG"), completion: .directory)
        var catalogs: [String]

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            for catalog in catalogs {
                var isFolder = false
                guard FileManager.default.fileExists(atPath: context.path(catalog), isDirectory: &isFolder), isFolder else {
                    throw CommandFailure(
                        .missingInput, "\(catalog): there is no such folder; name the folder of a catalog, such as Assets.xcassets")
                }
            }
            let symbols = AssetSymbols(catalogs: catalogs.map(context.path))
            for warning in symbols.warnings { context.complain(warning) }
            await context.write(symbols.source(bundle: bundle, isPublic: isPublic, hasExtensions: !resourcesOnly))
            return .done
        }
    }

    /// `subdial widget intents`: prints the types of definitions of intents.
    struct Intents: CommandVerb {
        static let description = VerbDescription(
            "intents", "Print the Swift source that Xcode generates of definitions of intents, for IntentConfiguration.",
            page: "swift-widgets",
            examples: ["subdial widget intents Station.intentdefinition > GeneratedIntents.swift": "Write the classes of a definition"])

        @Argument(
            help: ArgumentHelp("The definitions.", valueName: "DEFINITION"), completion: .file(extensions: ["intentdefinition"]))
        var definitions: [String]

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            var intents = IntentClasses()
            for path in definitions { try intents.add(contentsOf: context.path(path)) }
            for warning in intents.warnings { context.complain(warning) }
            await context.write(intents.source)
            return .done
        }
    }
}
