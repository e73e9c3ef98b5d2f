import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialEngine
import SubdialExpressions
import SubdialKinds
import SubdialSystem
import SubdialTemplates
import SubdialTimeline
import SubdialWidgets

/// `subdial kind`: manages the kinds of data that widgets and bars show.
struct KindCommand: DocumentedCommand {
    static let configuration = CommandConfiguration(
        commandName: "kind", abstract: "List, create, add, check, print and trust kinds of data.",
        subcommands: [
            List.command, New.command, Add.command, Check.command, Show.command, Fetch.command,
            Trust.command, Schema.command,
        ])

    static let manual = CommandManual(
        "kinds",
        [
            "subdial kind list": "List the kinds",
            "subdial kind new garden": "Create a kind",
            "subdial kind show garden": "Print the fields of its entry",
        ])
}

extension KindCommand {
    /// `subdial kind list`: lists the kinds.
    struct List: CommandVerb {
        static let description = VerbDescription(
            "list", "List the kinds.", page: "kinds",
            examples: [
                "subdial kind list": "List the kinds with their descriptions",
                "subdial kind list --json": "List them for a script",
            ])

        @Flag(help: "Print JSON.")
        var json = false

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let configuration = try command.global.configuration(in: context)
            let resources = try Resources.folder(configuration)
            var rows: [(name: String, title: String, summary: String, families: [String], instances: [String], problem: String?)] = []
            for name in Set(TemplateStore(resources: resources).kinds + resources.kinds.kindNames).sorted() {
                let families = WidgetFamily.allCases.map(\.rawValue).filter { resources.text("\(name)/\($0).yaml") != nil }
                let instances = configuration.kinds.filter { $0.kind == name }.compactMap(\.id)
                do throws(KindFileError) {
                    let kind = try resources.kinds.kind(name)
                    rows.append((name, kind?.title ?? name, kind?.summary ?? "What plays.", families, instances, nil))
                } catch {
                    rows.append((name, name, "", families, instances, error.problems.first))
                }
            }
            guard !json else {
                let list = JSONValue.array(
                    rows.map { row in
                        [
                            "name": .string(row.name), "title": .string(row.title), "description": .string(row.summary),
                            "families": .array(row.families.map(JSONValue.string)),
                            "instances": .array(row.instances.map(JSONValue.string)),
                            "problem": row.problem.map(JSONValue.string) ?? .null,
                        ]
                    })
                await context.write(list.text(indented: true) + "\n")
                return .done
            }
            let width = rows.map(\.name.displayWidth).max() ?? 0
            for row in rows {
                let instances = row.instances.isEmpty ? "" : " (\(row.instances.joined(separator: ", ")))"
                await context.print("\(row.name.padded(columns: width))  \(row.problem ?? row.summary)\(instances)")
            }
            return .done
        }
    }

    /// `subdial kind check`: checks a kind and its templates.
    struct Check: CommandVerb {
        static let description = VerbDescription(
            "check", "Report all errors of a kind: of its kind.yaml, and of each template with the samples of the fields.", page: "kinds",
            examples: [
                "subdial kind check weather": "Check an installed kind",
                "subdial kind check ./garden": "Check the kind in a folder",
            ])

        @Argument(help: ArgumentHelp("The kind, or the folder of a kind.", valueName: "NAME|FOLDER"), completion: CompletedValues.kinds)
        var kind: String

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let resources = try Resources.folder(command.global.configuration(in: context))
            let folder = try folder(resources, context)
            let check = try KindCheck(folder, in: resources)
            for message in check.messages { context.complain(message) }
            return check.hasErrors || check.kind?.warnings.isEmpty == false ? .badData : .done
        }

        private func folder(_ resources: ResourceFolder, _ context: CommandContext) throws(CommandFailure) -> String {
            if kind.contains("/") || FileManager.default.fileExists(atPath: context.path(kind) + "/kind.yaml") {
                return context.path(kind).hasSuffix("/") ? String(context.path(kind).dropLast()) : context.path(kind)
            }
            guard let (file, _) = resources.text("\(kind)/kind.yaml") else {
                let names = resources.kinds.kindNames
                throw CommandFailure(.wrongUsage, "there is no kind '\(kind)'\(Suggestion.hint(for: kind, among: names))")
            }
            return parent(of: file)
        }

        private func parent(of path: String) -> String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }
    }

    /// `subdial kind trust`: permits a kind to run its commands.
    struct Trust: CommandVerb {
        static let description = VerbDescription(
            "trust", "Allow a kind to run its commands.",
            discussion: """
                The permission ends when the kind.yaml or a program or script that it runs changes. The command prints the files that Subdial watches, and \
                what it cannot watch.
                """, page: "kinds",
            examples: ["subdial kind trust garden": "Allow a kind to run its commands"])

        @Argument(help: ArgumentHelp("The kind.", valueName: "KIND"), completion: CompletedValues.kinds)
        var kind: String

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let instance = try KindLookup.instance(kind, command.global, in: context)
            for source in instance.kind.sources where source.transport is CommandTransport {
                for line in try source.request(instance.values, knowing: nil).explanation { await context.print(line) }
            }
            for action in instance.kind.actions {
                guard let command = action.transport as? CommandTransport else { continue }
                await context.print("\(action.name): \(command.source)")
            }
            let review = try KindTrust(UserFolders(environment: context.environment)).trust(instance)
            for file in review.watched { await context.print("watched: \(file)") }
            for phrase in review.unwatched { await context.print("not watched: \(phrase)") }
            return .done
        }
    }

    /// `subdial kind schema`: prints a JSON Schema.
    struct Schema: CommandVerb {
        static let description = VerbDescription(
            "schema", "Print the JSON Schema of kind.yaml, or of the entry files of a kind, for editors.", page: "kinds",
            examples: [
                "subdial kind schema > kind.schema.json": "Write the schema of kind.yaml",
                "subdial kind schema weather": "Print the schema of the entry files of a kind",
            ])

        @Argument(
            help: ArgumentHelp("The kind whose entry files the schema describes (default: kind.yaml).", valueName: "KIND"),
            completion: CompletedValues.kinds)
        var kind: String?

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            guard let kind else {
                await context.write(KindFileSchema.json.text(indented: true) + "\n")
                return .done
            }
            let configuration = try command.global.configuration(in: context).locating(kind, in: context)
            let schema = try Resources.folder(configuration).kinds.schemas.schema(of: KindName(kind).name)
            await context.write(schema.jsonSchema.text(indented: true) + "\n")
            return .done
        }
    }
}

