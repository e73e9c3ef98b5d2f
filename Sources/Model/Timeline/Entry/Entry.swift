import FoundationEssentials
import SubdialExpressions

/// The state of a subject at a time: the content of widgets and bars is a function of an entry and its environment.
public struct Entry: Hashable, Sendable {
    /// The time from which the entry is shown.
    public var date: Date
    /// The schema of the entry's kind.
    public var schema: EntrySchema
    /// The subject of the entry; nil if it is unknown.
    public var subject: Subject?
    /// The freshness of the content.
    public var freshness: Freshness
    /// The time of the source's last response if it differs from `date`; ages such as "2 min ago" are relative to it.
    public var lastContact: Date?
    /// The relevance among other entries; nil for none.
    public var relevance: EntryRelevance?
    /// The reason why newer data are unavailable; nil if there is no problem.
    public var problem: EntryProblem?
    /// The content by field name.
    ///
    /// An absent value is `.missing` or omitted.
    public var values: [String: Value]
    /// The running numbers by field name.
    public var clocks: [String: EntryClock]
    /// The pictures by field name.
    public var pictures: [String: EntryPicture]

    /// Creates an entry; by default it is live, and everything else is unknown.
    public init(
        date: Date, schema: EntrySchema, subject: Subject? = nil, freshness: Freshness = .live, lastContact: Date? = nil,
        relevance: EntryRelevance? = nil, problem: EntryProblem? = nil, values: [String: Value] = [:], clocks: [String: EntryClock] = [:],
        pictures: [String: EntryPicture] = [:]
    ) {
        self.date = date
        self.schema = schema
        self.subject = subject
        self.freshness = freshness
        self.lastContact = lastContact
        self.relevance = relevance
        self.problem = problem
        self.values = values
        self.clocks = clocks
        self.pictures = pictures
    }

    /// The name of the entry's kind.
    public var kind: String { schema.kind }

    /// The picture that defines the colours of a widget; nil if the entry has no such content.
    public var cover: EntryCover? { schema.cover(self) }

    /// The seconds since the source's last response; 0 for a live entry.
    public func age(at now: Date) -> Double {
        freshness == .live ? 0 : max(0, now.timeIntervalSince(lastContact ?? date)).wholeMicroseconds
    }

    /// The next time after `now` at which the displayed age changes; nil for a live entry.
    public func nextAge(after now: Date) -> Date? {
        guard freshness != .live else { return nil }
        let age = age(at: now)
        let unit: Double = age < 3600 ? 60 : age < 86400 ? 3600 : 86400
        return (lastContact ?? date).addingTimeInterval(((age / unit).rounded(.down) + 1) * unit)
    }
}

/// The relevance of an entry among others of its widget, like WidgetKit's `TimelineEntryRelevance`.
public struct EntryRelevance: Hashable, Sendable {
    /// The score relative to the widget's other entries; 0 or less means irrelevant.
    public var score: Double
    /// The duration of the score in seconds; 0 for as long as the entry is shown.
    public var duration: Double

    /// Creates a relevance that applies for `duration` seconds, or while the entry is shown.
    public init(score: Double, duration: Double = 0) {
        self.score = score
        self.duration = duration
    }
}

/// The reason why newer data are unavailable.
public struct EntryProblem: Hashable, Sendable {
    /// The failed step: `source`, `document`, `fields`, ….
    public var step: String
    /// The problem, its location and its solution, on one line.
    public var message: String
    /// The time of the first failure.
    public var since: Date

    /// Creates a problem.
    public init(step: String, message: String, since: Date) {
        self.step = step
        self.message = message
        self.since = since
    }
}
