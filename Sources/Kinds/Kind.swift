import Expressions
import Feeds
import Timeline

/// A kind defined by a `kind.yaml`: its data sources, and the conversion of their data to entries.
public struct Kind: Sendable {
    /// The name, which is that of its folder.
    public var name: String
    /// The path of its file, for messages.
    public var file: String
    /// The display title.
    public var title: String
    /// A one-sentence description.
    public var summary: String
    /// The parameters that users can set.
    public var parameters: [KindParameter]
    /// The data sources; expressions refer to their documents by name.
    public var sources: [KindSource]
    /// Lists derived from the documents.
    public var lists: [KindList]
    /// The conversion of a response to entries.
    public var timeline: KindTimeline
    /// The fields of an entry.
    public var fields: [KindField]
    /// The schedule of requests, and the validity of the data.
    public var refresh: KindRefresh
    /// The relevance of an entry; nil for none.
    public var relevance: KindRelevance?
    /// The live activity; nil for none.
    public var activity: KindActivity?
    /// The actions of clicks.
    public var actions: [KindAction]
    /// The settings of its lines in bars.
    public var feed: FeedSettings
    /// The schema of its entries.
    public var schema: EntrySchema
    /// The problems that leave the kind usable.
    public var warnings: [String]
    /// The text of the file.
    public var text = ""

    /// The name of the only source of a kind.
    public static let standardSource = "data"
}

/// A parameter that users can set.
public struct KindParameter: Hashable, Sendable {
    /// The name, in expressions and on the command line.
    public var name: String
    /// The type; a secret is a text.
    public var type: FieldType
    /// True for a secret: it is used only in requests.
    public var isSecret: Bool
    /// The default value; nil if a value is required.
    public var standard: Value?
    /// The bounds of a number.
    public var minimum: Double?, maximum: Double?
    /// A pattern with the wildcards `*` and `?` that a text must match.
    public var pattern: String?
    /// A one-sentence description.
    public var summary: String?
}

/// A list derived from a document.
public struct KindList: Sendable {
    /// The name in expressions.
    public var name: String
    /// The definition of the list.
    public var form: Form

    /// The definition of a list.
    public enum Form: Sendable {
        /// Maps with one member from each of several parallel lists; as long as the shortest list.
        case zip([(name: String, list: KindExpression)])
        /// A list in a document, filtered, sorted and truncated.
        case of(KindExpression, item: String, where: KindExpression?, sort: KindExpression?, first: KindExpression?)
    }
}

/// The conversion of a response to entries.
public enum KindTimeline: Sendable {
    /// One entry, dated with the time of the response.
    case received
    /// One entry for each date in a list.
    case dates([KindExpression])
    /// One entry for each row of a list.
    case rows(name: String, list: KindExpression, at: KindExpression)

    /// The maximum number of entries from one response.
    public static let limit = 400
}

/// A field of a kind with the source of its value.
public struct KindField: Sendable {
    /// The field in the schema.
    public var field: EntryField
    /// The expression of the value; nil for the key with the field's name.
    public var from: KindExpression?
    /// The default value.
    public var standard: Value?
    /// The values for texts in a document; the key `default` applies to all other texts.
    public var map: [String: Value]
    /// The fields of a map, or of the maps in a list.
    public var members: [KindField]
}

/// The relevance of an entry.
public struct KindRelevance: Sendable {
    /// The score.
    public var score: KindExpression
    /// The seconds for which the score is valid; nil for as long as the entry is shown.
    public var duration: Double?
}

/// An action of a click.
public struct KindAction: Sendable {
    /// The name, used in `subdial control --kind KIND NAME`.
    public var name: String
    /// The request or command that the action sends.
    public var transport: KindTransport
}