/// Finds the instance for a command's arguments.
enum KindLookup {
    static func instance(
        _ written: String, set: [String] = [], _ global: GeneralOptions, in context: CommandContext, hasDocument: Bool = false
    ) throws -> KindInstance {
        let configuration = try global.configuration(in: context).locating(written, in: context)
        let resources = try Resources.folder(configuration)
        let choice = try KindChoice(written, set: set, configuration, resources, in: context, hasDocument: hasDocument)
        if let instance = choice.instance { return instance }
        let name = KindName(written).name
        let names = resources.kinds.kindNames
        if TemplateStore(resources: resources).kinds.contains(name) {
            throw CommandFailure(.wrongUsage, "'\(name)' shows the playback, and has no kind.yaml")
        }
        throw CommandFailure(
            .wrongUsage,
            "there is no kind '\(name)'"
                + (Suggestion.hint(for: name, among: names).isEmpty
                    ? "; there are \(names.joined(separator: ", "))" : Suggestion.hint(for: name, among: names)))
    }
}

extension KindCommand {
    /// `subdial kind new`: creates a kind from a starter.
    struct New: CommandVerb {
        static let description = VerbDescription(
            "new", "Create a kind: a folder with a commented kind.yaml and templates.",
            discussion: """
                Without FOLDER, the command creates it in the templates folder of the user, where every command finds it. With --from, the fields, \
                the line and the templates are those that the document suggests.
                """,
            page: "kinds",
            examples: [
                "subdial kind new garden": "Create a kind in the configuration folder",
                "subdial kind new garden .": "Create it in the current folder",
                "subdial kind new air --from https://example.com/air.json": "Create it for the document at an address",
            ])

        @Argument(help: ArgumentHelp("The name of the kind: lowercase letters, digits and hyphens.", valueName: "NAME"))
        var name: String

