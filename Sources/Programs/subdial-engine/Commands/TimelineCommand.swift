import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialEngine
import SubdialKinds
import SubdialMatches
import SubdialPlayback
import SubdialSnapshots
import SubdialTimeline
import SubdialWidgets

/// `subdial timeline`: prints the timeline of entries.
struct TimelineCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "timeline", abstract: "Print the timeline: entries, reload policy and next wake-up.")

    static let manual = CommandManual(
        "kinds",
        [
            "subdial timeline": "Print the timeline of the playback",
            "subdial timeline --activity --entry playing.json": "Print the states of the live activity",
            "subdial timeline weather --document answer.json --at 2026-01-08T20:15:04Z": "Print the timeline of a saved document",
        ])

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The kind, KIND:INSTANCE, or its folder.", valueName: "KIND"), completion: CompletedValues.kinds)
    var kind = "now-playing"

    @Option(
        help: ArgumentHelp("An entry that replaces the source: a file, or the name of an example such as playing.", valueName: "FILE|NAME"),
        completion: .file(extensions: ["json"]))
    var entry: String?

    @Option(
        help: ArgumentHelp("A document that replaces the one of the source; - for standard input.", valueName: "FILE"), completion: .file())
    var document: String?

    @Option(help: ArgumentHelp("The date that is shown, as ISO 8601; with --document also the date of the document.", valueName: "DATE"))
    var at: String?

    @Flag(help: "Print the changed values of each entry and its next change, in the format of snapshot suites.")
    var values = false

    @Flag(help: "Print the states of the live activity: alerting, compact, stale, ended, dismissed.")
    var activity = false

    @Option(
        help: ArgumentHelp("With --activity: the file of the previous entry, at most one hour older.", valueName: "FILE"),
        completion: .file(extensions: ["json"]))
    var before: String?

    @Flag(help: "Print JSON.")
    var json = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        let configuration = try global.configuration(in: context).locating(kind, in: context)
        let resources = try Resources.folder(configuration)
        try WidgetRenderer.check(kind: KindName(kind).name, in: resources)
        let file = try entry.map { try EntryFile($0, resources, kind: KindName(kind).name, in: context) }
        let now = try at.map { try Moment($0).date } ?? file?.entry.date ?? .now
        let timeline: Timeline
        if document != nil, entry != nil {
            throw CommandFailure(.wrongUsage, "--document and --entry exclude each other")
        }
        if let file {
            timeline = Timeline(showing: [file.entry], at: now)
        } else if let document {
            timeline = try self.timeline(ofDocument: document, at: now, configuration, resources, in: context)
        } else {
            let choice = try KindChoice(kind, configuration, resources, in: context)
            let scene = try await EntryProvider(try global.entries(of: choice, configuration, in: context)).scene()
            timeline = scene.timeline
            if let error = scene.error { throw error }
        }
        if activity {
            let before = try before.map { try EntryFile($0, resources, kind: KindName(kind).name, in: context).entry }
            let timeZones = configuration.timeZones(isLive: file == nil)
            await context.write(
                try activityTimeline(of: timeline, after: before, at: now) { entry, now in
                    guard let kind = try resources.kinds.kind(entry.kind) else { return ActivityUpdate(NowPlaying(entry), at: now) }
                    return try kind.activityUpdate(of: entry, at: now, timeZones: timeZones)
                })
            return .done
        }
        if values {
            await context.write(TimelineText(timeline).text)
            return .done
        }
        let listing = TimelineListing(timeline, at: file == nil && at == nil ? .now : now)
        await context.write(json ? listing.json : listing.text)
        return .done
    }

    /// The timeline of a document that was received at `now`.
    private func timeline(
        ofDocument document: String, at now: Date, _ configuration: Configuration, _ resources: ResourceFolder, in context: CommandContext
    ) throws -> Timeline {
        guard let instance = try KindChoice(kind, configuration, resources, in: context, hasDocument: true).instance else {
            throw CommandFailure(.wrongUsage, "--document is for kinds, and '\(kind)' shows the playback")
        }
        let bytes = try context.bytes(ofFile: document, as: "document")
        let documents = try instance.kind.documents(bytes) { (source, bytes) throws(KindError) in
            try source.replayed(bytes, instance.arrival(at: now))
        }
        let (timeline, warnings) = try instance.kind.timeline(
            of: documents, instance.values, received: now, subject: instance.subject,
            timeZones: instance.timeZones)
        for warning in warnings { context.complain(warning) }
        return timeline
    }

    /// The future states of the live activity from `now` on, if no update follows.
    private func activityTimeline(
        of timeline: Timeline, after before: Entry?, at now: Date, update: ActivityWatcher.Interpret
    ) throws -> String {
        guard let entry = timeline.entry(at: now) else { return "" }
        var activities = LiveActivities()
        if let before {
            let moment = min(before.date, now.addingTimeInterval(-1))
            _ = try activities.apply(try update(before, moment), at: moment)
        }
        _ = try activities.apply(try update(entry, now), at: now)
        let shown = ActivityPresentationTimeline(of: activities, from: now)
        guard json else { return shown.description }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return String(decoding: try encoder.encode(shown), as: UTF8.self) + "\n"
    }
}

/// A timeline as text or JSON.
struct TimelineListing {
    private let timeline: Timeline
    private let nextWake: Date?

    init(_ timeline: Timeline, at now: Date) {
        self.timeline = timeline
        nextWake = timeline.nextWidgetWake(after: now)
    }

    var text: String {
        let entries = timeline.entries.map { entry in
            guard let moment = entry.nowPlaying else { return "\(entry.date.iso8601)  \(entry.freshness.rawValue)\n" }
            let title = moment.track.map { " \($0.title)" } ?? ""
            return "\(entry.date.iso8601)  \(moment.status.rawValue)\(title)\n"
        }
        return entries.joined() + "reload: \(policy)\nnext wake-up: \(nextWake?.iso8601 ?? "never")\n"
    }

    private var policy: String {
        switch timeline.policy {
        case .atEnd: "atEnd"
        case .after(let date): "after \(date.iso8601)"
        case .never: "never"
        }
    }

    fileprivate var json: String {
        var policy: JSONValue = ["policy": .string(String(self.policy.prefix { $0 != " " }))]
        if case .after(let date) = timeline.policy { policy = ["policy": "after", "date": .string(date.iso8601)] }
        let value: JSONValue = [
            "entries": .array(timeline.entries.map(\.json)), "reload": policy, "nextWake": nextWake.map { .string($0.iso8601) } ?? .null,
        ]
        return value.text(indented: true) + "\n"
    }
}
