import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialEngine
import SubdialExpressions
import SubdialKinds
import SubdialMatches
import SubdialServe
import SubdialSystem
import SubdialTimeline

/// The options for a document that replaces the source.
struct ReplayOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("A document that replaces the one of the source; - for standard input.", valueName: "FILE"), completion: .file())
    var document: String?

    @Option(help: ArgumentHelp("The date that is shown, as ISO 8601; with --document also the date of the document.", valueName: "DATE"))
    var at: String?

    /// The entries of the document; nil if none was given.
    fileprivate func entries(_ instance: KindInstance, in context: CommandContext) throws -> EntryMaker.Result? {
        guard let document else { return nil }
        let date = try at.map { try Moment($0).date } ?? .now
        let bytes = try context.bytes(ofFile: document, as: "document")
        let documents = try instance.kind.documents(bytes) { (source, bytes) throws(KindError) in
            try source.replayed(bytes, instance.arrival(at: date))
        }
        return try EntryMaker(instance.kind, instance.values, subject: instance.subject, timeZones: instance.timeZones)
            .entries(of: documents, received: date)
    }
}

extension KindCommand {
    /// `subdial kind show`: prints the fields of a kind's entry.
    struct Show: CommandVerb {
        static let description = VerbDescription(
            "show", "Print the fields of a kind's entry with types and values, its age, and its errors.",
            discussion: "--document replaces the source by a file, for example a saved document of 'kind fetch'.", page: "kinds",
            examples: [
                "subdial kind show weather": "Print the fields of the current entry",
                "subdial kind show weather:cabin --json": "Print the entry of an instance as JSON",
                "subdial kind show garden --document answer.json": "Print the entry of a saved document",
            ])

        @Argument(help: ArgumentHelp("The kind, KIND:INSTANCE, or its folder.", valueName: "KIND"), completion: CompletedValues.kinds)
        var kind: String

        @OptionGroup var replay: ReplayOptions
        @OptionGroup var sets: SetOption

        @Flag(help: "Print the entry in the format of entry files.")
        var json = false

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let instance = try KindLookup.instance(
                kind, set: sets.set, command.global, in: context, hasDocument: replay.document != nil)
            let now = try replay.at.map { try Moment($0).date } ?? Date.now
            let timeline: Timeline
            var failure: (any Error)?
            if let result = try replay.entries(instance, in: context) {
                for warning in result.warnings { context.complain(warning) }
                for message in result.refusedPictures { context.complain(message) }
                timeline = Timeline(entries: result.entries, policy: .never)
            } else {
                let scene = try await EntryProvider(context.hub.entries(of: .data(instance))).scene()
                (timeline, failure) = (scene.timeline, scene.error)
                for warning in await context.hub.warnings(of: instance) { context.complain(warning) }
                for message in await context.hub.refusedPictures(of: instance) { context.complain(message) }
                await context.flush()
            }
            guard let entry = timeline.entry(at: now) else { return .done }
            if json {
                await context.write(entry.json.text(indented: true) + "\n")
            } else {
                await context.write(KindListing(instance, timeline, entry, at: now).text)
            }
            if let failure { throw failure }
            return .done
        }
    }

    /// `subdial kind fetch`: prints the document of a kind's source.
    struct Fetch: CommandVerb {
        static let description = VerbDescription(
            "fetch", "Poll the source of a kind, and print its document.", page: "kinds",
            examples: [
                "subdial kind fetch weather": "Poll the source, and print its document",
                "subdial kind fetch weather --explain": "Print the requests without sending them",
            ])

        @Argument(help: ArgumentHelp("The kind, KIND:INSTANCE, or its folder.", valueName: "KIND"), completion: CompletedValues.kinds)
        var kind: String

        @Flag(help: "Print the requests with all values inserted and secrets redacted, without sending them.")
        var explain = false

        @OptionGroup var sets: SetOption

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let instance = try KindLookup.instance(kind, set: sets.set, command.global, in: context)
            if explain {
                for source in instance.kind.sources {
                    let lines = try explanation(of: source, instance, command.global, in: context)
                    if instance.kind.sources.count > 1 { await context.print("\(source.name):") }
                    for line in lines { await context.print(line) }
                }
                return .done
            }
            let documents = try await context.hub.documents(of: instance)
            let single = instance.kind.sources.count == 1 ? instance.kind.sources.first.flatMap { documents[$0.name] } : nil
            await context.write((single ?? .map(documents)).json.text(indented: true) + "\n")
            return .done
        }

        /// The request of a source; what depends on the document of another source stays as written.
        private func explanation(
            of source: KindSource, _ instance: KindInstance, _ global: GeneralOptions, in context: CommandContext
        ) throws -> [String] {
            let knowledge = source.dependencies.isEmpty ? KindSource.Knowledge(documents: [:], now: .now) : nil
            guard try source.isWanted(instance.values, knowing: knowledge, timeZones: instance.timeZones) else {
                return ["left out, as 'if' is not true"]
            }
            let request = try source.request(instance.values, knowing: knowledge, timeZones: instance.timeZones)
            guard let webhook = request as? WebhookTransport.Request else { return request.explanation }
            // The user enters this address at the sender, so it is complete.
            let settings = try global.configuration(in: context).serve
            let listen = try settings.listen.map { text throws(ServeError) in try ListenAddress(text) } ?? .standard
            let path = try webhook.path(UserFolders(environment: context.environment).webhooks)
            return ["POST \(settings.url ?? "http://\(listen)")\(path)"]
        }
    }
}

/// The fields of an entry as a table.
private struct KindListing {
    let text: String

    init(_ instance: KindInstance, _ timeline: Timeline, _ entry: Entry, at now: Date) {
        let scope = EntryScope(entry, at: now)
        let units = instance.kind.units(instance.values)
        let rows = instance.kind.schema.fields.map { field in
            (field.name, field.type.name, Self.excerpt(scope.value(of: field.name) ?? .missing), units[field.name] ?? "")
        }
        let (names, types) = (rows.map(\.0.displayWidth).max() ?? 0, rows.map(\.1.displayWidth).max() ?? 0)
        var lines = rows.map { name, type, value, unit in
            "\(name.padded(columns: names))  \(type.padded(columns: types))  \(value)\(unit.isEmpty || value == "–" ? "" : " \(unit)")"
        }
        lines.append("")
        lines.append("\(instance.kind.title), \(entry.freshness.rawValue), since \(entry.date.iso8601)")
        if timeline.entries.count > 1 {
            lines.append("\(timeline.entries.count) entries until \(timeline.entries.last?.date.iso8601 ?? "")")
        }
        if let date = timeline.reloadDate { lines.append("asks again \(date.iso8601)") }
        if let problem = entry.problem { lines.append("since \(problem.since.iso8601): \(problem.message)") }
        text = lines.map { $0 + "\n" }.joined()
    }

    private static func excerpt(_ value: Value) -> String {
        guard value != .missing else { return "–" }
        let text = value.json.text()
        return text.count > 100 ? text.prefix(100) + "…" : text
    }
}