        @Argument(help: ArgumentHelp("The parent folder of the kind's folder.", valueName: "FOLDER"), completion: .directory)
        var folder: String?

        @Option(
            help: ArgumentHelp("A document from which the fields are made: an address, or a file.", valueName: "URL|FILE"),
            completion: .file())
        var from: String?

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            guard KindName.isValid(name) else {
                throw CommandFailure(.wrongUsage, "a kind's name has small letters, digits and hyphens, not '\(name)'")
            }
            let configuration = try command.global.configuration(in: context)
            let resources = try Resources.folder(configuration)
            if let (file, _) = resources.text("\(name)/kind.yaml") {
                throw CommandFailure(.cannotWrite, "there is a kind '\(name)' already: \(file)")
            }
            let parent =
                folder.map(context.path) ?? configuration.templates
                ?? UserFolders(environment: context.environment).configuration + "/templates"
            let path = "\(parent)/\(name)"
            guard !FileManager.default.fileExists(atPath: path) else {
                throw CommandFailure(.cannotWrite, "\(path) is there already, and stays as it is; name another")
            }
            let files = if let from { try await draft(of: from, in: context).files } else { KindStarter.files(name: name) }
            for (file, text) in files { try AtomicFile.write(Array(text.utf8), to: "\(path)/\(file)") }
            await context.print(path)
            return .done
        }

        /// The kind that a document suggests.
        private func draft(of origin: String, in context: CommandContext) async throws -> KindDraft {
            guard origin != "-" else {
                throw CommandFailure(.wrongUsage, "--from takes an address or a file, which the kind reads later too")
            }
            let isAddress = origin.hasPrefix("https://") || origin.hasPrefix("http://")
            let bytes =
                isAddress ? try await KindDownload.bytes(at: origin, allowsHTTP: true) : try context.bytes(ofFile: origin, as: "document")
            do throws(KindError) {
                let file = String(origin.prefix { !isAddress || ($0 != "?" && $0 != "#") })
                let document = try DraftDocument(bytes, named: file, received: .now)
                return try KindDraft(name: name, source: isAddress ? .url(origin) : .file(context.path(origin)), document)
            } catch {
                throw CommandFailure(.badData, "\(origin): \(error)")
            }
        }
    }
}

/// The starter files of a kind.
private enum KindStarter {
    static func files(name: String) -> [(String, String)] {
        [("kind.yaml", kind(name)), ("systemSmall.yaml", small), ("accessoryCircular.yaml", circular)]
    }

    private static func kind(_ name: String) -> String {
        """
        # A kind: where the data come from, and what an entry consists of.
        name: \(name.prefix(1).uppercased() + name.dropFirst())
        description: One sentence about it.

        # What a user may set, under 'with' in config.yaml; expressions have the values by these names.
        parameters:
          goal: 100

        # One of url, command (a list: the program and its arguments), file, stdin or static.
        source:
          static: { steps: 42, label: steps today }

        # Each field has a sample: for the gallery, for checks, and for its type. Without 'from' it is the document's key of that name.
        fields:
          steps: { type: number, from: "{{ data.steps }}", sample: 42 }
          label: { type: text, optional: true, sample: steps today }
          part: { type: ratio, from: "{{ clamp(steps / goal, 0, 1) }}", sample: 0.42 }

        # How often the source is asked, and when its data count as old.
        refresh: { every: 15m, stale: 1h }

        # What a bar shows.
        feed: { text: "{{ steps }} {{ label }}", percentage: "{{ percent(part) }}", class: "{{ part >= 1 ? 'done' : 'open' }}" }

        """
    }

    private static let small = """
        background: background
        body:
          alignment: leading
          VStack:
            - Text: "{{ label ?? 'no data' }}"
              font: caption
              foreground: secondary
              lineLimit: 2
            - Spacer
            - Text: "{{ steps ?? '–' }}"
              font: largeTitle
              minimumScaleFactor: 0.5
            - Progress: "{{ part ?? 0 }}"
              lineWidth: 6
            - if: stale || offline
              Text: "{{ age }}"
              font: caption2
              foreground: secondary

        """

    private static let circular = """
        body:
          Gauge: "{{ part ?? 0 }}"
          style: accessoryCircularCapacity
          value: "{{ steps ?? '–' }}"

        """
}
