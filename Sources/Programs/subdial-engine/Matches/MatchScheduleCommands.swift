import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialEngine
import SubdialExpressions
import SubdialMatches

/// The verbs of scheduled matches, and of RefWatch's files.
extension MatchCommand {
    /// `subdial match schedule`: adds a match to the schedule.
    struct Schedule: MatchVerb {
        static let description = VerbDescription(
            "schedule", "Add a match to the schedule.", usage: "subdial match schedule HOME AWAY --at DATE [--extra-time] …", page: "match",
            examples: [
                "subdial match schedule Union Hertha --at 2026-06-01T15:30:00+02:00": "Schedule a match",
                "subdial match schedule Blue Red --at 2026-06-01T17:30:00+02:00 --length 20": "Schedule a shorter one",
            ])

        @OptionGroup(title: "Match") var settings: MatchSettingsArguments

        @Option(help: ArgumentHelp("The kick-off, as an ISO 8601 date.", valueName: "DATE"))
        var at: String

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let kickOff = try Moment(at).date
            let item = try command.options.store(in: context).schedule(try settings.settings(kickOff: kickOff), at: kickOff)
            let days = try ScheduleDays(command.global, in: context)
            await context.print(days.line(item))
            return .done
        }
    }

    /// `subdial match upcoming`: lists the scheduled matches.
    struct Upcoming: MatchVerb {
        static let description = VerbDescription(
            "upcoming", "List the scheduled matches of today and of later days, the next first.",
            discussion: "A match that is running, or that has ended, is no longer upcoming. Those of earlier days are listed with --all.",
            page: "match",
            examples: [
                "subdial match upcoming": "List the matches of today and of later days",
                "subdial match upcoming --today --json": "List those of today for a script",
            ])

        @Flag(help: "List the matches of today only.")
        var today = false

        @Flag(help: "List also the matches of earlier days that were not played.")
        var all = false

        @Flag(help: "Print JSON.")
        var json = false

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            guard !today || !all else { throw CommandFailure(.wrongUsage, "--today and --all exclude each other") }
            let days = try ScheduleDays(command.global, in: context)
            let items = try command.options.store(in: context).schedule().items.filter { item in
                all || (today ? days.isToday(item) : days.day(of: item) >= days.today)
            }
            guard !json else {
                await context.print(JSONValue.array(items.map { days.json($0) }).text(indented: true))
                return .done
            }
            for item in items { await context.print(days.line(item)) }
            return .done
        }
    }

    /// `subdial match choose`: makes a scheduled match the running one.
    struct Choose: MatchVerb {
        static let description = VerbDescription(
            "choose", "Make a scheduled match the running one, before its kick-off.", page: "match",
            examples: [
                "subdial match choose next": "Choose the next scheduled match",
                "subdial match choose 3f2a --replace": "Choose another one in place of the running match",
            ])

        @OptionGroup var scheduled: ScheduledMatchArgument

        @Flag(help: "Discard the running match.")
        var replace = false

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let store = try command.options.store(in: context)
            let match = try scheduled.match(in: store, try ScheduleDays(command.global, in: context))
            try await store.start(match.settings, replacing: replace).print(in: context)
            return .done
        }
    }

    /// `subdial match cancel`: removes a match from the schedule.
    struct Cancel: MatchVerb {
        static let description = VerbDescription(
            "cancel", "Remove a match from the schedule.", page: "match",
            examples: ["subdial match cancel 3f2a": "Remove a match from the schedule"])

        @OptionGroup var scheduled: ScheduledMatchArgument

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let store = try command.options.store(in: context)
            let days = try ScheduleDays(command.global, in: context)
            let match = try scheduled.match(in: store, days)
            try store.cancel(match)
            await context.print("\(match.names.home) – \(match.names.away) is no longer scheduled")
            return .done
        }
    }

    /// `subdial match import`: adds the matches of a file of RefWatch.
    struct Import: MatchVerb {
        static let description = VerbDescription(
            "import", "Add the completed and the scheduled matches of a file of RefWatch.",
            discussion: """
                A match is known by its id: it is added once, and gets the values of the file if it is known already. Members that Subdial \
                does not know, such as ownerId, are kept. A file with an error changes nothing.
                """, page: "match",
            examples: ["subdial match import ~/Sync/completed_matches.json": "Add the matches of a file"])

        @Argument(help: ArgumentHelp("The file.", valueName: "FILE"), completion: .file(extensions: ["json"]))
        var file: String

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let outcome = try command.options.store(in: context).add(fileAt: context.path(file))
            await context.print("completed matches: \(outcome.completed.description)")
            await context.print("scheduled matches: \(outcome.scheduled.description)")
            return .done
        }
    }

    /// `subdial match reset`: starts again with the same match.
    struct Reset: MatchVerb {
        static let description = VerbDescription(
            "reset", "Start again with the same match, before its kick-off.",
            discussion: "The teams and the rules stay, and 'undo' restores the match as it was. A match that has ended stays in the list.",
            page: "match", examples: ["subdial match reset": "Start again with the same match"])

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            try await command.options.store(in: context).reset().print(in: context)
            return .done
        }
    }
}

