import ArgumentParser
import FoundationEssentials
import SubdialDocuments
import SubdialEngine
import SubdialMatches
import SubdialTimeline

/// `subdial match list`: lists the running match and completed ones.
struct MatchListCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the running match and completed matches, the newest first.")

    static let manual = CommandManual(
        "match",
        [
            "subdial match list": "List the running match and completed ones",
            "subdial match list --json": "List them for a script",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: MatchOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        let store = try options.store(in: context)
        let running = try store.file()
        let completed = try store.completed()
        let matches = completed.matches.sorted { ($0.match.completedAt, $0.index) > ($1.match.completedAt, $1.index) }
        let unreadable = completed.elements.count - matches.count
        if unreadable > 0 {
            context.complain("\(store.completedPath): \(unreadable) of \(completed.elements.count) matches cannot be read")
        }
        let isListed = running.map { completed.index(of: $0.match.id.uuidString) != nil } ?? true
        let isRunning = running?.match.state.phase != .ended
        guard !json else {
            var rows: [JSONValue] = []
            if let running, !isListed {
                rows.append([
                    "id": .string(running.match.id.uuidString), "running": .bool(isRunning),
                    "line": .string(running.match.line(at: running.clock.now(.now))),
                ])
            }
            rows += matches.map { item in
                [
                    "id": .string(item.match.id), "running": false, "completedAt": .string(item.match.completedAt.iso8601),
                    "line": .string(item.match.line),
                ]
            }
            await context.print(JSONValue.array(rows).text(indented: true))
            return .done
        }
        if let running, !isListed {
            await context.print(
                "\(running.match.id.uuidString.prefix(8).lowercased())  \(isRunning ? "now  " : "ended")       \(running.match.line(at: running.clock.now(.now)))"
            )
        }
        for item in matches {
            await context.print("\(item.match.id.prefix(8).lowercased())  \(item.match.completedAt.iso8601.prefix(10))  \(item.match.line)")
        }
        return .done
    }
}

/// `subdial match show`: prints a match.
struct MatchShowCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the score and the events of the running match, or of a completed one.")

    static let manual = CommandManual(
        "match",
        [
            "subdial match show": "Print the running match",
            "subdial match show 3f2a --format refwatch": "Print a completed match in RefWatch's format",
        ])

    /// The output format of a match.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        /// Text for human readers.
        case text
        /// RefWatch's format of a completed match.
        case refwatch
        /// The document from which the kind's fields are computed.
        case document
    }

    @OptionGroup(title: "General") var global: GeneralOptions
    @OptionGroup var options: MatchOptions

    @Argument(help: ArgumentHelp("The first letters of the id of a completed match.", valueName: "ID"))
    var id: String?

    @Option(help: ArgumentHelp("The format.", valueName: "NAME"))
    var format = Format.text

    func run(in context: CommandContext) async throws -> ExitStatus {
        let store = try options.store(in: context)
        if let id {
            let found = try store.completed().matches.filter { $0.match.id.lowercased().hasPrefix(id.lowercased()) }
            guard let match = found.first?.match, found.count == 1 else {
                throw CommandFailure(
                    .missingInput,
                    "\(store.completedPath): \(found.isEmpty ? "no match's id begins" : "the ids of \(found.count) matches begin") with '\(id)'"
                )
            }
            switch format {
            case .text: await context.write(([match.line] + match.text).joined(separator: "\n") + "\n")
            case .refwatch: await context.print(match.json.text(indented: true))
            case .document: await context.print(match.document.json.text(indented: true))
            }
            return .done
        }
        guard let file = try store.file() else { throw MatchStoreError.noMatch }
        let reading = ClockReading.now
        switch format {
        case .text: await context.write(file.match.text(at: file.clock.now(reading)).joined(separator: "\n") + "\n")
        case .refwatch:
            guard file.match.state.phase == .ended else {
                throw CommandFailure(.refused, "RefWatch's format exists only for completed matches")
            }
            await context.print(CompletedMatch.json(of: file.match).text(indented: true))
        case .document:
            await context.print(file.match.document(shift: file.clock.shift(reading)).json.text(indented: true))
        }
        return .done
    }
}
