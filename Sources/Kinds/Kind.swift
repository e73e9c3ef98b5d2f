import Expressions
import Feeds
import Timeline

/// A kind that people write: where its data come from, and how entries are made of them.
public struct Kind: Sendable {
    /// The name, that of its folder.
    public var name: String
    /// The path of its file, for messages.
    public var file: String
    /// The title for people.
    public var title: String
    /// A sentence about it.
    public var summary: String
    /// What a user may set.
    public var parameters: [KindParameter]
    /// Where the data come from, by the names under which expressions have them.
    public var sources: [KindSource]
    /// Lists made of the documents.
    public var lists: [KindList]
    /// How one answer becomes entries.
    public var timeline: KindTimeline
    /// What an entry consists of.
    public var fields: [KindField]
    /// When the data are asked for anew, and how long they hold.
    public var refresh: KindRefresh
    /// How much an entry matters; nil where it does not say.
    public var relevance: KindRelevance?
    /// When entries have a live activity; nil for a kind without.
    public var activity: KindActivity?
    /// What a click may do.
    public var actions: [KindAction]
    /// How its lines are wanted.
    public var feed: FeedSettings
    /// The schema of its entries.
    public var schema: EntrySchema
    /// The problems that leave the kind usable.
    public var warnings: [String]
    /// The text of the file.
    public var text = ""

    /// The source of a kind that has but one.
    public static let standardSource = "data"
}

/// Something that a user may set.
public struct KindParameter: Hashable, Sendable {
    /// The name, in expressions and on the command line.
    public var name: String
    /// The type; ``isSecret`` values are texts.
    public var type: FieldType
    /// True for what must not be seen: it goes into requests alone.
    public var isSecret: Bool
    /// The value where none is given; nil where one must be.
    public var standard: Value?
    /// The bounds of a number.
    public var minimum: Double?, maximum: Double?
    /// A pattern with `*` and `?` that a text has to match.
    public var pattern: String?
    /// A sentence about it.
    public var summary: String?
}

/// A list made of a document.
public struct KindList: Sendable {
    /// The name, in expressions.
    public var name: String
    /// How it is made.
    public var form: Form

    /// How a list is made.
    public enum Form: Sendable {
        /// Maps with a member of each list: parallel arrays, as long as the shortest.
        case zip([(name: String, list: KindExpression)])
        /// A list of a document, filtered, sorted and cut.
        case of(KindExpression, item: String, where: KindExpression?, sort: KindExpression?, first: KindExpression?)
    }
}

/// How one answer becomes entries.
public enum KindTimeline: Sendable {
    /// One entry, at the moment at which the answer came.
    case received
    /// An entry for each date of a list.
    case dates([KindExpression])
    /// An entry for each row of a list.
    case rows(name: String, list: KindExpression, at: KindExpression)

    /// The most entries of one answer.
    public static let limit = 400
}

/// A field of a kind, and what its value is made of.
public struct KindField: Sendable {
    /// The field as the schema has it.
    public var field: EntryField
    /// What the value is made of; nil for the key of the same name.
    public var from: KindExpression?
    /// The value where there is none.
    public var standard: Value?
    /// Values by the texts that stand for them in a document; under `default` that of all others.
    public var map: [String: Value]
    /// The fields of a map, or of the maps of a list.
    public var members: [KindField]
}

/// How much an entry matters.
public struct KindRelevance: Sendable {
    /// The score.
    public var score: KindExpression
    /// The seconds for which it holds; nil for as long as the entry is shown.
    public var duration: Double?
}

/// Something that a click may do.
public struct KindAction: Sendable {
    /// The name, as `subdial control --kind KIND NAME` has it.
    public var name: String
    /// What is asked for.
    public var transport: KindTransport
}
