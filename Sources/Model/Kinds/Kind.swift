import SubdialExpressions
import SubdialTimeline

/// A kind defined by a `kind.yaml`: its data sources, and the conversion of their data to entries.
package struct Kind: Sendable {
    /// The name, which is that of its folder.
    package var name: String
    /// The path of its file, for messages.
    package var file: String
    /// The display title.
    package var title: String
    /// A one-sentence description.
    package var summary: String
    /// The parameters that users can set.
    package var parameters: [KindParameter]
    /// The data sources; expressions refer to their documents by name.
    package var sources: [KindSource]
    /// Lists derived from the documents.
    package var lists: [KindList]
    /// The conversion of a response to entries.
    package var timeline: KindTimeline
    /// The fields of an entry.
    package var fields: [KindField]
    /// The schedule of requests, and the validity of the data.
    package var refresh: KindRefresh
    /// The relevance of an entry; nil for none.
    package var relevance: KindRelevance?
    /// The live activity; nil for none.
    package var activity: KindActivity?
    /// The actions of clicks.
    package var actions: [KindAction]
    /// The settings of its lines in bars.
    package var feed: FeedSettings
    /// The schema of its entries.
    package var schema: EntrySchema
    /// The problems that leave the kind usable.
    package var warnings: [String]
    /// The text of the file.
    package var text = ""

    /// The name of the only source of a kind.
    package static let standardSource = "data"
}

/// A parameter that users can set.
package struct KindParameter: Hashable, Sendable {
    /// The name, in expressions and on the command line.
    package var name: String
    /// The type; a secret is a text.
    package var type: FieldType
    /// True for a secret: it is used only in requests.
    package var isSecret: Bool
    /// The default value; nil if a value is required.
    package var standard: Value?
    /// The bounds of a number.
    package var minimum: Double?, maximum: Double?
    /// A pattern with the wildcards `*` and `?` that a text must match.
    package var pattern: String?
    /// A one-sentence description.
    package var summary: String?
}

/// A list derived from a document.
package struct KindList: Sendable {
    /// The name in expressions.
    package var name: String
    /// The definition of the list.
    package var form: Form

    /// The definition of a list.
    package enum Form: Sendable {
        /// Maps with one member from each of several parallel lists; as long as the shortest list.
        case zip([(name: String, list: KindExpression)])
        /// A list in a document, filtered, sorted and truncated.
        case of(KindExpression, item: String, where: KindExpression?, sort: KindExpression?, first: KindExpression?)
    }
}

/// The conversion of a response to entries.
package enum KindTimeline: Sendable {
    /// One entry, dated with the time of the response.
    case received
    /// One entry for each date in a list.
    case dates([KindExpression])
    /// One entry for each row of a list.
    case rows(name: String, list: KindExpression, at: KindExpression)

    /// The maximum number of entries from one response.
    package static let limit = 400
}

/// A field of a kind with the source of its value.
package struct KindField: Sendable {
    /// The field in the schema.
    package var field: EntryField
    /// The expression of the value; nil for the key with the field's name.
    package var from: KindExpression?
    /// The default value.
    package var standard: Value?
    /// The values for texts in a document; the key `default` applies to all other texts.
    package var map: [String: Value]
    /// The fields of a map, or of the maps in a list.
    package var members: [KindField]
}

/// The relevance of an entry.
package struct KindRelevance: Sendable {
    /// The score.
    package var score: KindExpression
    /// The seconds for which the score is valid; nil for as long as the entry is shown.
    package var duration: Double?
}

/// An action of a click.
package struct KindAction: Sendable {
    /// The name, used in `subdial control --kind KIND NAME`.
    package var name: String
    /// The request or command that the action sends.
    package var transport: KindTransport
}
