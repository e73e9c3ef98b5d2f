import Expressions
import FoundationEssentials

/// One moment of a subject: all that a widget or a bar shows is a function of an entry and of how it is looked at.
public struct Entry: Hashable, Sendable {
    /// The moment from which the entry is shown.
    public var date: Date
    /// The schema of the entry's kind.
    public var schema: EntrySchema
    /// What the entry is about; nil where that is not known.
    public var subject: Subject?
    /// How far the content can be trusted.
    public var freshness: Freshness
    /// When the source last answered, where that is not `date`: what "2 min ago" counts from.
    public var lastContact: Date?
    /// How much the entry matters among others; nil where it does not say.
    public var relevance: EntryRelevance?
    /// What stands beside the last good data where the newest could not be had; nil while all is well.
    public var problem: EntryProblem?
    /// The content by field.
    ///
    /// What is missing is `.missing`, or is not there.
    public var values: [String: Value]
    /// The numbers that run, by field.
    public var clocks: [String: EntryClock]
    /// The pictures, by field.
    public var pictures: [String: EntryPicture]

    /// Makes an entry; what is left out is not known, and the content is live.
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

    /// The picture that gives a widget its colours; nil where the entry shows nothing that could have one.
    public var cover: EntryCover? { schema.cover(self) }

    /// Seconds since the source last answered; 0 while it does.
    public func age(at now: Date) -> Double {
        freshness == .live ? 0 : max(0, now.timeIntervalSince(lastContact ?? date)).wholeMicroseconds
    }

    /// The first moment after `now` at which the age in words is another; nil while the source answers.
    public func nextAge(after now: Date) -> Date? {
        guard freshness != .live else { return nil }
        let age = age(at: now)
        let unit: Double = age < 3600 ? 60 : age < 86400 ? 3600 : 86400
        return (lastContact ?? date).addingTimeInterval(((age / unit).rounded(.down) + 1) * unit)
    }
}

/// How much an entry matters among others of its widget, as WidgetKit's `TimelineEntryRelevance`.
public struct EntryRelevance: Hashable, Sendable {
    /// Compared with the scores of the widget's other entries; 0 or less means that the entry does not matter.
    public var score: Double
    /// Seconds for which the score holds; 0 for as long as the entry is shown.
    public var duration: Double

    /// Makes a relevance that holds as long as the entry is shown, or for `duration` seconds.
    public init(score: Double, duration: Double = 0) {
        self.score = score
        self.duration = duration
    }
}

/// Why the newest data could not be had.
public struct EntryProblem: Hashable, Sendable {
    /// The step that failed: `source`, `document`, `fields`, ….
    public var step: String
    /// What is wrong, where, and what to do; one line.
    public var message: String
    /// Since when it has failed.
    public var since: Date

    /// Makes a problem.
    public init(step: String, message: String, since: Date) {
        self.step = step
        self.message = message
        self.since = since
    }
}