/// The argument that selects a scheduled match.
struct ScheduledMatchArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The first letters of the id of a scheduled match, or 'next'.", valueName: "ID"))
    var id: String

    fileprivate func match(in store: MatchStore, _ days: ScheduleDays) throws -> ScheduledMatch {
        let items = try store.schedule().items
        let found =
            id == "next"
            ? Array(items.filter { !$0.isChosen && days.day(of: $0) >= days.today }.prefix(1))
            : items.filter { $0.match.id.lowercased().hasPrefix(id.lowercased()) }
        guard let item = found.first, found.count == 1 else {
            let reason =
                id == "next"
                ? "no match is scheduled for today or later"
                : found.isEmpty
                    ? "no scheduled match's id begins with '\(id)'" : "the ids of \(found.count) scheduled matches begin with '\(id)'"
            throw CommandFailure(.missingInput, "\(reason); 'subdial match upcoming --all' lists them")
        }
        return item.match
    }
}

/// The days of scheduled matches in the user's time zone.
private struct ScheduleDays {
    private let zones: TimeZones
    /// The date of today, as in ISO 8601.
    let today: String

    init(_ options: GeneralOptions, in context: CommandContext) throws {
        zones = try options.configuration(in: context).timeZones(isLive: true)
        today = String(zones.text(of: .now).prefix(10))
    }

    func day(of item: MatchSchedule.Item) -> String { String(zones.text(of: item.match.kickOff).prefix(10)) }

    func isToday(_ item: MatchSchedule.Item) -> Bool { day(of: item) == today }

    /// The match in one line: `3f2a91bc  today       15:30  Union – Hertha, DFB-Pokal`.
    func line(_ item: MatchSchedule.Item) -> String {
        let match = item.match
        let time = zones.text(of: match.kickOff).suffix(5)
        let day = isToday(item) ? "today" : day(of: item)
        return "\(match.id.prefix(8).lowercased())  \(day.padded(columns: 10))  \(time)  \(match.names.home) – \(match.names.away)"
            + (match.competition.map { ", \($0)" } ?? "") + (item.isChosen ? ", chosen" : "")
    }

    func json(_ item: MatchSchedule.Item) -> JSONValue {
        let match = item.match
        return [
            "id": .string(match.id), "kickOff": .string(match.kickOff.iso8601), "today": .bool(isToday(item)),
            "home": .string(match.names.home), "away": .string(match.names.away),
            "competition": match.competition.map(JSONValue.string) ?? .null, "venue": match.venue.map(JSONValue.string) ?? .null,
            "chosen": .bool(item.isChosen),
        ]
    }
}
